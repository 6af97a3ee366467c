import * as vscode from "vscode";
import type { LearningRecord } from "../../core/learning/learning-record.js";
import type { LearningGroup, LearningsOverview } from "../../node/engine-learning-api.js";
import { Again } from "../base/again.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { toSddError } from "../commands/errors.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import type { AnyConflict, LearningRoot } from "./model.js";

/**
 * What is known of the learnings of each root. After each look at a root's files its engine is asked how they stand now;
 * nothing is asked before the roots have been looked at once.
 */
export class LearningStates implements DisposableLike {
  readonly #roots: ProjectRoots;
  readonly #log: SafeLog;
  readonly #own = new Disposables();
  readonly #known = new Map<string, LearningsOverview>();
  readonly #asking = new Map<ProjectRoot, Again>();
  readonly #changed = this.#own.add(new vscode.EventEmitter<void>());
  #ready: Promise<void> | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(roots: ProjectRoots, log: SafeLog) {
    this.#roots = roots;
    this.#log = log;
    this.#own.add(
      roots.onDidChange((root) => {
        if (root !== undefined) void this.refresh(root);
        else this.#forget();
      }),
    );
    // A watcher takes its time; what a person saves here is known at once.
    this.#own.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (roots.isStarted) void roots.of(uri)?.refresh();
      }),
    );
  }

  get all(): readonly LearningRoot[] {
    return this.#roots.all.map(({ id, folder }) => ({
      id,
      name: folder.name,
      learnings: this.#known.get(id),
    }));
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** Settles when each root was looked at once. */
  ready(): Promise<void> {
    return (this.#ready ??= this.#start());
  }

  async #start(): Promise<void> {
    await this.#roots.refresh();
    await Promise.all(this.#roots.all.map((root) => this.refresh(root)));
  }

  recordsOf(id: string, group: LearningGroup): Promise<readonly LearningRecord[]> {
    return this.#all(id, async ({ learning }, from) => {
      const { records, more } = await learning.call("learningsOf", { group, from });
      return { items: records, more };
    });
  }

  conflictsOf(id: string, isSettled: boolean): Promise<readonly AnyConflict[]> {
    return this.#all(id, async ({ learning }, from) => {
      const { conflicts, more } = await learning.call("conflictsOf", { isSettled, from });
      return { items: conflicts, more };
    });
  }

  /** Asks a root's engine for a list, part by part; what came before one failed is better than nothing. */
  async #all<T>(
    id: string,
    ask: (
      root: ProjectRoot,
      from: number,
    ) => Promise<{ readonly items: readonly T[]; readonly more: boolean }>,
  ): Promise<readonly T[]> {
    const root = this.#roots.all.find((each) => each.id === id);
    if (root === undefined) return [];
    const all: T[] = [];
    try {
      for (let more = true; more;) {
        const part = await ask(root, all.length);
        all.push(...part.items);
        more = part.more && part.items.length > 0;
      }
    } catch (error) {
      this.#warn(error);
    }
    return all;
  }

  /** Looks at a root's files again, and settles when the view can show what a command did. Never rejects. */
  async look(root: ProjectRoot): Promise<void> {
    await root.refresh();
    await this.refresh(root);
  }

  /** Asks a root's engine again. Never rejects. */
  refresh(root: ProjectRoot): Promise<void> {
    const known = this.#asking.get(root);
    if (known !== undefined) return known.run();
    const asking = new Again(() => this.#ask(root));
    this.#asking.set(root, asking);
    return asking.run();
  }

  async #ask(root: ProjectRoot): Promise<void> {
    try {
      const overview = await root.learning.call("learnings", {});
      if (!this.#roots.all.includes(root)) return;
      this.#known.set(root.id, overview);
    } catch (error) {
      this.#warn(error);
    }
    this.#changed.fire();
  }

  #forget(): void {
    const open = new Set(this.#roots.all.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!open.has(id)) this.#known.delete(id);
    for (const root of this.#asking.keys()) if (!open.has(root.id)) this.#asking.delete(root);
    this.#changed.fire();
  }

  #warn(error: unknown): void {
    const known = toSddError(error);
    if (known.code !== "cancelled") this.#log.warn(`learnings: ${known.code}: ${known.message}`);
  }
}
