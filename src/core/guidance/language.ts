import { fold } from "../text/fold.js";

/** Languages whose words are brought to a stem. Chinese, Japanese and Korean are matched by pairs of characters. */
export const STEM_LANGUAGES = ["en", "pt", "es", "fr", "de", "ru"] as const;
export type StemLanguage = (typeof STEM_LANGUAGES)[number];

/** Frequent small words by which a text's language is known, folded. A word may stand in several lists. */
const SMALL_WORDS: readonly (readonly [StemLanguage, string])[] = [
  [
    "en",
    "the of and to in is are be for with on by from that this it not never always must should only when before after use an or as at we do does",
  ],
  [
    "pt",
    "o os a as de do da dos das em no na nos nas um uma por pelo pela para com que nao sempre nunca deve devem ser e ou se ao mais sem antes depois quando use usar so",
  ],
  [
    "es",
    "el la los las de del en un una por para con que no siempre nunca debe deben ser y o se al mas sin antes despues cuando usar solo es lo",
  ],
  [
    "fr",
    "le la les de du des en un une par pour avec que ne pas toujours jamais doit doivent etre et ou se au aux plus sans avant apres quand sur dans est il",
  ],
  [
    "de",
    "der die das den dem des ein eine einen und oder nicht immer nie niemals muss mussen darf durfen sein ist sind mit fur auf von zu im am bei nur vor nach wenn ohne werden wird kein keine",
  ],
];

/** Letters that of these languages only one writes, before folding. */
const LETTERS: readonly (readonly [StemLanguage, RegExp])[] = [
  ["pt", /[ãõ]/i],
  ["es", /[ñ¿¡]/i],
  ["fr", /[œêèû]|\b[ldjnsc]['’]/i],
  ["de", /[äß]/i],
];
/** Such a letter says as much as so many small words. */
const LETTER_SCORE = 2;

const LANGUAGES_OF = new Map<string, StemLanguage[]>();
for (const [language, list] of SMALL_WORDS) {
  for (const word of list.split(" ")) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}

/**
 * The language that a text is written in, as far as it shows; `undefined` where it does not, as in a single word. A wrong
 * guess costs no more than some inflected forms.
 */
export function languageOf(text: string): StemLanguage | undefined {
  if (/[\u0400-\u052f]/.test(text)) return "ru";
  const scores = new Map<StemLanguage, number>();
  const add = (language: StemLanguage, score: number): void => {
    scores.set(language, (scores.get(language) ?? 0) + score);
  };
  for (const [word] of fold(text).matchAll(/\p{L}+/gu)) {
    for (const language of LANGUAGES_OF.get(word) ?? []) add(language, 1);
  }
  for (const [language, letters] of LETTERS) if (letters.test(text)) add(language, LETTER_SCORE);
  const most = Math.max(0, ...scores.values());
  const best = [...scores].filter(([, score]) => score === most);
  return best.length === 1 ? best[0]?.[0] : undefined;
}
