import { splitFrontMatter } from "../project/yaml/front-matter.js";
import { codeSpans } from "../text/code-spans.js";
import { scanMarkdown, type Block, type Section } from "../text/markdown.js";

/** A run of inline Markdown: a heading's line, a paragraph, a list item's paragraph, a table row. Offsets into the text. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly kind: Block["kind"] | "heading";
}

/** A document with everything blanked out that is no prose: code, comments, front matter. */
export interface Prose {
  /** With lone carriage returns as line feeds; as long as the text that was given. */
  readonly text: string;
  /** The same, with spaces in the place of code and comments; line ends stay. Offsets are those of `text`. */
  readonly masked: string;
  readonly sections: readonly Section[];
  /** In order, apart from each other. */
  readonly segments: readonly Segment[];
  /** Comments from `<!--` to `-->`, in order; those in code are none. */
  readonly comments: readonly Span[];
  /** Where the front matter ends. */
  readonly bodyStart: number;
}

/** Offsets into the text. */
export type Span = readonly [start: number, end: number];

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;
const ITEM = /^[ \t>]*(?:[-*+•]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Tags that begin a block of HTML whatever follows them, and a tag alone on its line (CommonMark 0.31, HTML blocks). */
const HTML_BLOCK =
  /^ {0,3}<(?:\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul|script|pre|style|textarea)(?:[\s/>]|$)|[!?]|(?:[a-z][a-z0-9-]*(?:\s[^<>]*)?|\/[a-z][a-z0-9-]*\s*)>[ \t]*$)/i;

/** A block that begins with a tag as `<a id="x"></a>` is a paragraph, in which Markdown is read. */
function kindOf(text: string, { kind, start, end }: Block): Block["kind"] {
  if (kind !== "html") return kind;
  const newline = text.indexOf("\n", start);
  const line = text.slice(start, newline === -1 || newline > end ? end : newline).trimEnd();
  return HTML_BLOCK.test(line) ? "html" : "paragraph";
}

/** Blanks the spans out; they are in order and apart. */
function blanked(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let result = "";
  let from = 0;
  for (const [start, end] of spans) {
    result += text.slice(from, start) + text.slice(start, end).replace(/[^\r\n]/g, " ");
    from = end;
  }
  return result + text.slice(from);
}

/** Collects the segments of one block, and the spans of code that stands between them. */
class BlockReader {
  readonly segments: Segment[] = [];
  readonly code: Span[] = [];
  readonly #text: string;
  readonly #block: Block;
  readonly #kind: Block["kind"];
  #start: number | undefined;
  #end = 0;
  #fence: { readonly mark: string; readonly start: number; readonly indent: number } | undefined;

  constructor(text: string, block: Block) {
    this.#text = text;
    this.#block = block;
    this.#kind = kindOf(text, block);
  }

  read(): void {
    const { start, end } = this.#block;
    for (let at = start; at < end;) {
      const newline = this.#text.indexOf("\n", at);
      const next = newline === -1 || newline > end ? end : newline;
      this.#line(at, next);
      at = next + 1;
    }
    this.#close();
    if (this.#fence !== undefined) this.code.push([this.#fence.start, end]);
  }

  #line(start: number, end: number): void {
    const line = this.#text.slice(start, end).trimEnd();
    if (this.#fence !== undefined && !this.#leavesFence(line, start)) {
      this.#inFence(line, end);
      return;
    }
    const mark = FENCE.exec(line);
    if (mark?.[1] !== undefined && !(mark[1].startsWith("`") && (mark[2] ?? "").includes("`"))) {
      this.#close();
      this.#fence = { mark: mark[1], start, indent: line.indexOf(mark[1]) };
      return;
    }
    const isBlank = /^[ \t>]*$/.test(line);
    const begins = this.#kind === "table" || (this.#kind !== "html" && ITEM.test(line));
    if (isBlank || begins) this.#close();
    if (isBlank) return;
    this.#start ??= start;
    this.#end = end;
  }

  /** A fence in a list item ends with the item, at a line that stands further left than the fence. */
  #leavesFence(line: string, start: number): boolean {
    const fence = this.#fence;
    if (fence === undefined || line === "" || this.#block.kind !== "list") return false;
    if (line.length - line.trimStart().length >= Math.min(fence.indent, 2)) return false;
    this.code.push([fence.start, start]);
    this.#fence = undefined;
    return true;
  }

  #inFence(line: string, end: number): void {
    const fence = this.#fence;
    const mark = /^[ \t>]*(`{3,}|~{3,})$/.exec(line)?.[1];
    if (fence === undefined || mark?.startsWith(fence.mark) !== true) return;
    this.code.push([fence.start, end]);
    this.#fence = undefined;
  }

  #close(): void {
    if (this.#start !== undefined) {
      this.segments.push({ start: this.#start, end: this.#end, kind: this.#kind });
    }
    this.#start = undefined;
  }
}

/** Comments that begin and end within a block; one that never ends hides what is left of its block. */
function commentsIn(text: string, start: number, end: number): Span[] {
  const found: Span[] = [];
  // Looked for in the block alone: a search that runs on to the end of the document, block by block, is quadratic.
  const block = text.slice(start, end);
  for (let at = block.indexOf("<!--"); at !== -1;) {
    const close = block.indexOf("-->", at + 4);
    const stop = close === -1 ? block.length : close + 3;
    found.push([start + at, start + stop]);
    at = block.indexOf("<!--", stop);
  }
  return found;
}

/** A heading's own line, where it has one: the text before the first heading has none. */
function headingOf(text: string, { level, start, end }: Section): Segment | undefined {
  if (level === 0) return undefined;
  const newline = text.indexOf("\n", start);
  return { start, end: newline === -1 || newline > end ? end : newline, kind: "heading" };
}

/** Code spans of the segments; a span ends with its segment. */
function inlineCode(text: string, segments: readonly Segment[]): Span[] {
  return segments.flatMap(({ start, end }) => {
    const part = text.slice(start, end);
    if (!part.includes("`")) return [];
    return codeSpans(part).map(([from, to]): Span => [start + from, start + to]);
  });
}

/**
 * What of a Markdown document is prose, and what is code, comment or front matter. Linear in the text's length.
 *
 * @param document decoded, without a byte order mark.
 */
export function proseOf(document: string): Prose {
  const text = document.replace(/\r(?!\n)/g, "\n");
  const front = splitFrontMatter(text);
  const from = front.unclosed ? 0 : front.bodyStart;
  const sections = scanMarkdown(text, from, front.unclosed ? 1 : front.bodyStartLine);
  const segments: Segment[] = [];
  const code: Span[] = from === 0 ? [] : [[0, from]];
  for (const section of sections) {
    const heading = headingOf(text, section);
    if (heading !== undefined) segments.push(heading);
    for (const block of section.blocks) {
      if (block.kind === "code" || block.kind === "comment") code.push([block.start, block.end]);
      else {
        const reader = new BlockReader(text, block);
        reader.read();
        segments.push(...reader.segments);
        code.push(...reader.code);
      }
    }
  }
  const spans = [...code, ...inlineCode(text, segments)].sort((a, b) => a[0] - b[0]);
  const withoutCode = blanked(text, spans);
  const blocks = sections.flatMap((section) => section.blocks);
  const comments = blocks.flatMap(({ start, end }) => commentsIn(withoutCode, start, end));
  const masked = blanked(withoutCode, comments);
  // A block that is a comment as a whole was blanked out with the code.
  const whole = blocks.flatMap(({ kind, start, end }) =>
    kind === "comment" ? commentsIn(text, start, end) : [],
  );
  const all = [...comments, ...whole].sort((a, b) => a[0] - b[0]);
  return { text, masked, sections, segments, comments: all, bodyStart: from };
}
