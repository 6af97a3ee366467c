import type { HintText } from "./keywords.js";
import { STEM_LANGUAGES, type StemLanguage } from "./language.js";
import { isPolar } from "./polarity.js";
import { stemIn } from "./stem.js";
import { wordsIn } from "./words.js";

/** Shorter words say little of a subject. */
const LEAST_LETTERS = 4;
/** Words of any length that stand in every second rule; folded. */
const COMMON = new Set(
  "with from that this when then than they them have been were what which into only also each every other more most some such same before after code file files project para como quando mais este esta isso todo toda cada pelo pela cuando este esta cada todo toda dans pour avec plus tout toute cette wenn alle jede jeder diese dieser oder auch nach этот этого каждый каждая всех только если когда после перед через".split(
    " ",
  ),
);

/** The words of a text that say what it is about: of some length, each once, folded, in its order. */
export function subjectWords(text: string, language: StemLanguage | undefined): readonly string[] {
  const words = wordsIn(text)
    .filter(({ text: word, isRun }) => !isRun && word.length >= LEAST_LETTERS && !COMMON.has(word))
    .map(({ text: word }) => word)
    .filter((word) => !isPolar(word, language));
  return [...new Set(words)];
}

/** Those of the words that stand in a request too, by their stems. */
export function sharedWords(
  words: readonly string[],
  hint: HintText,
  language: StemLanguage | undefined,
): readonly string[] {
  const known = language ?? hint.language;
  const languages = known === undefined ? STEM_LANGUAGES : [known];
  const stems = languages.map((each) => ({
    language: each,
    others: new Set(hint.variants.flatMap(({ everyWord }) => everyWord.map((word) => stemIn(each, word)))),
  }));
  return words.filter((word) => stems.some(({ language: each, others }) => others.has(stemIn(each, word))));
}
