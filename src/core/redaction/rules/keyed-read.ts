import { MARKER, type Span } from "../rule.js";
import { isSpace, unitSet } from "../units.js";

/** How many units of a value are looked at; a secret reaches as far as its run of characters does. */
const LOOK = 96;
/** How far the closing quote of a value may stand. */
const QUOTED_LOOK = 1024;
const UNQUOTED_END = unitSet("\"'`<>(){}[]|,;\\");
const QUERY_END = unitSet("&#");
const OPENING = 91;
const CLOSING_BRACKET = 93;
const CLOSING: Readonly<Record<string, RegExp>> = { '"': /["\n]/, "'": /['\n]/, "`": /[`\n]/ };

/** A value as it stands in the text: its span, cut at `LOOK` units where it is longer, and whether it is quoted. */
export interface ReadValue extends Span {
  readonly quoted: boolean;
  /** The value goes on behind its span. */
  readonly cut: boolean;
}

/** Reads the value that starts at `at`: up to its closing quote, or to the end of its run of characters. */
export function readValue(text: string, at: number, inQuery: boolean): ReadValue {
  const quoted = readQuoted(text, at);
  if (quoted !== undefined) return quoted;
  let start = at;
  while (start < at + 4 && /["'`\\]/.test(text.charAt(start))) start += 1;
  let end = start;
  while (end < text.length && end - start < LOOK && !endsValue(text, end, inQuery)) end += 1;
  const cut = end - start === LOOK;
  // The full stop of a sentence, the comma of a list.
  while (!cut && end > start && /[.,:;]/.test(text.charAt(end - 1))) end -= 1;
  return { start, end, quoted: false, cut };
}

function readQuoted(text: string, at: number): ReadValue | undefined {
  const opening = /^\\?(["'`])/.exec(text.slice(at, at + 2));
  const quote = opening?.[1];
  if (opening === null || quote === undefined) return undefined;
  const start = at + opening[0].length;
  const window = text.slice(start, start + QUOTED_LOOK);
  const close = window.search(CLOSING[quote] ?? /\n/);
  if (close < 0 || window.charAt(close) !== quote) return undefined;
  const escaped = window.charAt(close - 1) === "\\" ? 1 : 0;
  return { start, end: start + close - escaped, quoted: true, cut: false };
}

/** Where the run of characters ends that a cut value stands in. */
export function endOfRun(text: string, from: number, inQuery: boolean): number {
  let end = from;
  while (end < text.length && !endsValue(text, end, inQuery)) end += 1;
  return end;
}

/** Inside a URL's query the next parameter ends a value; the marker's brackets never do. */
function endsValue(text: string, at: number, inQuery: boolean): boolean {
  const unit = text.charCodeAt(at);
  if (isSpace(unit) || (inQuery && QUERY_END.has(unit))) return true;
  if (!UNQUOTED_END.has(unit)) return false;
  if (unit === OPENING) return !text.startsWith(MARKER, at);
  return unit !== CLOSING_BRACKET || !text.startsWith(MARKER, at - MARKER.length + 1);
}
