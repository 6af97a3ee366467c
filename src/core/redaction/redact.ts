import { findSecrets } from "./engine.js";
import { MARKER } from "./rule.js";
import { replaceSpans, settle } from "./spans.js";

/** The longest text that is redacted, in UTF-16 code units (2 MiB). */
export const MAX_REDACTED_UNITS = 2 * 1024 * 1024;

/**
 * `text` with every secret replaced by `[REDACTED]`, and how many were; or why the text could not be finished, in
 * which case nothing may be said about it and it must be left out.
 */
export type RedactionResult =
  | { readonly ok: true; readonly text: string; readonly count: number }
  | { readonly ok: false; readonly reason: "too-long" | "deadline" };

export interface RedactionOptions {
  /** Asked between windows of the text; answering `true` ends the work with `deadline`. */
  readonly deadline?: () => boolean;
}

/** A replacement may bring two texts together that mean something new; more rounds than this are an attack. */
const MAX_ROUNDS = 8;

/**
 * Replaces secrets by `[REDACTED]`: PEM blocks, bearer tokens and authorization headers, credentials in URLs, keyed
 * values, and token shapes of known providers, in this order. E-mail addresses, hashes, ids and placeholders stay.
 * Deterministic, linear in the length of the text, and idempotent: it goes on until a round finds nothing.
 *
 * Redact a whole text, then cut it: a token that a cut has split is no longer recognised, so half of it would leak.
 */
export function redact(text: string, options: RedactionOptions = {}): RedactionResult {
  if (text.length > MAX_REDACTED_UNITS) return { ok: false, reason: "too-long" };
  const deadline = options.deadline ?? never;
  let current = text;
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const finds = findSecrets(current, deadline);
    if (finds === undefined) break;
    if (finds.length === 0) return { ok: true, text: current, count };
    const spans = settle(finds);
    count += spans.length;
    current = replaceSpans(current, spans);
  }
  return { ok: false, reason: "deadline" };
}

/** For messages, logs and errors: never fails; what cannot be finished becomes `[REDACTED]` as a whole. */
export function redactShort(text: string): string {
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  const result = redact(text);
  const answer = result.ok ? result.text : MARKER;
  if (text.length <= LONGEST_KNOWN) {
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
    KNOWN.set(text, answer);
  }
  return answer;
}

/** Answers lately given: a pack names its paths and folders again and again. */
const KNOWN = new Map<string, string>();
const MOST_KNOWN = 8_192;
const LONGEST_KNOWN = 300;

function never(): boolean {
  return false;
}
