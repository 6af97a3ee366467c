import { STAGES, type Stage } from "../project/stages.js";
import { redactShort } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";

/**
 * `learnings.jsonl`: what was learned from the documents, one record a line (DESIGN §5). The file is derived: it can be
 * deleted and comes back the same, but for `learned_at`.
 */

export const LEARNING_KINDS = [
  "artifact_summary",
  "decision",
  "pattern",
  "risk",
  "command",
  "quality_signal",
] as const;
export type LearningKind = (typeof LEARNING_KINDS)[number];

export const LEARNING_STATUSES = ["active", "stale", "superseded", "conflict"] as const;
export type LearningStatus = (typeof LEARNING_STATUSES)[number];

/** The record's own section differs; only the rest of the file does; the file is gone. */
export const STALE_REASONS = ["section_changed", "file_changed", "source_missing"] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The slug of what belongs to the whole project. No orchestration's slug begins with `_`. */
export const PROJECT_SLUG = "_project";

/** A person looked at a record whose source had moved, and found that it still holds. */
export interface Verification {
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

export interface Dismissal extends Verification {
  readonly reason: string;
}

/** One line of `learnings.jsonl`; the names are the wire's. */
export interface LearningRecord {
  /** `ln-` and the first 16 hex digits of the SHA-256 of path, section and normalised text. */
  readonly id: string;
  readonly kind: LearningKind;
  /** One sentence, redacted, without Markdown; 200 UTF-16 units at the most. */
  readonly summary: string;
  /** The orchestration's name; the slug where it belongs to the whole project. */
  readonly orchestration: string;
  readonly orchestration_slug: string;
  readonly source_stage: Stage;
  /** Relative to the project root. */
  readonly source_artifact: string;
  /** Lower-case hex SHA-256 of the source's bytes when the record was last learned or verified. */
  readonly source_hash: string;
  /** Titles of the section's heading and those above it, joined by ` › `; empty above the first heading. */
  readonly section: string;
  /** Lower-case hex SHA-256 of the section's redacted text, then. */
  readonly section_hash: string;
  /** 1-based line of the sentence in the source, then. */
  readonly line: number;
  /** Sorted, each once. */
  readonly tags: readonly string[];
  readonly confidence: Confidence;
  readonly status: LearningStatus;
  readonly stale_reason?: StaleReason;
  /** The id of the record that took this one's place. */
  readonly superseded_by?: string;
  readonly verified?: Verification;
  readonly dismissed?: Dismissal;
  /** ISO 8601 UTC with seconds. */
  readonly learned_at: string;
  readonly derived: true;
}

type OptionalKey = "stale_reason" | "superseded_by" | "verified" | "dismissed";

/** A record without what it need not have. */
export function plainRecord(record: LearningRecord): Omit<LearningRecord, OptionalKey> {
  const { id, kind, summary, orchestration, orchestration_slug, source_stage, source_artifact } = record;
  const { source_hash, section, section_hash, line, tags, confidence, status, learned_at } = record;
  return {
    ...{ id, kind, summary, orchestration, orchestration_slug, source_stage, source_artifact, source_hash },
    ...{ section, section_hash, line, tags, confidence, status, learned_at, derived: true },
  };
}

/** A line that is no record, set aside in `learnings.jsonl.rejected`. */
export interface RejectedLine {
  /** 1-based, in the file it stood in. */
  readonly line: number;
  /** Redacted. */
  readonly text: string;
}

export interface ParsedLearnings {
  readonly records: readonly LearningRecord[];
  readonly rejected: readonly RejectedLine[];
}

const HASH = /^[0-9a-f]{64}$/;
const ID = /^ln-[0-9a-f]{16}$/;

const isOneOf = (list: readonly string[], value: unknown): boolean =>
  typeof value === "string" && list.includes(value);

const isText = (value: unknown): value is string => typeof value === "string";

/** A time as records have it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Redaction may make a summary longer than it was; what is longer than this was not written here. */
const LONGEST_SUMMARY = 1_000;

/** An index may have come with the repository: what it names is opened, so it must stay within the project. */
function isInside(path: string): boolean {
  return path !== "" && !/^\/|[\0\\]|(?:^|\/)\.\.(?:\/|$)/.test(path);
}

function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || test(value);
}

function isVerification(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { by, at } = value as Record<string, unknown>;
  return isText(by) && isText(at);
}

/** Whether a parsed JSON value has the shape of a record. */
export function isLearningRecord(value: unknown): value is LearningRecord {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Record<keyof LearningRecord, unknown>;
  const texts = [record.orchestration, record.orchestration_slug];
  return (
    isText(record.id) &&
    ID.test(record.id) &&
    isOneOf(LEARNING_KINDS, record.kind) &&
    [...texts, record.section].every(isText) &&
    isText(record.summary) &&
    record.summary.length <= LONGEST_SUMMARY &&
    isText(record.source_artifact) &&
    isInside(record.source_artifact) &&
    isText(record.learned_at) &&
    TIME.test(record.learned_at) &&
    isOneOf(STAGES, record.source_stage) &&
    [record.source_hash, record.section_hash].every((hash) => isText(hash) && HASH.test(hash)) &&
    Number.isInteger(record.line) &&
    Number(record.line) >= 1 &&
    Array.isArray(record.tags) &&
    record.tags.every(isText) &&
    isOneOf(CONFIDENCES, record.confidence) &&
    isOneOf(LEARNING_STATUSES, record.status) &&
    isOptional(record.stale_reason, (reason) => isOneOf(STALE_REASONS, reason)) &&
    isOptional(record.superseded_by, isText) &&
    isOptional(record.verified, isVerification) &&
    isOptional(record.dismissed, isVerification) &&
    record.derived === true
  );
}

/** Reads an index back. Never throws: a line that is no record is set aside with its number, the rest is used. */
export function parseLearnings(all: string): ParsedLearnings {
  const records: LearningRecord[] = [];
  const rejected: RejectedLine[] = [];
  let line = 0;
  for (let start = 0; start < all.length;) {
    const newline = all.indexOf("\n", start);
    const end = newline === -1 ? all.length : newline;
    const raw = all.slice(start, end);
    line++;
    start = end + 1;
    if (raw.trim() === "") continue;
    const record = parseLearning(raw);
    if (record === undefined) rejected.push({ line, text: redactShort(raw) });
    else records.push(record);
  }
  return { records, rejected };
}

/** One line of an index; `undefined` where it is no record. */
function parseLearning(raw: string): LearningRecord | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return isLearningRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** By source path, then line, then id. */
export function compareLearnings(a: LearningRecord, b: LearningRecord): number {
  return (
    compareCodeUnits(a.source_artifact, b.source_artifact) || a.line - b.line || compareCodeUnits(a.id, b.id)
  );
}

const text = (value: string): string => JSON.stringify(value);

/**
 * One line with its end, keys in the order of the type whatever order the record was put together in. Put together by
 * hand: there may be a hundred thousand of them.
 */
export function formatLearning(record: LearningRecord): string {
  const { id, kind, summary, orchestration, orchestration_slug, source_stage, source_artifact } = record;
  const { source_hash, section, section_hash, line, tags, confidence, status, stale_reason } = record;
  const { superseded_by, verified, dismissed, learned_at } = record;
  let said = `{"id":${text(id)},"kind":"${kind}","summary":${text(summary)},"orchestration":${text(orchestration)}`;
  said += `,"orchestration_slug":${text(orchestration_slug)},"source_stage":"${source_stage}"`;
  said += `,"source_artifact":${text(source_artifact)},"source_hash":"${source_hash}","section":${text(section)}`;
  said += `,"section_hash":"${section_hash}","line":${line},"tags":${JSON.stringify(tags)}`;
  said += `,"confidence":"${confidence}","status":"${status}"`;
  if (stale_reason !== undefined) said += `,"stale_reason":"${stale_reason}"`;
  if (superseded_by !== undefined) said += `,"superseded_by":${text(superseded_by)}`;
  if (verified !== undefined) said += `,"verified":${JSON.stringify({ by: verified.by, at: verified.at })}`;
  if (dismissed !== undefined) {
    const { by, at, reason } = dismissed;
    said += `,"dismissed":${JSON.stringify({ by, at, reason })}`;
  }
  return `${said},"learned_at":${text(learned_at)},"derived":true}\n`;
}

/** What goes into `*.rejected`: a JSON object a line. */
export function formatRejected(rejected: readonly RejectedLine[]): string {
  return rejected.map(({ line, text }) => `${JSON.stringify({ line, text })}\n`).join("");
}
