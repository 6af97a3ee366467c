import { indentOf } from "./code-spans.js";

/**
 * A line scanner for Markdown: headings, and the blocks between them, with offsets and line numbers. It follows the
 * block structure of CommonMark 0.31 (https://spec.commonmark.org/0.31.2/) as far as splitting into sections and
 * cutting between blocks needs it; inline syntax is left alone. A full parser is some hundred times slower and is
 * used in the tests as the judge of this one.
 */

export type BlockKind = "paragraph" | "list" | "code" | "table" | "quote" | "comment" | "html" | "rule";

/** A run of whole lines. Offsets are UTF-16 code units into the scanned text; `end` is after the last line's text. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  /** Offsets at which a list's items, or a table's rows, begin: where the block may be cut. Starts with `start`. */
  readonly cuts: readonly number[];
  /** The info string of a fenced code block, as `sh` or `yaml`. */
  readonly info?: string;
}

/** A heading with what stands below it, up to the next heading of any level. Level 0 is the text before the first. */
export interface Section {
  readonly level: number;
  readonly title: string;
  /** Titles of the headings above, outermost first. */
  readonly parents: readonly string[];
  /** 1-based line of the heading; 1 for level 0. */
  readonly line: number;
  readonly blocks: readonly Block[];
  /** Offset of the heading (or of the text's start) and of the section's end. */
  readonly start: number;
  readonly end: number;
}

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})(.*)$/;
const ITEM = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])(?:[ \t]|$)/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const HTML_START = /^ {0,3}<(?:\/?[a-zA-Z][a-zA-Z0-9-]*(?:[\s/>]|$)|[!?])/;

interface OpenBlock {
  kind: BlockKind;
  start: number;
  end: number;
  line: number;
  cuts: number[];
  info?: string;
}

interface OpenSection {
  level: number;
  title: string;
  parents: string[];
  line: number;
  start: number;
  blocks: OpenBlock[];
}

/** Longer headings are cut here, in UTF-16 code units: no reader gains by more, and every user of titles stays quick. */
const LONGEST_TITLE = 300;

function shortTitle(raw: string): string {
  if (raw.length <= LONGEST_TITLE) return raw;
  const half = /[\ud800-\udbff]$/;
  return `${raw.slice(0, LONGEST_TITLE).replace(half, "")}…`;
}

/** The heading's text without closing hashes and emphasis around the whole. */
function headingTitle(raw: string): string {
  return shortTitle(raw)
    .replace(/[ \t]+#+[ \t]*$/, "")
    .replace(/^#+$/, "")
    .trim();
}

/** Column at which an item's text begins: what belongs to the item is indented at least so far. */
function contentOffset(content: string): number {
  const [marker = ""] = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]{0,4}/.exec(content) ?? [];
  return indentOf(marker.replace(/[^ \t]/g, " "));
}

class Scanner {
  readonly #text: string;
  readonly #sections: (Section & { end: number })[] = [];
  #section: OpenSection = { level: 0, title: "", parents: [], line: 1, start: 0, blocks: [] };
  #block: OpenBlock | undefined;
  /** The fence that is open: its character and length. */
  #fence: { mark: string; length: number } | undefined;
  #inComment = false;
  /** Column at which the text of the list's last item begins: what stands further left is not in it. */
  #itemOffset = 0;
  readonly #stack: { level: number; title: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  run(from: number, firstLine: number): readonly Section[] {
    this.#section = { ...this.#section, start: from, line: firstLine };
    const text = this.#text;
    let position = from;
    let line = firstLine;
    while (position < text.length) {
      let next = text.indexOf("\n", position);
      if (next === -1) next = text.length;
      const end = next > position && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
      this.#line(position, end, line);
      position = next + 1;
      line++;
    }
    this.#closeBlock();
    this.#closeSection(text.length);
    return this.#sections;
  }

  #line(start: number, end: number, line: number): void {
    const content = this.#text.slice(start, end);
    // In a list a fence belongs to its item, which ends at a line that stands too far left for it.
    if (this.#fence !== undefined && this.#block?.kind === "list") {
      if (indentOf(content) < this.#itemOffset && !/^[ \t]*$/.test(content)) this.#fence = undefined;
    }
    if (this.#fence !== undefined) {
      this.#inFence(content, end);
      return;
    }
    if (this.#inComment) {
      if (this.#block !== undefined) this.#block.end = end;
      if (content.includes("-->")) this.#endComment();
      return;
    }
    if (content.trim() === "") {
      this.#blank();
      return;
    }
    if (this.#heading(content, start, line)) return;
    this.#content(content, start, end, line);
  }

  /** A list may hold blank lines between its items; every other block ends at one. */
  #blank(): void {
    if (this.#block !== undefined && this.#block.kind !== "list") this.#closeBlock();
    else if (this.#block !== undefined) this.#pendingBlank = true;
  }
  #pendingBlank = false;

  #inFence(content: string, end: number): void {
    if (this.#block !== undefined) this.#block.end = end;
    this.#pendingBlank = content.trim() === "";
    const match = /^[ \t]*(`{3,}|~{3,})[ \t]*$/.exec(content);
    const mark = match?.[1];
    if (mark === undefined || this.#fence === undefined) return;
    if (mark.startsWith(this.#fence.mark) && mark.length >= this.#fence.length) {
      this.#fence = undefined;
      if (this.#block?.kind === "code") this.#closeBlock();
    }
  }

  #endComment(): void {
    this.#inComment = false;
    this.#closeBlock();
  }

  #heading(content: string, start: number, line: number): boolean {
    const atx = ATX.exec(content);
    if (atx?.[1] !== undefined) {
      this.#closeBlock();
      this.#openSection(atx[1].length, headingTitle(atx[2] ?? ""), start, line);
      return true;
    }
    const setext = SETEXT.exec(content);
    const block = this.#block;
    if (setext?.[1] === undefined || block?.kind !== "paragraph") return false;
    // Only one line of text makes a setext heading here: a paragraph above a rule is far more often meant as one.
    const title = this.#text.slice(block.start, block.end);
    if (title.includes("\n")) return false;
    this.#block = undefined;
    this.#openSection(setext[1].startsWith("=") ? 1 : 2, shortTitle(title.trim()), block.start, block.line);
    return true;
  }

  #content(content: string, start: number, end: number, line: number): void {
    const fence = FENCE.exec(content);
    const mark = fence?.[1];
    if (mark !== undefined && !(mark.startsWith("`") && (fence?.[2] ?? "").includes("`"))) {
      this.#openFence(content, mark, (fence?.[2] ?? "").trim(), start, end, line);
      return;
    }
    if (/^ {0,3}<!--/.test(content) && this.#block?.kind !== "list") {
      this.#closeBlock();
      this.#open("comment", start, end, line);
      if (content.includes("-->")) this.#endComment();
      else this.#inComment = true;
      return;
    }
    this.#textLine(content, start, end, line);
  }

  #openFence(content: string, mark: string, info: string, start: number, end: number, line: number): void {
    this.#fence = { mark: mark.slice(0, 1), length: mark.length };
    const inList =
      this.#block?.kind === "list" && (indentOf(content) >= this.#itemOffset || ITEM.test(content));
    if (inList && this.#block !== undefined) {
      if (ITEM.test(content)) this.#block.cuts.push(start);
      if (ITEM.test(content) && this.#isTopItem(content)) this.#itemOffset = contentOffset(content);
      this.#block.end = end;
      this.#pendingBlank = false;
      return;
    }
    this.#closeBlock();
    this.#open(ITEM.test(content) ? "list" : "code", start, end, line);
    if (this.#block !== undefined && this.#block.kind === "code" && info !== "") this.#block.info = info;
  }

  #textLine(content: string, start: number, end: number, line: number): void {
    const block = this.#block;
    if (RULE.test(content) && block?.kind !== "table") {
      this.#closeBlock();
      this.#open("rule", start, end, line);
      this.#closeBlock();
      return;
    }
    const item = ITEM.test(content);
    const indented = /^(?: {2,}|\t)/.test(content);
    if (block?.kind === "list" && (item || indented || !this.#pendingBlank)) {
      if (item && this.#isTopItem(content)) {
        block.cuts.push(start);
        this.#itemOffset = contentOffset(content);
      }
      block.end = end;
      this.#pendingBlank = false;
      return;
    }
    if (block?.kind === "table" && content.includes("|")) {
      block.cuts.push(start);
      block.end = end;
      return;
    }
    if (block?.kind === "paragraph" && TABLE_RULE.test(content) && content.includes("|")) {
      // Header and rule belong together, so the first place to cut is before the third line.
      block.kind = "table";
      block.end = end;
      return;
    }
    const kind = this.#startKind(content, item);
    const lazy = kind === "paragraph" && (block?.kind === "quote" || block?.kind === "html");
    if (block !== undefined && (block.kind === kind || lazy)) {
      block.end = end;
      return;
    }
    this.#closeBlock();
    this.#open(kind, start, end, line);
  }

  #startKind(content: string, item: boolean): BlockKind {
    if (item) return "list";
    if (/^ {0,3}>/.test(content)) return "quote";
    if (HTML_START.test(content)) return "html";
    if (this.#block === undefined && /^(?: {4}|\t)/.test(content)) return "code";
    if (this.#block?.kind === "code" && /^(?: {4}|\t)/.test(content)) return "code";
    return "paragraph";
  }

  /** Items indented no deeper than the list's first one are places to cut; deeper ones belong to their item. */
  #isTopItem(content: string): boolean {
    const first =
      this.#block === undefined ? "" : this.#text.slice(this.#block.start, this.#block.start + 16);
    const depth = (value: string): number => value.length - value.trimStart().length;
    return depth(content) <= depth(first) + 1;
  }

  #open(kind: BlockKind, start: number, end: number, line: number): void {
    if (kind === "list") this.#itemOffset = contentOffset(this.#text.slice(start, end));
    this.#block = { kind, start, end, line, cuts: [start] };
    this.#pendingBlank = false;
  }

  #closeBlock(): void {
    if (this.#block !== undefined) this.#section.blocks.push(this.#block);
    this.#block = undefined;
    this.#pendingBlank = false;
  }

  #closeSection(end: number): void {
    const { level, title, parents, line, start, blocks } = this.#section;
    if (level > 0 || blocks.length > 0)
      this.#sections.push({ level, title, parents, line, start, blocks, end });
  }

  #openSection(level: number, title: string, start: number, line: number): void {
    this.#closeSection(start);
    // Headings that follow each other on one level have the same parents: one list serves all of them.
    const isSibling = this.#stack.at(-1)?.level === level;
    while ((this.#stack.at(-1)?.level ?? 0) >= level) this.#stack.pop();
    const parents = isSibling ? this.#section.parents : this.#stack.map((entry) => entry.title);
    this.#stack.push({ level, title });
    this.#section = { level, title, parents, line, start, blocks: [] };
  }
}

/**
 * Splits a text into sections and blocks, in order. Linear in the text's length.
 *
 * @param from offset to begin at (after the front matter); `firstLine` is that place's 1-based line.
 */
export function scanMarkdown(text: string, from = 0, firstLine = 1): readonly Section[] {
  return new Scanner(text).run(from, firstLine);
}
