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

/** A pack's rendered preview; its text where Markdown previews are switched off. */
async function showRendered(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  } catch {
    await showEditor(uri);
  }
}

/** Milliseconds that an editor's text may stay behind the disk before it is made to follow. */
const PATIENCE_MS = 1_000;

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Waits until an open document has this text. @returns false where it still has not after a while */
async function waitForText(uri: vscode.Uri, text: string): Promise<boolean> {
  const isThere = (): boolean => openDocument(uri)?.getText() === text;
  if (isThere()) return true;
  return new Promise<boolean>((resolve) => {
    const finish = (answer: boolean): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      finish(isThere());
    }, PATIENCE_MS);
    const listener = vscode.workspace.onDidChangeTextDocument(() => {
      if (isThere()) finish(true);
    });
  });
}

/**
 * Makes VS Code know what was just written, where it holds an earlier text of the file. A preview that is opened before
 * that stays behind, for it loses the update that arrives while it loads. And where the file lies in a folder that VS
 * Code has not noticed, no update arrives at all: then the same bytes are written once more, by VS Code itself.
 */
async function catchUp(uri: vscode.Uri, text: string): Promise<void> {
  const isUntouched = (): boolean => openDocument(uri)?.isDirty === false;
  if (!isUntouched() || (await waitForText(uri, text))) return;
  // A person may have begun to type in it meanwhile; what they typed is not thrown away.
  if (uri.scheme !== "file" || !isUntouched()) return;
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: true, contents: new TextEncoder().encode(text) });
  await vscode.workspace.applyEdit(edit);
  await waitForText(uri, text);
}

/** `catchUp` with what stands on disk, for files that are about to be shown. */
export async function catchUpWithDisk(uri: vscode.Uri): Promise<void> {
  if (openDocument(uri) === undefined || !vscode.workspace.isTrusted) return;
  const bytes = await vscode.workspace.fs.readFile(uri);
  await catchUp(uri, new TextDecoder().decode(bytes));
}

/** Shows a pack that was just built the way the setting `sdd.preview.open` says. */
export async function showBuiltPack(uri: vscode.Uri, text: string): Promise<void> {
  const how = openAs.get();
  if (how !== "none") await catchUp(uri, text);
  if (how === "preview") await showRendered(uri);
  else if (how === "editor") await showEditor(uri);
}

/** Shows the rendered preview of a pack on disk. */
export async function showPack(uri: vscode.Uri): Promise<void> {
  await catchUpWithDisk(uri);
  await showRendered(uri);
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
