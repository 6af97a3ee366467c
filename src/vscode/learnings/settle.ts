import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import type { Conflict } from "../../core/learning/conflict.js";
import { reveal } from "../../core/text/reveal.js";
import { messageOf } from "../project/diagnostics.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import { askForReason } from "./review.js";
import { narrowed } from "./narrow.js";
import type { LearningStates } from "./states.js";
import { handlesOf } from "./targets.js";

/** A conflict that a command is for, with the side that was chosen, where one was. */
interface Chosen {
  readonly root: ProjectRoot;
  readonly conflict: Conflict;
  readonly side?: number;
}

function chosenOf(roots: ProjectRoots, args: readonly unknown[]): Chosen | undefined {
  const [handle] = handlesOf(args);
  const data = handle?.data;
  if (data?.type !== "conflict" && data?.type !== "side") return undefined;
  const root = roots.all.find(({ id }) => id === data.root);
  if (root === undefined) return undefined;
  return { root, conflict: data.conflict, ...(data.type === "side" ? { side: data.index } : {}) };
}

interface Item extends vscode.QuickPickItem {
  readonly index: number;
}

/** @throws SddError `cancelled` */
async function pickSide(conflict: Conflict): Promise<number> {
  const items = conflict.sides.map(({ path, line, text }, index): Item => ({
    label: vscode.l10n.t("{0} stands", reveal(text === "" ? path : text)),
    description: reveal(`${path}:${line}`),
    index,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: reveal(messageOf(conflict)),
    placeHolder: vscode.l10n.t("Which of them stands?"),
    matchOnDescription: true,
  });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.index;
}

/** @throws SddError `cancelled`, `wrong-usage` where nothing is to be settled */
async function pickConflict(roots: ProjectRoots, states: LearningStates): Promise<Chosen> {
  await states.ready();
  const items = [];
  for (const root of roots.all) {
    for (const conflict of await states.conflictsOf(root.id, false)) {
      const detail = reveal(conflict.sides.map(({ path, line }) => `${path}:${line}`).join(" ↔ "));
      items.push({ label: reveal(messageOf(conflict)), detail, root, conflict });
    }
  }
  if (items.length === 0)
    throw new SddError("wrong-usage", vscode.l10n.t("No conflict waits to be settled."));
  const title = vscode.l10n.t("Settle Conflict");
  const offered = await narrowed(items, title, ({ conflict: { path } }) =>
    path.slice(0, Math.max(0, path.lastIndexOf("/"))),
  );
  const picked = await vscode.window.showQuickPick(offered, {
    title,
    placeHolder: vscode.l10n.t("Which conflict?"),
    matchOnDetail: true,
  });
  if (picked === undefined) throw new SddError("cancelled");
  return picked;
}

/**
 * Settle Conflict: a person says which side stands, and why. It holds as long as both texts stay as they are.
 *
 * @param given the reason, where the command was run with one
 */
export async function settle(
  roots: ProjectRoots,
  states: LearningStates,
  args: readonly unknown[],
  given?: string,
): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", ".sdd/intelligence/reviews.jsonl");
  const { root, conflict, side } = chosenOf(roots, args) ?? (await pickConflict(roots, states));
  const stands = side ?? (await pickSide(conflict));
  const name = conflict.sides[stands]?.path ?? "";
  const title = vscode.l10n.t("{0} stands", reveal(name));
  const reason = given ?? (await askForReason(title, vscode.l10n.t("Why does it stand?")));
  const done = await root.learning.call("settleConflict", { id: conflict.id, stands, reason });
  await states.look(root);
  if (done) return;
  throw new SddError("wrong-usage", vscode.l10n.t("This conflict is not there any more: a text changed."));
}

/** Takes a settlement back. */
export async function reopen(
  roots: ProjectRoots,
  states: LearningStates,
  args: readonly unknown[],
): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", ".sdd/intelligence/reviews.jsonl");
  const chosen = chosenOf(roots, args);
  if (chosen === undefined)
    throw new SddError("wrong-usage", vscode.l10n.t("Choose a settled conflict first."));
  await chosen.root.learning.call("reopenConflict", { id: chosen.conflict.id });
  await states.look(chosen.root);
}
