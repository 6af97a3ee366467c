import { findSecrets, type Find } from "../redaction/engine.js";
import { MAX_REDACTED_UNITS } from "../redaction/redact.js";
import { lineStarts, positionAt } from "../text/lines.js";

/** Where a secret stands, and of which kind it is. Never the value. */
export interface SecretPlace {
  /** The id of the redaction rule that found it. */
  readonly kind: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/**
 * The secrets of a text, one for each place; `undefined` where the search could not be finished: nothing may be said of
 * the text then.
 *
 * @param deadline answering `true` ends the search.
 */
export function secretsIn(text: string, deadline: () => boolean): readonly SecretPlace[] | undefined {
  if (text.length > MAX_REDACTED_UNITS) return undefined;
  const finds = findSecrets(text, deadline);
  if (finds === undefined) return undefined;
  if (finds.length === 0) return [];
  const starts = lineStarts(text);
  return apart(finds).map(({ rule, start }) => ({ kind: rule, ...positionAt(starts, start) }));
}

/** Of finds that overlap the one of the earlier phase, which knows more of what it found. */
function apart(finds: readonly Find[]): readonly Find[] {
  const kept: Find[] = [];
  for (const find of [...finds].sort((a, b) => a.start - b.start || b.end - a.end || a.phase - b.phase)) {
    const last = kept.at(-1);
    if (last === undefined || find.start >= last.end) kept.push(find);
    else if (find.phase < last.phase) kept[kept.length - 1] = { ...find, end: Math.max(find.end, last.end) };
  }
  return kept;
}
