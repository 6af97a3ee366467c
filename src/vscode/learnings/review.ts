import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import type { LearningRecord } from "../../core/learning/learning-record.js";
import type { ReviewResult } from "../../core/learning/service-types.js";
import { reveal } from "../../core/text/reveal.js";
import { STALE_GROUPS } from "../../node/engine-learning-api.js";
import { amountOf } from "../packs/words.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import { narrowed } from "./narrow.js";
import type { LearningStates } from "./states.js";
import { countOf, handlesOf, idsOf, required, targetsOf, type Targets } from "./targets.js";
import type { LearningHandle } from "./tree.js";
import { orchestrationWord, staleAdvice } from "./words.js";

/** What a person decides about learnings: that they still hold, that they are of no use, and that they are after all. */

/** Where the decisions are kept: said where they wait for trust. */
const REVIEWS = ".sdd/intelligence/reviews.jsonl";
const INDEX = ".sdd/intelligence/learnings.jsonl";

const isStale = ({ stale_reason: reason }: LearningRecord): boolean => reason !== undefined;

function demandTrust(path: string): void {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", path);
}

/** Asks the engines of the targets one after another, then shows how things stand. @returns how many were passed over */
async function inEach(
  states: LearningStates,
  targets: readonly Targets[],
  ask: (root: ProjectRoot, ids: readonly string[]) => Promise<ReviewResult>,
): Promise<number> {
  let passedOver = 0;
  for (const target of targets) {
    passedOver += (await ask(target.root, idsOf(target))).passedOver.length;
    await states.look(target.root);
  }
  return passedOver;
}

const DIVIDER = " · ";

/** Lets a person choose among all stale learnings, several at once. @throws SddError `cancelled` */
async function pickStale(roots: ProjectRoots, states: LearningStates): Promise<readonly Targets[]> {
  const open = roots.required();
  await states.ready();
  const items = [];
  for (const root of open) {
    for (const reason of STALE_GROUPS) {
      for (const record of await states.recordsOf(root.id, reason)) {
        const { source_artifact: path, line, summary } = record;
        const where = [staleAdvice(reason), orchestrationWord(record), `${path}:${line}`].join(DIVIDER);
        items.push({ label: reveal(summary), detail: reveal(where), root, record });
      }
    }
  }
  if (items.length === 0) throw new SddError("wrong-usage", vscode.l10n.t("No learning is stale."));
  const title = vscode.l10n.t("Re-verify Learning");
  const offered = await narrowed(items, title, ({ record }) => orchestrationWord(record));
  const picked = await vscode.window.showQuickPick(offered, {
    title,
    placeHolder: vscode.l10n.t("Which learnings still hold?"),
    canPickMany: true,
    matchOnDetail: true,
  });
  if (picked === undefined || picked.length === 0) throw new SddError("cancelled");
  return open.flatMap((root) => {
    const records = picked.filter((item) => item.root === root).map(({ record }) => record);
    return records.length === 0 ? [] : [{ root, records }];
  });
}

/** Where a group was chosen, a person says once more that all of it is meant. @throws SddError `cancelled` */
async function confirmGroup(
  handles: readonly LearningHandle[],
  count: number,
  question: string,
  button: string,
): Promise<void> {
  if (count < 2 || handles.every(({ data }) => data.type === "learning")) return;
  const pressed = await vscode.window.showWarningMessage(question, { modal: true }, button);
  if (pressed !== button) throw new SddError("cancelled");
}

/** SDD: Re-verify Learning: the texts stay, and the present hashes of their sources are taken. */
export async function reverify(
  roots: ProjectRoots,
  states: LearningStates,
  args: readonly unknown[],
): Promise<void> {
  demandTrust(REVIEWS);
  const handles = handlesOf(args);
  const targets =
    handles.length === 0
      ? await pickStale(roots, states)
      : required(
          await targetsOf(roots, states, handles, isStale),
          vscode.l10n.t("None of the chosen learnings is stale."),
        );
  const count = amountOf(countOf(targets));
  await confirmGroup(
    handles,
    countOf(targets),
    vscode.l10n.t("Do these {0} learnings still hold, as far as you can tell?", count),
    vscode.l10n.t("They Hold"),
  );
  const passedOver = await inEach(states, targets, (root, ids) =>
    root.learning.call("reverifyLearnings", { ids }),
  );
  if (passedOver > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        "Not re-verified, because their section or document is gone: {0}. Refresh them from the document, or dismiss them.",
        amountOf(passedOver),
      ),
    );
  }
  const done = amountOf(countOf(targets) - passedOver);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Re-verified: {0}", done), 5_000);
}

/** Refresh from Document: the sources of the chosen learnings are learned anew. */
export async function refreshFromDocument(
  roots: ProjectRoots,
  states: LearningStates,
  args: readonly unknown[],
): Promise<void> {
  demandTrust(INDEX);
  const targets = required(
    await targetsOf(roots, states, handlesOf(args), isStale),
    vscode.l10n.t("None of the chosen learnings is stale."),
  );
  let count = 0;
  for (const target of targets) {
    count += await target.root.learning.call("refreshLearnings", { ids: idsOf(target) });
    await states.look(target.root);
  }
  vscode.window.setStatusBarMessage(vscode.l10n.t("Documents learned anew: {0}", amountOf(count)), 5_000);
}

/** @throws SddError `cancelled` where the person gave none */
export async function askForReason(title: string, prompt: string): Promise<string> {
  const reason = await vscode.window.showInputBox({
    title,
    prompt,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("A reason is needed.") : undefined),
  });
  if (reason === undefined || reason.trim() === "") throw new SddError("cancelled");
  return reason.trim();
}

/**
 * Dismiss, with a reason and a way back.
 *
 * @param given the reason, where the command was run with one
 */
export async function dismiss(
  roots: ProjectRoots,
  states: LearningStates,
  args: readonly unknown[],
  given?: string,
): Promise<void> {
  demandTrust(REVIEWS);
  const targets = required(
    await targetsOf(roots, states, handlesOf(args), ({ dismissed }) => dismissed === undefined),
    vscode.l10n.t("The chosen learnings are dismissed already."),
  );
  const count = amountOf(countOf(targets));
  const title = vscode.l10n.t("Dismiss Learnings: {0}", count);
  const prompt = vscode.l10n.t("Why is this of no use?");
  const reason = given ?? (await askForReason(title, prompt));
  await inEach(states, targets, (root, ids) => root.learning.call("dismissLearnings", { ids, reason }));
  const undo = vscode.l10n.t("Undo");
  const sentence = vscode.l10n.t("Learnings dismissed: {0}.", count);
  void vscode.window.showInformationMessage(sentence, undo).then((pressed) => {
    if (pressed === undo) return takeBack(states, targets);
    return undefined;
  });
}

async function takeBack(states: LearningStates, targets: readonly Targets[]): Promise<void> {
  await inEach(states, targets, (root, ids) => root.learning.call("restoreLearnings", { ids }));
}

/** Takes a dismissal back. */
export async function restore(
  roots: ProjectRoots,
  states: LearningStates,
  args: readonly unknown[],
): Promise<void> {
  demandTrust(REVIEWS);
  const targets = required(
    await targetsOf(roots, states, handlesOf(args), ({ dismissed }) => dismissed !== undefined),
    vscode.l10n.t("None of the chosen learnings is dismissed."),
  );
  await takeBack(states, targets);
}
