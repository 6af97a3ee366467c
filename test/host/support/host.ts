import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";

const EXTENSION_ID = "sdd-layer.sdd-layer";

/** The extension under test, activated. @throws Error when VS Code did not load it */
export async function activateExtension(): Promise<vscode.Extension<unknown>> {
  const extension = vscode.extensions.getExtension(EXTENSION_ID);
  if (extension === undefined) throw new Error(`VS Code did not load ${EXTENSION_ID}.`);
  await extension.activate();
  return extension;
}

/** The opened workspace folder: a copy that only this launch sees, so that tests may change it. */
export function workspaceRoot(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error("This launch opened no folder.");
  return folder.uri.fsPath;
}

/**
 * Asks until there is an answer: anything but `undefined` and `false`.
 *
 * @param what completes the sentence "waited for …" when time runs out
 * @throws Error when there is no answer within `timeoutMs`; it carries what the last question threw
 */
export async function waitUntil<T>(
  what: string,
  ask: () => T | PromiseLike<T>,
  timeoutMs = 10_000,
): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + timeoutMs;
  let problem: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms for ${what}.`, { cause: problem });
    await sleep(50);
  }
}
