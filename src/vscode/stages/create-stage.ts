import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { applyEdits, documentOf } from "../project/edits.js";
import { pickStage } from "../project/pick.js";
import type { Place } from "../project/place.js";
import type { ProjectRoots } from "../project/roots.js";

/** SDD: Create Stage Document: the required headings as a template, entered into the map, in one edit. */
export async function createStage(roots: ProjectRoots, place: Place): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", "docs");
  const { root, orchestration, stage } = await pickStage(roots, place, {
    title: vscode.l10n.t("Create Stage Document"),
    placeHolder: vscode.l10n.t("A document for which stage?"),
    filter: ({ path }) => path === undefined,
    none: vscode.l10n.t("Every stage has its document already."),
  });
  const map = await documentOf(root, orchestration.mapPath);
  const edits = await root.engine.call("newStageDocument", {
    slug: orchestration.slug,
    stage: stage.stage,
    mapText: map?.getText(),
  });
  await applyEdits(root, edits);
  const document = edits.find(({ path }) => path !== orchestration.mapPath);
  const shown = document && vscode.window.showTextDocument(root.uri(document.path));
  await Promise.all([shown, root.refresh()]);
}

/** Opens a stage's document. */
export async function openStage(roots: ProjectRoots, place: Place): Promise<void> {
  const { root, stage } = await pickStage(roots, place, {
    title: vscode.l10n.t("Open Stage Document"),
    placeHolder: vscode.l10n.t("Which stage's document?"),
    filter: ({ path }) => path !== undefined,
    none: vscode.l10n.t("No stage has a document yet."),
  });
  if (stage.path !== undefined) await vscode.window.showTextDocument(root.uri(stage.path));
}
