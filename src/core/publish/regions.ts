import type { Diagnostic, DiagnosticCode } from "../diagnostics.js";
import { codeSpans } from "../text/code-spans.js";
import { scanMarkdown } from "../text/markdown.js";
import { splitFrontMatter } from "../project/yaml/front-matter.js";

/**
 * Generated regions of documents that people write in too. One stands between two marks, each alone on its line:
 * `<!-- sdd:begin NAME -->` and `<!-- sdd:end NAME CHECK -->`. The check tells whether a person has edited the region since
 * it was written; it may be missing. Marks in code are none.
 */

/** A region that has both its marks. Offsets are UTF-16 code units into the document. */
export interface Region {
  readonly name: string;
  /** 1-based line of the mark that begins it, and of the one that ends it. */
  readonly line: number;
  readonly endLine: number;
  /** From the beginning of the first mark's line up to the end of the last mark's text. */
  readonly start: number;
  readonly end: number;
  /** What stands between the lines of the marks. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly check: string | undefined;
  /** The line end behind the mark that begins it. */
  readonly eol: string;
}

export interface ParsedRegions {
  /** In order, apart from each other. */
  readonly regions: readonly Region[];
  /** What is wrong with the marks, by line: where there is any, the document must be left as it is. */
  readonly problems: readonly Diagnostic[];
}

const MARK =
  /^ {0,3}<!--[ \t]*sdd:(begin|end)[ \t]+([a-z][a-z0-9-]{0,40})(?:[ \t]+([0-9a-f]{12}))?[ \t]*-->[ \t]*$/;
/** What was meant as a mark. */
const LIKE_MARK = /<!--[ \t]*sdd:[ \t]*(?:begin|end)/i;
const LONGEST_SHOWN = 80;

interface Mark {
  readonly kind: "begin" | "end" | "broken";
  readonly name: string;
  readonly check: string | undefined;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Where the next line begins. */
  readonly next: number;
}

/** Whether a line holds what was meant as a mark, outside of inline code. */
function isLikeMark(line: string): boolean {
  if (!LIKE_MARK.test(line)) return false;
  const spans = codeSpans(line);
  const at = line.search(LIKE_MARK);
  return !spans.some(([start, end]) => start <= at && at < end);
}

function markOf(
  line: string,
  at: { line: number; start: number; end: number; next: number },
): Mark | undefined {
  if (!line.includes("sdd:")) return undefined;
  const [, kind, name = "", check] = MARK.exec(line) ?? [];
  if (kind === "begin" || kind === "end") return { kind, name, check, ...at };
  return isLikeMark(line)
    ? { kind: "broken", name: line.trim().slice(0, LONGEST_SHOWN), check: undefined, ...at }
    : undefined;
}

/** The marks of a document in order. */
function marksIn(text: string): Mark[] {
  const front = splitFrontMatter(text);
  const from = front.unclosed ? 0 : front.bodyStart;
  const blocks = scanMarkdown(text.replace(/\r(?!\n)/g, "\n"), from, 1).flatMap((section) => section.blocks);
  const code = blocks.filter(({ kind }) => kind === "code");
  const marks: Mark[] = [];
  let block = 0;
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    let end = start;
    while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
    const next = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
    while ((code[block]?.end ?? Infinity) <= start) block++;
    const inCode = (code[block]?.start ?? Infinity) <= start;
    const mark = inCode ? undefined : markOf(text.slice(start, end), { line, start, end, next });
    if (mark !== undefined) marks.push(mark);
    start = next;
  }
  return marks;
}

function regionOf(text: string, begin: Mark, end: Mark): Region {
  const { name, line, start } = begin;
  const bodyStart = Math.min(begin.next, end.start);
  const at = { start, end: end.end, bodyStart, bodyEnd: end.start };
  return { name, line, endLine: end.line, ...at, check: end.check, eol: text.slice(begin.end, begin.next) };
}

/** Reads the marks of a document. Never throws; linear but for the scanner of Markdown. */
export function parseRegions(text: string, path: string): ParsedRegions {
  if (!text.includes("sdd:")) return { regions: [], problems: [] };
  const regions: Region[] = [];
  const problems: Diagnostic[] = [];
  const say = (code: DiagnosticCode, { line }: { readonly line: number }, ...params: string[]): void => {
    problems.push({ code, severity: "error", path, line, column: 1, params });
  };
  const seen = new Set<string>();
  let open: Mark | undefined;
  for (const mark of marksIn(text)) {
    if (mark.kind === "broken") say("region-malformed", mark, mark.name);
    else if (mark.kind === "begin") {
      if (open !== undefined) say("region-nested", mark, mark.name, open.name);
      else if (seen.has(mark.name)) say("region-doubled", mark, mark.name);
      open ??= mark;
    } else if (open?.name !== mark.name) say("region-not-begun", mark, mark.name);
    else {
      regions.push(regionOf(text, open, mark));
      seen.add(mark.name);
      open = undefined;
    }
  }
  if (open !== undefined) say("region-unclosed", open, open.name);
  return { regions, problems: problems.sort((a, b) => a.line - b.line) };
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, " ");

/**
 * The document with its generated regions made blank, to the same length and lines, so that nothing is learned from what
 * was made of learnings. A region that is never closed goes to the end.
 */
export function withoutRegions(text: string): string {
  if (!text.includes("sdd:begin")) return text;
  let result = "";
  let from = 0;
  let open: Mark | undefined;
  for (const mark of marksIn(text)) {
    if (mark.kind === "begin") open ??= mark;
    else if (mark.kind === "end" && open?.name === mark.name) {
      result += text.slice(from, open.start) + blank(text.slice(open.start, mark.end));
      from = mark.end;
      open = undefined;
    }
  }
  if (open !== undefined) {
    result += text.slice(from, open.start) + blank(text.slice(open.start));
    from = text.length;
  }
  return result + text.slice(from);
}
