import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { reveal } from "../../core/text/reveal.js";
import type { PackAnswer } from "../../node/engine-api.js";
import { errorSentence, warnUntrusted } from "../commands/errors.js";
import { COMMANDS } from "../commands/ids.js";
import { pickStage, type ChosenStage, type StageQuestion } from "../project/pick.js";
import type { Place } from "../project/place.js";
import type { ProjectRoots } from "../project/roots.js";
import { leftOutCount } from "./model.js";
import { showBuiltPack, type MemoryPacks } from "./preview.js";
import { amountOf, stageWord } from "./words.js";

/** Asks the engine for a pack under a notification whose button stops the work. */
async function askForPack(
  { root, orchestration, stage }: ChosenStage,
  write: boolean,
  title: string,
): Promise<PackAnswer> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const question = { slug: orchestration.slug, stage: stage.stage, write };
  return vscode.window.withProgress(options, (_, token) => root.engine.call("pack", question, token));
}

/** Names of the pack's sources that an editor holds with changes not saved: the engine reads the disk. */
function unsavedOf({ root }: ChosenStage, { manifest }: PackAnswer): readonly string[] {
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
  const paths = new Set(dirty.map(({ uri }) => root.relative(uri)));
  return manifest.sources.filter(({ path }) => paths.has(path)).map(({ path }) => path);
}

/** What is in a pack and what is not, in a sentence or two. */
function summaryOf(chosen: ChosenStage, answer: PackAnswer): string {
  const { manifest, onDisk, written } = answer;
  const { counts, conflicts, stage, chars, limit } = manifest;
  const left = leftOutCount(manifest);
  const sentences = [
    vscode.l10n.t(
      "{0}, {1}: {2} sources quoted, {3} left out; {4} of {5} characters.",
      manifest.orchestration,
      stageWord(stage),
      ...[counts.included, left, chars, limit].map(amountOf),
    ),
  ];
  if (written && onDisk === "same") sentences.push(vscode.l10n.t("The pack on disk was up to date."));
  if (counts.stale > 0) sentences.push(vscode.l10n.t("Stale sources: {0}.", String(counts.stale)));
  if (conflicts.length > 0) {
    sentences.push(vscode.l10n.t("Conflicts to settle: {0}.", String(conflicts.length)));
  }
  const unsaved = unsavedOf(chosen, answer);
  if (unsaved.length > 0) {
    sentences.push(vscode.l10n.t("Unsaved changes are not in it: {0}.", unsaved.join(", ")));
  }
  return reveal(sentences.join(" "));
}

/** Says what was built; the buttons lead on. Returns at once. */
function announce(chosen: ChosenStage, answer: PackAnswer): void {
  const { root, orchestration, stage } = chosen;
  const place: Place = { root: root.id, slug: orchestration.slug, stage: stage.stage };
  const actions = new Map<string, string>([
    [vscode.l10n.t("Copy for Agent"), COMMANDS.copyPack],
    [vscode.l10n.t("Show Manifest"), COMMANDS.showManifest],
  ]);
  if (answer.onDisk === "other") actions.set(vscode.l10n.t("Compare with Previous"), COMMANDS.diffPack);
  void vscode.window.showInformationMessage(summaryOf(chosen, answer), ...actions.keys()).then((pressed) => {
    const command = actions.get(pressed ?? "");
    if (command !== undefined) void vscode.commands.executeCommand(command, place);
  });
}

const question = (title: string): StageQuestion => ({
  title,
  placeHolder: vscode.l10n.t("Which stage is about to start?"),
});

/**
 * SDD: Build Context Pack. Writes the pack and shows it; where the workspace is not trusted it is only shown.
 *
 * @returns the pack's address, or `undefined` where none was made
 */
export async function buildPack(roots: ProjectRoots, memory: MemoryPacks, place: Place): Promise<vscode.Uri> {
  const title = vscode.l10n.t("Build Context Pack");
  const chosen = await pickStage(roots, place, question(title));
  const progress = vscode.l10n.t("Building the context pack for {0}", stageWord(chosen.stage.stage));
  if (!vscode.workspace.isTrusted) {
    const answer = await askForPack(chosen, false, progress);
    const uri = memory.keep(chosen.root, answer);
    await showBuiltPack(uri, answer.text);
    const sentence = await errorSentence(new SddError("untrusted", answer.paths.pack));
    warnUntrusted(`${summaryOf(chosen, answer)} ${sentence}`);
    return uri;
  }
  const answer = await askForPack(chosen, true, progress);
  const uri = chosen.root.uri(answer.paths.pack);
  await Promise.all([showBuiltPack(uri, answer.text), chosen.root.refresh()]);
  announce(chosen, answer);
  return uri;
}

/** SDD: Copy Context Pack for Agent. Built afresh and in memory: nothing is written. */
export async function copyPack(roots: ProjectRoots, place: Place): Promise<void> {
  const title = vscode.l10n.t("Copy Context Pack for Agent");
  const chosen = await pickStage(roots, place, question(title));
  const progress = vscode.l10n.t("Building the context pack for {0}", stageWord(chosen.stage.stage));
  const answer = await askForPack(chosen, false, progress);
  await vscode.env.clipboard.writeText(answer.text);
  const copied = vscode.l10n.t("Copied {0} characters.", amountOf(answer.text.length));
  void vscode.window.showInformationMessage(`${copied} ${summaryOf(chosen, answer)}`);
}
