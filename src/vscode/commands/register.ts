import * as vscode from "vscode";
import type { DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { reportError } from "./errors.js";
import type { CommandId } from "./ids.js";

/** The one way to register a command: what it throws is reported to the person, whoever ran it. */
export class CommandRegistry {
  readonly #log: SafeLog;
  readonly #subscriptions: DisposableLike[];

  constructor(log: SafeLog, subscriptions: DisposableLike[]) {
    this.#log = log;
    this.#subscriptions = subscriptions;
  }

  /** @param handler gets what the command was run with, unchecked: anyone can run a command with anything. */
  register(id: CommandId, handler: (args: readonly unknown[]) => Promise<unknown>): void {
    const run = async (...args: unknown[]): Promise<unknown> => {
      try {
        return await handler(args);
      } catch (error) {
        await reportError(error, id, this.#log);
        return undefined;
      }
    };
    this.#subscriptions.push(vscode.commands.registerCommand(id, run));
  }
}
