import type { ScannerRule, Span } from "../rule.js";

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const END = "-----END ";
/** A key of 16,384 bits is about 13,000 units long. */
const LONGEST = 32_768;
const BODY = /[A-Za-z0-9+/=]{24}/;
/** What a block without its end is made of: base64 lines, headers, and line ends that may be escaped. */
const TORN = /(?:[A-Za-z0-9+/=]{16,256}(?:\\[rn]|[\s"',+]){0,16}){1,400}/y;

/** Where the next `-----END ` stands; searched once for all the beginnings in front of it. */
function nextEnd(text: string, from: number, memo: Map<string, number>): number {
  const known = memo.get(END);
  if (known !== undefined && known >= from) return known;
  const found = text.indexOf(END, from);
  const at = found < 0 ? Number.MAX_SAFE_INTEGER : found;
  memo.set(END, at);
  return at;
}

function find(text: string, hit: Span, memo: Map<string, number>): readonly Span[] {
  BEGIN.lastIndex = hit.start;
  const begin = BEGIN.exec(text)?.[0];
  if (begin === undefined) return [];
  const bodyStart = hit.start + begin.length;
  const end = nextEnd(text, bodyStart, memo);
  if (end - bodyStart <= LONGEST) {
    const body = text.slice(bodyStart, end);
    const close = /^-----END [A-Z0-9 ]{1,48}-----/.exec(text.slice(end, end + 64))?.[0];
    if (close !== undefined && !body.includes("-----BEGIN ")) {
      return BODY.test(body) ? [{ start: hit.start, end: end + close.length }] : [];
    }
  }
  // Cut off, or another block begins first: what looks like the key's own lines goes.
  TORN.lastIndex =
    bodyStart + (/^(?:\\[rn]|\s){0,4}/.exec(text.slice(bodyStart, bodyStart + 8))?.[0].length ?? 0);
  const torn = TORN.exec(text)?.[0];
  return torn !== undefined && BODY.test(torn) ? [{ start: hit.start, end: TORN.lastIndex }] : [];
}

export const PEM_RULES: readonly ScannerRule[] = [
  { kind: "scanner", id: "pem-private-key", phase: "pem", keywords: ["-----BEGIN "], find },
];
