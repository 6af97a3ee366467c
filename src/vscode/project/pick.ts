import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { reveal } from "../../core/text/reveal.js";
import type { OrchestrationOverview, StageOverview } from "../../node/engine-api.js";
import { COMMANDS } from "../commands/ids.js";
import { stageIcon, stageWords } from "../packs/items.js";
import { stageWord } from "../packs/words.js";
import type { Place } from "./place.js";
import type { ProjectRoot } from "./root.js";
import type { ProjectRoots } from "./roots.js";

/** An orchestration that was chosen, with its root. */
export interface Chosen {
  readonly root: ProjectRoot;
  readonly orchestration: OrchestrationOverview;
}

export interface ChosenStage extends Chosen {
  readonly stage: StageOverview;
}

interface Item<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** @throws SddError `cancelled` where the person chose none */
async function choose<T>(items: readonly Item<T>[], title: string, placeHolder: string): Promise<T> {
  const options = { title, placeHolder, matchOnDescription: true };
  const picked = await vscode.window.showQuickPick(items, options);
  if (picked === undefined) throw new SddError("cancelled");
  return picked.value;
}

/** Says that there is no orchestration, and offers to create one. */
function offerCreation(): SddError {
  const button = vscode.l10n.t("Create Orchestration");
  const sentence = vscode.l10n.t(
    "There is no orchestration here yet. An orchestration is a folder below docs.",
  );
  void vscode.window.showInformationMessage(sentence, button).then((pressed) => {
    if (pressed === button) void vscode.commands.executeCommand(COMMANDS.createOrchestration);
  });
  return new SddError("cancelled");
}

/** Roots whose look at the files failed do not keep the others from being offered; the last failing one is thrown. */
async function lookAt(roots: readonly ProjectRoot[]): Promise<readonly Chosen[]> {
  await Promise.all(roots.map((root) => root.refresh()));
  const all = roots.flatMap((root) =>
    (root.overview?.orchestrations ?? []).map((orchestration): Chosen => ({ root, orchestration })),
  );
  const problem = roots.find((root) => root.problem !== undefined)?.problem;
  if (all.length === 0 && problem !== undefined) throw problem;
  return all;
}

/** Whether the file in the active editor belongs to an orchestration. */
function isActive({ root, orchestration }: Chosen): boolean {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const path = uri && root.relative(uri);
  return path?.startsWith(`${orchestration.folder}/`) ?? false;
}

/**
 * The orchestration to work on; asks where the place does not say and there are several. The one that the active
 * editor's file belongs to comes first.
 *
 * @throws SddError `wrong-usage` (no folder), `cancelled`, `unknown-orchestration`, what kept the files from being read
 */
async function pickOrchestration(roots: ProjectRoots, place: Place, title: string): Promise<Chosen> {
  const open = roots.required();
  const wanted = place.root === undefined ? open : open.filter(({ id }) => id === place.root);
  const all = await lookAt(wanted);
  if (place.slug !== undefined) {
    const named = all.filter(({ orchestration }) => orchestration.slug === place.slug);
    if (named.length === 0) throw new SddError("unknown-orchestration", place.slug, "");
    if (named[0] !== undefined && named.length === 1) return named[0];
  }
  const [only] = all;
  if (only === undefined) throw offerCreation();
  if (all.length === 1) return only;
  const items = all.map((value): Item<Chosen> => {
    const { root, orchestration } = value;
    const where = open.length > 1 ? `${root.folder.name} · ${orchestration.folder}` : orchestration.folder;
    const next = vscode.l10n.t("next: {0}", stageWord(orchestration.nextStage));
    return { label: reveal(orchestration.name), description: reveal(`${where} · ${next}`), value };
  });
  items.sort((a, b) => Number(isActive(b.value)) - Number(isActive(a.value)));
  return choose(items, title, vscode.l10n.t("Which orchestration?"));
}

export interface StageQuestion {
  readonly title: string;
  readonly placeHolder: string;
  /** Which stages may be chosen. */
  readonly filter?: (stage: StageOverview) => boolean;
  /** Said where none may. */
  readonly none?: string;
}

/**
 * The stage to work on, the next one first; asks where the place does not say.
 *
 * @throws SddError as `pickOrchestration` does; `wrong-usage` with `none` where no stage may be chosen
 */
export async function pickStage(
  roots: ProjectRoots,
  place: Place,
  question: StageQuestion,
): Promise<ChosenStage> {
  const chosen = await pickOrchestration(roots, place, question.title);
  const { nextStage, stages } = chosen.orchestration;
  const allowed = stages.filter(question.filter ?? (() => true));
  const named = allowed.find(({ stage }) => stage === place.stage);
  if (named !== undefined) return { ...chosen, stage: named };
  if (allowed.length === 0) throw new SddError("wrong-usage", question.none ?? "");
  const items = allowed.map((stage): Item<StageOverview> => {
    const description = stageWords(stage, stage.stage === nextStage);
    const iconPath = new vscode.ThemeIcon(stageIcon(stage));
    return { label: stageWord(stage.stage), description, iconPath, value: stage };
  });
  items.sort((a, b) => Number(b.value.stage === nextStage) - Number(a.value.stage === nextStage));
  const title = `${question.title}: ${reveal(chosen.orchestration.name)}`;
  return { ...chosen, stage: await choose(items, title, question.placeHolder) };
}
