import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { ARTIFACT_STATES, type ArtifactState } from "../../core/project/stages.js";
import { stateIcon } from "../packs/items.js";
import { stageWord, stateMeaning, stateWord } from "../packs/words.js";
import { applyEdits, documentOf } from "../project/edits.js";
import { pickStage, type ChosenStage } from "../project/pick.js";
import type { Place } from "../project/place.js";
import type { ProjectRoots } from "../project/roots.js";

async function pickState({ stage }: ChosenStage, given: unknown): Promise<ArtifactState> {
  const named = ARTIFACT_STATES.find((state) => state === given);
  if (named !== undefined) return named;
  // What is not written yet can be neither approved nor recorded.
  const possible = ARTIFACT_STATES.filter(
    (state) => stage.path !== undefined || (state !== "approved" && state !== "recorded"),
  );
  const items = possible.map((state) => ({
    label: stateWord(state),
    description: state === stage.state ? vscode.l10n.t("current state") : "",
    detail: stateMeaning(state),
    iconPath: new vscode.ThemeIcon(stateIcon(state)),
    state,
  }));
  const title = vscode.l10n.t("Set Stage State: {0}", stageWord(stage.stage));
  const picked = await vscode.window.showQuickPick(items, { title });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.state;
}

/**
 * The hash that an approval enters is that of the file, so what an editor holds is saved first, and the header's own
 * word for the state is set with it: two words for one state would be a conflict.
 */
async function settleDocument(chosen: ChosenStage, state: ArtifactState): Promise<void> {
  const { root, orchestration, stage } = chosen;
  const document = stage.path === undefined ? undefined : await documentOf(root, stage.path);
  if (document === undefined || stage.path === undefined) return;
  if (document.isDirty && !(await document.save())) {
    throw new SddError("write-failed", stage.path, vscode.l10n.t("the editor could not save it"));
  }
  const text = document.getText();
  const edits = await root.engine.call("setHeaderState", {
    slug: orchestration.slug,
    stage: stage.stage,
    state,
    text,
  });
  if (edits.length > 0) await applyEdits(root, edits);
}

/**
 * SDD: Set Stage State. The map changes in one edit that can be undone; its comments and order stay.
 *
 * @param given the state, where the command was run with one
 */
export async function setStageState(roots: ProjectRoots, place: Place, given?: unknown): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", "docs");
  const chosen = await pickStage(roots, place, {
    title: vscode.l10n.t("Set Stage State"),
    placeHolder: vscode.l10n.t("The state of which stage?"),
  });
  const { root, orchestration, stage } = chosen;
  const state = await pickState(chosen, given);
  await settleDocument(chosen, state);
  const map = await documentOf(root, orchestration.mapPath);
  const edits = await root.engine.call("setStageState", {
    slug: orchestration.slug,
    stage: stage.stage,
    state,
    mapText: map?.getText(),
  });
  await applyEdits(root, edits);
  await root.refresh();
  const button = vscode.l10n.t("Show Map");
  const sentence = vscode.l10n.t("{0} is now: {1}.", stageWord(stage.stage), stateWord(state));
  void vscode.window.showInformationMessage(sentence, button).then((pressed) => {
    if (pressed === button) void vscode.window.showTextDocument(root.uri(orchestration.mapPath));
  });
}
