import * as vscode from "vscode";

/** A value that `when` clauses of the manifest can ask for. */
export class ContextKey<T extends string | boolean> {
  readonly #name: string;
  #value: T | undefined;

  constructor(name: `sdd.${string}`) {
    this.#name = name;
  }

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    void vscode.commands.executeCommand("setContext", this.#name, value);
  }
}
