import { IndexedRecord } from "../project/sources/indexed-record.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { fold } from "../text/fold.js";

/**
 * What ranking asks of thousands of records for one pack, answered from facts as they lie in a kept index: of most of them
 * a look at their text says no, and nothing is taken apart. The answers are those that the facts themselves give.
 */

/** Words of three letters or digits and more, folded. */
export const wordsIn = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [];

const unread = (record: SourceRecord): string | undefined =>
  record instanceof IndexedRecord ? record.unread : undefined;

/** A string of JSON from its opening quote on; `undefined` where it has escapes, and has to be parsed. */
function plainString(json: string, quote: number): string | undefined {
  const end = json.indexOf('"', quote + 1);
  const value = json.slice(quote + 1, end);
  return end === -1 || value.includes("\\") ? undefined : value;
}

/** The title that a record's file gives itself; empty where it has none. */
export function titleOf(record: SourceRecord): string {
  const json = unread(record);
  if (json !== undefined) {
    if (!json.includes('"title":')) return "";
    const plain = json.startsWith('{"title":"') ? plainString(json, 9) : undefined;
    if (plain !== undefined) return plain;
  }
  return record.facts.title ?? "";
}

const SAID = '"header":{"slug":';

/** The orchestration that a record's header names. */
function saidBy(record: SourceRecord): string | undefined {
  const json = unread(record);
  if (json !== undefined) {
    if (!json.includes('"slug":')) return undefined;
    const at = json.indexOf(SAID);
    const plain = at === -1 ? undefined : plainString(json, at + SAID.length);
    if (plain !== undefined) return plain;
  }
  return record.facts.header?.slug;
}

function hasSegment(path: string, segment: string): boolean {
  for (let at = path.indexOf(segment); at !== -1; at = path.indexOf(segment, at + 1)) {
    const end = at + segment.length;
    if ((at === 0 || path[at - 1] === "/") && (end === path.length || path[end] === "/")) return true;
  }
  return false;
}

/** A slug that JSON writes as it is. */
const PLAIN_SLUG = /^[\w.-]+$/;

/** Whether a record names an orchestration: in its path, in the target of a link, or in its header. */
export function namingTest(slug: string, name: string): (record: SourceRecord) => boolean {
  const names = new Set([fold(slug), fold(name)]);
  const isPlain = PLAIN_SLUG.test(slug);
  return (record) => {
    if (hasSegment(record.path, slug)) return true;
    const said = saidBy(record);
    if (said !== undefined && names.has(fold(said))) return true;
    const json = isPlain ? unread(record) : undefined;
    if (json?.includes(slug) === false) return false;
    return record.facts.refs?.some((ref) => hasSegment(ref, slug)) ?? false;
  };
}

const isAscii = (unit: number): boolean => unit < 128;
const isAlphanumeric = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

/**
 * Whether a word, as `wordsIn` finds them, is among those of a text.
 *
 * @param folded the text, folded already.
 */
export function holdsWord(folded: string, word: string): boolean {
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
    // The ends of a text are as good as blanks.
    const before = at === 0 ? 32 : folded.charCodeAt(at - 1);
    const end = at + word.length;
    const after = end === folded.length ? 32 : folded.charCodeAt(end);
    if (!isAscii(before) || !isAscii(after)) return wordsIn(folded).includes(word);
    if (!isAlphanumeric(before) && !isAlphanumeric(after)) return true;
  }
  return false;
}
