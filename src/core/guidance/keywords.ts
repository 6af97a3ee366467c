import { languageOf, STEM_LANGUAGES, type StemLanguage } from "./language.js";
import { stemIn } from "./stem.js";
import { pairsOf, splitCamelCase, wordsIn, type Word } from "./words.js";

/**
 * Whether words by which something is recalled stand in what an agent says it is about to do. Whole words are compared,
 * folded; and by their stems in the language of the entry, or where that does not show, in that of the request, or else
 * in each: `strip` does not find `stripe`, unless somebody writes Portuguese.
 */

/** A text made ready to be compared: as written, and where names such as `rateLimit` are in it, once more split. */
interface Variant {
  /** Words without runs, in order. */
  readonly words: readonly string[];
  readonly wordSet: ReadonlySet<string>;
  /** Pairs of characters of all its runs, and the single characters. */
  readonly pairs: ReadonlySet<string>;
  /** Stems of the words, by language, in order; made when first needed. */
  readonly stems: Map<StemLanguage, readonly string[]>;
}

/** A request's text. */
export interface HintText {
  readonly language: StemLanguage | undefined;
  readonly variants: readonly HintVariant[];
}

/** All words, runs too, each once. */
interface HintVariant extends Variant {
  readonly everyWord: readonly string[];
}

/** A keyword of one or several words. */
export interface Keyword {
  readonly text: string;
  readonly variants: readonly KeywordVariant[];
}

interface KeywordVariant extends Variant {
  /** The pairs that must all stand in the hint. */
  readonly needed: readonly string[];
}

function variantsOf(text: string): readonly string[] {
  const split = splitCamelCase(text);
  return split === text ? [text] : [text, split];
}

function variantOf(all: readonly Word[]): Variant {
  const words = all.filter(({ isRun }) => !isRun).map(({ text }) => text);
  const runs = all.filter(({ isRun }) => isRun).map(({ text }) => text);
  const pairs = new Set(runs.flatMap((run) => [...Array.from(run), ...pairsOf(run)]));
  return { words, wordSet: new Set(words), pairs, stems: new Map() };
}

export function hintText(text: string): HintText {
  const variants = variantsOf(text).map((each) => {
    const words = wordsIn(each);
    return { ...variantOf(words), everyWord: [...new Set(words.map((word) => word.text))] };
  });
  return { language: languageOf(text), variants };
}

export function keywordOf(text: string): Keyword {
  const variants = variantsOf(text).map((each) => {
    const words = wordsIn(each);
    const needed = words.filter(({ isRun }) => isRun).flatMap((run) => pairsOf(run.text));
    return { ...variantOf(words), needed };
  });
  return { text, variants };
}

function stemsOf(variant: Variant, language: StemLanguage): readonly string[] {
  let stems = variant.stems.get(language);
  if (stems === undefined)
    variant.stems.set(language, (stems = variant.words.map((word) => stemIn(language, word))));
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

function matchesVariant(keyword: KeywordVariant, hint: Variant, languages: readonly StemLanguage[]): boolean {
  // Runs are matched by pairs, wherever they stand: no space says where a word of theirs begins.
  if (!keyword.needed.every((pair) => hint.pairs.has(pair))) return false;
  const [first] = keyword.words;
  if (first === undefined) return keyword.needed.length > 0;
  if (hint.wordSet.has(first) && standsIn(keyword.words, hint.words)) return true;
  return languages.some((language) => standsIn(stemsOf(keyword, language), stemsOf(hint, language)));
}

/**
 * Whether a keyword stands in the hint.
 *
 * @param language that of the entry; `undefined` where it does not show.
 */
export function keywordMatches(
  keyword: Keyword,
  hint: HintText,
  language: StemLanguage | undefined,
): boolean {
  const known = language ?? hint.language;
  const languages = known === undefined ? STEM_LANGUAGES : [known];
  return keyword.variants.some((variant) =>
    hint.variants.some((each) => matchesVariant(variant, each, languages)),
  );
}
