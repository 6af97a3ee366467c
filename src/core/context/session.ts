import { DEFAULT_CONFIG, type SddConfig } from "../project/config/config.js";
import { SddError } from "../errors.js";
import { formatIndex, parseIndex } from "../project/sources/source-index.js";
import { FactsReader } from "../project/sources/facts.js";
import {
  indexSources,
  refreshInventory,
  type Inventory,
  type InventoryPorts,
  type Previous,
} from "../project/sources/inventory.js";
import {
  findOrchestration,
  nextStage,
  projectOf,
  type Orchestration,
  type Project,
} from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { STAGES, type Stage } from "../project/stages.js";
import type { Cancellation, Clock, FileWrite, IndexStore, ProjectFiles, ProjectWriter } from "../ports.js";
import { buildPack, type BuiltPack, type PackRequest } from "./build.js";
import { conflictsOf, listConflicts } from "../learning/conflict-list.js";
import type { Conflict } from "../learning/conflict.js";
import type { LearningRecord } from "../learning/learning-record.js";
import { parseReviews, reviewState, REVIEWS_FILE, type ReviewState } from "../learning/reviews.js";
import type { SortedConflicts } from "../learning/settlements.js";
import { DocumentCache, readText } from "./document.js";
import { languageOfArtifacts } from "./gather.js";
import { formatManifest, type Manifest, type ManifestSource } from "./manifest.js";
import { rankSources, type Ranking } from "./ranking.js";
import type { Language } from "../text/language.js";
import { generatedAtOf, withGeneratedAt } from "./render.js";

export interface SessionPorts extends Omit<InventoryPorts, "files"> {
  /** Called at each refresh: an adapter may remember folders, and one may have become a link since. */
  openFiles(): ProjectFiles;
  readonly writer: ProjectWriter;
  /** The time that packs are stamped with; may be a fixed one. */
  readonly clock: Clock;
  readonly index: IndexStore;
}

/** Where a pack and its companions lie. */
export interface PackPaths {
  readonly pack: string;
  readonly manifest: string;
  readonly previous: string;
}

/** A pack that was built, and how it stands to the one on disk. */
export interface PackOutcome extends BuiltPack {
  readonly orchestration: Orchestration;
  readonly stage: Stage;
  readonly paths: PackPaths;
  /** The pack on disk: none, this very one, or another. */
  readonly onDisk: "none" | "same" | "other";
  /** The text on disk where it is another. */
  readonly before: string | undefined;
}

/** What is known of a pack on disk. */
export interface PackStatus {
  readonly stage: Stage;
  readonly paths: PackPaths;
  readonly freshness: "fresh" | "outdated";
  /** `undefined` where it is missing or unreadable. */
  readonly manifest: Manifest | undefined;
}

/** Facts are worth a write of the index once there are so many new ones, and one for so many of its records. */
const LEAST_FACTS = 8;
const FACTS_SHARE = 16;

/** `YYYY-MM-DDTHH:MM:SSZ`. */
function toSeconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/**
 * One project root, kept up to date: the entry point of every face. Nothing is written except by `write`, and the
 * index, which goes where the face keeps it.
 */
export class ProjectSession {
  readonly #ports: SessionPorts;
  #reading: InventoryPorts;
  readonly #cache = new DocumentCache();
  readonly #kept = new WeakMap<Orchestration, Map<string, BuiltPack>>();
  #project: Project | undefined;
  /** What people decided, and the text it was read from. */
  #reviews = { text: "", state: reviewState([]), version: 0 };
  #inventory: Inventory | undefined;
  /** What orchestrations' own documents disagree about, as long as none of the files changed. */
  #conflicts:
    | {
        readonly orchestrations: Project["orchestrations"];
        readonly known: Map<Orchestration, readonly Conflict[]>;
      }
    | undefined;
  /** How many files had been read for their facts when the index was kept last. */
  #factsKept = 0;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#reading = { ...ports, files: ports.openFiles() };
  }

  /**
   * Looks at the files again, opening only those that changed.
   *
   * @throws SddError `cancelled`
   */
  async refresh(cancellation?: Cancellation): Promise<Project> {
    const before = this.#project;
    const inventory = await refreshInventory(this.#reading, this.#previous(), cancellation);
    this.#inventory = inventory;
    this.#save(inventory);
    // The same records are put together to the same orchestrations.
    this.#project =
      before === undefined || inventory.changed ? projectOf(inventory) : { ...before, inventory };
    return this.#project;
  }

  /**
   * The first part of a refresh: brings the index up to date and keeps it. No file is looked into beyond its hash.
   *
   * @throws SddError `cancelled`
   */
  index(cancellation?: Cancellation): Inventory {
    const inventory = indexSources(this.#reading, this.#previous(), cancellation);
    this.#inventory = inventory;
    // What is put together next time is of this inventory's records.
    if (inventory.changed) this.#project = undefined;
    this.#save(inventory);
    return inventory;
  }

  #previous(): Previous {
    this.#reading = { ...this.#reading, files: this.#ports.openFiles() };
    if (this.#inventory !== undefined) return this.#inventory;
    const reader = new FactsReader();
    return { records: parseIndex(this.#ports.index.load() ?? "", reader), reader };
  }

  #save({ changed, records, reader }: Inventory): void {
    if (!changed) return;
    this.#factsKept = reader.count;
    this.#ports.index.save(formatIndex(records.values()));
  }

  /**
   * Keeps the facts that were read since the index was kept last, once they are so many that the next process would
   * miss them.
   */
  #keepFacts({ records, reader }: Inventory): void {
    if (reader.count - this.#factsKept <= Math.max(LEAST_FACTS, records.size / FACTS_SHARE)) return;
    this.#factsKept = reader.count;
    this.#ports.index.save(formatIndex(records.values()));
  }

  /** The configuration as the inventory read it; defaults where there is none. */
  configOf(inventory: Inventory): SddConfig {
    return inventory.records.get("sdd.config.yaml")?.facts.config ?? DEFAULT_CONFIG;
  }

  /** The language that an orchestration's documents are written in: the configuration's, else that of their headings. */
  languageOf(project: Project, orchestration: Orchestration): Language {
    const { language } = this.configOf(project.inventory).intelligence;
    if (language !== "auto") return language;
    return languageOfArtifacts(this.#reading, this.#cache, orchestration);
  }

  pathsOf(config: SddConfig, orchestration: Orchestration, stage: Stage): PackPaths {
    const base = `${config.intelligence.contextPackDir}/${orchestration.slug}/${stage}`;
    return { pack: `${base}.md`, manifest: `${base}.manifest.json`, previous: `${base}.previous.md` };
  }

  /**
   * Builds a pack in memory. Where the pack on disk equals it in all but the time, that one is the answer.
   *
   * @param limit UTF-16 code units; the configuration's where it is not given.
   * @throws SddError `feature-off`, `limit-too-small`, `cancelled`
   */
  build(
    project: Project,
    orchestration: Orchestration,
    stage: Stage,
    limit?: number,
    cancellation?: Cancellation,
  ): PackOutcome {
    const config = this.configOf(project.inventory);
    if (!config.intelligence.enabled) throw new SddError("feature-off", "intelligence");
    const generatedAt = toSeconds(this.#ports.clock.now());
    const request = {
      orchestration,
      stage,
      limit: limit ?? config.intelligence.maxContextChars,
      language: config.intelligence.language,
      generatedAt,
      reviews: this.reviews(project.inventory),
    };
    const built = this.#built(project, request, cancellation);
    this.#keepFacts(project.inventory);
    const paths = this.pathsOf(config, orchestration, stage);
    const before = this.readText(paths.pack);
    const at = { orchestration, stage, paths };
    if (before === undefined) return { ...built, ...at, onDisk: "none", before };
    if (withGeneratedAt(before, generatedAt) !== built.text)
      return { ...built, ...at, onDisk: "other", before };
    const manifest = {
      ...built.manifest,
      generated_at: generatedAtOf(before) ?? generatedAt,
      sha256: this.#ports.hasher.sha256(before),
    };
    return { text: before, manifest, ...at, onDisk: "same", before: undefined };
  }

  /**
   * A pack, from memory where nothing of the project changed since it was built: the orchestrations are made anew by
   * every change, so what is kept for one holds as long as it lives.
   */
  #built(project: Project, request: PackRequest, cancellation: Cancellation | undefined): BuiltPack {
    const { orchestration, stage, limit, language, generatedAt } = request;
    const kept = this.#kept.get(orchestration) ?? new Map<string, BuiltPack>();
    this.#kept.set(orchestration, kept);
    const key = `${stage} ${limit} ${language} ${this.#reviews.version}`;
    const known = kept.get(key);
    if (known === undefined) {
      const built = buildPack(this.#reading, project, request, this.#cache, cancellation);
      // What could not be read or redacted this time may be the next time.
      if (!built.manifest.sources.some(({ reason }) => reason === "unreadable" || reason === "redaction")) {
        kept.set(key, built);
      }
      return built;
    }
    const text = withGeneratedAt(known.text, generatedAt);
    const sha256 = this.#ports.hasher.sha256(text);
    return { text, manifest: { ...known.manifest, generated_at: generatedAt, sha256 } };
  }

  /**
   * Writes a pack, its manifest, and the pack it replaces as `<stage>.previous.md`; with them the index of the sources.
   *
   * @throws SddError `write-failed`, `path-refused`
   */
  write(outcome: PackOutcome, inventory: Inventory): void {
    const { paths, before } = outcome;
    const files: FileWrite[] = [
      { path: paths.pack, text: outcome.text },
      { path: paths.manifest, text: formatManifest(outcome.manifest) },
    ];
    if (before !== undefined) files.push({ path: paths.previous, text: before });
    const config = this.configOf(inventory).intelligence;
    files.push({
      path: `${config.indexDir}/sources.index.jsonl`,
      text: formatIndex(inventory.records.values()),
    });
    // The state folder's own ignore file knows the usual places only.
    for (const folder of new Set([config.indexDir, config.contextPackDir])) {
      if (
        !folder.startsWith(`${DEFAULT_CONFIG.intelligence.indexDir}/`) &&
        folder !== DEFAULT_CONFIG.intelligence.indexDir
      ) {
        files.push({ path: `${folder}/.gitignore`, text: "*\n" });
      }
    }
    this.#ports.writer.writeDerived(files);
  }

  /** The next stage of an orchestration, and its sources in the order of their rank. Nothing is read for it. */
  recommend(
    project: Project,
    name: string,
    stage?: Stage,
  ): { orchestration: Orchestration; stage: Stage; ranking: Ranking } {
    const orchestration = findOrchestration(project, name);
    const wanted = stage ?? nextStage(orchestration);
    return { orchestration, stage: wanted, ranking: rankSources(project, orchestration, wanted) };
  }

  /** The packs on disk of an orchestration. A pack is outdated where building it again would change more than its time. */
  packs(project: Project, orchestration: Orchestration): PackStatus[] {
    const config = this.configOf(project.inventory);
    const folder = `${config.intelligence.contextPackDir}/${orchestration.slug}`;
    const names = new Set((this.#reading.files.list(folder) ?? []).map(({ name }) => name));
    return STAGES.filter((stage) => names.has(`${stage}.md`)).map((stage) => {
      const paths = this.pathsOf(config, orchestration, stage);
      const manifest = this.#readManifest(paths);
      // Without its manifest a pack is not what a rebuild would leave.
      const isFresh = manifest !== undefined && this.#isFresh(project, orchestration, stage, manifest.limit);
      return { stage, paths, freshness: isFresh ? "fresh" : "outdated", manifest };
    });
  }

  #isFresh(project: Project, orchestration: Orchestration, stage: Stage, limit: number): boolean {
    try {
      return this.build(project, orchestration, stage, limit).onDisk === "same";
    } catch (error) {
      // What cannot be built any more (the limit was lowered, the feature switched off) is no fresh pack.
      if (error instanceof SddError) return false;
      throw error;
    }
  }

  /** The text of a project file; `undefined` where it is missing or is no readable text. */
  readText(path: string): string | undefined {
    return readText(this.#reading, path);
  }

  /** What people decided about learnings and conflicts, as it stands on the disk now. */
  reviews(inventory: Inventory): ReviewState {
    const text = this.readText(`${this.configOf(inventory).intelligence.indexDir}/${REVIEWS_FILE}`) ?? "";
    if (text !== this.#reviews.text) {
      const state = reviewState(parseReviews(text).events);
      this.#reviews = { text, state, version: this.#reviews.version + 1 };
    }
    return this.#reviews.state;
  }

  /**
   * Where the sources of an orchestration disagree, by path and line, without what a person settled. Quick: the texts of
   * its decisions are not compared.
   */
  conflicts(project: Project, orchestration: Orchestration): readonly Conflict[] {
    const textOf = (path: string) => this.readText(path);
    const reviews = this.reviews(project.inventory);
    return conflictsOf(project, orchestration, { hasher: this.#ports.hasher, textOf, reviews }).open;
  }

  /**
   * Every conflict of the project, or of one orchestration: those of decisions' texts too, and what is settled. What a call
   * that was cancelled found is not looked for again.
   *
   * @throws SddError `cancelled`
   */
  listConflicts(
    project: Project,
    wanted: {
      readonly slug?: string | undefined;
      readonly learnings?: readonly LearningRecord[];
      readonly cancellation?: Cancellation;
    } = {},
  ): SortedConflicts {
    const sectionsOf = (record: SourceRecord) => {
      const document = this.#cache.load(this.#reading, record);
      return document.ok ? document.sections : undefined;
    };
    const textOf = (path: string) => this.readText(path);
    const reviews = this.reviews(project.inventory);
    const { orchestrations } = project;
    if (this.#conflicts?.orchestrations !== orchestrations) {
      this.#conflicts = { orchestrations, known: new Map() };
    }
    const { known } = this.#conflicts;
    const { hasher } = this.#ports;
    const { cancellation } = wanted;
    return listConflicts(project, { hasher, textOf, reviews, sectionsOf, cancellation, known }, wanted);
  }

  /**
   * The manifest of the pack on disk. The two files are not replaced as one: a writer that was ended between them leaves
   * another pack's manifest, which the hash in it gives away.
   */
  #readManifest(paths: PackPaths): Manifest | undefined {
    const text = this.readText(paths.manifest);
    if (text === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      if (!isManifest(value)) return undefined;
      const pack = this.readText(paths.pack);
      const isOfPack = pack !== undefined && this.#ports.hasher.sha256(pack) === value.sha256;
      return isOfPack ? value : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Enough of a check that what the views read is there; a manifest of a later version is not read. */
function isManifest(value: unknown): value is Manifest {
  if (typeof value !== "object" || value === null) return false;
  const { schema_version, limit, sources, counts } = value as Partial<Record<keyof Manifest, unknown>>;
  return (
    schema_version === 1 &&
    typeof limit === "number" &&
    typeof counts === "object" &&
    Array.isArray(sources) &&
    sources.every(isManifestSource)
  );
}

function isManifestSource(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { path, score, sections, omitted } = value as Partial<Record<keyof ManifestSource, unknown>>;
  return (
    typeof path === "string" && typeof score === "object" && Array.isArray(sections) && Array.isArray(omitted)
  );
}
