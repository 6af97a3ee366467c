import * as vscode from "vscode";
import { PHRASES } from "./phrase-list.js";

const KNOWN: ReadonlySet<string> = new Set<string>(PHRASES);

/**
 * Parameters of errors and diagnostics are names and paths, but some are English phrases (`a whole number of 1 or
 * more`); those are translated, with their numbers as places, and everything else stays as it is.
 */
export function phrase(text: string): string {
  const numbers: string[] = [];
  const template = text.replace(/\d+/g, (number) => `{${numbers.push(number) - 1}}`);
  return KNOWN.has(template) ? vscode.l10n.t(template, ...numbers) : text;
}
