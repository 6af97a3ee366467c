import type { Find } from "./engine.js";
import { MARKER, type Span } from "./rule.js";

const URL_OR_EARLIER = 2;

/**
 * Settles overlaps in the order of redaction: what an earlier phase found stands. A later find is dropped where it
 * lies inside an earlier one, or where it merely surrounds a credential in a header or a URL (so that the URL stays
 * readable); otherwise the two become one.
 */
export function settle(finds: readonly Find[]): readonly Span[] {
  const ordered = [...finds].sort((a, b) => a.start - b.start || b.end - a.end || a.phase - b.phase);
  const settled: Find[] = [];
  for (const find of ordered) {
    const last = settled.at(-1);
    if (last === undefined || find.start >= last.end) {
      settled.push(find);
    } else if (find.end <= last.end) {
      const readable = find.phase <= URL_OR_EARLIER && find.phase < last.phase && surrounds(last, find);
      if (readable) settled[settled.length - 1] = find;
    } else {
      settled[settled.length - 1] = { ...last, end: find.end };
    }
  }
  return settled;
}

function surrounds(outer: Span, inner: Span): boolean {
  return outer.start < inner.start || inner.end < outer.end;
}

/** The text with the marker in the place of every span; spans are in order and do not overlap. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), MARKER);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join("");
}
