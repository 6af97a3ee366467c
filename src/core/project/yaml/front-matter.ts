/** How a document's front matter was split off. Nothing is parsed, and nothing is ever executed. */
export interface FrontMatterSplit {
  /** The text between the fences, with its line ends; `undefined` where the document has no front matter. */
  readonly raw: string | undefined;
  /** 1-based line of the file on which `raw` begins. */
  readonly rawStartLine: number;
  /** Offset at which the body begins: after the closing fence's line, or 0. */
  readonly bodyStart: number;
  /** 1-based line of the file on which the body begins. */
  readonly bodyStartLine: number;
  /** The document opens a fence and a key, and no fence follows. `raw` is `undefined` then. */
  readonly unclosed: boolean;
}

/** A top-level `key: value` of front matter. */
export interface FrontMatterScalar {
  readonly key: string;
  /** Without quotes and comment. */
  readonly value: string;
  /** 1-based, within the raw front matter. */
  readonly line: number;
}

const NONE = { raw: undefined, rawStartLine: 1, bodyStart: 0, bodyStartLine: 1 };
const OPENING = /^---[ \t]*(?:\r\n|\n|\r)/;
const KEY_LINE = /^(?:[ \t]*#.*(?:\r\n|\n|\r))*["']?[\p{L}_][^:\n\r]{0,80}:(?:[ \t\r\n]|$)/u;

/**
 * Splits `---` front matter from a text without a byte order mark. Only a fence of three hyphens alone opens it, so
 * that `---js` and its like stay what they are: text. A first line `---` that is never closed is taken for a
 * thematic break unless a key follows it.
 */
export function splitFrontMatter(text: string): FrontMatterSplit {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return { ...NONE, unclosed: false };
  let line = 2;
  let at = opening.length;
  while (at < text.length) {
    const end = endOfLine(text, at);
    const next = afterLineEnd(text, end);
    if (isClosing(text, at, end)) {
      return {
        raw: text.slice(opening.length, at),
        rawStartLine: 2,
        bodyStart: next,
        bodyStartLine: line + 1,
        unclosed: false,
      };
    }
    at = next;
    line++;
  }
  return { ...NONE, unclosed: KEY_LINE.test(text.slice(opening.length, opening.length + 500)) };
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++;
  return at;
}

function afterLineEnd(text: string, end: number): number {
  if (end >= text.length) return end;
  return text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
}

function isClosing(text: string, start: number, end: number): boolean {
  const fence = text.slice(start, start + 3);
  if (fence !== "---" && fence !== "...") return false;
  return text.slice(start + 3, end).trim() === "";
}

const SCALAR_LINE = /^(?:"([^"]{1,80})"|'([^']{1,80})'|([\p{L}_][^:#\n]{0,80}?))[ \t]*:(?:[ \t]+(.*))?$/u;

/**
 * The top-level `key: value` lines of front matter, in order. Good enough for plain and quoted one-line values with
 * comments; maps, lists and block scalars are passed over (their key comes with an empty value).
 */
export function frontMatterScalars(raw: string): readonly FrontMatterScalar[] {
  const scalars: FrontMatterScalar[] = [];
  raw.split(/\r\n|\n|\r/).forEach((line, index) => {
    const match = line.length > 2_000 ? null : SCALAR_LINE.exec(line);
    const key = match?.[1] ?? match?.[2] ?? match?.[3];
    if (key === undefined) return;
    scalars.push({ key: key.trim(), value: scalarValue(match?.[4] ?? ""), line: index + 1 });
  });
  return scalars;
}

/** The first top-level `key: value` with that key, compared without case; `undefined` where it is missing. */
export function frontMatterScalar(raw: string, key: string): FrontMatterScalar | undefined {
  const wanted = key.toLowerCase();
  return frontMatterScalars(raw).find((scalar) => scalar.key.toLowerCase() === wanted);
}

function scalarValue(text: string): string {
  const trimmed = text.trim();
  const quoted = /^'((?:[^']|'')*)'|^"((?:[^"\\]|\\.)*)"/.exec(trimmed);
  if (quoted?.[1] !== undefined) return quoted[1].replaceAll("''", "'");
  if (quoted?.[2] !== undefined) return quoted[2].replace(/\\(["\\/])/g, "$1");
  if (/^[|>][-+0-9]*(?:\s|$)/.test(trimmed)) return "";
  const comment = /(?:^|[ \t])#/.exec(trimmed);
  return (comment === null ? trimmed : trimmed.slice(0, comment.index)).trim();
}
