import type { PhaseReport, Span } from "./plan.js";
import { Moment } from "./thread-time.js";

const STEP_MS = 2;
/** So many of the longest are kept by either measure. */
const KEPT = 5;

/**
 * Watches how long the event loop of this thread is ever held up: a timer is asked for every two milliseconds, and what it
 * comes late is a stall. Tells computing from waiting for a processor, since a machine with other work to do makes timers
 * late too.
 */
export class StallMeter {
  #phase: { name: string; start: number; stalls: Span[] } | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly phases: PhaseReport[] = [];

  start(): void {
    let last = new Moment();
    const tick = (): void => {
      const now = new Moment();
      const { wall, own, cpu } = now.since(last);
      this.#add({ wall: Math.max(0, wall - STEP_MS), own: Math.max(0, own - STEP_MS), cpu });
      last = now;
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

  #add(stall: Span): void {
    const stalls = this.#phase?.stalls;
    if (stalls === undefined) return;
    stalls.push(stall);
    if (stalls.length <= 2 * KEPT) return;
    const longest = (what: "own" | "cpu"): readonly Span[] =>
      [...stalls].sort((a, b) => b[what] - a[what]).slice(0, KEPT);
    stalls.splice(0, stalls.length, ...new Set([...longest("own"), ...longest("cpu")]));
  }
}
