import { randomUUID } from "node:crypto";

/** What changed in a list since it was last told, or a part of that. Plain data: it crosses between threads. */
export interface Told<T> {
  /** Names the state that is complete once nothing more is to come; to be given back with the next question. */
  readonly version: string;
  /** Whether all that was told before is void. */
  readonly fresh: boolean;
  readonly changed: readonly T[];
  /** Keys of what is not there any more. */
  readonly gone: readonly string[];
  /**
   * The keys of all, in order, where that is another order than the last one told; it comes with the last part, and only of
   * lists whose order matters.
   */
  readonly order?: readonly string[];
  /** Whether the rest is to be asked for. */
  readonly more: boolean;
}

export interface TellerOptions<T> {
  /** What names an item of the list. */
  readonly keyOf: (item: T) => string;
  readonly isOrdered: boolean;
  /** How much of a message an item takes; 1 where all are alike. */
  readonly weightOf?: (item: T) => number;
  /** The most that crosses in one message: the extension host takes it in at one go, and must not be held up by it. */
  readonly perMessage: number;
}

const sameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);

/** Remembers what the other side was told of a list, and tells it only what is new, in messages of a bounded size. */
export class Teller<T> {
  readonly #options: TellerOptions<T>;
  /** Told apart from any earlier engine's, whose memory went with it. */
  readonly #name = randomUUID();
  #count = 0;
  #known = new Map<string, string>();
  #order: readonly string[] = [];
  #isReordered = false;
  #changed: readonly T[] = [];
  #gone: readonly string[] = [];
  /** How much of `#changed` was told. */
  #told = 0;

  constructor(options: TellerOptions<T>) {
    this.#options = options;
  }

  /**
   * @param items each with a key of its own
   * @param known the version that the other side has all of
   */
  tell(items: readonly T[], known: string | undefined): Told<T> {
    const { keyOf, isOrdered } = this.#options;
    const fresh = known !== this.#version || this.#told < this.#changed.length;
    if (fresh) this.#known = new Map();
    this.#count++;
    const before = this.#known;
    const now = new Map(items.map((item) => [keyOf(item), JSON.stringify(item)]));
    const order = isOrdered ? [...now.keys()] : [];
    this.#isReordered = isOrdered && (fresh || !sameOrder(order, this.#order));
    this.#changed = items.filter((item) => now.get(keyOf(item)) !== before.get(keyOf(item)));
    this.#gone = [...before.keys()].filter((key) => !now.has(key));
    this.#known = now;
    this.#order = order;
    this.#told = 0;
    return this.#next(fresh);
  }

  /** What is left of a version that was told in part; `undefined` where it is another one by now. */
  rest(version: string): Told<T> | undefined {
    return version === this.#version ? this.#next(false) : undefined;
  }

  get #version(): string {
    return `${this.#name} ${this.#count}`;
  }

  #next(fresh: boolean): Told<T> {
    const { weightOf = () => 1, perMessage } = this.#options;
    const start = this.#told;
    let weight = 0;
    let end = start;
    for (; end < this.#changed.length && (end === start || weight < perMessage); end++) {
      const item = this.#changed[end];
      if (item !== undefined) weight += weightOf(item);
    }
    this.#told = end;
    const more = end < this.#changed.length;
    const told = { version: this.#version, fresh, changed: this.#changed.slice(start, end), more };
    const gone = this.#gone;
    this.#gone = [];
    return { ...told, gone, ...(!more && this.#isReordered ? { order: this.#order } : {}) };
  }
}
