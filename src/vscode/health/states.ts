import * as vscode from "vscode";
import type { FileFindings } from "../../node/engine-api.js";
import { Again } from "../base/again.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { toSddError } from "../commands/errors.js";
import { Pieces } from "../project/pieces.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";

/** By path; what did not change from one look to the next is the same object, the whole too. */
export type Findings = ReadonlyMap<string, FileFindings>;

/** What the engines have told so far. */
interface Asked {
  readonly health: Pieces<FileFindings>;
  readonly files: Pieces<FileFindings>;
}

const NOTHING: Findings = new Map();

/** What is amiss in the documents of each root. After each look at a root's files its engine is asked what it finds now. */
export class HealthStates implements DisposableLike {
  readonly #roots: ProjectRoots;
  readonly #log: SafeLog;
  readonly #own = new Disposables();
  readonly #found = new Map<string, Findings>();
  /** The roots whose health was told once. */
  readonly #served = new Set<string>();
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

  findingsOf(root: ProjectRoot): Findings {
    return this.#found.get(root.id) ?? NOTHING;
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** Asks a root's engine again. Never rejects. */
  refresh(root: ProjectRoot): Promise<void> {
    const known = this.#asking.get(root);
    if (known !== undefined) return known.run();
    const pathOf = ({ path }: FileFindings): string => path;
    const asked = { health: new Pieces(pathOf), files: new Pieces(pathOf) };
    const asking = new Again(() => this.#ask(root, asked));
    this.#asking.set(root, asking);
    return asking.run();
  }

  async #ask(root: ProjectRoot, { health, files }: Asked): Promise<void> {
    let found = await this.#toldBy(() => health.all((params) => root.learning.call("health", params)));
    if (found !== undefined) this.#served.add(root.id);
    // Where health never could be asked, what a look at the files finds itself is better than nothing.
    else if (!this.#served.has(root.id)) {
      found = await this.#toldBy(() => files.all((params) => root.engine.call("findings", params)));
    }
    if (found !== undefined && this.#roots.all.includes(root)) this.#found.set(root.id, found);
    this.#changed.fire(root);
  }

  async #toldBy(ask: () => Promise<ReadonlyMap<string, FileFindings>>): Promise<Findings | undefined> {
    try {
      return await ask();
    } catch (error) {
      const known = toSddError(error);
      if (known.code !== "cancelled") this.#log.warn(`health: ${known.code}: ${known.message}`);
      return undefined;
    }
  }

  #forget(): void {
    const open = new Set(this.#roots.all.map(({ id }) => id));
    for (const id of this.#found.keys()) if (!open.has(id)) this.#found.delete(id);
    for (const id of this.#served) if (!open.has(id)) this.#served.delete(id);
    for (const root of this.#asking.keys()) if (!open.has(root.id)) this.#asking.delete(root);
    this.#changed.fire(undefined);
  }
}
