import { readFileSync } from "node:fs";
import type { Span } from "./plan.js";

/** Processor time of this thread, in ms; of the process where this Node cannot tell them apart. */
function cpuNow(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  const { user, system } = (threadCpuUsage ?? process.cpuUsage).call(process);
  return (user + system) / 1_000;
}

/**
 * For how long, in ms, this process's main thread was ready to go on and had no processor: Linux counts it. Elsewhere 0, so
 * that nothing is taken off.
 */
function queuedNow(): number {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** A point in time, by the clock, by the processor time of this thread, and by the time it has waited for one. */
export class Moment {
  readonly #wall = performance.now();
  readonly #cpu = cpuNow();
  readonly #queued = queuedNow();

  since(before: Moment): Span {
    const wall = this.#wall - before.#wall;
    const own = Math.max(0, wall - (this.#queued - before.#queued));
    return { wall, own, cpu: this.#cpu - before.#cpu };
  }
}
