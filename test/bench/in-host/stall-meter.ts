import { readFileSync } from "node:fs";
import type { PhaseReport, Stall } from "./plan.js";

const STEP_MS = 2;
const KEPT = 5;

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

/**
 * Watches how long the event loop of this thread is ever held up: a timer is asked for every two milliseconds, and what it
 * comes late is a stall. Tells computing from waiting for a processor, since a machine with other work to do makes timers
 * late too.
 */
export class StallMeter {
  #phase: { name: string; start: number; stalls: Stall[] } | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly phases: PhaseReport[] = [];

  start(): void {
    let last = performance.now();
    let cpu = cpuNow();
    let queued = queuedNow();
    const tick = (): void => {
      const now = performance.now();
      const [used, waited] = [cpuNow(), queuedNow()];
      const wall = Math.max(0, now - last - STEP_MS);
      this.#add({ wall, own: Math.max(0, wall - (waited - queued)), cpu: used - cpu });
      last = now;
      cpu = used;
      queued = waited;
      this.#timer = setTimeout(tick, STEP_MS);
    };
    this.#timer = setTimeout(tick, STEP_MS);
  }

  /** Runs a step and keeps the longest stalls in it. */
  async during(name: string, step: () => Promise<void>): Promise<void> {
    const phase = { name, start: performance.now(), stalls: [] };
    this.#phase = phase;
    await step();
    const took = performance.now() - phase.start;
    this.phases.push({ name, took, stalls: phase.stalls });
    this.#phase = undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #add(stall: Stall): void {
    const stalls = this.#phase?.stalls;
    if (stalls === undefined) return;
    stalls.push(stall);
    stalls.sort((a, b) => b.own - a.own);
    stalls.splice(KEPT);
  }
}
