import type { DisposableLike } from "./disposables.js";

/** Runs `work` once the calls have paused for `ms` milliseconds, and at the latest after ten times that. */
export class Debounced implements DisposableLike {
  readonly #work: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #first = 0;

  constructor(ms: number, work: () => void) {
    this.#ms = ms;
    this.#work = work;
  }

  call(): void {
    const now = performance.now();
    if (this.#timer === undefined) this.#first = now;
    else clearTimeout(this.#timer);
    const rest = Math.max(0, this.#first + 10 * this.#ms - now);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#work();
      },
      Math.min(this.#ms, rest),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
