import * as vscode from "vscode";
import type { GuidanceGroup, GuidanceLine, GuidanceOverview } from "../../node/engine-guidance-api.js";
import { Again } from "../base/again.js";
import { Debounced } from "../base/debounce.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { toSddError } from "../commands/errors.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import type { GuidanceRoot } from "./model.js";

/** A store is replaced in one go, so there is little to wait for. */
const SETTLE_MS = 60;

/** A decision is recorded right after the store was written: a look in between would call it unverified. */
const LOOK_AGAIN_MS = 600;

interface Known {
  readonly asking: Again;
  readonly watching: Disposables;
  overview: GuidanceOverview | undefined;
  approvals: string | undefined;
}

/**
 * What is known of the memory of each root. Its store, the team's files and the user's decisions are watched by
 * themselves, so that what another process did shows within a second, however many documents the root has.
 */
export class GuidanceStates implements DisposableLike {
  readonly #roots: ProjectRoots;
  readonly #log: SafeLog;
  readonly #own = new Disposables();
  readonly #known = new Map<ProjectRoot, Known>();
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
  }

  get all(): readonly GuidanceRoot[] {
    return this.#roots.all.map((root) => ({
      id: root.id,
      name: root.folder.name,
      guidance: this.#known.get(root)?.overview,
    }));
  }

  dispose(): void {
    for (const { watching } of this.#known.values()) watching.dispose();
    this.#known.clear();
    this.#own.dispose();
  }

  root(id: string): ProjectRoot | undefined {
    return this.#roots.all.find((each) => each.id === id);
  }

  /** Settles when each root was asked once. */
  ready(): Promise<void> {
    return (this.#ready ??= this.#start());
  }

  async #start(): Promise<void> {
    this.#roots.start();
    await Promise.all(this.#roots.all.map((root) => this.refresh(root)));
  }

  async linesOf(id: string, group: GuidanceGroup, domain?: string): Promise<readonly GuidanceLine[]> {
    const root = this.root(id);
    const lines: GuidanceLine[] = [];
    if (root === undefined) return lines;
    const wanted = domain === undefined ? { group } : { group, domain };
    try {
      for (let more = true; more;) {
        const part = await root.engine.call("guidanceLines", { ...wanted, from: lines.length });
        lines.push(...part.lines);
        more = part.more && part.lines.length > 0;
      }
    } catch (error) {
      this.#warn(error);
    }
    return lines;
  }

  /** Asks a root's engine again. Never rejects. */
  refresh(root: ProjectRoot): Promise<void> {
    if (!this.#roots.all.includes(root)) return Promise.resolve();
    let known = this.#known.get(root);
    if (known === undefined) {
      const asking = new Again(() => this.#ask(root));
      known = { asking, watching: new Disposables(), overview: undefined, approvals: undefined };
      this.#known.set(root, known);
      this.#watch(root, known, new vscode.RelativePattern(root.folder, ".sdd/store.json"));
      this.#watch(root, known, new vscode.RelativePattern(root.folder, ".sdd/guidance/*.json"));
    }
    return known.asking.run();
  }

  #watch(root: ProjectRoot, { watching }: Known, pattern: vscode.RelativePattern): void {
    const look = watching.add(new Debounced(SETTLE_MS, () => void this.refresh(root)));
    const again = watching.add(new Debounced(LOOK_AGAIN_MS, () => void this.refresh(root)));
    const watcher = watching.add(vscode.workspace.createFileSystemWatcher(pattern));
    const onEvent = (): void => {
      look.call();
      again.call();
    };
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
      watching.add(event(onEvent));
    }
  }

  async #ask(root: ProjectRoot): Promise<void> {
    const known = this.#known.get(root);
    if (known === undefined) return;
    try {
      const before = known.overview?.version;
      const overview = await root.engine.call("guidance", {});
      known.overview = overview;
      if (overview.approvals !== undefined && known.approvals !== overview.approvals) {
        known.approvals = overview.approvals;
        const folder = vscode.Uri.file(overview.approvals);
        this.#watch(root, known, new vscode.RelativePattern(folder, "*.ndjson"));
      }
      if (before === overview.version) return;
    } catch (error) {
      this.#warn(error);
    }
    this.#changed.fire();
  }

  #forget(): void {
    const open = new Set(this.#roots.all);
    for (const [root, { watching }] of this.#known) {
      if (open.has(root)) continue;
      watching.dispose();
      this.#known.delete(root);
    }
    for (const root of open) void this.refresh(root);
    this.#changed.fire();
  }

  #warn(error: unknown): void {
    const known = toSddError(error);
    if (known.code !== "cancelled") this.#log.warn(`guidance: ${known.code}: ${known.message}`);
  }
}
