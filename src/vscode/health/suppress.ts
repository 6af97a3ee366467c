/** A text to put into a line; the column is 0-based, in UTF-16 code units. */
export interface Insertion {
  readonly column: number;
  readonly text: string;
}

const COMMENT = /(?:<!--|#)[ \t]*sdd-ignore[ \t]+[a-z][a-z0-9-]*(?:[ \t]*,[ \t]*[a-z][a-z0-9-]*)*/;

/** Whether a line of a Markdown document belongs to its front matter; the fences count. */
function isFrontMatter(lines: readonly string[], at: number): boolean {
  if (lines[0]?.trimEnd() !== "---") return false;
  const close = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  return close !== -1 && at <= close;
}

/**
 * The comment by which findings of a rule are passed over on a line, at its end; a comment that is there already gets
 * one more code.
 *
 * @param at 0-based
 * @returns `undefined` where no comment can stand: on the fences of front matter
 */
export function suppression(
  lines: readonly string[],
  at: number,
  code: string,
  isYaml: boolean,
): Insertion | undefined {
  const line = (lines[at] ?? "").trimEnd();
  const there = COMMENT.exec(line);
  if (there !== null) return { column: there.index + there[0].length, text: `, ${code}` };
  const isFront = !isYaml && isFrontMatter(lines, at);
  if (isFront && /^(?:---|\.\.\.)$/.test(line)) return undefined;
  // Behind the last bar of a table's row it would be a cell more.
  const bar = isYaml || !/^\s*\|.*\|$/.test(line) ? -1 : line.lastIndexOf("|");
  if (bar > 0) return { column: bar, text: `<!-- sdd-ignore ${code} --> ` };
  const comment = isYaml || isFront ? `# sdd-ignore ${code}` : `<!-- sdd-ignore ${code} -->`;
  return { column: line.length, text: line === "" ? comment : ` ${comment}` };
}
