import { fold } from "../text/fold.js";

/** Words of texts, as recall and similarity compare them. */

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー";
const TOKEN = new RegExp(`[${CJK}]+|(?:(?![${CJK}])[\\p{L}\\p{N}\\p{M}])+(?:['’](?![${CJK}])\\p{L}+)?`, "gu");
const IS_CJK = new RegExp(`^[${CJK}]`, "u");

/** A word, or a run of characters of a script that puts no spaces between words. */
export interface Word {
  /** Folded. */
  readonly text: string;
  readonly isRun: boolean;
}

/** The words of a text in order. `rate_limit` and `rate-limit` are two words, `don't` is one. */
export function wordsIn(text: string): readonly Word[] {
  const folded = fold(text).replaceAll("ß", "ss").replaceAll("’", "'");
  return Array.from(folded.matchAll(TOKEN), ([word]) => ({ text: word, isRun: IS_CJK.test(word) }));
}

/** `rateLimit` as `rate Limit`; the same text where no name is written so. */
export function splitCamelCase(text: string): string {
  return text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
}

/** Overlapping pairs of characters; a single one is itself. */
export function pairsOf(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}
