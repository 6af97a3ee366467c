/** One replacement that turns a text into another; offsets in UTF-16 code units. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Whether a cut at this offset would part a surrogate pair or a CR LF. */
function parts(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  const isPair = before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
  return isPair || (before === 13 && after === 10);
}

/**
 * The smallest single replacement, so that an undo, the cursor and the folding of an open editor keep their places.
 * `undefined` where nothing differs.
 */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && (parts(before, start) || parts(after, start))) start--;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  while (tail > 0 && (parts(before, before.length - tail) || parts(after, after.length - tail))) tail--;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
