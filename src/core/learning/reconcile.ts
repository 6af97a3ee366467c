import { termsOf } from "../text/terms.js";
import { compareCodeUnits } from "../text/fold.js";
import type { Draft, Extraction } from "./extract.js";
import { normalised } from "./extract.js";
import { compareLearnings, isLearningRecord, plainRecord, type LearningRecord } from "./learning-record.js";
import type { ReviewState } from "./reviews.js";
import type { SourceStanding } from "./source-list.js";
import type { Stage } from "../project/stages.js";

/** A source as it was just read. */
export interface ReadSource extends SourceStanding {
  readonly path: string;
  readonly hash: string;
  readonly stage: Stage;
}

export interface Reconciled {
  /** Every record of the source, sorted. */
  readonly records: readonly LearningRecord[];
  readonly added: number;
  readonly superseded: number;
}

/** Share of common words (of all that both have) from which one sentence is taken for the other's successor. */
const NEAR = 0.35;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(termsOf(text));
}

function nearness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** What took a gone sentence's place: the same sentence under another heading, or the nearest new one under its own. */
function successorOf(gone: LearningRecord, fresh: readonly Draft[]): string | undefined {
  const same = normalised(gone.summary);
  const words = wordsOf(gone.summary);
  let best: { id: string; near: number } | undefined;
  for (const { id, kind, summary, section } of fresh) {
    if (kind !== gone.kind) continue;
    const moved = normalised(summary) === same;
    const near = moved ? 1 : section === gone.section ? nearness(words, wordsOf(summary)) : 0;
    const isBetter = best === undefined || near > best.near;
    if (near >= NEAR && (isBetter || (near === best?.near && compareCodeUnits(id, best.id) < 0)))
      best = { id, near };
  }
  return best?.id;
}

/** A record whose sentence is gone. */
function goneFrom(record: LearningRecord, fresh: readonly Draft[]): LearningRecord {
  const successor = successorOf(record, fresh);
  return {
    ...plainRecord(record),
    status: "superseded",
    ...(successor === undefined ? {} : { superseded_by: successor }),
    ...(record.dismissed === undefined ? {} : { dismissed: record.dismissed }),
  };
}

/** What people said of a record, put on it. A verification holds as long as the section is what the person saw. */
export function reviewed(record: LearningRecord, reviews: ReviewState): LearningRecord {
  const { superseded_by, stale_reason } = record;
  const seen = reviews.lastOf(record.id, "reverified");
  const said = reviews.lastOf(record.id, "dismissed");
  const back = reviews.lastOf(record.id, "restored");
  const isDismissed = said !== undefined && reviews.isLater(said, back);
  return {
    ...plainRecord(record),
    ...(stale_reason === undefined ? {} : { stale_reason }),
    ...(superseded_by === undefined ? {} : { superseded_by }),
    ...(seen?.section_hash === record.section_hash ? { verified: { by: seen.by, at: seen.at } } : {}),
    ...(isDismissed ? { dismissed: { by: said.by, at: said.at, reason: said.reason ?? "" } } : {}),
  };
}

/** A person vouched for the record against the section as it is. */
function isVouchedFor(
  { id }: LearningRecord,
  sectionHash: string | undefined,
  reviews: ReviewState,
): boolean {
  const seen = reviews.lastOf(id, "reverified");
  return seen?.section_hash !== undefined && seen.section_hash === sectionHash;
}

/** Records that a person re-verified and that the index lost; with what they said of them. */
function vouchedBack(source: ReadSource, known: ReadonlySet<string>, reviews: ReviewState): LearningRecord[] {
  return reviews.verifiedOf(source.path).flatMap(({ record }) => {
    return isLearningRecord(record) && record.source_artifact === source.path && !known.has(record.id)
      ? [record]
      : [];
  });
}

/**
 * Puts what was found in a source together with what was known of it. A sentence that is still there keeps its record
 * and `learned_at`; one that is gone becomes `superseded`, unless a person vouched for it against the section as it is.
 *
 * @param now ISO 8601 UTC with seconds.
 */
export function reconcile(
  source: ReadSource,
  before: readonly LearningRecord[],
  extraction: Extraction,
  reviews: ReviewState,
  now: string,
): Reconciled {
  const { path, hash, stage, orchestration, orchestration_slug, confidence, isRetired } = source;
  const { drafts, sectionHashes } = extraction;
  const known = new Map(before.map((record) => [record.id, record]));
  const found = new Set(drafts.map(({ id }) => id));
  const common = {
    orchestration,
    orchestration_slug,
    source_stage: stage,
    source_artifact: path,
    source_hash: hash,
  };
  const sectionHash = (section: string): string => sectionHashes.get(section) ?? "";
  const status = isRetired ? "superseded" : "active";
  const records = drafts.map(({ id, kind, summary, section, line, tags }): LearningRecord => {
    const learned_at = known.get(id)?.learned_at ?? now;
    const place = { section, section_hash: sectionHash(section), line, tags, confidence };
    const record: LearningRecord = {
      id,
      kind,
      summary,
      ...common,
      ...place,
      status,
      learned_at,
      derived: true,
    };
    return reviews.byTarget.has(id) ? reviewed(record, reviews) : record;
  });
  const fresh = drafts.filter(({ id }) => !known.has(id));
  const lost = vouchedBack(source, new Set([...known.keys(), ...found]), reviews);
  let superseded = 0;
  for (const record of [...before, ...lost]) {
    if (found.has(record.id)) continue;
    const here = sectionHashes.get(record.section);
    if (!isRetired && isVouchedFor(record, here, reviews)) {
      const kept = {
        ...plainRecord(record),
        ...common,
        section_hash: here ?? "",
        confidence,
        status: "active" as const,
      };
      records.push(reviewed(kept, reviews));
    } else if (record.status === "superseded") records.push(record);
    else if (known.has(record.id)) {
      superseded++;
      records.push(goneFrom(record, fresh));
    }
  }
  return { records: records.sort(compareLearnings), added: fresh.length, superseded };
}
