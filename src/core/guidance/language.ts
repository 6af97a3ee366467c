import { fold } from "../text/fold.js";

/** Languages whose words are brought to a stem. Chinese, Japanese and Korean are matched by pairs of characters. */
export const STEM_LANGUAGES = ["en", "pt", "es", "fr", "de", "ru"] as const;
export type StemLanguage = (typeof STEM_LANGUAGES)[number];

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Frequent small words by which a text's language is known, folded. A word may stand in several lists. */
const SMALL_WORDS: readonly (readonly [StemLanguage, ReadonlySet<string>])[] = [
  [
    "en",
    words(
      "the of and to in is are be for with on by from that this it not never always must should only when before after use an or as at we do does",
    ),
  ],
  [
    "pt",
    words(
      "o os a as de do da dos das em no na nos nas um uma por pelo pela para com que nao sempre nunca deve devem ser e ou se ao mais sem antes depois quando use usar so",
    ),
  ],
  [
    "es",
    words(
      "el la los las de del en un una por para con que no siempre nunca debe deben ser y o se al mas sin antes despues cuando usar solo es lo",
    ),
  ],
  [
    "fr",
    words(
      "le la les de du des en un une par pour avec que ne pas toujours jamais doit doivent etre et ou se au aux plus sans avant apres quand sur dans est il",
    ),
  ],
  [
    "de",
    words(
      "der die das den dem des ein eine einen und oder nicht immer nie niemals muss mussen darf durfen sein ist sind mit fur auf von zu im am bei nur vor nach wenn ohne werden wird kein keine",
    ),
  ],
];

/** Letters that of these languages only one writes, before folding. */
const LETTERS: readonly (readonly [StemLanguage, RegExp])[] = [
  ["pt", /[ãõ]/i],
  ["es", /[ñ¿¡]/i],
  ["fr", /[œêèû]|\b[ldjnsc]['’]/i],
  ["de", /[äß]/i],
];

/**
 * The language that a text is written in, as far as it shows; `undefined` where it does not, as in a single word. A wrong
 * guess costs no more than some inflected forms.
 */
export function languageOf(text: string): StemLanguage | undefined {
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  const found = fold(text).match(/\p{L}+/gu) ?? [];
  let best: StemLanguage | undefined;
  let most = 0;
  let isClear = false;
  for (const [language, small] of SMALL_WORDS) {
    const letters = LETTERS.some(([other, pattern]) => other === language && pattern.test(text)) ? 2 : 0;
    const score = letters + found.filter((word) => small.has(word)).length;
    if (score === most) isClear = false;
    if (score <= most) continue;
    [best, most, isClear] = [language, score, true];
  }
  return isClear ? best : undefined;
}
