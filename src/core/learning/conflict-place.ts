import { fold } from "../text/fold.js";

/** Lines below a heading in which a sentence of its section is looked for. */
const MOST_LINES = 2_000;

/** Letters and digits alone: what is left of a sentence whatever its emphasis, links and line breaks. */
const bare = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

/**
 * The 1-based line on which a sentence begins. It is looked for by its letters alone, since Markdown stands between
 * them; where it is not found (a link in it, a secret) it is its beginning that is looked for, and the heading's line is
 * the answer in the last resort.
 *
 * @param text the document as it is; `undefined` where it cannot be read.
 * @param headingLine 1-based, of the section that the sentence stands in.
 */
export function lineOfSentence(text: string | undefined, headingLine: number, sentence: string): number {
  if (text === undefined) return headingLine;
  const lines = text.split(/\r\n?|\n/).slice(headingLine - 1, headingLine - 1 + MOST_LINES);
  const starts: number[] = [];
  let letters = "";
  for (const line of lines) {
    starts.push(letters.length);
    letters += bare(line.replace(/\]\([^()]*\)|\]\[[^[\]]*\]/g, "]"));
  }
  const wanted = bare(sentence);
  const from = starts[1] ?? 0;
  for (const part of [wanted, wanted.slice(0, 40), wanted.slice(0, 20)]) {
    const at = part === "" ? -1 : letters.indexOf(part, from);
    if (at !== -1) return headingLine + starts.findLastIndex((start) => start <= at);
  }
  return headingLine;
}
