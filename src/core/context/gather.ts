import { SddError } from "../errors.js";
import type { Cancellation } from "../ports.js";
import type { Orchestration, Project } from "../project/project.js";
import type { Stage } from "../project/stages.js";
import type { SourceRecord } from "../project/sources/sources.js";
import type { OpenSource } from "./candidates.js";
import { conflictsOf } from "../learning/conflict-list.js";
import type { ReviewState } from "../learning/reviews.js";
import type { SortedConflicts } from "../learning/settlements.js";
import { readText, type DocumentCache, type DocumentPorts, type LoadResult } from "./document.js";
import type { QuotableSection } from "./quotes.js";
import { rankSources, type ExclusionReason, type RankedSource, type Ranking } from "./ranking.js";
import { withoutStale } from "./records.js";
import { languageOfHeadings } from "./roles.js";
import type { Language } from "../text/language.js";

/** Everything that a pack can be made from, and what is out before anything is selected. */
export interface Gathered {
  readonly orchestration: Orchestration;
  readonly stage: Stage;
  readonly ranking: Ranking;
  /** Sources whose text is there, in the order of the ranking. */
  readonly open: readonly OpenSource[];
  readonly reasons: ReadonlyMap<RankedSource, ExclusionReason>;
  /** Derived records of which nothing holds any more. */
  readonly stale: ReadonlySet<RankedSource>;
  /** Sources that some learning names with another hash. */
  readonly staleSources: ReadonlySet<string>;
  readonly conflicts: SortedConflicts;
  readonly language: Language;
}

class Gatherer {
  readonly open: OpenSource[] = [];
  readonly reasons = new Map<RankedSource, ExclusionReason>();
  readonly stale = new Set<RankedSource>();
  readonly staleSources = new Set<string>();
  readonly #ports: DocumentPorts;
  readonly #cache: DocumentCache;
  readonly #project: Project;

  constructor(ports: DocumentPorts, cache: DocumentCache, project: Project) {
    this.#ports = ports;
    this.#cache = cache;
    this.#project = project;
  }

  add(ranked: RankedSource, cancellation: Cancellation | undefined): void {
    if (ranked.excluded !== undefined) {
      this.reasons.set(ranked, ranked.excluded);
      return;
    }
    // The map and the configuration are told by what the pack does with them; their YAML is of no use to a reader.
    if (ranked.record.kind === "map" || ranked.record.kind === "config") return;
    const document = this.#load(ranked, cancellation);
    if (!document.ok) this.reasons.set(ranked, document.reason);
    else if (document.sections.length > 0) this.open.push({ ranked, document });
    else if (!this.stale.has(ranked)) this.reasons.set(ranked, "nothing-to-quote");
  }

  /** Learnings are held against their sources as they are now: what is no longer true of them is not quoted. */
  #load(ranked: RankedSource, cancellation: Cancellation | undefined): LoadResult {
    const document = this.#cache.load(this.#ports, ranked.record, cancellation);
    if (!document.ok || ranked.record.kind !== "learnings") return document;
    const { records } = this.#project.inventory;
    const held = withoutStale(document.sections, (path) => records.get(path)?.hash);
    for (const path of held.staleSources) this.staleSources.add(path);
    if (held.sections.length === 0 && held.staleSources.size > 0) this.stale.add(ranked);
    return { ...document, sections: held.sections };
  }

  /** What is loaded for the pack: what is not quoted contradicts nothing in it. */
  loaded(): ReadonlyMap<SourceRecord, readonly QuotableSection[]> {
    return new Map(this.open.map(({ ranked, document }) => [ranked.record, document.sections]));
  }

  /** The language of the orchestration's own documents: of those quoted, else of all. */
  language(orchestration: Orchestration): Language {
    const own = this.open.filter(({ ranked }) => ranked.own).flatMap(({ document }) => document.headings);
    return languageOfHeadings(own) ?? languageOfArtifacts(this.#ports, this.#cache, orchestration);
  }
}

/** The language that an orchestration's documents are written in, by their headings; English where they do not tell. */
export function languageOfArtifacts(
  ports: DocumentPorts,
  cache: DocumentCache,
  orchestration: Orchestration,
): Language {
  const titles = orchestration.artifacts.flatMap(({ record }) => {
    const document = record.status === "active" ? cache.load(ports, record) : undefined;
    return document?.ok === true ? document.headings : [];
  });
  return languageOfHeadings(titles) ?? "en";
}

/**
 * Ranks the sources for a stage and loads those that may be quoted.
 *
 * @throws SddError `cancelled`
 */
export function gather(
  ports: DocumentPorts,
  cache: DocumentCache,
  project: Project,
  wanted: {
    readonly orchestration: Orchestration;
    readonly stage: Stage;
    readonly language: "auto" | Language;
    readonly reviews?: ReviewState | undefined;
  },
  cancellation?: Cancellation,
): Gathered {
  const { orchestration, stage } = wanted;
  const ranking = rankSources(project, orchestration, stage);
  const gatherer = new Gatherer(ports, cache, project);
  const stopIfCancelled = (): void => {
    if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
  };
  for (const ranked of ranking.sources) {
    stopIfCancelled();
    gatherer.add(ranked, cancellation);
  }
  // A document that a cancellation left unfinished must not be told as one that could not be redacted.
  stopIfCancelled();
  const related = new Set(ranking.sources.map(({ record }) => record.path));
  const loaded = gatherer.loaded();
  const conflicts = conflictsOf(project, orchestration, {
    hasher: ports.hasher,
    textOf: (path) => readText(ports, path),
    reviews: wanted.reviews,
    sectionsOf: (record) => loaded.get(record),
    among: new Set(loaded.keys()),
    related,
  });
  const language = wanted.language === "auto" ? gatherer.language(orchestration) : wanted.language;
  const { open, reasons, stale, staleSources } = gatherer;
  return { orchestration, stage, ranking, open, reasons, stale, staleSources, conflicts, language };
}
