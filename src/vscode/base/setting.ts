import * as vscode from "vscode";

/** A setting with a closed set of values; whatever else stands in a settings file counts as the default. */
export class ChoiceSetting<T extends string> {
  readonly #name: string;
  readonly #values: readonly T[];
  readonly #fallback: T;

  constructor(name: `sdd.${string}`, values: readonly T[], fallback: T) {
    this.#name = name;
    this.#values = values;
    this.#fallback = fallback;
  }

  get(): T {
    const value = vscode.workspace.getConfiguration().get<unknown>(this.#name);
    return this.#values.find((each) => each === value) ?? this.#fallback;
  }
}
