import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { resolvePath } from "../../core/project/paths.js";
import { pickStage, type ChosenStage } from "../project/pick.js";
import type { Place } from "../project/place.js";
import type { ProjectRoots } from "../project/roots.js";
import { offerRebuild } from "./outdated.js";
import { catchUpWithDisk, showPack } from "./preview.js";
import { stageWord } from "./words.js";

/** A stage that has a pack on disk. */
async function pickPack(
  roots: ProjectRoots,
  place: Place,
  title: string,
): Promise<{ chosen: ChosenStage; pack: NonNullable<ChosenStage["stage"]["pack"]> }> {
  const chosen = await pickStage(roots, place, {
    title,
    placeHolder: vscode.l10n.t("Which stage's pack?"),
    filter: ({ pack }) => pack !== undefined,
    none: vscode.l10n.t("No context pack was built here yet."),
  });
  const { pack } = chosen.stage;
  if (pack === undefined)
    throw new SddError("wrong-usage", vscode.l10n.t("No context pack was built here yet."));
  return { chosen, pack };
}

export async function openPack(roots: ProjectRoots, place: Place): Promise<void> {
  const { chosen, pack } = await pickPack(roots, place, vscode.l10n.t("Open Context Pack"));
  const { root, orchestration, stage } = chosen;
  await showPack(root.uri(pack.paths.pack));
  if (pack.freshness === "fresh") return;
  offerRebuild({ root: root.id, slug: orchestration.slug, stage: stage.stage }, orchestration.name);
}

export async function showManifest(roots: ProjectRoots, place: Place): Promise<void> {
  const { chosen, pack } = await pickPack(roots, place, vscode.l10n.t("Show Manifest"));
  const uri = chosen.root.uri(pack.paths.manifest);
  await catchUpWithDisk(uri);
  await vscode.window.showTextDocument(uri);
}

/** The pack beside the one it replaced. */
export async function diffPack(roots: ProjectRoots, place: Place): Promise<void> {
  const { chosen, pack } = await pickPack(roots, place, vscode.l10n.t("Compare with Previous"));
  const previous = chosen.root.uri(pack.paths.previous);
  try {
    await vscode.workspace.fs.stat(previous);
  } catch {
    throw new SddError("wrong-usage", vscode.l10n.t("This pack has replaced no earlier one yet."));
  }
  const present = chosen.root.uri(pack.paths.pack);
  await Promise.all([catchUpWithDisk(previous), catchUpWithDisk(present)]);
  const names = [chosen.orchestration.name, stageWord(chosen.stage.stage)];
  const title = vscode.l10n.t("{0}, {1}: previous pack and present one", ...names);
  await vscode.commands.executeCommand("vscode.diff", previous, present, title);
}

/** Opens a project file at a line; the argument is a tree item's own, or anyone's. */
export async function openSource(roots: ProjectRoots, argument: unknown): Promise<void> {
  const { root: id, path, line } = (argument ?? {}) as Readonly<Record<string, unknown>>;
  const root = roots.required().find((each) => each.id === id);
  if (root === undefined || typeof path !== "string" || resolvePath("", path) !== path) {
    throw new SddError("path-refused", typeof path === "string" ? path : "");
  }
  const at = new vscode.Position(typeof line === "number" && line >= 1 ? line - 1 : 0, 0);
  try {
    await vscode.window.showTextDocument(root.uri(path), {
      selection: new vscode.Range(at, at),
      preview: true,
    });
  } catch {
    throw new SddError("unreadable-file", path, vscode.l10n.t("it is gone"));
  }
}
