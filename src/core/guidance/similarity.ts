import { compareCodeUnits } from "../text/fold.js";
import { sameTextKey } from "./canonical.js";
import type { GuidanceContent, GuidanceEntry, GuidanceStatus, GuidanceType } from "./entry.js";
import { languageOf, type StemLanguage } from "./language.js";
import { isNegative, isPolar } from "./polarity.js";
import { stemIn } from "./stem.js";
import { pairsOf, wordsIn } from "./words.js";

/** Which entries say nearly the same as a text, and whether they say the opposite. */

/** Two texts are near from this part of common words on. */
const NEAR = 0.7;
/** A text of fewer words is contained in too many others. */
const LEAST_CONTAINED = 3;

/**
 * `negation`: one prescribes what the other rules out. `values`: they differ in numbers, or one word stands where
 * another stood. What a person must look at; it is not known to be a contradiction.
 */
export type Opposition = "negation" | "values";

export interface TextDifference {
  /** Words that only one of the two has, folded, in its order; numbers as written. */
  readonly here: readonly string[];
  readonly there: readonly string[];
}

export interface TextLikeness {
  /** `same`: the same text, by case, white space and Unicode's forms. `contained`: all words of one stand in the other. */
  readonly relation: "same" | "near" | "contained";
  /** Common words of all words, 0 to 1; words of prescription and numbers do not count. */
  readonly jaccard: number;
  readonly opposition: Opposition | undefined;
  readonly difference: TextDifference;
}

/** An entry that is near another one. */
export interface SimilarEntry extends TextLikeness {
  readonly id: string;
  readonly status: GuidanceStatus;
  readonly type: GuidanceType;
  readonly domain: string;
  readonly text: string;
}

/** A text taken apart for comparing. */
interface TakenApart {
  readonly key: string;
  readonly language: StemLanguage | undefined;
  /** Stems without words of prescription and numbers, with the word that each stood for first. */
  readonly stems: ReadonlyMap<string, string>;
  readonly isNegative: boolean;
  readonly numbers: readonly string[];
}

const NUMBER = /^\p{N}/u;

function takeApart(text: string): TakenApart {
  const language = languageOf(text);
  const stems = new Map<string, string>();
  const numbers: string[] = [];
  let negations = 0;
  for (const { text: word, isRun } of wordsIn(text)) {
    if (isNegative(word, language)) negations++;
    if (isPolar(word, language)) continue;
    if (NUMBER.test(word)) numbers.push(word);
    else if (isRun) for (const pair of pairsOf(word)) stems.set(pair, pair);
    else {
      const stem = stemIn(language ?? "en", word);
      if (!stems.has(stem)) stems.set(stem, word);
    }
  }
  return { key: sameTextKey(text), language, stems, isNegative: negations % 2 === 1, numbers };
}

/** What one list has more often than the other, in its order. */
function onlyIn(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const each of other) left.set(each, (left.get(each) ?? 0) + 1);
  return list.filter((each) => {
    const count = left.get(each) ?? 0;
    if (count > 0) left.set(each, count - 1);
    return count === 0;
  });
}

function likenessOf(here: TakenApart, there: TakenApart): TextLikeness | undefined {
  const own = [...here.stems.keys()].filter((stem) => !there.stems.has(stem));
  const others = [...there.stems.keys()].filter((stem) => !here.stems.has(stem));
  const common = here.stems.size - own.length;
  const all = common + own.length + others.length;
  const jaccard = all === 0 ? 0 : common / all;
  const smaller = Math.min(here.stems.size, there.stems.size);
  const isSame = here.key === there.key;
  const isContained = common === smaller && smaller >= LEAST_CONTAINED;
  if (!isSame && jaccard < NEAR && !isContained) return undefined;
  const relation = isSame ? "same" : jaccard >= NEAR ? "near" : "contained";
  const numbers = { here: onlyIn(here.numbers, there.numbers), there: onlyIn(there.numbers, here.numbers) };
  const words = (stems: readonly string[], of: TakenApart) => stems.map((stem) => of.stems.get(stem) ?? stem);
  const difference = {
    here: [...words(own, here), ...numbers.here],
    there: [...words(others, there), ...numbers.there],
  };
  const isReplaced = own.length === 1 && others.length === 1;
  const hasOtherValue = isReplaced || (numbers.here.length > 0 && numbers.there.length > 0);
  const opposition = here.isNegative !== there.isNegative ? "negation" : hasOtherValue ? "values" : undefined;
  return { relation, jaccard, opposition, difference };
}

/** How two texts compare; `undefined` where they are not near. */
export function compareTexts(here: string, there: string): TextLikeness | undefined {
  return likenessOf(takeApart(here), takeApart(there));
}

const RANK = { same: 0, near: 1, contained: 2 } as const;

/** Finds near entries; what it took apart it keeps, as long as the entries live. */
export class Neighbours {
  readonly #known = new WeakMap<GuidanceEntry, TakenApart>();

  /**
   * The entries that are near a text, whatever their type, domain and status: the nearest first, then by id.
   *
   * @param except the id of the entry whose text it is.
   */
  of(
    { text }: Pick<GuidanceContent, "text">,
    entries: readonly GuidanceEntry[],
    except?: string,
  ): readonly SimilarEntry[] {
    const here = takeApart(text);
    const found: SimilarEntry[] = [];
    for (const entry of entries) {
      if (entry.id === except) continue;
      const likeness = likenessOf(here, this.#apart(entry));
      if (likeness === undefined) continue;
      const { id, status, type, domain } = entry;
      found.push({ ...{ id, status, type, domain, text: entry.text }, ...likeness });
    }
    return found.sort(
      (a, b) => RANK[a.relation] - RANK[b.relation] || b.jaccard - a.jaccard || compareCodeUnits(a.id, b.id),
    );
  }

  #apart(entry: GuidanceEntry): TakenApart {
    let apart = this.#known.get(entry);
    if (apart === undefined) this.#known.set(entry, (apart = takeApart(entry.text)));
    return apart;
  }
}
