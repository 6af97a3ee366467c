import { detached } from "../text/detached.js";
import { lineStarts, positionAt } from "../text/lines.js";
import type { Prose } from "./prose.js";

/**
 * Comments by which a person turns a rule off for one place: `<!-- sdd-ignore broken-link: reason -->` in Markdown,
 * `# sdd-ignore artifact-hash-differs: reason` in YAML. It holds for its own lines and the next one that is not blank,
 * since formatters set a comment apart; `sdd-ignore-next-line` for that one alone. Several codes are set apart by commas.
 * A comment without a code does nothing: what is passed over has to be named. A comment in code is none.
 */

const WORDS = "sdd-ignore(-next-line)?\\s+([a-z][a-z0-9-]*(?:\\s*,\\s*[a-z][a-z0-9-]*)*)";
const HTML_COMMENT = new RegExp(`^<!--\\s*${WORDS}`);
const YAML_COMMENT = new RegExp(`(?:^|\\s)#[ \\t]*${WORDS}`);

/** Codes that are passed over, by 1-based line. */
export type Ignores = ReadonlyMap<number, ReadonlySet<string>>;

const NONE: Ignores = new Map();

/** Puts the codes of one comment on the lines that it speaks of. */
class IgnoredLines {
  readonly byLine = new Map<number, Set<string>>();
  readonly #lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** @param first, last the comment's own lines, from 0. */
  add(match: RegExpExecArray | null, first: number, last: number): void {
    if (match === null) return;
    const [, nextOnly, codes = ""] = match;
    let at = last + 1;
    while (this.#lines[at]?.trim() === "") at++;
    const own = nextOnly === undefined ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : [];
    for (const index of [...own, at]) {
      const set = this.byLine.get(index + 1) ?? new Set<string>();
      for (const code of codes.split(",")) set.add(detached(code.trim()));
      this.byLine.set(index + 1, set);
    }
  }
}

/** @param text of YAML, as it stands in the file. */
export function ignoresOf(text: string): Ignores {
  if (!text.includes("sdd-ignore")) return NONE;
  const lines = text.split(/\r\n|\n|\r/);
  const ignored = new IgnoredLines(lines);
  for (const [index, line] of lines.entries())
    if (line.includes("sdd-ignore")) ignored.add(YAML_COMMENT.exec(line), index, index);
  return ignored.byLine;
}

/** Of a Markdown document: its comments, and those of its front matter. */
export function markdownIgnores({ text, comments, bodyStart }: Prose): Ignores {
  if (!text.includes("sdd-ignore")) return NONE;
  const lines = text.split("\n");
  const ignored = new IgnoredLines(lines);
  const starts = lineStarts(text);
  const lineAt = (offset: number): number => positionAt(starts, offset).line - 1;
  const front = lineAt(bodyStart);
  for (const [index, line] of lines.slice(0, front).entries())
    if (line.includes("sdd-ignore")) ignored.add(YAML_COMMENT.exec(line), index, index);
  for (const [start, end] of comments) {
    const comment = text.slice(start, end);
    if (comment.includes("sdd-ignore"))
      ignored.add(HTML_COMMENT.exec(comment), lineAt(start), lineAt(start + comment.trimEnd().length - 1));
  }
  return ignored.byLine;
}
