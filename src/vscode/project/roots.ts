import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { createEngine } from "../engine/start.js";
import { ProjectRoot } from "./root.js";
import { watchSources } from "./watch.js";

/**
 * The project roots that are open. Nothing is read, no thread started and nothing watched before `start`, which the
 * first view that is shown and the first command call.
 */
export class ProjectRoots implements DisposableLike {
  readonly #context: vscode.ExtensionContext;
  readonly #log: SafeLog;
  readonly #own = new Disposables();
  readonly #open = new Map<string, { root: ProjectRoot; all: Disposables }>();
  readonly #changed = this.#own.add(new vscode.EventEmitter<ProjectRoot | undefined>());
  #started = false;

  /** A root was looked at again; `undefined`: roots came or went. */
  readonly onDidChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, log: SafeLog) {
    this.#context = context;
    this.#log = log;
  }

  /** In the order of the workspace. */
  get all(): readonly ProjectRoot[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap(
      (folder) => this.#open.get(folder.uri.toString())?.root ?? [],
    );
  }

  /** Whether anything was read or is being watched. */
  get isStarted(): boolean {
    return this.#started;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#own.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#sync();
        this.#changed.fire(undefined);
        void this.refresh();
      }),
    );
    // What happened on disk meanwhile, in folders that VS Code does not watch: a look costs little.
    this.#own.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) void this.refresh();
      }),
    );
    this.#sync();
  }

  /** Looks at all roots again. */
  async refresh(): Promise<void> {
    this.start();
    await Promise.all(this.all.map((root) => root.refresh()));
  }

  /** @throws SddError `wrong-usage` where no folder is open */
  required(): readonly ProjectRoot[] {
    this.start();
    const { all } = this;
    if (all.length === 0) throw new SddError("wrong-usage", vscode.l10n.t("Open a folder first."));
    return all;
  }

  /** The root that a file lies in: the innermost one, should they be nested. */
  of(uri: vscode.Uri): ProjectRoot | undefined {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    return folder === undefined ? undefined : this.#open.get(folder.uri.toString())?.root;
  }

  dispose(): void {
    for (const { all } of this.#open.values()) all.dispose();
    this.#open.clear();
    this.#own.dispose();
  }

  #sync(): void {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const wanted = new Set(folders.map(({ uri }) => uri.toString()));
    for (const [id, { all }] of this.#open) {
      if (wanted.has(id)) continue;
      this.#open.delete(id);
      all.dispose();
    }
    for (const folder of folders) {
      const id = folder.uri.toString();
      if (!this.#open.has(id)) this.#open.set(id, this.#add(folder));
    }
  }

  #add(folder: vscode.WorkspaceFolder): { root: ProjectRoot; all: Disposables } {
    const all = new Disposables();
    const engine = createEngine(this.#context, folder.uri.fsPath, this.#log);
    const learning = createEngine(this.#context, folder.uri.fsPath, this.#log, true);
    const root = all.add(
      new ProjectRoot(folder, engine, learning, () => {
        if (this.#open.has(folder.uri.toString())) this.#changed.fire(root);
      }),
    );
    all.add(watchSources(folder, () => void root.refresh()));
    return { root, all };
  }
}
