import * as vscode from "vscode";
import type { PackAnswer } from "../../node/engine-api.js";
import { ChoiceSetting } from "../base/setting.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { ProjectRoot } from "../project/root.js";

const SCHEME = "sdd-pack";

const openAs = new ChoiceSetting("sdd.preview.open", ["preview", "editor", "none"], "preview");

async function showEditor(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: false });
}

/** Shows a pack's rendered preview; its text where Markdown previews are switched off. */
export async function showPack(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  } catch {
    await showEditor(uri);
  }
}

/** Milliseconds that an editor's text may stay behind the disk. */
const PATIENCE_MS = 2_000;

/**
 * Waits until VS Code knows what was just written. Where it still holds the text of before, a preview that is opened at
 * that moment stays behind: it loses the update that arrives while it loads.
 */
async function settle(uri: vscode.Uri, text: string): Promise<void> {
  const isThere = (document: vscode.TextDocument): boolean =>
    document.uri.toString() === uri.toString() && document.getText() === text;
  if (isThere(await vscode.workspace.openTextDocument(uri))) return;
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (isThere(document)) finish();
    });
  });
}

/** Shows a pack that was just built the way the setting `sdd.preview.open` says. */
export async function showBuiltPack(uri: vscode.Uri, text: string): Promise<void> {
  const how = openAs.get();
  if (how !== "none") await settle(uri, text);
  if (how === "preview") await showPack(uri);
  else if (how === "editor") await showEditor(uri);
}

/** Packs that are shown without being on disk: previews in a workspace that is not trusted. */
export class MemoryPacks implements vscode.TextDocumentContentProvider, DisposableLike {
  readonly #own = new Disposables();
  readonly #texts = new Map<string, string>();
  readonly #changed = this.#own.add(new vscode.EventEmitter<vscode.Uri>());

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#own.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.#own.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === SCHEME) this.#texts.delete(uri.toString());
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** The address under which a pack's text can be shown. */
  keep(root: ProjectRoot, { paths, text }: PackAnswer): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: root.uri(paths.pack).path });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    this.#own.dispose();
  }
}
