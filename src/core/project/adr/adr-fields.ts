import { adrField, leadingStatus } from "./adr-words.js";
import type { AdrField } from "./adr-vocabulary.js";

/** One line of a document's head, outside code and comments. */
export interface HeadLine {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/** A labelled value. `lines` has more than one only under a heading; the first is the value itself. */
export interface FoundField {
  readonly field: AdrField;
  readonly lines: readonly HeadLine[];
}

const UNDERLINE = /^ {0,3}(?:-{2,}|={2,})[ \t]*$/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^\s{0,3}(```|~~~)/;
const LEAD = /^[ \t>]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/;
const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** So many lines of a status section are looked at. */
const SECTION_LINES = 12;

/** The lines of a text that are neither in a code block nor in a comment; those are left blank, numbers stay. */
export function headLines(lines: readonly string[], firstLine: number): readonly HeadLine[] {
  let fence: string | undefined;
  let inComment = false;
  return lines.map((line, index) => {
    const number = firstLine + index;
    const mark = inComment ? undefined : FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
      return { text: "", number };
    }
    if (fence !== undefined) return { text: "", number };
    const cut = withoutComments(line, inComment);
    inComment = cut.open;
    return { text: cut.text, number };
  });
}

function withoutComments(line: string, open: boolean): { text: string; open: boolean } {
  if (!open && !line.includes("<!--")) return { text: line, open };
  let text = "";
  let rest = line;
  let inside = open;
  while (rest !== "") {
    const at = rest.indexOf(inside ? "-->" : "<!--");
    if (!inside) text += at === -1 ? rest : rest.slice(0, at);
    if (at === -1) break;
    // A comment parts what stands around it.
    if (!inside && text !== "") text += " ";
    rest = rest.slice(at + (inside ? 3 : 4));
    inside = !inside;
  }
  return { text, open: inside };
}

/** The text of an ATX heading, without emphasis and numbering. */
export function headingText(line: string): string | undefined {
  return HEADING.exec(line)?.[1];
}

/**
 * Finds status and relation fields: `**Status:** X`, `- Status: X`, a table's row or column, a heading with the value
 * below it, a label with the value in the next line. A label needs a separator after it.
 *
 * @param isSaid the status is known already.
 * @param isEnough once it has said yes, the next heading that names no field (`## Context`) ends the search (`ended`).
 */
export function findFields(
  lines: readonly HeadLine[],
  isEnough: (field: FoundField) => boolean,
  isSaid: boolean,
): { readonly fields: readonly FoundField[]; readonly ended: boolean } {
  const found: FoundField[] = [];
  let enough = isSaid;
  for (const [index, line] of lines.entries()) {
    if (line.text.trim() === "" || line.text.length > 4_000) continue;
    const heading = headingOf(lines, index);
    const inline = heading === undefined ? (rowField(lines, index) ?? inlineField(lines, index)) : undefined;
    const fields = heading === undefined ? [inline] : headingField(heading, lines, index);
    if (enough && heading !== undefined && fields.length === 0 && !isTop(line))
      return { fields: found, ended: true };
    for (const field of fields) {
      if (field === undefined) continue;
      found.push(field);
      enough ||= isEnough(field);
    }
  }
  return { fields: found, ended: false };
}

function isTop({ text }: HeadLine): boolean {
  return /^ {0,3}#[ \t]/.test(text);
}

/** Fields that stand as headings, and nothing else: what is worth looking for further down in a document. */
export function findHeadingFields(lines: readonly HeadLine[]): readonly FoundField[] {
  return lines.flatMap((line, index) => {
    const heading = line.text.length > 200 ? undefined : headingOf(lines, index);
    return heading === undefined ? [] : headingField(heading, lines, index);
  });
}

/** ATX, or a line that is underlined by the next one. */
function headingOf(lines: readonly HeadLine[], index: number): string | undefined {
  const text = lines[index]?.text ?? "";
  const atx = headingText(text);
  if (atx !== undefined) return atx;
  const isUnderlined = text.length <= 60 && UNDERLINE.test(lines[index + 1]?.text ?? "");
  return isUnderlined && text.trim() !== "" ? text.trim() : undefined;
}

function headingField(heading: string, lines: readonly HeadLine[], index: number): FoundField[] {
  const line = lines[index];
  if (line === undefined || heading.length > 200) return [];
  const plain = heading.replace(/^\d+(?:\.\d+)*[.)]?[ \t]+/, "");
  const field = adrField(plain);
  if (field !== undefined) {
    const below = sectionBelow(lines, index);
    return below.length === 0 ? [] : [{ field, lines: below }];
  }
  const inline = splitLabel(plain);
  if (inline === undefined || inline.value === "") return [];
  return [{ field: inline.field, lines: [{ text: inline.value, number: line.number }] }];
}

/** The values below a heading, bullets and labels taken off, up to the next heading. */
function sectionBelow(lines: readonly HeadLine[], index: number): readonly HeadLine[] {
  const below: HeadLine[] = [];
  for (let at = index + 1; at < lines.length && below.length < SECTION_LINES; at++) {
    const line = lines[at];
    if (line === undefined || headingOf(lines, at) !== undefined) break;
    if (line.text.trim() === "" || /^ {0,3}(?:-{2,}|={2,}|\*{3,})[ \t]*$/.test(line.text)) continue;
    const inRow = rowField(lines, at);
    const inline = inRow ?? inlineField(lines, at);
    if (inline?.field === "status") below.push(...inline.lines);
    else if (inline === undefined) below.push({ text: unticked(line.text), number: line.number });
  }
  return below.filter(({ text }) => text !== "");
}

/** A line without its bullet; nothing where it is a box that is not ticked. */
function unticked(text: string): string {
  if (/^[ \t>]*[-*+][ \t]+\[ \]/.test(text)) return "";
  return text.replace(LEAD, "").trim();
}

function cellsOf(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** A table row with the label in one cell and the value in the next, or in the same column two rows below. */
function rowField(lines: readonly HeadLine[], index: number): FoundField | undefined {
  const line = lines[index];
  if (line === undefined || !line.text.includes("|") || DELIMITER_ROW.test(line.text)) return undefined;
  const cells = cellsOf(line.text);
  const isTable = /^[ \t]*\|/.test(line.text);
  const at = cells.findIndex((cell) => adrField(cell) !== undefined);
  const field = at === -1 ? undefined : adrField(cells[at] ?? "");
  if (field === undefined || (!isTable && at !== 0)) return undefined;
  const beside = cells[at + 1] ?? "";
  const isHeader = DELIMITER_ROW.test(lines[index + 1]?.text ?? "");
  if (isHeader && (field !== "status" || leadingStatus(beside) === undefined)) {
    const below = lines[index + 2];
    const value = below?.text.includes("|") === true ? cellsOf(below.text)[at] : undefined;
    return value === undefined || below === undefined
      ? undefined
      : { field, lines: [{ text: value, number: below.number }] };
  }
  return { field, lines: [{ text: beside, number: line.number }] };
}

/** `Label: value`, also as a later part of a line (`**Date:** … | **Status:** …`). */
function inlineField(lines: readonly HeadLine[], index: number): FoundField | undefined {
  const line = lines[index];
  if (line === undefined) return undefined;
  // Every form has one of these: a cheap way past prose.
  if (!/[:：*_]/.test(line.text)) return undefined;
  const text = line.text.replace(/<\/?[a-zA-Z][^>]{0,100}>/g, "");
  for (const part of partsOf(text.replace(LEAD, ""))) {
    const found = splitLabel(part);
    if (found === undefined) continue;
    if (found.value !== "")
      return { field: found.field, lines: [{ text: found.value, number: line.number }] };
    const next = nextValue(lines, index);
    return next === undefined ? undefined : { field: found.field, lines: [next] };
  }
  return undefined;
}

/** The text itself, then what begins after each ` | ` or ` · `; each up to the end of the line. */
function partsOf(text: string): readonly string[] {
  const parts = [text];
  if (!/[|·•]/.test(text)) return parts;
  for (const match of text.slice(0, 1_000).matchAll(/\s[|·•]\s+/g))
    parts.push(text.slice(match.index + match[0].length));
  return parts.slice(0, 6);
}

const EMPHASISED = /^(\*\*|__|\*|_)(.{1,60}?)\1(.*)$/;

/** Splits `Label: value`, `**Label**: value`, `**Label:** value`, `**Label** — value` and `**Label** value`. */
function splitLabel(text: string): { field: AdrField; value: string } | undefined {
  const emphasised = EMPHASISED.exec(text);
  if (emphasised !== null) {
    const [, , label = "", rest = ""] = emphasised;
    const field = adrField(label);
    const value = /[:：]\s*$/.test(label) ? rest : rest.replace(/^\s*(?:[:：=—–]|-{1,2})/, "");
    if (field !== undefined) return { field, value: trimValue(value) };
  }
  const colon = text.slice(0, 70).search(/[:：]/);
  if (colon < 1) return undefined;
  const field = adrField(text.slice(0, colon));
  return field === undefined ? undefined : { field, value: trimValue(text.slice(colon + 1)) };
}

/** A value's own emphasis stays with it; a closing mark left over from the label goes. */
function trimValue(text: string): string {
  return text.replace(/^[\s*_]*(?=[\s*_])/, "").trim() === "" ? "" : text.trim();
}

/** The next line with anything on it, where it can be a value: no heading, no other label. */
function nextValue(lines: readonly HeadLine[], index: number): HeadLine | undefined {
  const at = lines.findIndex(({ text }, position) => position > index && text.trim() !== "");
  const next = lines[at];
  if (next === undefined || at - index > 2 || headingOf(lines, at) !== undefined) return undefined;
  const text = unticked(next.text).replace(/^:[ \t]+/, "");
  return /^[^.]{1,40}[:：](?:\s|$)/.test(text) && leadingStatus(text) === undefined
    ? undefined
    : { text, number: next.number };
}
