import type { Told } from "../../node/teller.js";

/** Puts together a list that the engine tells in parts. What did not change from one look to the next is the same object. */
export class Pieces<T> {
  readonly #keyOf: (item: T) => string;
  #items = new Map<string, T>();
  /** `undefined` where none was told: it does not matter. */
  #order: readonly string[] | undefined;
  #known: string | undefined;
  #whole: ReadonlyMap<string, T> | undefined;

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  /** The version that was told to its end; the engine goes on from there. */
  get known(): string | undefined {
    return this.#known;
  }

  /**
   * @returns the whole by key, in order where that matters, once the last part of a version is there: the same map as the last time where
   * nothing changed
   */
  take({ version, fresh, changed, gone, order, more }: Told<T>): ReadonlyMap<string, T> | undefined {
    this.#known = undefined;
    if (fresh) this.#items = new Map();
    if (fresh || order !== undefined || changed.length + gone.length > 0) this.#whole = undefined;
    for (const key of gone) this.#items.delete(key);
    for (const each of changed) this.#items.set(this.#keyOf(each), each);
    if (order !== undefined) this.#order = order;
    if (more) return undefined;
    this.#known = version;
    return (this.#whole ??= new Map(this.#order === undefined ? this.#items : this.#inOrder(this.#order)));
  }

  #inOrder(keys: readonly string[]): readonly (readonly [string, T])[] {
    return keys.flatMap((key): [string, T][] => {
      const item = this.#items.get(key);
      return item === undefined ? [] : [[key, item]];
    });
  }

  /** Asks until the last part is there; `ask` gets what the engine is to be asked with. */
  async all(
    ask: (params: { readonly known?: string; readonly rest?: string }) => Promise<Told<T>>,
  ): Promise<ReadonlyMap<string, T>> {
    const { known } = this;
    let told = await ask(known === undefined ? {} : { known });
    for (;;) {
      const whole = this.take(told);
      if (whole !== undefined) return whole;
      told = await ask({ rest: told.version });
    }
  }
}
