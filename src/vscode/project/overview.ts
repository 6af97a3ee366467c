import type { Diagnostic } from "../../core/diagnostics.js";
import type { OrchestrationOverview, OverviewUpdate } from "../../node/engine-api.js";

/** A project as its engine last told it. What did not change from one look to the next is the same object. */
export interface ProjectOverview {
  readonly orchestrations: readonly OrchestrationOverview[];
  /** What is wrong, by path; no file without any. */
  readonly findings: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** Puts together what the engine tells in pieces. */
export class OverviewPieces {
  #orchestrations = new Map<string, OrchestrationOverview>();
  #findings = new Map<string, readonly Diagnostic[]>();
  #known: string | undefined;

  /** The version that was told to its end; the engine goes on from there. */
  get known(): string | undefined {
    return this.#known;
  }

  /** @returns the whole, once the last piece of a version is there */
  take({ version, fresh, slugs, changed, findings, more }: OverviewUpdate): ProjectOverview | undefined {
    this.#known = undefined;
    if (fresh) {
      this.#orchestrations = new Map();
      this.#findings = new Map();
    }
    for (const each of changed) this.#orchestrations.set(each.slug, each);
    for (const { path, diagnostics } of findings) {
      if (diagnostics.length === 0) this.#findings.delete(path);
      else this.#findings.set(path, diagnostics);
    }
    if (more) return undefined;
    this.#known = version;
    const orchestrations = slugs.flatMap((slug) => this.#orchestrations.get(slug) ?? []);
    this.#orchestrations = new Map(orchestrations.map((each) => [each.slug, each]));
    return { orchestrations, findings: new Map(this.#findings) };
  }
}
