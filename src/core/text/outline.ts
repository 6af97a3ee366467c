import { scanMarkdown, type Section } from "./markdown.js";

/** `1. Objetivo`, `3.2 Runtime separado do index.js`: a numbered line that stands alone and ends no sentence. */
const NUMBERED = /^[ \t]{0,3}(\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+(\S[^\n]{0,98})$/;

interface PlainHeading {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly level: number;
  readonly title: string;
}

function plainHeadings(text: string, from: number, firstLine: number): PlainHeading[] {
  const found: PlainHeading[] = [];
  let line = firstLine;
  let previousBlank = true;
  for (let start = from; start <= text.length; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const content = text.slice(start, end).trimEnd();
    const match = previousBlank ? NUMBERED.exec(content) : null;
    const nextBlank = end === text.length || /^[ \t\r]*(?:\n|$)/.test(text.slice(end + 1, end + 200));
    if (match?.[1] !== undefined && match[2] !== undefined && nextBlank && !/[.;:,!?]$/.test(content)) {
      found.push({ start, end, line, level: match[1].split(".").length + 1, title: content.trim() });
    }
    previousBlank = content === "";
    start = end + 1;
  }
  return found;
}

/**
 * The sections of a document. One without a single Markdown heading, but with three or more numbered lines that stand
 * alone ("3.1 Storage"), is split at those: plans pasted from a word processor look like that.
 */
export function outlineOf(text: string, from = 0, firstLine = 1): readonly Section[] {
  const sections = scanMarkdown(text, from, firstLine);
  if (sections.some((section) => section.level > 0)) return sections;
  const headings = plainHeadings(text, from, firstLine);
  if (headings.length < 3) return sections;
  const head = scanMarkdown(text.slice(0, headings[0]?.start), from, firstLine);
  const result = [...head];
  const stack: PlainHeading[] = [];
  for (const [index, heading] of headings.entries()) {
    const end = headings[index + 1]?.start ?? text.length;
    const body = scanMarkdown(text.slice(0, end), Math.min(heading.end + 1, end), heading.line + 1);
    while ((stack.at(-1)?.level ?? 0) >= heading.level) stack.pop();
    const parents = stack.map((entry) => entry.title);
    stack.push(heading);
    const { start, line, level, title } = heading;
    result.push({
      level,
      title,
      parents,
      line,
      start,
      end,
      blocks: body.flatMap((section) => section.blocks),
    });
  }
  return result;
}
