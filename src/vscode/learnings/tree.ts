import * as vscode from "vscode";
import { Disposables } from "../base/disposables.js";
import { toTreeItem, tooltipOf } from "./items.js";
import {
  childrenOf,
  conflictsBelow,
  fingerprint,
  recordsBelow,
  topOf,
  type Child,
  type NodeData,
} from "./model.js";
import type { LearningStates } from "./states.js";
import { isOfProject } from "./words.js";

/** An item of the tree: the same object for as long as the item is there, whatever it shows. */
export class LearningHandle {
  readonly id: string;
  readonly parent: LearningHandle | undefined;
  data: NodeData;
  children = new Map<string, LearningHandle>();

  constructor(id: string, parent: LearningHandle | undefined, data: NodeData) {
    this.id = id;
    this.parent = parent;
    this.data = data;
  }

  /** The root, and the orchestration, that the item stands for, as far as it does. */
  get place(): { readonly root: string; readonly slug?: string } {
    const { data } = this;
    if (data.type === "root") return { root: data.root.id };
    if (data.type !== "learning" || isOfProject(data.record)) return { root: data.root };
    return { root: data.root, slug: data.record.orchestration_slug };
  }
}

/** The view Learnings. After a look at the files only the groups that changed are drawn again. */
export class LearningTree implements vscode.TreeDataProvider<LearningHandle>, vscode.Disposable {
  readonly #states: LearningStates;
  readonly #own = new Disposables();
  readonly #changed = this.#own.add(new vscode.EventEmitter<readonly LearningHandle[] | undefined>());
  #top = new Map<string, LearningHandle>();
  #isDrawn = false;

  readonly onDidChangeTreeData = this.#changed.event as vscode.Event<LearningHandle[] | undefined>;

  constructor(states: LearningStates) {
    this.#states = states;
    this.#own.add(
      states.onDidChange(() => {
        this.#update();
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  getTreeItem(handle: LearningHandle): vscode.TreeItem {
    return toTreeItem(handle.data, handle.id);
  }

  /** What a tooltip says is put together when it is asked for: VS Code parses each, and most are never seen. */
  resolveTreeItem(item: vscode.TreeItem, handle: LearningHandle): vscode.TreeItem {
    item.tooltip = tooltipOf(handle.data);
    return item;
  }

  getParent(handle: LearningHandle): LearningHandle | undefined {
    return handle.parent;
  }

  async getChildren(handle?: LearningHandle): Promise<LearningHandle[]> {
    if (handle !== undefined) {
      handle.children = intern(handle, handle.children, await this.#below(handle.data));
      return [...handle.children.values()];
    }
    // The first look at the files starts when the view is shown; later ones come from watchers and commands.
    await this.#states.ready();
    this.#isDrawn = true;
    this.#top = intern(undefined, this.#top, topOf(this.#states.all));
    return [...this.#top.values()];
  }

  async #below(data: NodeData): Promise<readonly Child[]> {
    switch (data.type) {
      case "group":
        return recordsBelow(data.root, await this.#states.recordsOf(data.root, data.group));
      case "conflicts":
        return conflictsBelow(data.root, await this.#states.conflictsOf(data.root, data.isSettled));
      default:
        return childrenOf(data);
    }
  }

  #update(): void {
    if (!this.#isDrawn) return;
    const now = topOf(this.#states.all);
    const isSame = now.length === this.#top.size && now.every(({ key }) => this.#top.has(key));
    if (!isSame) {
      this.#changed.fire(undefined);
      return;
    }
    const changed = differences(this.#top, now);
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

/** Handles for children: those that were there before are kept and get the new data. */
function intern(
  parent: LearningHandle | undefined,
  before: ReadonlyMap<string, LearningHandle>,
  children: readonly Child[],
): Map<string, LearningHandle> {
  return new Map(
    children.map(({ key, data }) => {
      const kept = before.get(key);
      if (kept === undefined) {
        const id = parent === undefined ? key : `${parent.id}/${key}`;
        return [key, new LearningHandle(id, parent, data)];
      }
      kept.data = data;
      return [key, kept];
    }),
  );
}

/** The highest handles whose own line, or whose list of children, differs; their data is brought up to date. */
function differences(handles: ReadonlyMap<string, LearningHandle>, now: readonly Child[]): LearningHandle[] {
  return now.flatMap(({ key, data }) => {
    const handle = handles.get(key);
    if (handle === undefined) return [];
    const isChanged = fingerprint(handle.data) !== fingerprint(data);
    handle.data = data;
    if (isChanged) return [handle];
    return data.type === "root" ? differences(handle.children, childrenOf(data)) : [];
  });
}
