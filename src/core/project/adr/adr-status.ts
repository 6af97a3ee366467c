import { detached } from "../../text/detached.js";
import type { KnownAdrStatus } from "./adr-vocabulary.js";
import { exactStatus, leadingStatus, saysNothing, saysSupersededBy, saysSupersedes } from "./adr-words.js";

/** What the value of a status field says. */
export interface StatusReading {
  readonly status: KnownAdrStatus | "unknown";
  /** What took this decision's place: a link's target as written, or a reference such as `ADR-12`. */
  readonly supersededBy?: string;
  /** What this decision took the place of. */
  readonly supersedes: readonly string[];
}

/** A value longer than this is prose. */
const MAX_VALUE = 600;

const UNKNOWN: StatusReading = { status: "unknown", supersedes: [] };

/** A part of a value between separators: its words, and what it refers to. */
interface Clause {
  readonly text: string;
  /** Looked for only when asked: few values refer to anything. */
  readonly refs: () => readonly string[];
}

/**
 * Reads a status value as written: emphasis, emoji, badges and links are stripped, and the first clause decides
 * (`Accepted · Implemented`, `Принято (частично)`), unless another one says that the decision was superseded. The list
 * of choices that a template leaves behind (`[draft | proposed]`, `{status}`) means unknown.
 */
export function readStatusValue(raw: string): StatusReading {
  const before = known.get(raw);
  if (before !== undefined) return before;
  const reading = readValue(raw);
  if (raw.length <= LONGEST_KNOWN) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(detached(raw), reading);
  }
  return reading;
}

/** Answers already given: a folder's documents have few different values, and each takes some work. */
const known = new Map<string, StatusReading>();
const MOST_KNOWN = 500;
const LONGEST_KNOWN = 80;

function readValue(raw: string): StatusReading {
  const value = checkedChoice(raw.slice(0, MAX_VALUE));
  if (isPlaceholder(value)) return UNKNOWN;
  const clauses = splitClauses(value);
  const first = clauses.find(({ text }) => !/^[\d\s./:-]*$/.test(text));
  const said =
    first === undefined ? undefined : leadingStatus(first.text.replace(/^\d{4}-\d{2}-\d{2}[\s:-]+/, ""));
  const taken = clauses.find(({ text }) => saysSupersededBy(text));
  const status = taken !== undefined && said !== "rejected" ? "superseded" : (said ?? "unknown");
  const target =
    taken?.refs()[0] ?? (said === "superseded" ? clauses.flatMap(({ refs }) => refs())[0] : undefined);
  const supersedes = clauses.filter(({ text }) => saysSupersedes(text)).flatMap(({ refs }) => refs());
  return { status, supersedes, ...(target === undefined ? {} : { supersededBy: target }) };
}

/** What a relation's value refers to: link targets, else `ADR-12`, `0012` or file names; nothing for `none`. */
export function readReferences(raw: string): readonly string[] {
  if (saysNothing(raw) || isPlaceholder(raw)) return [];
  return splitClauses(raw.slice(0, MAX_VALUE)).flatMap(({ refs }) => refs());
}

/** `[ ] Proposed [x] Accepted`: only what is ticked counts. */
function checkedChoice(value: string): string {
  if (!/\[[ xX]\](?!\()|☑|☐/.test(value)) return value;
  return (/(?:\[[xX]\](?!\()|☑)([^[☐☑]*)/.exec(value)?.[1] ?? "").trim();
}

function isPlaceholder(value: string): boolean {
  const trimmed = value.replace(/^[\s*_`"']+/, "");
  if (/^(?:\{|<[^>/!]*[|\s])/.test(trimmed)) return true;
  const parts = value.replace(/[*_`[\]{}<>"'.…]/g, " ").split(/[|/、,]|\s(?:or|ou|oder|или|veya)\s/i);
  if (parts.length < 2) return false;
  const distinct = new Set(parts.map(exactStatus).filter((status) => status !== undefined));
  return distinct.size >= (/[|/]|\s(?:or|ou|oder|или|veya)\s/i.test(value) ? 2 : 3);
}

const LINK =
  /!?\[([^\]\n]{0,200})\](?:\(([^)\s]{0,400})(?:\s[^)\n]{0,200})?\)|\[[^\]\n]{0,100}\])|\[\[([^\]\n]{1,200})\]\]/g;
const EMOJI =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Variation_Selector}|\p{Cf}|[\u2713\u2717\u2718]|:[a-z0-9_+-]{2,40}:/gu;
/** What parts a value; a hyphen only between spaces, a full stop only before one. */
const SEPARATORS = /\s·\s|[(（)）;；—–|,，、。→]|\s-{1,2}\s|[-=]>|\.\s/;
const REFERENCE =
  /\bADR[-_ #]{0,2}\d{1,6}\b|(?<![\p{L}\d/-])#?\d{3,6}(?![\p{L}\d-])|[\p{L}\d_./-]{1,200}\.md\b/giu;

/** Links are set aside as single private-use characters while the text around them is cut. */
const LINK_BASE = 0xe100;

function splitClauses(raw: string): readonly Clause[] {
  const links: { readonly text: string; readonly target: string }[] = [];
  const marked = raw
    .replace(/<!--.*?(?:-->|$)/g, " ")
    .replace(/[\u{E100}-\u{E4FF}]/gu, "")
    .replace(LINK, (whole, text?: string, target?: string, wiki?: string) => {
      const isImage = whole.startsWith("!");
      links.push({ text: text ?? wiki ?? "", target: isImage ? "" : (target ?? wiki ?? "") });
      return String.fromCharCode(LINK_BASE + links.length - 1);
    });
  const plain = withoutStruck(marked)
    .replace(/<\/?[a-zA-Z][^>]{0,200}>/g, " ")
    .replace(EMOJI, " ")
    .replace(/[*`]+|__|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, "");
  const linkAt = (mark: string): (typeof links)[number] | undefined => links[mark.charCodeAt(0) - LINK_BASE];
  return afterArrow(plain)
    .split(SEPARATORS)
    .map((part) => ({
      text: part.replace(/[\u{E100}-\u{E4FF}]/gu, (mark) => linkAt(mark)?.text ?? "").trim(),
      refs: () => references(part, (mark) => linkAt(mark)?.target ?? ""),
    }))
    .filter(({ text }) => text !== "");
}

function references(part: string, targetOf: (mark: string) => string): readonly string[] {
  const linked = [...part.matchAll(/[\u{E100}-\u{E4FF}]/gu)].map(([mark]) => targetOf(mark));
  const targets = linked.filter((target) => target !== "");
  return targets.length > 0 ? targets : [...part.matchAll(REFERENCE)].map(([reference]) => reference.trim());
}

/** `~~Accepted~~ Superseded by 5` says only the latter. */
function withoutStruck(text: string): string {
  const kept = text.replace(/~~[^~\n]{1,200}~~/g, " ");
  return kept.trim() === "" ? text.replaceAll("~~", "") : kept;
}

/** `Proposed → Accepted`: the last step that is a status counts. */
function afterArrow(text: string): string {
  const last = text.split(/→|[-=]>/).at(-1) ?? text;
  return last !== text && leadingStatus(last.trim()) !== undefined ? last : text;
}
