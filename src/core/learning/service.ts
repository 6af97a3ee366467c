import type { ProjectSession } from "../context/session.js";
import { SddError } from "../errors.js";
import type { Cancellation } from "../ports.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { findOrchestration, type Project } from "../project/project.js";
import { IndexKeeper, learningPaths, type LearningPaths } from "./index-keeper.js";
import type { LearningIndex } from "./index-file.js";
import { learnFrom, withReviews, type LearningWork, type SettledSources } from "./learn.js";
import { plainRecord, PROJECT_SLUG, type LearningRecord } from "./learning-record.js";
import { formatReview, type ReviewEvent } from "./reviews.js";
import type {
  CurrentLearnings,
  LearningPorts,
  LearningsStatus,
  LearnRequest,
  LearnResult,
  ReviewResult,
} from "./service-types.js";
import { learningSources, type LearningSource } from "./source-list.js";
import { Staleness } from "./staleness.js";
import { statusOf } from "./status.js";

interface Work extends LearningWork {
  readonly paths: LearningPaths;
}

/** `YYYY-MM-DDTHH:MM:SSZ`. */
function toSeconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** What of a project is to be learned. */
interface Scope {
  readonly slugs: readonly string[];
  readonly sources: readonly LearningSource[];
  /** Whether a record whose source is gone belongs to it. */
  readonly isWanted: (gone: LearningRecord) => boolean;
}

function scopeOf(project: Project, { names, paths }: LearnRequest): Scope {
  const asked = names && new Set(names.map((name) => findOrchestration(project, name).slug));
  const only = paths && new Set(paths);
  const all = learningSources(project, asked);
  return {
    slugs: asked === undefined ? project.orchestrations.map(({ slug }) => slug) : [...asked],
    sources: only === undefined ? all : all.filter(({ record }) => only.has(record.path)),
    isWanted: ({ source_artifact: path, orchestration_slug: slug }) =>
      only?.has(path) ?? (asked === undefined || asked.has(slug) || slug === PROJECT_SLUG),
  };
}

/** Writing an index that could not be read would lose what it holds. @throws SddError `unreadable-file` */
function refuseUnread({ problems: [first] }: LearningIndex): void {
  if (first !== undefined) throw first;
}

/** A record that a person vouched for, as it is from now on. */
function vouchedFor(
  record: LearningRecord,
  { source_hash, section_hash, by, at }: ReviewEvent,
): LearningRecord {
  return {
    ...plainRecord(record),
    source_hash: source_hash ?? record.source_hash,
    section_hash: section_hash ?? record.section_hash,
    status: "active",
    verified: { by, at },
  };
}

/**
 * The learnings of one project: learned from its documents, held against them whenever they are read, and reviewed by
 * people. What it answers is plain data.
 */
export class LearningService {
  readonly #session: ProjectSession;
  readonly #ports: LearningPorts;
  readonly #keeper: IndexKeeper;
  readonly #staleness = new Staleness();
  /** Of which index the sources are known to be up to date. */
  #settled: { readonly index: LearningIndex; readonly sources: SettledSources } | undefined;

  constructor(session: ProjectSession, ports: LearningPorts) {
    this.#session = session;
    this.#ports = ports;
    this.#keeper = new IndexKeeper(ports.writer, () => ports.openDocuments());
  }

  /**
   * Learns from the documents, and writes the index unless that is a dry run. Where nothing changed nothing is written.
   *
   * @throws SddError `feature-off`, `unknown-orchestration`, `no-orchestrations`, `cancelled`, `unreadable-file`,
   * `write-failed`, `path-refused`
   */
  async learn(request: LearnRequest = {}, cancellation?: Cancellation): Promise<LearnResult> {
    const project = await this.#session.refresh(cancellation);
    this.#refuseWhereOff(project);
    // A name that is none is refused before the lock is taken.
    scopeOf(project, request);
    const learn = () => Promise.resolve(this.#learn(project, request, cancellation));
    return request.dryRun === true ? learn() : this.#ports.locked(learn);
  }

  #refuseWhereOff(project: Project): void {
    const { intelligence, memory } = this.#session.configOf(project.inventory);
    if (!intelligence.enabled) throw new SddError("feature-off", "intelligence.enabled");
    if (!memory.learningEnabled) throw new SddError("feature-off", "memory.learning_enabled");
  }

  #learn(project: Project, request: LearnRequest, cancellation: Cancellation | undefined): LearnResult {
    const { dryRun = false, memory = false } = request;
    const work = this.#work(project, dryRun);
    refuseUnread(work.index);
    // Which documents the lines that were set aside came from is not known.
    const isDamaged = work.index.rejected.length > 0;
    const { slugs } = scopeOf(project, request);
    const { sources, isWanted } = scopeOf(project, isDamaged ? {} : request);
    try {
      const settled = dryRun ? new WeakMap<SourceRecord, string>() : this.#settledOf(work.index);
      const tally = learnFrom(work, sources, settled, isWanted, cancellation);
      const rejected = work.index.rejected.length;
      const write = { ...work, inventory: project.inventory, changed: tally.changed, memory };
      const files = this.#keeper.plan(write);
      if (!dryRun) this.#keeper.write(write, files);
      const { read, added, superseded, missing, unreadable } = tally;
      const kinds = work.index.activeByKind();
      return {
        orchestrations: slugs,
        documents: sources.length,
        ...{ read, added, superseded, missing },
        active: Object.values(kinds).reduce((sum, count) => sum + count, 0),
        ...{ kinds, leftOut: Object.fromEntries(tally.leftOut), rejected, unreadable },
        files: files.map(({ path }) => path),
        written: !dryRun && files.length > 0,
      };
    } catch (error) {
      // What was learned and not written must not be taken for known.
      this.#keeper.forget();
      throw error;
    }
  }

  #settledOf(index: LearningIndex): SettledSources {
    if (this.#settled?.index !== index) this.#settled = { index, sources: new WeakMap() };
    return this.#settled.sources;
  }

  /** @param apart what is only tried must leave what is known as it is. */
  #work(project: Project, apart = false): Work {
    const paths = learningPaths(this.#session.configOf(project.inventory));
    const documents = this.#ports.openDocuments();
    const index = apart ? this.#keeper.read(documents, paths) : this.#keeper.load(documents, paths);
    const reviews = this.#session.reviews(project.inventory);
    return { project, paths, documents, index, reviews, now: toSeconds(this.#ports.clock.now()) };
  }

  /**
   * The records as they stand to their sources now. Nothing is written.
   *
   * @throws SddError `feature-off`, `cancelled`
   */
  async list(cancellation?: Cancellation): Promise<CurrentLearnings> {
    const project = await this.#session.refresh(cancellation);
    const { intelligence } = this.#session.configOf(project.inventory);
    if (!intelligence.enabled) throw new SddError("feature-off", "intelligence.enabled");
    const work = this.#work(project);
    const records = work.index.records().map((record) => {
      if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
      return this.#current(work, record);
    });
    this.#staleness.keepOnly(project.inventory.records);
    const { isEmpty, rejected, problems } = work.index;
    return { project, records, isLearned: !isEmpty, rejected, problems };
  }

  #current({ documents, project, reviews }: Work, record: LearningRecord): LearningRecord {
    const source = project.inventory.records.get(record.source_artifact);
    return this.#staleness.current(documents, withReviews(record, reviews), source);
  }

  /** @throws SddError `feature-off`, `cancelled` */
  async status(cancellation?: Cancellation): Promise<LearningsStatus> {
    const current = await this.list(cancellation);
    const { project, records } = current;
    const { open } = this.#session.listConflicts(project, { learnings: records });
    return statusOf(current, this.#session.configOf(project.inventory).intelligence.indexDir, open.length);
  }

  /**
   * A person found that these records still hold although their sources moved: their sentences stay, and they take the
   * hashes that the sources have now. A record whose section is gone is passed over: nothing would back it.
   *
   * @throws SddError `feature-off`, `write-failed`, `path-refused`
   */
  reverify(ids: readonly string[], by: string): Promise<ReviewResult> {
    return this.#review(ids, (record, { project, documents, now: at }) => {
      const source = project.inventory.records.get(record.source_artifact);
      const section_hash = source && this.#staleness.sectionsNow(documents, source)?.get(record.section);
      if (source === undefined || section_hash === undefined || record.status === "superseded")
        return undefined;
      const hashes = { source_hash: source.hash, section_hash };
      const event = {
        schema_version: 1,
        at,
        by,
        action: "reverified",
        target: record.id,
        ...hashes,
      } as const;
      return { ...event, record: { ...vouchedFor(record, event) } };
    });
  }

  /** @throws SddError `feature-off`, `write-failed`, `path-refused` */
  dismiss(ids: readonly string[], by: string, reason: string): Promise<ReviewResult> {
    return this.#review(ids, ({ id: target, source_hash, section_hash }, { now: at }) => {
      return { schema_version: 1, at, by, action: "dismissed", target, source_hash, section_hash, reason };
    });
  }

  /** Takes dismissals back. @throws SddError `feature-off`, `write-failed`, `path-refused` */
  restore(ids: readonly string[], by: string): Promise<ReviewResult> {
    return this.#review(ids, ({ id: target, dismissed }, { now: at }) =>
      dismissed === undefined ? undefined : { schema_version: 1, at, by, action: "restored", target },
    );
  }

  /** Learns one source anew, whatever else has changed. Throws as `learn` does. */
  refreshSource(path: string, cancellation?: Cancellation): Promise<LearnResult> {
    return this.learn({ paths: [path] }, cancellation);
  }

  /** Appends what a person decided, then puts it on the records of the index. */
  async #review(
    ids: readonly string[],
    decide: (record: LearningRecord, work: Work) => ReviewEvent | undefined,
  ): Promise<ReviewResult> {
    const project = await this.#session.refresh();
    this.#refuseWhereOff(project);
    const wanted = new Set(ids);
    return this.#ports.locked(() => {
      const work = this.#work(project);
      refuseUnread(work.index);
      const events = new Map<string, ReviewEvent>();
      for (const record of work.index.records()) {
        const event = wanted.has(record.id) ? decide(this.#current(work, record), work) : undefined;
        if (event !== undefined) events.set(record.id, event);
      }
      if (events.size > 0) {
        this.#ports.log.append(work.paths.reviews, [...events.values()].map(formatReview));
        this.#apply(project, events);
      }
      const [done, passedOver] = [
        [...wanted].filter((id) => events.has(id)),
        [...wanted].filter((id) => !events.has(id)),
      ];
      return Promise.resolve({ done, passedOver });
    });
  }

  #apply(project: Project, events: ReadonlyMap<string, ReviewEvent>): void {
    const work = this.#work(project);
    const { index, reviews } = work;
    let changed = false;
    for (const path of [...index.paths()]) {
      const before = index.recordsOf(path);
      if (!before.some(({ id }) => events.has(id))) continue;
      const after = before.map((record) => {
        const event = events.get(record.id);
        if (event === undefined) return record;
        return withReviews(event.action === "reverified" ? vouchedFor(record, event) : record, reviews);
      });
      changed = index.replace(path, after) || changed;
    }
    if (!changed) return;
    const write = { ...work, inventory: project.inventory, changed, memory: false };
    this.#keeper.write(write, this.#keeper.plan(write));
  }
}
