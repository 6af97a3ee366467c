import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { reveal } from "../../core/text/reveal.js";
import type { LearnResult } from "../../core/learning/service-types.js";
import { LEARNINGS_VIEW } from "../commands/ids.js";
import { amountOf } from "../packs/words.js";
import type { Place } from "../project/place.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import type { LearningStates } from "./states.js";

/** What is to be learned from: all documents of a root, or those of one orchestration. */
interface Scope {
  readonly root: ProjectRoot;
  readonly slug?: string;
}

interface Item extends vscode.QuickPickItem {
  readonly scope: Scope;
}

function itemsOf(root: ProjectRoot, isAlone: boolean): readonly Item[] {
  const where = isAlone ? "" : root.folder.name;
  const whole: Item = {
    label: vscode.l10n.t("Whole project"),
    description: where,
    detail: vscode.l10n.t("Every orchestration, decision record and project intelligence document"),
    iconPath: new vscode.ThemeIcon("root-folder"),
    scope: { root },
  };
  const parts = (root.overview?.orchestrations ?? []).map(({ name, slug, folder }): Item => ({
    label: reveal(name),
    description: reveal([where, folder].filter(Boolean).join(" · ")),
    iconPath: new vscode.ThemeIcon("notebook"),
    scope: { root, slug },
  }));
  return [whole, ...parts];
}

/** @throws SddError `cancelled`, `wrong-usage` where no folder is open */
async function pickScope(roots: ProjectRoots, { root: id, slug }: Place, isWhole: boolean): Promise<Scope> {
  const open = roots.required();
  const named = open.filter((root) => id === undefined || root.id === id);
  const [only] = named;
  if (only !== undefined && named.length === 1 && (isWhole || slug !== undefined)) {
    return { root: only, ...(slug === undefined ? {} : { slug }) };
  }
  await Promise.all(named.map((root) => root.refresh()));
  const items = named.flatMap((root) => itemsOf(root, named.length === 1));
  const [first] = items;
  if (first !== undefined && items.length === 1) return first.scope;
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Learn from Documents"),
    placeHolder: vscode.l10n.t("From which documents?"),
    matchOnDescription: true,
  });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.scope;
}

/** So many names of unreadable documents fit a message. */
const NAMED = 3;

function summaryOf({ documents, added, superseded, active, rejected, unreadable }: LearnResult): string {
  const sentences = [
    vscode.l10n.t("Documents: {0}. Learnings: {1}.", amountOf(documents), amountOf(active)),
    added + superseded === 0
      ? vscode.l10n.t("Nothing changed.")
      : vscode.l10n.t("New: {0}. Superseded: {1}.", amountOf(added), amountOf(superseded)),
  ];
  if (rejected > 0) {
    sentences.push(
      vscode.l10n.t("Lines of the index that could not be read were set aside: {0}.", amountOf(rejected)),
    );
  }
  if (unreadable.length > 0) {
    const named = unreadable.slice(0, NAMED).map(reveal).join(", ");
    const names = unreadable.length > NAMED ? `${named} …` : named;
    sentences.push(
      vscode.l10n.t("Documents that could not be read: {0} ({1}).", amountOf(unreadable.length), names),
    );
  }
  return sentences.join(" ");
}

/**
 * SDD: Learn from Documents.
 *
 * @param isWhole all of the project is meant, without a question: the button of the empty view
 */
export async function learn(
  roots: ProjectRoots,
  states: LearningStates,
  place: Place,
  isWhole: boolean,
): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", ".sdd/intelligence/learnings.jsonl");
  const { root, slug } = await pickScope(roots, place, isWhole);
  const title = vscode.l10n.t("Learning from documents");
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const question = slug === undefined ? {} : { slug };
  const answer = await vscode.window.withProgress(options, (_, token) =>
    root.learning.call("learn", question, token),
  );
  await states.look(root);
  const button = vscode.l10n.t("Show Learnings");
  void vscode.window.showInformationMessage(summaryOf(answer), button).then((pressed) => {
    if (pressed === button) void vscode.commands.executeCommand(`${LEARNINGS_VIEW}.focus`);
  });
}
