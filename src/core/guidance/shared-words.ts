import type { HintText } from "./keywords.js";
import { languageOf, STEM_LANGUAGES } from "./language.js";
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

/** The words of an entry's text that stand in a request too, by their stems, each once, in the text's order. */
export function sharedWords(text: string, hint: HintText): readonly string[] {
  const language = languageOf(text);
  const known = language ?? hint.language;
  const languages = known === undefined ? STEM_LANGUAGES : [known];
  const words = new Set(
    wordsIn(text)
      .filter(({ text: word, isRun }) => !isRun && word.length >= LEAST_LETTERS && !COMMON.has(word))
      .map(({ text: word }) => word)
      .filter((word) => !isPolar(word, language)),
  );
  const others = hint.variants.flatMap((variant) => variant.words.map((word) => word.text));
  return [...words].filter((word) =>
    languages.some((each) => {
      const stem = stemIn(each, word);
      return others.some((other) => stemIn(each, other) === stem);
    }),
  );
}
