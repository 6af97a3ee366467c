import * as fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { SddError } from "../core/errors.js";
import { commitFile } from "./atomic-write.js";
import {
  discardLock,
  type FoundLock,
  hasReadyLocks,
  heirOf,
  type LockDisk,
  type OwnLock,
  placeLock,
  prepareLock,
  readLock,
  sweepHeirs,
} from "./lock-file.js";
import { writeError } from "./own-folder.js";
import { attempt } from "./paths.js";
import { type Processes, systemProcesses } from "./process-identity.js";

/**
 * A lock between processes: a file that exists while someone holds it, and says who.
 *
 * A lock that was left behind is taken over at once where its owner is known to be dead. Where that cannot be told (it
 * is another machine's or container's, or says nothing) it is taken over when it is ten minutes old by the disk's own
 * clock; what it guards is held for milliseconds. An owner that lives keeps it, however long.
 *
 * Two who find the same dead owner must not both take over: the second would remove the lock of the first. So each lock
 * has one heir: the right to replace the lock with token T is itself a lock, `….T.heir.lock`. Who has it looks again
 * whether T still stands, and renames its own lock over it. Where an heir died too, its own heir goes on.
 */

/** How long a lock of an owner that cannot be looked at is respected. */
export const UNKNOWN_OWNER_MS = 600_000;
const DEFAULT_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 20;
/** After so many turns in a row a process that has more to do lets others go first. */
const TURNS_IN_A_ROW = 8;
/** More dead heirs in a row than this are no accident. */
const MAX_HEIRS = 16;

export interface LockOptions {
  /** How long to wait for it, in milliseconds; 10 seconds unless told otherwise. */
  readonly waitMs?: number;
  readonly processes?: Processes;
  readonly disk?: LockDisk;
}

/** A lock that is held. */
export interface HeldLock {
  /**
   * To be called right before what was prepared takes effect: a process that was stopped for long may have lost the lock.
   *
   * @throws SddError `store-locked`
   */
  confirm(): void;
}

/** Who waits in this process. They go one after the other, without looking at the disk. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Does something while holding a lock. The wait is asynchronous; keep the action short and without a person's input.
 *
 * @param file the lock's absolute path, ending in `.lock`, in a folder that is there.
 * @param path what it guards, for people.
 * @throws SddError `store-locked` (names the holder), `write-failed`, `path-refused`; whatever the action throws
 */
export async function withLock<T>(
  file: string,
  path: string,
  action: (held: HeldLock) => T | Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const deadline = performance.now() + (options.waitMs ?? DEFAULT_WAIT_MS);
  const before = queues.get(file) ?? Promise.resolve();
  const turn = before.then(() => holdDuring(file, path, action, deadline, options));
  const settled = turn.catch(() => undefined);
  queues.set(file, settled);
  try {
    return await turn;
  } finally {
    if (queues.get(file) === settled) queues.delete(file);
  }
}

async function holdDuring<T>(
  file: string,
  path: string,
  action: (held: HeldLock) => T | Promise<T>,
  deadline: number,
  { processes = systemProcesses(), disk = fs }: LockOptions,
): Promise<T> {
  await letOthersIn(file);
  const token = await acquire({ file, path, processes, disk }, deadline);
  const isMine = (): boolean => attempt(() => readLock(file, path)?.token === token) ?? false;
  try {
    return await action({
      confirm() {
        if (!isMine())
          throw lockedBy(
            file,
            path,
            attempt(() => readLock(file, path)),
          );
      },
    });
  } finally {
    if (isMine()) await remove(file);
    last.until = performance.now();
  }
}

/** The lock that this process held last, how often it got it without waiting, and when it gave it back. */
let last = { file: "", turns: 0, until: 0 };

/**
 * Whoever waits looks every few milliseconds, and a process that takes the lock again at once would hardly ever leave it
 * a gap. Those who wait are known by their locks, which lie ready.
 */
async function letOthersIn(file: string): Promise<void> {
  const inARow = last.file === file && performance.now() - last.until < LONGEST_PAUSE_MS;
  last = { file, turns: inARow ? last.turns + 1 : 1, until: 0 };
  if (last.turns <= TURNS_IN_A_ROW) return;
  last.turns = 1;
  if (hasReadyLocks(file)) await sleep(2 * LONGEST_PAUSE_MS);
}

interface Wanted {
  readonly file: string;
  readonly path: string;
  readonly processes: Processes;
  readonly disk: LockDisk;
}

/** @returns the token of the lock that is now ours. */
async function acquire(wanted: Wanted, deadline: number): Promise<string> {
  const { file, path, processes, disk } = wanted;
  let own: OwnLock | undefined;
  try {
    own = prepareLock(file, processes.self);
    const since = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      if (placeLock(own, file, disk)) return own.token;
      const found = readLock(file, path);
      const diskNow = own.mtimeMs + performance.now() - since;
      if (found !== undefined && isLeft(found, diskNow, processes) && takeOver(wanted, found, own, diskNow))
        return own.token;
      const left = deadline - performance.now();
      if (left <= 0) throw lockedBy(file, path, found);
      // Spread, so that those who were refused together do not come back together.
      await sleep(Math.min(pause * (0.5 + Math.random()), left));
    }
  } catch (error) {
    throw writeError(path, error);
  } finally {
    if (own !== undefined) discardLock(own);
  }
}

function isLeft({ owner, mtimeMs }: FoundLock, diskNow: number, processes: Processes): boolean {
  const age = diskNow - mtimeMs;
  const life = owner === undefined ? "unknown" : processes.lifeOf(owner, age);
  return life === "dead" || (life === "unknown" && age > UNKNOWN_OWNER_MS);
}

/** @returns whether the lock is ours now. */
function takeOver(
  { file, path, processes, disk }: Wanted,
  left: FoundLock,
  own: OwnLock,
  diskNow: number,
): boolean {
  const chain: { readonly place: string; readonly token: string }[] = [{ place: file, token: left.token }];
  let claim = heirOf(file, left.token);
  while (!placeLock(own, claim, disk)) {
    const heir = readLock(claim, path);
    if (heir === undefined || !isLeft(heir, diskNow, processes) || chain.length > MAX_HEIRS) return false;
    chain.push({ place: claim, token: heir.token });
    claim = heirOf(file, heir.token);
  }
  let done = false;
  try {
    // Only now is it certain that nobody else replaces these; and only now is it known whether somebody already had.
    if (chain.every(({ place, token }) => readLock(place, path)?.token === token)) {
      commitFile({ temp: own.prepared.temp, target: file });
      done = true;
      sweepHeirs(file, own.token);
    }
  } finally {
    if (!done) attempt(() => (fs.unlinkSync(claim), undefined));
  }
  return done;
}

/** On Windows a reader may be in the way for a moment. What stays is taken over when this process has ended. */
async function remove(file: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    if (attempt(() => (fs.rmSync(file, { force: true }), true)) === true) return;
    await sleep(10);
  }
}

function lockedBy(file: string, path: string, found: FoundLock | undefined): SddError {
  const { pid, host } = found?.owner ?? {};
  const name = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
  return new SddError("store-locked", path, pid === undefined ? "?" : String(pid), host ?? "?", name);
}
