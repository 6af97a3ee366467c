import type { Diagnostic, DiagnosticCode } from "../diagnostics.js";
import type { TextCodec } from "../ports.js";

/** The longest line that is taken, in UTF-16 code units (1 MiB). What reads lines stays fast below it. */
export const MAX_LINE_LENGTH = 1_048_576;

/** How a document's bytes stand for text. `utf8-bom` and both kinds of UTF-16 begin with a byte order mark. */
export type TextEncoding = "utf8" | "utf8-bom" | "utf16le" | "utf16be";

export type DecodeResult =
  | { readonly ok: true; readonly text: string; readonly encoding: TextEncoding }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** 1-based; the column in UTF-16 code units, as editors count. */
interface Position {
  readonly line: number;
  readonly column: number;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Turns a document's bytes into text, without its byte order mark and with its line ends as they are.
 *
 * What is no text gives a diagnostic of severity `warning` at the place in question: `nul-byte`, `invalid-utf8`, or
 * `line-too-long` (its parameter is the limit in UTF-16 code units). UTF-16 is taken only with a byte order mark;
 * half a surrogate pair in it becomes U+FFFD. UTF-32 is refused by the NULs in it.
 *
 * @param path relative to the project root, for the diagnostic only.
 */
export function decodeText(bytes: Uint8Array, codec: TextCodec, path: string): DecodeResult {
  const encoding = detectEncoding(bytes);
  const refuse = (code: DiagnosticCode, at: Position, ...params: string[]): DecodeResult => ({
    ok: false,
    diagnostic: { code, severity: "warning", path, ...at, params },
  });

  let text: string | undefined;
  if (encoding === "utf16le" || encoding === "utf16be") {
    text = codec.utf16(bytes.subarray(2), encoding === "utf16le" ? "little" : "big");
    const nul = text.indexOf("\0");
    if (nul >= 0) return refuse("nul-byte", positionInText(text, nul));
  } else {
    const body = encoding === "utf8-bom" ? bytes.subarray(3) : bytes;
    const nul = body.indexOf(0);
    if (nul >= 0) return refuse("nul-byte", positionInBytes(body, nul));
    text = codec.utf8(body);
    if (text === undefined) return refuse("invalid-utf8", positionInBytes(body, firstInvalidUtf8(body)));
  }

  if (text.length > MAX_LINE_LENGTH) {
    const line = firstLongLine(text);
    if (line !== undefined) return refuse("line-too-long", { line, column: 1 }, String(MAX_LINE_LENGTH));
  }
  return { ok: true, text, encoding };
}

/**
 * Whether a document's bytes are text, without decoding them: `undefined`, or what `decodeText` would say is wrong.
 *
 * @param path relative to the project root, for the diagnostic only.
 */
export function checkText(bytes: Uint8Array, codec: TextCodec, path: string): Diagnostic | undefined {
  // A line that is too long has more bytes than this, and UTF-16 needs its decoder.
  const isPlain = bytes.length <= MAX_LINE_LENGTH && (bytes[0] ?? 0) < 0xfe;
  if (isPlain && !bytes.includes(0) && codec.isUtf8(bytes)) return undefined;
  const decoded = decodeText(bytes, codec, path);
  return decoded.ok ? undefined : decoded.diagnostic;
}

function detectEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf16be";
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf8-bom";
  return "utf8";
}

/** The lowest value that the second byte of a sequence may have: less would be an overlong form. */
const SECOND_FROM: Readonly<Record<number, number>> = { 0xe0: 0xa0, 0xf0: 0x90 };
/** The highest one: more would be a surrogate, or beyond U+10FFFF. */
const SECOND_TO: Readonly<Record<number, number>> = { 0xed: 0x9f, 0xf4: 0x8f };

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Where the first sequence begins that RFC 3629 does not allow; the length where there is none. */
function firstInvalidUtf8(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = sequenceLength(lead);
    if (length === 0) return at;
    for (let next = 1; next < length; next++) {
      const byte = bytes[at + next];
      const from = next === 1 ? (SECOND_FROM[lead] ?? 0x80) : 0x80;
      const to = next === 1 ? (SECOND_TO[lead] ?? 0xbf) : 0xbf;
      if (byte === undefined || byte < from || byte > to) return at;
    }
    at += length;
  }
  return at;
}

/** The position of an offset in bytes that are valid UTF-8 before it (elsewhere the column is near enough). */
function positionInBytes(bytes: Uint8Array, offset: number): Position {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) {
      line += 1;
      column = 1;
    } else if (byte >= 0xf0) {
      column += 2;
    } else if ((byte & 0xc0) !== 0x80) {
      column += 1;
    }
  }
  return { line, column };
}

function positionInText(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    if (isLineEnd(text, at)) {
      line += 1;
      start = at + 1;
    }
  }
  return { line, column: offset - start + 1 };
}

/** The number of the first line that is too long, from 1. */
function firstLongLine(text: string): number | undefined {
  let line = 1;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isLineEnd(text, at)) continue;
    const length = at - start - (text.charCodeAt(at) === LF && text.charCodeAt(at - 1) === CR ? 1 : 0);
    if (length > MAX_LINE_LENGTH) return line;
    line += 1;
    start = at + 1;
  }
  return text.length - start > MAX_LINE_LENGTH ? line : undefined;
}

/** A line ends with LF, CRLF (at its LF) or a lone CR, as in VS Code. */
function isLineEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF);
}
