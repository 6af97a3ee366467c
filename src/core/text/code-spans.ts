/** Where inline code and fenced code made of backticks stand in a block: pairs of offsets, in order, apart. Linear. */
export function codeSpans(text: string): readonly (readonly [start: number, end: number])[] {
  if (!text.includes("`")) return [];
  const runs = Array.from(text.matchAll(/`+/g), (match) => ({ at: match.index, length: match[0].length }));
  // A span ends at the next run of just as many backticks (CommonMark 0.31, code spans).
  const closing: (number | undefined)[] = [];
  const lastOfLength = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0;
    closing[index] = lastOfLength.get(length);
    lastOfLength.set(length, index);
  }
  const spans: [number, number][] = [];
  for (let index = 0; index < runs.length; index++) {
    const close = closing[index];
    const [first, last] = [runs[index], close === undefined ? undefined : runs[close]];
    if (close === undefined || first === undefined || last === undefined) continue;
    spans.push([first.at, last.at + last.length]);
    index = close;
  }
  return spans;
}

/** Changes what is no code, and leaves code to the letter. */
export function outsideCode(text: string, change: (part: string) => string): string {
  let result = "";
  let from = 0;
  for (const [start, end] of codeSpans(text)) {
    result += change(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return result + change(text.slice(from));
}

/** Columns of white space that a line begins with; a tab goes on to the next multiple of four. */
export function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === " ") width++;
    else if (character === "\t") width += 4 - (width % 4);
    else break;
  }
  return width;
}
