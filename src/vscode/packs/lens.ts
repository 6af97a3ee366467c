import * as vscode from "vscode";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import { COMMANDS } from "../commands/ids.js";
import type { Place } from "../project/place.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";

/** Packs lie below `.sdd`, wherever the configuration says there. */
const PACKS: vscode.DocumentFilter = { scheme: "file", language: "markdown", pattern: "**/.sdd/**" };

interface PackOnDisk {
  readonly place: Place;
  readonly isOutdated: boolean;
}

function packAt(root: ProjectRoot, uri: vscode.Uri): PackOnDisk | undefined {
  const path = root.relative(uri);
  for (const { slug, stages } of root.overview?.orchestrations ?? []) {
    const stage = stages.find(({ pack }) => pack?.paths.pack === path);
    if (stage === undefined) continue;
    const isOutdated = stage.pack?.freshness === "outdated";
    return { place: { root: root.id, slug, stage: stage.stage }, isOutdated };
  }
  return undefined;
}

/** Above a pack's text: how it stands to its sources, and one click to rebuild it. */
export class PackLenses implements vscode.CodeLensProvider, DisposableLike {
  readonly #roots: ProjectRoots;
  readonly #own = new Disposables();
  readonly #changed = this.#own.add(new vscode.EventEmitter<void>());

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(roots: ProjectRoots) {
    this.#roots = roots;
    this.#own.add(vscode.languages.registerCodeLensProvider(PACKS, this));
    this.#own.add(
      roots.onDidChange(() => {
        this.#changed.fire();
      }),
    );
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    this.#roots.start();
    const root = this.#roots.of(uri);
    if (root === undefined) return [];
    if (root.overview === undefined) await root.refresh();
    const pack = packAt(root, uri);
    if (pack === undefined) return [];
    const top = new vscode.Range(0, 0, 0, 0);
    const lens = (title: string, command: string): vscode.CodeLens =>
      new vscode.CodeLens(top, { title, command, arguments: [pack.place] });
    const state = pack.isOutdated
      ? lens(vscode.l10n.t("$(sync) Outdated: sources changed. Rebuild"), COMMANDS.rebuildPack)
      : lens(vscode.l10n.t("$(check) Fresh. Copy for Agent"), COMMANDS.copyPack);
    return [state, lens(vscode.l10n.t("Compare with Previous"), COMMANDS.diffPack)];
  }

  dispose(): void {
    this.#own.dispose();
  }
}
