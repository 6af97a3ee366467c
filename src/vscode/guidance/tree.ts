import * as vscode from "vscode";
import { Disposables } from "../base/disposables.js";
import { toTreeItem, tooltipOf } from "./items.js";
import { childrenOf, linesBelow, topOf, type Child, type NodeData } from "./model.js";
import type { GuidanceStates } from "./states.js";

/** An item of the tree. */
export class GuidanceHandle {
  readonly id: string;
  readonly parent: GuidanceHandle | undefined;
  readonly data: NodeData;

  constructor(id: string, parent: GuidanceHandle | undefined, data: NodeData) {
    this.id = id;
    this.parent = parent;
    this.data = data;
  }

  /** The root that the item stands in. */
  get place(): { readonly root: string } {
    return { root: this.data.type === "root" ? this.data.root.id : this.data.root };
  }
}

/** The view Guidance. It is drawn anew after each change; what was expanded stays so by its id. */
export class GuidanceTree implements vscode.TreeDataProvider<GuidanceHandle>, vscode.Disposable {
  readonly #states: GuidanceStates;
  readonly #own = new Disposables();
  readonly #changed = this.#own.add(new vscode.EventEmitter<undefined>());
  #isDrawn = false;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(states: GuidanceStates) {
    this.#states = states;
    this.#own.add(
      states.onDidChange(() => {
        if (this.#isDrawn) this.#changed.fire(undefined);
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  getTreeItem(handle: GuidanceHandle): vscode.TreeItem {
    return toTreeItem(handle.data, handle.id);
  }

  /** What a tooltip says is put together when it is asked for: VS Code parses each, and most are never seen. */
  resolveTreeItem(item: vscode.TreeItem, handle: GuidanceHandle): vscode.TreeItem {
    item.tooltip = tooltipOf(handle.data);
    return item;
  }

  getParent(handle: GuidanceHandle): GuidanceHandle | undefined {
    return handle.parent;
  }

  async getChildren(handle?: GuidanceHandle): Promise<GuidanceHandle[]> {
    if (handle === undefined) {
      // The first look at the store starts when the view is shown; later ones come from watchers and commands.
      await this.#states.ready();
      this.#isDrawn = true;
    }
    const children = handle === undefined ? topOf(this.#states.all) : await this.#below(handle.data);
    return children.map(
      ({ key, data }) => new GuidanceHandle(handle === undefined ? key : `${handle.id}/${key}`, handle, data),
    );
  }

  async #below(data: NodeData): Promise<readonly Child[]> {
    const children = childrenOf(data, this.#states.all);
    if (children !== undefined) return children;
    if (data.type === "group")
      return linesBelow(data.root, await this.#states.linesOf(data.root, data.group));
    if (data.type !== "approved") return [];
    return linesBelow(data.root, await this.#states.linesOf(data.root, "approved", data.domain));
  }
}
