import * as vscode from "vscode";
import type { Manifest } from "../../core/context/manifest.js";
import type { SddError } from "../../core/errors.js";
import type { Stage } from "../../core/project/stages.js";
import type { OrchestrationOverview } from "../../node/engine-api.js";
import type { DisposableLike } from "../base/disposables.js";
import { toSddError } from "../commands/errors.js";
import type { EngineClient } from "../engine/client.js";
import type { ProjectOverview } from "./overview.js";
import { Pieces } from "./pieces.js";

/** One workspace folder, and what its engine last said of it. */
export class ProjectRoot implements DisposableLike {
  readonly folder: vscode.WorkspaceFolder;
  readonly engine: EngineClient;
  /** Learnings, conflicts and health have a thread of their own: no pack waits for a first look at thousands of documents. */
  readonly learning: EngineClient;
  readonly #onDidChange: () => void;
  readonly #pieces = new Pieces<OrchestrationOverview>(({ slug }) => slug);
  #overview: ProjectOverview | undefined;
  #problem: SddError | undefined;
  #running: Promise<void> | undefined;
  #again: Promise<void> | undefined;

  constructor(
    folder: vscode.WorkspaceFolder,
    engine: EngineClient,
    learning: EngineClient,
    onDidChange: () => void,
  ) {
    this.folder = folder;
    this.engine = engine;
    this.learning = learning;
    this.#onDidChange = onDidChange;
  }

  /** `undefined` until it was looked at once. */
  get overview(): ProjectOverview | undefined {
    return this.#overview;
  }

  /** Why the last look failed, where it did; the overview is then the one before. */
  get problem(): SddError | undefined {
    return this.#problem;
  }

  get id(): string {
    return this.folder.uri.toString();
  }

  orchestration(slug: string): OrchestrationOverview | undefined {
    return this.#overview?.bySlug.get(slug);
  }

  uri(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder.uri, path);
  }

  /** The path of a file relative to this root; `undefined` where it lies outside. */
  relative(uri: vscode.Uri): string | undefined {
    const base = `${this.folder.uri.path.replace(/\/$/, "")}/`;
    const same = uri.scheme === this.folder.uri.scheme && uri.authority === this.folder.uri.authority;
    return same && uri.path.startsWith(base) ? uri.path.slice(base.length) : undefined;
  }

  /**
   * Looks at the files again and settles with what they were when, or after, it was called: calls that come while a
   * look is running share one more. Never rejects; `problem` says what went wrong.
   */
  refresh(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#look().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#again ??= this.#running.then(() => {
      this.#again = undefined;
      return this.refresh();
    });
    return this.#again;
  }

  /** The manifest of a pack on disk, where it can be read and is that pack's. */
  async manifest(slug: string, stage: Stage): Promise<Manifest | undefined> {
    try {
      return await this.engine.call("manifest", { slug, stage });
    } catch (error) {
      this.#problem = toSddError(error);
      return undefined;
    }
  }

  dispose(): void {
    this.engine.dispose();
    this.learning.dispose();
  }

  /** What did not change from one look to the next is the same object. */
  async #told(): Promise<ProjectOverview> {
    const bySlug = await this.#pieces.all((params) => this.engine.call("overview", params));
    if (bySlug === this.#overview?.bySlug) return this.#overview;
    return { bySlug, orchestrations: [...bySlug.values()] };
  }

  async #look(): Promise<void> {
    try {
      this.#overview = await this.#told();
      this.#problem = undefined;
    } catch (error) {
      this.#problem = toSddError(error);
    }
    this.#onDidChange();
  }
}
