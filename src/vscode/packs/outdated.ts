import * as vscode from "vscode";
import { reveal } from "../../core/text/reveal.js";
import type { OrchestrationOverview } from "../../node/engine-api.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import { COMMANDS } from "../commands/ids.js";
import type { Place } from "../project/place.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import { stageWord } from "./words.js";

/** Whether a tab shows this file, as text or as a rendered preview; a preview's tab tells no more than the file's name. */
function isShown(uri: vscode.Uri): boolean {
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input, label }) => {
      if (input instanceof vscode.TabInputText) return input.uri.toString() === uri.toString();
      return (
        input instanceof vscode.TabInputWebview &&
        input.viewType.endsWith("markdown.preview") &&
        label.endsWith(name)
      );
    }),
  );
}

/** Says that a pack is outdated, with a button that rebuilds it. Returns at once. */
export function offerRebuild(place: Required<Place>, orchestration: string): void {
  const sentence = vscode.l10n.t(
    "{0}, {1}: the pack is outdated, its sources changed.",
    orchestration,
    stageWord(place.stage),
  );
  const button = vscode.l10n.t("Rebuild");
  void vscode.window.showInformationMessage(reveal(sentence), button).then((pressed) => {
    if (pressed === button) void vscode.commands.executeCommand(COMMANDS.rebuildPack, place);
  });
}

type Orchestrations = ReadonlyMap<string, OrchestrationOverview>;

const NONE: Orchestrations = new Map();

/** Tells once, with a button, when the sources of a pack that is open have moved on. */
export class OutdatedNotices implements DisposableLike {
  readonly #own = new Disposables();
  /** The packs that were fresh when last looked at. */
  readonly #fresh = new Set<string>();
  readonly #seen = new WeakMap<ProjectRoot, Orchestrations>();

  constructor(roots: ProjectRoots) {
    this.#own.add(
      roots.onDidChange((root) => {
        if (root !== undefined) this.#look(root);
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  #look(root: ProjectRoot): void {
    const now = root.overview?.bySlug ?? NONE;
    const before = this.#seen.get(root) ?? NONE;
    this.#seen.set(root, now);
    if (now === before) return;
    for (const orchestration of now.values()) {
      // What did not change is the same object.
      if (before.get(orchestration.slug) !== orchestration) this.#lookAt(root, orchestration);
    }
  }

  #lookAt(root: ProjectRoot, { slug, name, stages }: OrchestrationOverview): void {
    for (const { stage, pack } of stages) {
      if (pack === undefined) continue;
      const key = `${root.id} ${pack.paths.pack}`;
      if (pack.freshness === "fresh") this.#fresh.add(key);
      else if (this.#fresh.delete(key) && isShown(root.uri(pack.paths.pack))) {
        offerRebuild({ root: root.id, slug, stage }, name);
      }
    }
  }
}
