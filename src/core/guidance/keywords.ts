import { languageOf, STEM_LANGUAGES, type StemLanguage } from "./language.js";
import { stemIn } from "./stem.js";
import { pairsOf, splitCamelCase, wordsIn, type Word } from "./words.js";

/**
 * Whether words by which something is recalled stand in what an agent says it is about to do. Whole words are compared,
 * folded; and by their stems in the language of the entry, or where that does not show, in that of the request, or else
 * in each: `strip` does not find `stripe`, unless somebody writes Portuguese.
 */

/** A request's text, made ready to be compared with many keywords. */
export interface HintText {
  readonly language: StemLanguage | undefined;
  /** As written, and where names such as `rateLimit` are in it, once more with these taken apart. */
  readonly variants: readonly HintVariant[];
}

interface HintVariant {
  readonly words: readonly Word[];
  /** Pairs of characters of all its runs, and the single characters. */
  readonly pairs: ReadonlySet<string>;
  /** Stems of the words, by language, in order; made when first needed. */
  readonly stems: Map<StemLanguage, readonly string[]>;
}

function variantsOf(text: string): readonly string[] {
  const split = splitCamelCase(text);
  return split === text ? [text] : [text, split];
}

function hintVariant(text: string): HintVariant {
  const words = wordsIn(text);
  const runs = words.filter(({ isRun }) => isRun).map((word) => word.text);
  return {
    words,
    pairs: new Set(runs.flatMap((run) => [...Array.from(run), ...pairsOf(run)])),
    stems: new Map(),
  };
}

export function hintText(text: string): HintText {
  return { language: languageOf(text), variants: variantsOf(text).map(hintVariant) };
}

function stemsOf(hint: HintVariant, language: StemLanguage): readonly string[] {
  let stems = hint.stems.get(language);
  if (stems === undefined)
    hint.stems.set(language, (stems = hint.words.map(({ text }) => stemIn(language, text))));
  return stems;
}

/** Whether the parts stand in the list one after the other. */
function standsIn(parts: readonly string[], list: readonly string[]): boolean {
  const [first] = parts;
  if (first === undefined) return false;
  for (let at = list.indexOf(first); at >= 0; at = list.indexOf(first, at + 1)) {
    if (parts.every((part, index) => list[at + index] === part)) return true;
  }
  return false;
}

function matchesVariant(
  keyword: readonly Word[],
  hint: HintVariant,
  languages: readonly StemLanguage[],
): boolean {
  // Runs are matched by pairs, wherever they stand: no space says where a word of theirs begins.
  const runs = keyword.filter(({ isRun }) => isRun);
  if (!runs.every(({ text }) => pairsOf(text).every((pair) => hint.pairs.has(pair)))) return false;
  const words = keyword.filter(({ isRun }) => !isRun).map(({ text }) => text);
  if (words.length === 0) return runs.length > 0;
  const others = hint.words.map(({ text }) => text);
  if (standsIn(words, others)) return true;
  return languages.some((language) =>
    standsIn(
      words.map((word) => stemIn(language, word)),
      stemsOf(hint, language),
    ),
  );
}

/**
 * Whether a keyword, of one or several words, stands in the hint.
 *
 * @param language that of the entry; `undefined` where it does not show.
 */
export function keywordMatches(keyword: string, hint: HintText, language: StemLanguage | undefined): boolean {
  const known = language ?? hint.language;
  const languages = known === undefined ? STEM_LANGUAGES : [known];
  return variantsOf(keyword).some((variant) => {
    const words = wordsIn(variant);
    return hint.variants.some((each) => matchesVariant(words, each, languages));
  });
}
