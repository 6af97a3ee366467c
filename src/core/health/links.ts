import { lineStarts, positionAt } from "../text/lines.js";
import type { Prose, Segment } from "./prose.js";

/** A link, image, reference definition or HTML reference of a document, as written. */
export interface WrittenLink {
  /** The destination without angle brackets, with escapes undone; percent escapes stay. */
  readonly target: string;
  /** Of the destination, 1-based; columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** Characters that the destination takes in the file. */
  readonly length: number;
}

/** A destination in the text. `end` is after the last character. */
interface Destination {
  readonly start: number;
  readonly end: number;
}

/** What is longer is none; looking further would cost the square of a hostile text. */
const LONGEST_TARGET = 1_000;
/** As the reference implementation of CommonMark has it. */
const DEEPEST_PARENTHESES = 32;
const LONGEST_LABEL = 2_000;
const LONGEST_TITLE = 1_000;

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Whether the character at an offset is escaped: an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text.charCodeAt(at - 1 - count) === 92) count++;
  return count % 2 === 1;
}

/** Offsets of the `]` that end what a `[` of the same segment has opened. */
function closings(text: string, { start, end }: Segment): ReadonlySet<number> {
  const found = new Set<number>();
  let open = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if ((code !== 91 && code !== 93) || isEscaped(text, at)) continue;
    if (code === 91) open++;
    else if (open > 0) {
      open--;
      found.add(at);
    }
  }
  return found;
}

/** `<…>`, or a run without spaces in which parentheses are balanced (CommonMark 0.31, link destinations). */
function destinationAt(text: string, from: number, end: number): Destination | undefined {
  if (text.charCodeAt(from) === 60) {
    const part = text.slice(from + 1, Math.min(end, from + 2 + LONGEST_TARGET));
    const close = part.indexOf(">");
    const bad = close === -1 || /[<\n]/.test(part.slice(0, close));
    return bad ? undefined : { start: from + 1, end: from + 1 + close };
  }
  let depth = 0;
  let at = from;
  for (; at < end && at - from < LONGEST_TARGET; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) break;
    if (code === 40 && !isEscaped(text, at) && ++depth > DEEPEST_PARENTHESES) return undefined;
    if (code === 41 && !isEscaped(text, at) && depth-- === 0) break;
  }
  return at === from || depth > 0 ? undefined : { start: from, end: at };
}

/** The offset after an optional title, or `undefined` where something else stands there. */
function afterTitle(text: string, from: number, end: number): number | undefined {
  const at = skipSpace(text, from, end);
  const close = ({ '"': '"', "'": "'", "(": ")" } as Readonly<Record<string, string>>)[text.charAt(at)];
  if (close === undefined) return at;
  // A title is set apart from the destination.
  if (at === from) return undefined;
  for (let stop = text.indexOf(close, at + 1); stop !== -1; stop = text.indexOf(close, stop + 1)) {
    if (stop >= end || stop - at > LONGEST_TITLE) return undefined;
    if (!isEscaped(text, stop)) return skipSpace(text, stop + 1, end);
  }
  return undefined;
}

function inlineLinks(masked: string, segment: Segment): Destination[] {
  const { start, end } = segment;
  const found: Destination[] = [];
  let ends: ReadonlySet<number> | undefined;
  for (let at = masked.indexOf("](", start); at !== -1 && at < end; at = masked.indexOf("](", at + 2)) {
    ends ??= closings(masked, segment);
    if (!ends.has(at)) continue;
    const destination = destinationAt(masked, skipSpace(masked, at + 2, end), end);
    if (destination === undefined) continue;
    const isBracketed = masked.charAt(destination.start - 1) === "<";
    const close = afterTitle(masked, destination.end + (isBracketed ? 1 : 0), end);
    if (close !== undefined && close < end && masked.charCodeAt(close) === 41) found.push(destination);
  }
  return found;
}

const DEFINITION = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:[ \t]*/;

/** Definitions of reference links: they stand at the beginning of a paragraph, one a line. */
function definitions(masked: string, { start, end }: Segment): Destination[] {
  const found: Destination[] = [];
  for (let at = start; at < end;) {
    const newline = masked.indexOf("\n", at);
    const stop = newline === -1 || newline > end ? end : newline;
    const head = DEFINITION.exec(masked.slice(at, Math.min(stop, at + LONGEST_LABEL)))?.[0];
    const destination = head === undefined ? undefined : destinationAt(masked, at + head.length, stop);
    if (destination === undefined) break;
    const isBracketed = masked.charAt(destination.start - 1) === "<";
    if (afterTitle(masked, destination.end + (isBracketed ? 1 : 0), stop) !== stop) break;
    found.push(destination);
    at = stop + 1;
  }
  return found;
}

const HTML_REFERENCE =
  /<(?:a|img|source|video)\s(?:[^<>]{0,1000}?\s)?(?:href|src)\s*=\s*(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/dgi;

function htmlReferences(masked: string, { start, end }: Segment): Destination[] {
  const part = masked.slice(start, end);
  if (!part.includes("<")) return [];
  return [...part.matchAll(HTML_REFERENCE)].flatMap(({ indices }) => {
    const pair = indices?.[1] ?? indices?.[2];
    return pair === undefined ? [] : [{ start: start + pair[0], end: start + pair[1] }];
  });
}

/** Undoes backslash escapes and the one character reference that URLs need. */
function unescaped(raw: string): string {
  return raw.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&");
}

/**
 * The destinations of inline links, images, reference definitions, and of `href` and `src` in HTML, in order. What stands
 * in code or comments is no link.
 */
export function writtenLinks({ masked, segments }: Prose): readonly WrittenLink[] {
  const found = segments.flatMap((segment) => [
    // Markdown is not read within a block of HTML.
    ...(segment.kind === "html" ? [] : inlineLinks(masked, segment)),
    ...(segment.kind === "html" || segment.kind === "heading" ? [] : definitions(masked, segment)),
    ...htmlReferences(masked, segment),
  ]);
  if (found.length === 0) return [];
  const starts = lineStarts(masked);
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => ({
      target: unescaped(masked.slice(start, end)),
      ...positionAt(starts, start),
      length: end - start,
    }));
}
