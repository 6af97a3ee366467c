import { detached } from "../text/detached.js";
import { lineStarts, positionAt } from "../text/lines.js";
import type { Prose } from "./prose.js";

/** Something in a document that was to be replaced or filled in. */
export interface Placeholder {
  /** As written, at most 60 UTF-16 units. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

const LONGEST = 60;

/**
 * `TODO` and `TBD` count where they stand in the place of something: at the beginning of a line, an item, a cell or what
 * a colon or a bracket opens, and with nothing but a mark behind them. Within a sentence they are spoken of ("no TODO is
 * left"), and in Portuguese "TODO" is a word of its own.
 */
const MARKER =
  /(^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?|[|:([=—–][ \t]*|[ \t]-[ \t]+)([*_]{0,3})(TODO|TBD)\2(?=[ \t]*(?:[|:)\]—–]|\(|-[ \t]|[.;,]?[ \t]*\r?$))/gm;

const CLARIFICATION = /\[(?:NEEDS[ _]CLARIFICATION)\b[^\]\n]{0,500}\]/g;
/** What says of the marker that none is left, or speaks of it as such. */
const SPOKEN_OF =
  /\b(?:no|not|without|any|sem|nenhum|nenhuma|zero)\b[^.|]{0,40}$|(?:^|[^\p{L}])(?:нет|без|ни одного)[^.|]{0,40}$/iu;

/**
 * Braces of the usual template languages; `{0}` and `{id}` are places in messages and routes. What includes a file, opens
 * a block or calls a part is an instruction to a tool, not a place to be filled in.
 */
const BRACES = /\{\{(?![ \t]*(?:[#/>%<!&^]|include|import))[^{}\n]{1,200}\}\}|<%[^%\n]{1,200}%>/gi;

function matches(masked: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  const has = (text: string): boolean => masked.includes(text);
  // The pattern tries every line; most documents have neither word.
  for (const match of has("TODO") || has("TBD") ? masked.matchAll(MARKER) : []) {
    const text = match[3] ?? "";
    found.push({ at: match.index + (match[1] ?? "").length + (match[2] ?? "").length, text });
  }
  for (const match of masked.matchAll(CLARIFICATION)) {
    const before = masked.slice(Math.max(0, match.index - 60), match.index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (!SPOKEN_OF.test(line)) found.push({ at: match.index, text: match[0] });
  }
  for (const match of masked.matchAll(BRACES)) found.push({ at: match.index, text: match[0] });
  return found.sort((a, b) => a.at - b.at);
}

/** The placeholders that were left in a document; not those in code and comments. */
export function placeholdersIn({ masked }: Prose): readonly Placeholder[] {
  const found = matches(masked);
  if (found.length === 0) return [];
  const starts = lineStarts(masked);
  return found.map(({ at, text }) => {
    const shown =
      text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, "")}…`;
    return { text: detached(shown), ...positionAt(starts, at) };
  });
}
