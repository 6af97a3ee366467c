import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { reveal } from "../../core/text/reveal.js";
import { amountOf } from "../packs/words.js";
import { grouped, isLong } from "./model.js";

/**
 * Where a list is too long to be read, and to be handed to VS Code in one go, a person first says which part of it is meant.
 *
 * @throws SddError `cancelled`
 */
export async function narrowed<T>(
  items: readonly T[],
  title: string,
  partOf: (item: T) => string,
): Promise<readonly T[]> {
  if (!isLong(items.length)) return items;
  const parts = grouped(items, partOf).map(([name, list]) => ({
    label: reveal(name),
    description: amountOf(list.length),
    list,
  }));
  const placeHolder = vscode.l10n.t("From which documents?");
  const picked = await vscode.window.showQuickPick(parts, { title, placeHolder });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.list;
}
