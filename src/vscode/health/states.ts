import * as vscode from "vscode";
import type { Diagnostic } from "../../core/diagnostics.js";
import { Again } from "../base/again.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { toSddError } from "../commands/errors.js";
import { OverviewPieces } from "../project/overview.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";

/** By path; what did not change from one look to the next is the same list. */
export type Findings = ReadonlyMap<string, readonly Diagnostic[]>;

const NOTHING: Findings = new Map();

/** What is amiss in the documents of each root. After each look at a root's files its engine is asked what it finds now. */
export class HealthStates implements DisposableLike {
  readonly #roots: ProjectRoots;
  readonly #log: SafeLog;
  readonly #own = new Disposables();
  readonly #found = new Map<string, Findings>();
  readonly #asking = new Map<ProjectRoot, Again>();
  readonly #changed = this.#own.add(new vscode.EventEmitter<ProjectRoot | undefined>());

  /** What is known of a root changed; `undefined`: roots came or went. */
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

  /** Where health could not be asked, what the look at the files found itself. */
  findingsOf(root: ProjectRoot): Findings {
    return this.#found.get(root.id) ?? root.overview?.findings ?? NOTHING;
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** Asks a root's engine again. Never rejects. */
  refresh(root: ProjectRoot): Promise<void> {
    const known = this.#asking.get(root);
    if (known !== undefined) return known.run();
    const pieces = new OverviewPieces();
    const asking = new Again(() => this.#ask(root, pieces));
    this.#asking.set(root, asking);
    return asking.run();
  }

  async #ask(root: ProjectRoot, pieces: OverviewPieces): Promise<void> {
    try {
      const { known } = pieces;
      let update = await root.learning.call("health", known === undefined ? {} : { known });
      let whole = pieces.take(update);
      while (whole === undefined) {
        update = await root.learning.call("health", { rest: update.version });
        whole = pieces.take(update);
      }
      if (!this.#roots.all.includes(root)) return;
      this.#found.set(root.id, whole.findings);
    } catch (error) {
      const known = toSddError(error);
      if (known.code !== "cancelled") this.#log.warn(`health: ${known.code}: ${known.message}`);
    }
    this.#changed.fire(root);
  }

  #forget(): void {
    const open = new Set(this.#roots.all.map(({ id }) => id));
    for (const id of this.#found.keys()) if (!open.has(id)) this.#found.delete(id);
    for (const root of this.#asking.keys()) if (!open.has(root.id)) this.#asking.delete(root);
    this.#changed.fire(undefined);
  }
}
