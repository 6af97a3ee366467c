import { rebasedLinks } from "../project/sources/links.js";
import { codeSpans, outsideCode } from "../text/code-spans.js";
import { outlineOf } from "../text/outline.js";
import type { Block, Section } from "../text/markdown.js";
import { closedFence, contained, opensRaw } from "./contained.js";
import { roleOfHeading } from "./roles.js";
import { isReadmeBody } from "../project/init-readme.js";
import type { Role } from "./vocabulary.js";

/** A block, or a piece of a long list: what is never taken apart, except to be cut short at the pack's end. */
export interface Piece {
  /** The Markdown as it will be quoted, without blank lines at its ends. */
  readonly text: string;
  /** Places in `text` where it may end early, ascending: before a list item, a table row, a sentence. */
  readonly cuts: readonly number[];
  /** By which the same paragraph in two sources is known; short ones, which repeat by chance, have none. */
  readonly key: string | undefined;
  /** Whether it goes on with the list that the piece before it began. */
  readonly continues: boolean;
}

/** A run of pieces of one section, small enough to be weighed by itself: what a pack takes or leaves. */
export interface Passage {
  readonly pieces: readonly Piece[];
  /** For a derived record: the source it was learned from, and that source's hash then. */
  readonly learnedFrom?: { readonly path: string; readonly hash: string };
}

/** A section of a source as a pack sees it. */
export interface QuotableSection {
  readonly title: string;
  readonly level: number;
  readonly parents: readonly string[];
  /** 1-based line of the heading. */
  readonly line: number;
  /** What its heading, or one above, names; `undefined`: the source's kind decides the pack's part. */
  readonly role: Role | undefined;
  readonly passages: readonly Passage[];
  /** Of derived records: their sources have moved since, so they weigh less and are marked. */
  readonly isStale?: boolean;
}

/** Passages grow to about this many characters; a single longer block stays whole. */
const PASSAGE_CHARS = 700;

/** The role of a section: its own heading's, else the nearest heading above that has one. */
function roleOf(section: Section): Role | undefined {
  const own = roleOfHeading(section.title)?.role;
  if (own !== undefined) return own;
  for (let index = section.parents.length - 1; index > 0; index--) {
    const role = roleOfHeading(section.parents[index] ?? "")?.role;
    if (role !== undefined) return role;
  }
  return undefined;
}

const BADGE = /^(?:\[?!\[[^\]]*\]\([^)]*\)(?:\]\([^)]*\))?\s*)+$/;
const TEMPLATE_TEXT =
  /^[\s>*_-]*(?:\[[^\]\n]{3,}\]|\{[^}"\n]{3,}\}|<[^>\n]{3,}>|_?\(?(?:to be (?:filled|defined)|a definir|a preencher|tbd|todo|n\/a|уточняется|заполнить)\)?_?)[\s.:*_]*$/i;
const ANCHOR_ITEM = /^[\s*+-]*(?:\d+[.)]\s*)?\[[^\]]*\]\(#[^)]*\)\s*$/;

/** What a document says of itself above its first section: every face shows it already, or it is of no use to a reader of the pack. */
const ABOUT_ITSELF =
  /^\s*(?:[-*+]\s+)?[*_]*(?:status|date|deciders?|authors?|owners?|reviewers?|version|revision|last updated|updated|created|consulted|informed|orchestration|supersedes|superseded by|tags?|estado|situacao|situação|data|autor(?:es)?|versão|versao|decisores|responsável|responsavel|orquestração|статус|дата|авторы?|версия|обновлено|автор решения|ответственный)[*_]*\s*:/iu;

/** Whether a block spends the budget for nothing: comments, badges, tables of contents, rules, template leftovers. */
function isBoilerplate(kind: Block["kind"], text: string, atTop: boolean): boolean {
  if (kind === "comment" || kind === "rule") return true;
  if (kind === "html") return !/[\p{L}\p{N}]/u.test(text.replace(/<[^<>]*>/g, ""));
  if (kind === "code" || kind === "table") return false;
  if (atTop && isReadmeBody(text)) return true;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (atTop && lines.every((line) => line.length < 160 && ABOUT_ITSELF.test(line))) return true;
  if (lines.length > 1 && lines.every((line) => ANCHOR_ITEM.test(line))) return true;
  return lines.every((line) => BADGE.test(line.trim()) || TEMPLATE_TEXT.test(line));
}

/**
 * The text without its HTML comments, code left alone. One that is never closed stays; what stood on both sides does not
 * grow together, and what stood behind one at a line's beginning does not become a heading or an item.
 */
function withoutComments(text: string): string {
  if (!text.includes("<!--")) return text;
  const spans = codeSpans(text);
  let result = "";
  let from = 0;
  let span = 0;
  for (let open = text.indexOf("<!--"); open !== -1;) {
    while ((spans[span]?.[1] ?? Infinity) <= open) span++;
    const [start = Infinity, end = Infinity] = spans[span] ?? [];
    if (start >= from && start < open && open < end) {
      open = text.indexOf("<!--", end);
      continue;
    }
    const close = text.indexOf("-->", open + 4);
    if (close === -1) break;
    const before = text.slice(from, open);
    from = close + 3;
    const behind = /^[^\S\n]*\S/.test(text.slice(from, from + 200));
    const joins = /\S$/.test(before.slice(-1)) && /^\S/.test(text.slice(from, from + 1));
    const opensLine =
      /(?:^|\n)[ \t]*$/.test(before) && (before !== "" || result === "" || result.endsWith("\n"));
    result += before + (opensLine && behind ? "[…] " : joins ? " " : "");
    open = text.indexOf("<!--", from);
  }
  return result + text.slice(from);
}

/** Elements whose end tag may stand in another block, so that quoting one of them would hide what follows. */
const FOLDING = /<\/?(?:details|summary)(?:\s[^<>]*)?>/gi;

/** A line of `=` or `-` below text makes a heading of it, of however many lines: here it is text. */
function withoutUnderlines(text: string): string {
  return text.replace(/(?<=[^\s][ \t]*\n)( {0,3})(?==+[ \t]*$|-+[ \t]*$)/gm, "$1\\");
}

/** Comments inside a block go, line ends become `\n`, trailing blanks go. Fenced code is kept to the letter. */
function cleaned(block: Block, text: string, path: string): string {
  const raw = text.slice(block.start, block.end).replace(/\r\n?/g, "\n");
  if (block.kind === "code") return closedFence(raw);
  const visible = outsideCode(withoutComments(rebasedLinks(raw, path)), (part) => part.replace(FOLDING, ""));
  const plain = block.kind === "paragraph" ? withoutUnderlines(visible) : visible;
  return plain
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}

/**
 * A paragraph's key: the same words and signs, whatever the emphasis, the marker and the line breaks. Signs count, since
 * `<=` and `>=` say opposite things. Short ones have none, since they repeat by chance.
 */
function keyOf(text: string): string | undefined {
  const key = text
    .toLowerCase()
    .replace(/^[ \t]*(?:>|[-*+•]|\d{1,9}[.)])[ \t]+/gm, "")
    .replace(/[*_]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return key.length < 70 ? undefined : key;
}

const SENTENCE_END = /[.!?…。！？](?:["'”»)\]*_`]*)(?=\s)\s+|[。！？]/gu;

/** Offsets in a cleaned block where it may end early. */
function cutsOf(kind: Block["kind"], text: string): number[] {
  if (kind === "code" || kind === "html" || opensRaw(text)) return [];
  const cuts: number[] = [];
  if (kind === "list" || kind === "table") {
    let inFence = false;
    for (let at = text.indexOf("\n") + 1, row = 1; at > 0; at = text.indexOf("\n", at) + 1, row++) {
      const next = text.slice(at, at + 12);
      const opens = /^\s*(?:```|~~~)/.test(next);
      if (!inFence && !opens && (kind === "table" ? row >= 3 : /^(?:[-*+•]|\d{1,9}[.)])\s/.test(next)))
        cuts.push(at);
      if (opens) inFence = !inFence;
    }
    return cuts;
  }
  for (const match of text.matchAll(SENTENCE_END)) cuts.push(match.index + match[0].length);
  return cuts.filter((cut) => cut < text.length);
}

/** A long list or table in pieces of about the size of a passage, at its items; other blocks whole. */
function piecesOf(kind: Block["kind"], text: string): Piece[] {
  const cuts = cutsOf(kind, text);
  const pieces: Piece[] = [];
  let from = 0;
  // Cuts and pieces go in the same order, so each cut is looked at once.
  let passed = 0;
  const push = (to: number): void => {
    const part = text.slice(from, to).replace(/\n+$/, "");
    const key = keyOf(part);
    const inner: number[] = [];
    for (; passed < cuts.length && (cuts[passed] ?? 0) < to; passed++) {
      const cut = (cuts[passed] ?? 0) - from;
      if (cut > 0 && cut < part.length) inner.push(cut);
    }
    const whole = kind === "code" ? part : contained(part);
    pieces.push({ text: whole, cuts: inner, key, continues: from > 0 });
    from = to;
  };
  if (kind === "list" && text.length > PASSAGE_CHARS * 1.5) {
    for (const [index, cut] of cuts.entries()) {
      const next = cuts[index + 1] ?? text.length;
      if (next - from > PASSAGE_CHARS && cut > from) push(cut);
    }
  }
  push(text.length);
  return pieces;
}

/** Joins pieces to passages of about `PASSAGE_CHARS`; a line that leads in ("as follows:") stays with what follows. */
function passagesOf(section: Section, text: string, path: string): Passage[] {
  const passages: { pieces: Piece[]; length: number }[] = [];
  for (const block of section.blocks) {
    const content = cleaned(block, text, path);
    if (content.trim() === "" || isBoilerplate(block.kind, content, section.level < 2)) continue;
    for (const piece of piecesOf(block.kind, content)) {
      const open = passages.at(-1);
      const leadsIn = open?.pieces.at(-1)?.text.endsWith(":") ?? false;
      if (open === undefined || (!leadsIn && open.length + piece.text.length > PASSAGE_CHARS)) {
        passages.push({ pieces: [piece], length: piece.text.length });
        continue;
      }
      open.pieces.push(piece);
      open.length += piece.text.length;
    }
  }
  return passages.map(({ pieces }) => ({ pieces }));
}

/** Whether a section such as "Links" or "Status" is what its heading says: short, or mostly links. */
function isApparatus(passages: readonly Passage[]): boolean {
  const lines = passages
    .flatMap(({ pieces }) => pieces.flatMap(({ text }) => text.split("\n")))
    .filter((line) => line.trim() !== "");
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const linking = lines.filter((line) => line.includes("](") || line.includes("://")).length;
  return length < 40 || linking * 2 >= lines.length;
}

/**
 * The sections of a document that a pack may quote, in the document's order. Sections whose heading is boilerplate
 * (traceability, tables of contents, references …), and those left empty by the cleaning, are not among them.
 *
 * @param text the document, already redacted; `from` and `firstLine` say where its body begins.
 * @param path the document's: its relative links are made to lead from the project root.
 */
export function quotableSections(
  text: string,
  path: string,
  from = 0,
  firstLine = 1,
): readonly QuotableSection[] {
  return quotableOf(outlineOf(text, from, firstLine), text, path);
}

/** As `quotableSections`, of a text whose outline is known. */
export function quotableOf(
  outline: readonly Section[],
  text: string,
  path: string,
): readonly QuotableSection[] {
  const sections: QuotableSection[] = [];
  for (const section of outline) {
    const role = roleOf(section);
    if (role === "boilerplate") continue;
    const passages = passagesOf(section, text, path);
    if (passages.length === 0 || (role === "apparatus" && isApparatus(passages))) continue;
    const { title, level, parents, line } = section;
    sections.push({ title, level, parents, line, role, passages });
  }
  return sections;
}
