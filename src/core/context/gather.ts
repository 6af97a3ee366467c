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
import { learningSections } from "./records.js";
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
  /** Derived records of which nothing is sure any more. */
  readonly stale: ReadonlySet<RankedSource>;
  /** Sources that some learning names with another hash. */
  readonly staleSources: ReadonlySet<string>;
  /** Learnings of which a source moved. */
  readonly staleLearnings: number;
  readonly conflicts: SortedConflicts;
  readonly language: Language;
}

/** Of an index with more records than this, only those are read whose sources are ranked for the pack, or gone. */
const MOST_LEARNINGS = 2_000;

/** What of the index was learned lately, where there is such a file; see `LearningIndex`. */
function recentLearnings({ inventory }: Project): SourceRecord | undefined {
  const indexes = [...inventory.records.values()].filter(({ kind }) => kind === "learnings");
  const paths = new Set(indexes.map(({ path }) => path));
  return indexes.find(
    ({ path }) =>
      path.endsWith(RECENT) && paths.has(`${path.slice(0, path.length - RECENT.length)}/learnings.jsonl`),
  );
}

const RECENT = "/recent/learnings.jsonl";

class Gatherer {
  readonly open: OpenSource[] = [];
  readonly reasons = new Map<RankedSource, ExclusionReason>();
  readonly stale = new Set<RankedSource>();
  readonly staleSources = new Set<string>();
  staleLearnings = 0;
  readonly #ports: DocumentPorts;
  readonly #cache: DocumentCache;
  readonly #project: Project;
  readonly #recent: SourceRecord | undefined;
  readonly #ranked: ReadonlyMap<string, RankedSource>;

  constructor(ports: DocumentPorts, cache: DocumentCache, project: Project, ranking: Ranking) {
    this.#ports = ports;
    this.#cache = cache;
    this.#project = project;
    this.#recent = recentLearnings(project);
    this.#ranked = new Map(ranking.sources.map((ranked) => [ranked.record.path, ranked]));
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

  #load(ranked: RankedSource, cancellation: Cancellation | undefined): LoadResult {
    const { record } = ranked;
    return record.kind === "learnings"
      ? this.#loadLearnings(ranked)
      : this.#cache.load(this.#ports, record, cancellation);
  }

  /** Learnings are held against their sources as they are now: what is no longer sure of them is marked, and weighs less. */
  #loadLearnings(ranked: RankedSource): LoadResult {
    const { records } = this.#project.inventory;
    const lines = this.#cache.learnings(this.#ports, ranked.record);
    if (lines === undefined) return { ok: false, reason: "unreadable" };
    const isLarge = lines.count > MOST_LEARNINGS;
    const wanted = {
      hashOf: (path: string) => records.get(path)?.hash,
      isWanted: (path: string) => !this.#overridden(ranked, path) && this.#isWanted(path, isLarge),
    };
    const found = learningSections(lines, wanted);
    for (const path of found.staleSources) this.staleSources.add(path);
    this.staleLearnings += found.staleRecords;
    if (found.freshRecords === 0 && found.staleRecords > 0) this.stale.add(ranked);
    return { ok: true, hash: ranked.record.hash, sections: found.sections, headings: [] };
  }

  /** Whether the small file beside the index holds the source's records as they are now. */
  #overridden({ record }: RankedSource, path: string): boolean {
    const recent = this.#recent;
    if (recent === undefined || record === recent) return false;
    return this.#cache.learnings(this.#ports, recent)?.bySource.has(path) ?? false;
  }

  /** What was learned from a document that may not be quoted may not be either; of many, the unrelated are left. */
  #isWanted(path: string, isLarge: boolean): boolean {
    const ranked = this.#ranked.get(path);
    if (ranked !== undefined) return ranked.excluded === undefined || ranked.excluded === "unreadable";
    return !isLarge || !this.#project.inventory.records.has(path);
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
  const gatherer = new Gatherer(ports, cache, project, ranking);
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
  const { open, reasons, stale, staleSources, staleLearnings } = gatherer;
  return {
    orchestration,
    stage,
    ranking,
    open,
    reasons,
    stale,
    staleSources,
    staleLearnings,
    conflicts,
    language,
  };
}
