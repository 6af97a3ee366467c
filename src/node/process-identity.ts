import { readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime } from "node:os";
import { threadId } from "node:worker_threads";
import { attempt, errorCode } from "./paths.js";

/** Who holds a lock, so that others can tell whether it still lives. */
export interface Owner {
  readonly host: string;
  /**
   * Linux: the kernel's id of this boot. Elsewhere `~` and the second of the boot since the epoch, as far as the clock
   * tells it.
   */
  readonly boot: string;
  /** Linux: the namespace in which the process numbers count. Elsewhere empty. */
  readonly space: string;
  readonly pid: number;
  /** Linux: the system's number of the thread, since a worker can be stopped while its process goes on. */
  readonly thread: number;
  /** Linux: when the thread began, in clock ticks since the boot. Elsewhere empty. */
  readonly started: string;
}

/** `unknown`: it cannot be told from here. */
export type Life = "alive" | "dead" | "unknown";

/** What tells the living from the dead; tests hand in others. */
export interface Processes {
  readonly self: Owner;
  /** @param ageMs how long ago the owner last showed itself. */
  lifeOf(owner: Owner, ageMs: number): Life;
}

/** Clocks are set right now and then; two machines of one name seldom start within so many seconds. */
const BOOT_TOLERANCE_S = 10;

/**
 * The processes of this machine. *Dead* is only what is known to be: the same machine, boot and namespace, and the
 * process or thread is gone, or its number is another one's now; or the same machine, and it was started anew since.
 */
export function systemProcesses(): Processes {
  const self = (known ??= identify());
  return {
    self,
    lifeOf(owner, ageMs) {
      if (owner.host !== self.host) return "unknown";
      if (!sameBoot(owner.boot, self.boot)) return ageMs > uptime() * 1000 ? "dead" : "unknown";
      if (owner.space !== self.space || !Number.isSafeInteger(owner.pid) || owner.pid <= 0) return "unknown";
      return lifeHere(owner);
    },
  };
}

/** Of this thread, which has modules of its own. */
let known: Owner | undefined;

function identify(): Owner {
  const { pid } = process;
  // Asked synchronously, so it is the calling thread that answers.
  const task = /\/task\/(\d+)$/.exec(attempt(() => readlinkSync("/proc/thread-self")) ?? "")?.[1];
  const thread = task === undefined ? threadId : Number(task);
  return {
    host: hostname(),
    boot:
      attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()) ??
      `~${Math.round(Date.now() / 1000 - uptime())}`,
    space: attempt(() => readlinkSync("/proc/self/ns/pid")) ?? "",
    pid,
    thread,
    started: threadStat(pid, thread)?.started ?? "",
  };
}

function sameBoot(one: string, other: string): boolean {
  if (!one.startsWith("~") || !other.startsWith("~")) return one === other;
  return Math.abs(Number(one.slice(1)) - Number(other.slice(1))) <= BOOT_TOLERANCE_S;
}

function lifeHere({ pid, thread, started }: Owner): Life {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return "dead";
  }
  const stat = threadStat(pid, thread);
  if (stat !== undefined) return stat.gone || stat.started !== started ? "dead" : "alive";
  // The process can be looked at, and has no such thread. Where it cannot (another system, or hidden), nothing is known.
  return threadStat(pid, pid) !== undefined ? "dead" : "unknown";
}

/** Fields 3 (state; Z and X are over) and 22 (start time) of the thread's `stat`, see proc(5). */
function threadStat(pid: number, thread: number): { gone: boolean; started: string } | undefined {
  const text = attempt(() => readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8"));
  // The name before may hold anything, also brackets and blanks.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields?.[0], fields?.[19]];
  return state === undefined || started === undefined ? undefined : { gone: /[ZX]/.test(state), started };
}
