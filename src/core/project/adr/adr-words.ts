import { detached } from "../../text/detached.js";
import { fold } from "../../text/fold.js";
import {
  ADR_LABELS,
  ADR_LONE_VALUES,
  ADR_NOTHING,
  ADR_PARTLY,
  ADR_SUPERSEDED_BY,
  ADR_VALUES,
} from "./adr-vocabulary.js";
import type { AdrField, KnownAdrStatus } from "./adr-vocabulary.js";

/** No phrase of the vocabulary is longer, in UTF-16 code units. */
const LONGEST = 40;

/** As `fold`, with the full width of East Asian text and the Turkish dotless i levelled, and single spaces. */
function foldWords(text: string): string {
  const folded = isAscii(text)
    ? text.toLowerCase()
    : fold(text.normalize("NFKC")).replaceAll("ı", "i").replaceAll("’", "'");
  return folded.replace(/\s+/g, " ").trim();
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function phrases(lists: readonly string[]): string[] {
  return lists.flatMap((list) => list.split(";")).map(foldWords);
}

function table<T extends string>(source: Readonly<Partial<Record<T, readonly string[]>>>): Map<string, T> {
  const result = new Map<string, T>();
  for (const key of Object.keys(source) as T[]) {
    for (const phrase of phrases(source[key] ?? [])) if (!result.has(phrase)) result.set(phrase, key);
  }
  return result;
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const labels = onFirstUse(() => table<AdrField>(ADR_LABELS));
const values = onFirstUse(() => table<KnownAdrStatus>(ADR_VALUES));
const loneValues = onFirstUse(() => table<KnownAdrStatus>(ADR_LONE_VALUES));
const supersededBy = onFirstUse(() => phrases(ADR_SUPERSEDED_BY));
const partly = onFirstUse(() => phrases(ADR_PARTLY));
const nothing = onFirstUse(() => new Set(phrases([ADR_NOTHING])));

/** What labels never hold; most of what stands before a colon in prose and tables is told by this. */
const NO_LABEL = /[\d[\]{}<>;=#.,!?\\]/;
const MARKS = /\p{Extended_Pictographic}|\p{Variation_Selector}|[*`~]|__|[:：]\s*$/gu;
const LONGEST_LABEL = 60;

/** Answers already given: documents of one folder repeat each other's labels, and levelling a text is slow. */
const known = new Map<string, AdrField | undefined>();
const MOST_KNOWN = 1_000;

/**
 * The field that a label names, whatever its emphasis, emoji and closing colon; bilingual labels (`Status / Статус`,
 * `상태 (Status)`) count by either part.
 */
export function adrField(label: string): AdrField | undefined {
  if (label.length > LONGEST_LABEL || NO_LABEL.test(label)) return undefined;
  if (known.has(label)) return known.get(label);
  const field = lookUpField(foldWords(label.replace(MARKS, "")));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(detached(label), field);
  return field;
}

function lookUpField(folded: string): AdrField | undefined {
  const whole = labels().get(folded);
  const parts = whole === undefined ? /^([^/()]+)(?:\/([^/()]+)|\(([^/()]+)\))$/.exec(folded) : null;
  if (parts === null) return whole;
  return labels().get(parts[1]?.trim() ?? "") ?? labels().get((parts[2] ?? parts[3] ?? "").trim());
}

/** The status that these words, and nothing but them, stand for. */
export function exactStatus(text: string): KnownAdrStatus | undefined {
  const folded = trimEnds(foldWords(text));
  return values().get(folded) ?? loneValues().get(folded);
}

/** The status that a text begins with. */
export function leadingStatus(text: string): KnownAdrStatus | undefined {
  const folded = trimEnds(foldWords(text.slice(0, 300)));
  const exact = values().get(folded) ?? loneValues().get(folded);
  if (exact !== undefined) return exact;
  for (let length = Math.min(LONGEST, folded.length); length > 0; length--) {
    const status = values().get(folded.slice(0, length));
    if (status !== undefined && isWordEnd(folded, length)) return status;
  }
  return undefined;
}

/** Whether a clause says that another decision has taken this one's place, wholly. */
export function saysSupersededBy(clause: string): boolean {
  const folded = foldWords(clause);
  return supersededBy().some((phrase) => {
    const at = folded.indexOf(phrase);
    if (at === -1 || !isWordStart(folded, at) || !isWordEnd(folded, at + phrase.length)) return false;
    return !partly().some((word) => folded.slice(0, at).includes(word));
  });
}

/** Whether a clause begins with a word such as `supersedes`. */
export function saysSupersedes(clause: string): boolean {
  const first = foldWords(clause).split(" ", 1)[0] ?? "";
  return /[a-zа-я]/.test(first) && labels().get(first) === "supersedes";
}

/** Whether a value says that there is none. */
export function saysNothing(text: string): boolean {
  const folded = foldWords(text);
  return folded === "" || nothing().has(folded);
}

function trimEnds(text: string): string {
  return text.replace(/^[\s.:!\-"'«»“”[\]]{1,20}|[\s.:!?"'«»“”[\]]{1,20}$/g, "");
}

const SPACED = /[\p{sc=Latin}\p{sc=Cyrillic}\d]/u;

/** Latin and Cyrillic words end where no letter or digit follows; the other scripts do not part words. */
function isWordEnd(text: string, at: number): boolean {
  return at >= text.length || !SPACED.test(text.charAt(at)) || !SPACED.test(text.charAt(at - 1));
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !SPACED.test(text.charAt(at - 1)) || !SPACED.test(text.charAt(at));
}
