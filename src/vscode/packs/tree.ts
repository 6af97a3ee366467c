import * as vscode from "vscode";
import type { Manifest } from "../../core/context/manifest.js";
import type { Stage } from "../../core/project/stages.js";
import { Disposables } from "../base/disposables.js";
import type { ProjectRoots } from "../project/roots.js";
import { toTreeItem, tooltipOf } from "./items.js";
import { childrenOf, fingerprint, topOf, type Child, type NodeData } from "./model.js";

/** An item of the tree: the same object for as long as the item is there, whatever it shows. */
export class TreeHandle {
  readonly id: string;
  readonly parent: TreeHandle | undefined;
  data: NodeData;
  children = new Map<string, TreeHandle>();

  constructor(id: string, parent: TreeHandle | undefined, data: NodeData) {
    this.id = id;
    this.parent = parent;
    this.data = data;
  }

  /** The root, orchestration and stage that the item stands for, as far as it does. */
  get place(): { readonly root?: string; readonly slug?: string; readonly stage?: Stage } {
    const { data } = this;
    switch (data.type) {
      case "root":
        return { root: data.root.id };
      case "orchestration":
        return { root: data.root, slug: data.orchestration.slug };
      case "stage":
      case "pack":
        return { root: data.root, slug: data.orchestration.slug, stage: data.stage.stage };
      default:
        return this.parent?.place ?? {};
    }
  }
}

/** What the engine did not tell anew is the same object, with all that is below it. */
function isSameOrchestration(a: NodeData, b: NodeData): boolean {
  return a.type === "orchestration" && b.type === "orchestration" && a.orchestration === b.orchestration;
}

/** The view Context Packs. After a look at the files only items that changed are drawn again. */
export class PackTree implements vscode.TreeDataProvider<TreeHandle>, vscode.Disposable {
  readonly #roots: ProjectRoots;
  readonly #own = new Disposables();
  readonly #changed = this.#own.add(
    new vscode.EventEmitter<TreeHandle | readonly TreeHandle[] | undefined>(),
  );
  #top = new Map<string, TreeHandle>();
  #ready: Promise<void> | undefined;
  #isDrawn = false;

  readonly onDidChangeTreeData = this.#changed.event as vscode.Event<TreeHandle | TreeHandle[] | undefined>;

  constructor(roots: ProjectRoots) {
    this.#roots = roots;
    this.#own.add(
      roots.onDidChange(() => {
        this.#update();
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  getTreeItem(handle: TreeHandle): vscode.TreeItem {
    return toTreeItem(handle.data, handle.id, handle);
  }

  /** What a tooltip says is put together when it is asked for: VS Code parses each, and most are never seen. */
  resolveTreeItem(item: vscode.TreeItem, handle: TreeHandle): vscode.TreeItem {
    item.tooltip = tooltipOf(handle.data);
    return item;
  }

  getParent(handle: TreeHandle): TreeHandle | undefined {
    return handle.parent;
  }

  async getChildren(handle?: TreeHandle): Promise<TreeHandle[]> {
    if (handle !== undefined) {
      const children = childrenOf(handle.data, await this.#manifestOf(handle.data));
      handle.children = this.#intern(handle, handle.children, children);
      return [...handle.children.values()];
    }
    // The first look at the files starts when the view is shown; later ones come from watchers and commands.
    await (this.#ready ??= this.#roots.refresh());
    this.#isDrawn = true;
    this.#top = this.#intern(undefined, this.#top, this.#topNow());
    return [...this.#top.values()];
  }

  async #manifestOf(data: NodeData): Promise<Manifest | undefined> {
    if (data.type !== "stage" || data.stage.pack?.summary === undefined) return undefined;
    const root = this.#roots.all.find(({ id }) => id === data.root);
    return root?.manifest(data.orchestration.slug, data.stage.stage);
  }

  #topNow(): readonly Child[] {
    return topOf(this.#roots.all.map(({ id, folder, overview }) => ({ id, name: folder.name, overview })));
  }

  /** Handles for children: those that were there before are kept and get the new data. */
  #intern(
    parent: TreeHandle | undefined,
    before: ReadonlyMap<string, TreeHandle>,
    children: readonly Child[],
  ): Map<string, TreeHandle> {
    return new Map(
      children.map(({ key, data }) => {
        const kept = before.get(key);
        if (kept === undefined) {
          const id = parent === undefined ? key : `${parent.id}/${key}`;
          return [key, new TreeHandle(id, parent, data)];
        }
        kept.data = data;
        return [key, kept];
      }),
    );
  }

  #update(): void {
    if (!this.#isDrawn) return;
    const now = this.#topNow();
    const isSame = now.length === this.#top.size && now.every(({ key }) => this.#top.has(key));
    if (!isSame) {
      this.#changed.fire(undefined);
      return;
    }
    const changed = this.#differences(this.#top, now);
    if (changed.length > 0) this.#changed.fire(changed);
  }

  /** The highest handles whose own line, or whose list of children, differs; the data of all is brought up to date. */
  #differences(handles: ReadonlyMap<string, TreeHandle>, now: readonly Child[]): TreeHandle[] {
    return now.flatMap(({ key, data }) => {
      const handle = handles.get(key);
      if (handle === undefined) return [];
      if (isSameOrchestration(handle.data, data)) return [];
      const isChanged = fingerprint(handle.data) !== fingerprint(data);
      handle.data = data;
      if (isChanged) return [handle];
      // A stage's print tells all that is below it.
      return data.type === "stage" ? [] : this.#differences(handle.children, childrenOf(data));
    });
  }
}
