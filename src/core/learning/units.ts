import { plainText } from "./plain-text.js";

/** A piece of a section that may become one record: plain text, with its line. */
export interface Unit {
  readonly text: string;
  /** 1-based line in the scanned text. */
  readonly line: number;
  /** The plain text of the line that leads in to the list it stands in ("… does three things:"), without its colon. */
  readonly leadIn?: string;
}

/** A longer paragraph or item is looked at no further than this, in UTF-16 units. */
const MOST_UNITS = 1_000;

const plain = (text: string): string => plainText(text.slice(0, MOST_UNITS));

interface Item {
  text: string;
  readonly line: number;
  readonly indent: number;
  readonly children: Item[];
}

const ITEM = /^([ \t]*)(?:[-*+•]|\d{1,9}[.)])(?:[ \t]+(?:\[([ xX~-])\][ \t]+)?(.*))?$/;

/** The items of a list, each with those below it. Fences inside items, and items that are struck out, are left out. */
function itemsOf(text: string, line: number): Item[] {
  const roots: Item[] = [];
  const open: Item[] = [];
  let inFence = false;
  for (const [index, raw] of text.split("\n").entries()) {
    if (/^\s*(?:[-*+]\s+)?(?:```|~~~)/.test(raw)) {
      inFence = !inFence;
      continue;
    }
    if (inFence || /^\s*\|/.test(raw)) continue;
    const match = ITEM.exec(raw.trimEnd());
    const last = open.at(-1);
    if (match === null) {
      // Text behind a blank line is another paragraph of the item, which its first sentence does without.
      if (last !== undefined && raw.trim() !== "" && !last.text.endsWith("\n\n")) last.text += `\n${raw}`;
      else if (last !== undefined && raw.trim() === "") last.text += "\n\n";
      continue;
    }
    const indent = (match[1] ?? "").replaceAll("\t", "    ").length;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const item: Item = { text: match[3] ?? "", line: line + index, indent, children: [] };
    (open.at(-1)?.children ?? roots).push(item);
    open.push(item);
  }
  return roots;
}

/** `a; b; c`, where every part is short enough to be one of several. */
function joined(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[.;,]+$/, "")).join("; ");
}

/** The most that a lead-in and its items may have together to be told as one sentence. */
const MOST_JOINED = 200;

/** An item that ends in a colon is told with what stands below it, where that is short; else it says nothing yet. */
function textOfItem({ text, children }: Item): string {
  // "**Label** Text" without a sign between them would run together.
  const labelled = text.replace(/^(\*\*|__)([^*_\n]+[^*_\s.:!?–—-])\1[ \t\n]+(?=\p{Lu})/u, "$2: ");
  const own = plain(labelled).replace(/[;,]$/, "");
  if (!/[:：]$/.test(own) || children.length === 0) return own;
  const whole = `${own} ${joined(children.map((child) => plain(child.text)))}.`;
  return whole.length <= MOST_JOINED && children.every((child) => child.children.length === 0) ? whole : own;
}

/** Lead-ins that only repeat the heading ("Decision:") say nothing more. */
const LEAST_LEAD_WORDS = 3;

function leadOf(text: string | undefined): string | undefined {
  if (text === undefined || !/[:：]$/.test(text)) return undefined;
  const lead = text.replace(/\s*[:：]$/, "");
  return lead.split(/\s+/).length >= LEAST_LEAD_WORDS && lead.length <= MOST_JOINED / 2 ? lead : undefined;
}

/** In a list without indents, what follows an item that leads in ("it only:") stands below it, and says little alone. */
function withoutTail(items: readonly Item[]): readonly Item[] {
  const leading = items.findIndex(({ text, children }) => /[:：]\s*$/.test(text) && children.length === 0);
  return leading === -1 ? items : items.slice(0, leading);
}

/**
 * The items of a list.
 *
 * @param before the plain text of the paragraph right above, where there is one.
 */
export function unitsOfList(text: string, line: number, before: string | undefined): Unit[] {
  const items = withoutTail(itemsOf(text, line).filter((item) => !/^\s*~~.*~~[\s.]*$/.test(item.text)));
  const lead = leadOf(before);
  if (lead !== undefined && items.length > 1) {
    const whole = `${lead}: ${joined(items.map(textOfItem))}.`;
    if (whole.length <= MOST_JOINED && items.every(({ children }) => children.length === 0))
      return [{ text: whole, line }];
  }
  return items.map((item) => {
    const own = { text: textOfItem(item), line: item.line };
    return lead === undefined ? own : { ...own, leadIn: lead };
  });
}

/** Cells of a table's row; a bar in code or behind a backslash is none. */
function cellsOf(row: string): string[] {
  const hidden = row.replace(/\\\|/g, "\u0001").replace(/`[^`]*`/g, (code) => code.replaceAll("|", "\u0001"));
  return hidden
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => plain(cell.replaceAll("\u0001", "|")));
}

/** The plain names of a table's columns. */
export function headerCells(text: string): readonly string[] {
  return cellsOf(text.split("\n", 1)[0] ?? "");
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Columns beyond these are measures and owners more often than sentences. */
const MOST_COLUMNS = 5;

/**
 * The rows of a table, each told as a sentence: "what — about it". Columns of numbers, marks and single words are left
 * out, unless nothing but two columns stands there.
 */
export function unitsOfTable(text: string, line: number): Unit[] {
  const rows = text.split("\n");
  const columns = cellsOf(rows[0] ?? "").length;
  if (columns < 2 || columns > MOST_COLUMNS) return [];
  return rows.slice(2).flatMap((row, index): Unit[] => {
    const cells = cellsOf(row);
    const told = columns === 2 ? cells : cells.filter((cell) => wordsIn(cell) > 1);
    const [first, ...others] = told.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).slice(0, 2);
    if (first === undefined || (columns === 2 && others.length === 0)) return [];
    // A row of a history.
    if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(first)) return [];
    return [{ text: [first.replace(/[.:;]$/, ""), ...others].join(" — "), line: line + index + 2 }];
  });
}

/** A paragraph. */
export function unitOfParagraph(text: string, line: number): Unit {
  return { text: plain(text), line };
}

/** The text of a quotation; alerts (`[!NOTE]`) lose their mark. */
export function unitOfQuote(text: string, line: number): Unit {
  const open = text.slice(0, 2 * MOST_UNITS).replace(/^[ \t]*>[ \t]?/gm, "");
  return { text: plain(open.replace(/^\s*\[![A-Z]+\][^\n]*\n?/, "")), line };
}
