import { linkedPaths } from "../project/sources/links.js";
import { codeSpans } from "../text/code-spans.js";
import { detached } from "../text/detached.js";

/** A line that links to a project path, and what else a reader of it takes in. */
export interface LinkUse {
  /** 1-based. */
  readonly line: number;
  /** The line as it is. */
  readonly text: string;
  /** The line with what its paragraph goes on to say on the next ones. */
  readonly context: string;
  /** The headings it stands under, outermost first. */
  readonly headings: readonly string[];
  /** Project paths. */
  readonly targets: readonly string[];
}

const FENCE = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})/;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*(?:<([^>\n]{1,400})>|(\S{1,400}))/;
const REFERENCE = /\[([^[\]\n]{1,200})\](?:\[([^[\]\n]{0,200})\])?(?![(:[])/g;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
/** What goes on with the paragraph above: no blank line, item, heading, table row or quote. */
const GOES_ON = /^[ \t]*(?![-*+•>|#]|\d{1,9}[.)]\s|\s*$)\S/;

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** The text with code blocks made blank, to the same length. A fence ends at one of its kind that is as long. */
function withoutFences(text: string): string {
  let open = "";
  return text
    .split("\n")
    .map((line) => {
      const mark = FENCE.exec(line)?.[1] ?? "";
      if (open === "") {
        open = mark;
        return mark === "" ? line : blank(line);
      }
      if (mark.startsWith(open)) open = "";
      return blank(line);
    })
    .join("\n");
}

/** The text with comments made blank; one that is never closed stays. Linear. */
function withoutComments(text: string): string {
  let result = "";
  let from = 0;
  for (let open = text.indexOf("<!--"); open !== -1; open = text.indexOf("<!--", from)) {
    const close = text.indexOf("-->", open + 4);
    if (close === -1) break;
    result += text.slice(from, open) + blank(text.slice(open, close + 3));
    from = close + 3;
  }
  return result + text.slice(from);
}

/** The text with code and comments made blank, to the same length: what stands there links to nothing. */
function visibleText(text: string): string {
  const prose = withoutComments(withoutFences(text));
  // A code span may go over the end of a line, but not over that of its paragraph.
  return prose
    .split(/(\n[ \t]*\n)/)
    .map((paragraph) => {
      let result = "";
      let from = 0;
      for (const [start, end] of codeSpans(paragraph)) {
        // The label of a link may be code: `[`0001`](0001.md)` is a link.
        result += paragraph.slice(from, start) + blank(paragraph.slice(start, end));
        from = end;
      }
      return result + paragraph.slice(from);
    })
    .join("");
}

/** A label as CommonMark compares them: case folded, blanks even. */
const labelOf = (raw: string): string => raw.trim().replace(/\s+/g, " ").toLowerCase();

function definitionsIn(lines: readonly string[], path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const match = DEFINITION.exec(line);
    if (match === null) continue;
    const label = labelOf(match[1] ?? "");
    // The resolver of inline links knows what leads out, escapes and anchors.
    const [target] = linkedPaths(`[x](<${match[2] ?? match[3] ?? ""}>)`, path);
    if (target !== undefined && !found.has(label)) found.set(label, target);
  }
  return found;
}

function targetsOf(line: string, path: string, definitions: ReadonlyMap<string, string>): string[] {
  const targets = line.includes("](") ? linkedPaths(line, path) : [];
  if (definitions.size === 0 || !line.includes("[") || DEFINITION.test(line)) return targets;
  for (const [, text = "", label = ""] of line.matchAll(REFERENCE)) {
    const target = definitions.get(labelOf(label.trim() === "" ? text : label));
    if (target !== undefined && !targets.includes(target)) targets.push(target);
  }
  return targets;
}

/**
 * The lines of a Markdown text that link to project paths, inline or by reference, in order. Links in code and comments
 * are none, and a definition that nothing refers to is none. Linear.
 *
 * @param path the document's, for what its relative links lead to.
 */
export function linkUses(text: string, path: string): readonly LinkUse[] {
  // Most documents have no link: neither `](` nor `]:` stands in them.
  if (!/\][(:]/.test(text)) return [];
  const whole = text.replace(/\r\n?/g, "\n");
  const written = whole.split("\n");
  const lines = visibleText(whole).split("\n");
  const definitions = definitionsIn(lines, path);
  const uses: LinkUse[] = [];
  const headings: { readonly level: number; readonly title: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const heading = HEADING.exec(line);
    if (heading !== null) {
      const level = heading[1]?.length ?? 1;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, title: heading[2] ?? "" });
    }
    const targets = targetsOf(line, path, definitions);
    if (targets.length === 0) continue;
    const titles = headings.map(({ title }) => title);
    const said = detached(written[index] ?? "");
    const context = detached(contextOf(lines, index));
    uses.push({ line: index + 1, text: said, context, headings: titles.map(detached), targets });
  }
  return uses;
}

/** Lines of a paragraph that are looked at for what is said of a link above them. */
const MOST_CONTEXT = 4;

function contextOf(lines: readonly string[], index: number): string {
  let context = lines[index] ?? "";
  for (let next = index + 1; next <= index + MOST_CONTEXT; next++) {
    const line = lines[next] ?? "";
    if (/[.!?…:;]\s*$/.test(context) || !GOES_ON.test(line)) break;
    context += ` ${line.trim()}`;
  }
  return context;
}
