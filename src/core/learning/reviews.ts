import { redactShort } from "../redaction/redact.js";
import type { RejectedLine } from "./learning-record.js";

/**
 * `.sdd/intelligence/reviews.jsonl`: what a person decided about learnings and conflicts. It is appended to and never
 * rewritten, and it is not derived: `learnings.jsonl` can be deleted and comes back with these decisions applied.
 */

export const REVIEWS_FILE = "reviews.jsonl";

/**
 * `reverified`: the learning still holds although its source moved. `dismissed`: it is of no use. `restored`: not
 * dismissed after all. `settled`: one side of a conflict stands. `reopened`: the conflict is not settled after all.
 */
export const REVIEW_ACTIONS = ["reverified", "dismissed", "restored", "settled", "reopened"] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** One line of `reviews.jsonl`; the names are the wire's. */
export interface ReviewEvent {
  readonly schema_version: 1;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly by: string;
  readonly action: ReviewAction;
  /** The id of the learning, or of the conflict. */
  readonly target: string;
  /** Of a learning: what its source and section hashed to when the person decided. */
  readonly source_hash?: string;
  readonly section_hash?: string;
  /** Of a conflict: the hashes of both texts then, in the conflict's order; the settlement holds while both stay. */
  readonly hashes?: readonly string[];
  /** Of a conflict: what stands, as the conflict names its sides. */
  readonly stands?: string;
  /** Redacted. */
  readonly reason?: string;
  /**
   * Of a learning that was re-verified: its line of `learnings.jsonl` as an object, since its sentence may stand in no
   * document any more and could not be learned again.
   */
  readonly record?: Readonly<Record<string, unknown>>;
}

export interface ParsedReviews {
  /** In the order in which they were appended. */
  readonly events: readonly ReviewEvent[];
  /** Lines that are no event of this version. They stay in the file; they are only not used. */
  readonly rejected: readonly RejectedLine[];
}

/** What holds now of the events, in the order in which they were appended. */
export interface ReviewState {
  /** For each target its last event. */
  readonly byTarget: ReadonlyMap<string, ReviewEvent>;
  /** The last of a target's events of one action, whatever came after. */
  readonly lastOf: (target: string, action: ReviewAction) => ReviewEvent | undefined;
  /** Whether an event was appended after another, or there is no other. */
  readonly isLater: (event: ReviewEvent, other: ReviewEvent | undefined) => boolean;
  /** The last re-verification of each learning of a source, where it holds the learning's record. */
  readonly verifiedOf: (path: string) => readonly ReviewEvent[];
}

const isText = (value: unknown): value is string => typeof value === "string";
const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);

function isReviewEvent(value: unknown): value is ReviewEvent {
  if (typeof value !== "object" || value === null) return false;
  const event = value as Record<keyof ReviewEvent, unknown>;
  return (
    event.schema_version === 1 &&
    isText(event.at) &&
    isText(event.by) &&
    isText(event.target) &&
    isText(event.action) &&
    (REVIEW_ACTIONS as readonly string[]).includes(event.action) &&
    [event.source_hash, event.section_hash, event.reason, event.stands].every(isOptionalText) &&
    (event.hashes === undefined || (Array.isArray(event.hashes) && event.hashes.every(isText))) &&
    (event.record === undefined || (typeof event.record === "object" && event.record !== null))
  );
}

/** Reads the log. Never throws: what is no event is set aside with its number. */
export function parseReviews(text: string): ParsedReviews {
  const events: ReviewEvent[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    if (raw.trim() === "") continue;
    const event = parseEvent(raw);
    if (event === undefined) rejected.push({ line: index + 1, text: redactShort(raw) });
    else events.push(event);
  }
  return { events, rejected };
}

function parseEvent(raw: string): ReviewEvent | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return isReviewEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One line with its end. What a person typed is redacted here, so that no caller can forget it. */
export function formatReview(event: ReviewEvent): string {
  const {
    schema_version,
    at,
    by,
    action,
    target,
    source_hash,
    section_hash,
    hashes,
    stands,
    reason,
    record,
  } = event;
  return `${JSON.stringify({
    ...{ schema_version, at, by: redactShort(by), action, target },
    ...(source_hash === undefined ? {} : { source_hash }),
    ...(section_hash === undefined ? {} : { section_hash }),
    ...(hashes === undefined ? {} : { hashes }),
    ...(stands === undefined ? {} : { stands }),
    ...(reason === undefined ? {} : { reason: redactShort(reason) }),
    ...(record === undefined ? {} : { record }),
  })}\n`;
}

/** What holds now, by target. */
export function reviewState(events: readonly ReviewEvent[]): ReviewState {
  const byTarget = new Map<string, ReviewEvent>();
  const byAction = new Map<string, ReviewEvent>();
  const order = new Map(events.map((event, index) => [event, index]));
  for (const event of events) {
    byTarget.set(event.target, event);
    byAction.set(`${event.action} ${event.target}`, event);
  }
  const bySource = new Map<string, ReviewEvent[]>();
  for (const event of byAction.values()) {
    const path = event.action === "reverified" ? event.record?.["source_artifact"] : undefined;
    if (typeof path !== "string") continue;
    const list = bySource.get(path);
    if (list === undefined) bySource.set(path, [event]);
    else list.push(event);
  }
  const orderOf = (event: ReviewEvent): number => order.get(event) ?? -1;
  return {
    byTarget,
    lastOf: (target, action) => byAction.get(`${action} ${target}`),
    isLater: (event, other) => other === undefined || orderOf(event) > orderOf(other),
    verifiedOf: (path) => bySource.get(path) ?? [],
  };
}
