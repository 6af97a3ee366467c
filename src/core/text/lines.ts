/** A place in a text, both 1-based; columns count UTF-16 code units, as VS Code does. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The offsets at which lines begin. `\n`, `\r\n` and a lone `\r` each end a line, as in VS Code and CommonMark. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** The place of an offset, by the text's line starts. */
export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The lines of a text without their ends. */
export function splitLines(text: string): readonly string[] {
  return text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
}

/** The first `maxLines` lines, and of those only what begins within the first `maxCharacters`. */
export function firstLines(text: string, maxLines: number, maxCharacters: number): readonly string[] {
  return splitLines(text.slice(0, maxCharacters)).slice(0, maxLines);
}
