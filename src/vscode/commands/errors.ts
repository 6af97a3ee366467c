import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { reveal } from "../../core/text/reveal.js";
import type { SafeLog } from "../base/log.js";
import { phrase } from "../base/phrases.js";

/** What any thrown value says, as an error of ours. */
export function toSddError(error: unknown): SddError {
  if (error instanceof SddError) return error;
  return new SddError("internal", error instanceof Error ? error.message : String(error));
}

/** The sentence of an error in the person's language, fit to be shown. */
export async function errorSentence(error: SddError): Promise<string> {
  const { redactShort } = await import("../../core/redaction/redact.js");
  return reveal(redactShort(vscode.l10n.t(error.template, ...error.params.map(phrase))));
}

/** Tells a person what went wrong, and the log the rest. A cancellation is nobody's error. */
export async function reportError(error: unknown, during: string, log: SafeLog): Promise<void> {
  const known = toSddError(error);
  if (known.code === "cancelled") return;
  const detail = error instanceof Error && !(error instanceof SddError) ? `\n${error.stack ?? ""}` : "";
  log.error(`${during}: ${known.code}: ${known.message}${detail}`);
  const sentence = await errorSentence(known);
  if (known.code === "untrusted") {
    warnUntrusted(sentence);
    return;
  }
  const button = vscode.l10n.t("Show Log");
  void vscode.window.showErrorMessage(sentence, button).then((pressed) => {
    if (pressed === button) log.show();
  });
}

/** Says what waits for trust, and offers to give it. Returns at once. */
export function warnUntrusted(sentence: string): void {
  const button = vscode.l10n.t("Manage Workspace Trust");
  void vscode.window.showWarningMessage(sentence, button).then((pressed) => {
    if (pressed === button) void vscode.commands.executeCommand("workbench.trust.manage");
  });
}
