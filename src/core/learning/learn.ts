import type { DocumentPorts } from "../context/document.js";
import { SddError } from "../errors.js";
import type { Cancellation } from "../ports.js";
import type { Project } from "../project/project.js";
import { documentFacts } from "../project/sources/facts.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { compareCodeUnits } from "../text/fold.js";
import { extract, normalised } from "./extract.js";
import { readHandWritten } from "./hand-written.js";
import type { LearningIndex } from "./index-file.js";
import { LEARNING_KINDS, plainRecord, type LearningKind, type LearningRecord } from "./learning-record.js";
import { reconcile, reviewed } from "./reconcile.js";
import type { ReviewState } from "./reviews.js";
import { standingOf, type LearningSource } from "./source-list.js";

/** What one run of learning works with. */
export interface LearningWork {
  readonly project: Project;
  readonly documents: DocumentPorts;
  readonly index: LearningIndex;
  readonly reviews: ReviewState;
  /** ISO 8601 UTC with seconds. */
  readonly now: string;
}

/** What was done to the index, in numbers. */
export class LearningTally {
  read = 0;
  added = 0;
  superseded = 0;
  missing = 0;
  changed = false;
  readonly leftOut = new Map<LearningKind, number>();
  /** The ids of records of sources that had none, by their sentence: a file that was renamed brings them back. */
  readonly arrived = new Map<string, string>();
  readonly unreadable: string[] = [];

  arrive(records: readonly LearningRecord[]): void {
    for (const record of records) {
      const key = sentenceKey(record);
      const known = this.arrived.get(key);
      if (known === undefined || compareCodeUnits(record.id, known) < 0) this.arrived.set(key, record.id);
    }
  }

  leave(leftOut: Partial<Readonly<Record<LearningKind, number>>>): void {
    for (const kind of LEARNING_KINDS) {
      const more = leftOut[kind];
      if (more !== undefined) this.leftOut.set(kind, (this.leftOut.get(kind) ?? 0) + more);
    }
  }
}

/**
 * Sources that the index holds as they are, by the record of the inventory, which lives as long as the file stays the
 * same; with what is said of them by others.
 */
export type SettledSources = WeakMap<SourceRecord, string>;

/** What others say of a source that is no decision: where it belongs, and its state in the map. */
function saidOf({ orchestration, state }: LearningSource): string {
  return `${orchestration?.slug ?? ""}\0${orchestration?.name ?? ""}\0${state ?? ""}`;
}

/** Whether records were learned from the source as it is. */
function isLearned(records: readonly LearningRecord[], hash: string): boolean {
  let here = false;
  for (const { source_hash, status } of records) {
    if (source_hash === hash) here = true;
    else if (status !== "superseded") return false;
    if (status === "stale") return false;
  }
  return here;
}

/** A document whose text is as it was, but of which others say something else: its state, its orchestration's name. */
function restanding(
  project: Project,
  source: LearningSource,
  before: readonly LearningRecord[],
): LearningRecord[] {
  const { confidence, orchestration, orchestration_slug } = standingOf(project, source, {});
  return before.map((record) => {
    const same =
      record.confidence === confidence &&
      record.orchestration === orchestration &&
      record.orchestration_slug === orchestration_slug;
    return same ? record : { ...record, confidence, orchestration, orchestration_slug };
  });
}

/** Brings the records of one source up to date. A document that cannot be read keeps what was learned from it. */
function learnSource(
  work: LearningWork,
  source: LearningSource,
  tally: LearningTally,
  cancellation?: Cancellation,
): void {
  const { project, documents, index, reviews, now } = work;
  const { record, stage } = source;
  const { path } = record;
  const before = index.recordsOf(path);
  // Of an index with lines that had to be set aside nobody knows which sentences they were.
  if (index.rejected.length === 0 && isLearned(before, record.hash)) {
    if (record.kind !== "adr" && index.replace(path, restanding(project, source, before)))
      tally.changed = true;
    return;
  }
  tally.read++;
  const safe = readHandWritten(documents, path, cancellation);
  if (!safe.ok) {
    tally.unreadable.push(path);
    return;
  }
  const isAdr = record.kind === "adr";
  // Its facts are in the text that is there already; asking the record for them would read the file once more.
  const facts = isAdr ? documentFacts(record.kind, path, safe.text, documents.hasher) : {};
  const found = extract(safe, { path, stage, isAdr, title: facts.title }, documents.hasher);
  const read = { ...standingOf(project, source, facts), path, hash: safe.hash, stage };
  const after = reconcile(read, before, found, reviews, now);
  tally.added += after.added;
  tally.superseded += after.superseded;
  tally.leave(found.leftOut);
  if (before.length === 0) tally.arrive(after.records);
  if (index.replace(path, after.records)) tally.changed = true;
}

/** What a record says, and under which heading, whatever the file is called. */
function sentenceKey({ kind, section, summary }: LearningRecord): string {
  return [kind, section, normalised(summary)].join("\0");
}

/** Records of a source that is gone stay, and say so, or point to the same sentence in the file's new place. */
function loseSource(index: LearningIndex, path: string, tally: LearningTally): void {
  const after = index.recordsOf(path).map((record): LearningRecord => {
    if (record.status === "superseded") return record;
    const dismissed = record.dismissed === undefined ? {} : { dismissed: record.dismissed };
    const moved = tally.arrived.size === 0 ? undefined : tally.arrived.get(sentenceKey(record));
    if (moved !== undefined) {
      tally.superseded++;
      return { ...plainRecord(record), status: "superseded", superseded_by: moved, ...dismissed };
    }
    tally.missing++;
    if (record.stale_reason === "source_missing") return record;
    return { ...plainRecord(record), ...dismissed, status: "stale", stale_reason: "source_missing" };
  });
  if (index.replace(path, after)) tally.changed = true;
}

/**
 * Learns from sources, and marks the records of those that are gone. Only documents whose hash is not the one that was
 * learned from are opened.
 *
 * @param isWanted whether a source that is gone belongs to what is learned.
 * @throws SddError `cancelled`
 */
export function learnFrom(
  work: LearningWork,
  sources: readonly LearningSource[],
  settled: SettledSources,
  isWanted: (gone: LearningRecord) => boolean,
  cancellation?: Cancellation,
): LearningTally {
  const tally = new LearningTally();
  const { index, project } = work;
  for (const source of sources) {
    const said = saidOf(source);
    if (settled.get(source.record) === said) continue;
    if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
    const unreadable = tally.unreadable.length;
    learnSource(work, source, tally, cancellation);
    if (tally.unreadable.length === unreadable) settled.set(source.record, said);
  }
  for (const path of index.paths()) {
    const [first] = index.recordsOf(path);
    if (first === undefined || project.inventory.records.has(path) || !isWanted(first)) continue;
    loseSource(index, path, tally);
  }
  return tally;
}

/** Puts on a record what people said of it since it was written. */
export function withReviews(record: LearningRecord, reviews: ReviewState): LearningRecord {
  return reviews.byTarget.has(record.id) ? reviewed(record, reviews) : record;
}
