import { redactShort } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";
import type { StoredSummary } from "./store-document.js";

/** What an agent is told although nobody approved it, kept apart from what was: where others left off. */

/** Of a narrative, in UTF-16 code units. */
const NARRATIVE_UNITS = 600;
const INTENT_UNITS = 300;
const MOST_SUMMARIES = 3;
const MOST_REASONS = 3;
const REASON_UNITS = 200;

/** The names are the wire's. */
export interface UnreviewedSummary {
  readonly id: string;
  readonly agent: string;
  /** ISO 8601 UTC: when the session ended. */
  readonly at: string;
  /** At most 600 UTF-16 units; `…` stands where it was cut. */
  readonly narrative: string;
  /** Counts of the digest, where there is one. */
  readonly digest: Readonly<Record<string, number | boolean>>;
  readonly divergence: boolean;
  readonly reasons: readonly string[];
}

export interface Unreviewed {
  /** The one line of the active intent card. */
  readonly intent?: string;
  /** The latest first. */
  readonly summaries: readonly UnreviewedSummary[];
}

/** A text cut to so many units, not inside a surrogate pair, with `…` as the last. Redacted before it is cut. */
function cut(text: string, units: number): string {
  const whole = redactShort(text).trim();
  if (whole.length <= units) return whole;
  const end = units - 1;
  const splitsPair = /[\ud800-\udbff]/.test(whole.charAt(end - 1));
  return `${whole.slice(0, splitsPair ? end - 1 : end)}…`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The stored summary as far as it is told: what another process wrote there may have any shape. */
function tell(stored: StoredSummary): UnreviewedSummary {
  const digest = fieldsOf(stored["digest"]);
  const counts = ["entries_count", "lines_added", "lines_removed", "partial"].flatMap((name) => {
    const value = digest[name];
    return typeof value === "number" || typeof value === "boolean" ? [[name, value] as const] : [];
  });
  const reasons: readonly unknown[] = Array.isArray(digest["reasons"]) ? digest["reasons"] : [];
  return {
    id: stored.id,
    agent: cut(textOf(stored["agent"]), REASON_UNITS),
    at: textOf(stored["session_end"]),
    narrative: cut(stored.narrative, NARRATIVE_UNITS),
    digest: Object.fromEntries(counts),
    divergence: digest["divergence"] === true,
    reasons: reasons
      .filter((reason) => typeof reason === "string")
      .slice(0, MOST_REASONS)
      .map((reason) => cut(reason, REASON_UNITS)),
  };
}

/**
 * The latest summaries and the intent, as far as they fit.
 *
 * @param room UTF-16 units of JSON.
 */
export function tellUnreviewed(
  summaries: readonly StoredSummary[],
  intent: string | undefined,
  room: number,
): Unreviewed {
  const line = cut((intent ?? "").replace(/\s+/g, " "), INTENT_UNITS);
  let left = room;
  const fits = (value: unknown): boolean => {
    const length = JSON.stringify(value).length + 1;
    if (length > left) return false;
    left -= length;
    return true;
  };
  const told: { intent?: string; summaries: UnreviewedSummary[] } = { summaries: [] };
  if (line !== "" && fits({ intent: line })) told.intent = line;
  const latest = [...summaries].sort(
    (a, b) =>
      compareCodeUnits(textOf(b["session_end"]), textOf(a["session_end"])) || compareCodeUnits(b.id, a.id),
  );
  for (const stored of latest.slice(0, MOST_SUMMARIES)) {
    const summary = tell(stored);
    if (!fits(summary)) break;
    told.summaries.push(summary);
  }
  return told;
}
