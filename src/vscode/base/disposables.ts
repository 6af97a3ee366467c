/** Structurally VS Code's own `Disposable`, so that code without `vscode` can be tested outside of it. */
export interface DisposableLike {
  dispose(): unknown;
}

/** Owns what must be let go together; what is added after the end is let go at once. */
export class Disposables implements DisposableLike {
  readonly #items = new Set<DisposableLike>();
  #ended = false;

  add<T extends DisposableLike>(item: T): T {
    if (this.#ended) item.dispose();
    else this.#items.add(item);
    return item;
  }

  dispose(): void {
    this.#ended = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) item.dispose();
  }
}
