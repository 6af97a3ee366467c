import { baseName } from "../project/paths.js";
import { compareCodeUnits, fold } from "../text/fold.js";
import type { DecisionEntry } from "./input.js";

/** Decisions whose file names share a word. */
export interface Topic {
  /** The word; `undefined` for those that share none. */
  readonly name: string | undefined;
  /** In the order given. */
  readonly decisions: readonly DecisionEntry[];
}

/** Fewer decisions than this are read as a list. */
const LEAST_DECISIONS = 6;
/** So many decisions make a topic. */
const LEAST_OF_TOPIC = 3;
/** A word in more of the names than this share tells nothing. */
const MOST_SHARE = 0.4;

/** Words of file names that name no subject. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    "the and for with from not via per into adr use using add new over out how why all one two first single real " +
    "para por com sem uma dos das nao como usar e de em do da " +
    "для без при как или на не от до по из " +
    "policy rules rule model layer layers decision decisions approach strategy support based"
  ).split(" "),
);

/** The words of a decision's file name, each once, folded. */
function wordsOf({ record }: DecisionEntry): readonly string[] {
  const words = fold(baseName(record.path).replace(/\.md$/, ""))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(
      (word) => word.length >= 2 && !/^\d+$/.test(word) && !/^v\d+$/.test(word) && !EMPTY_WORDS.has(word),
    );
  return [...new Set(words)];
}

/**
 * Groups decisions by the words of their file names, the largest group first taking what it can; what no group takes
 * comes last. A decision is in one topic. Nothing for a few decisions.
 */
export function topicsOf(decisions: readonly DecisionEntry[]): readonly Topic[] {
  if (decisions.length < LEAST_DECISIONS) return [];
  const left = new Map(decisions.map((each) => [each, wordsOf(each)]));
  const topics: { readonly name: string; readonly decisions: readonly DecisionEntry[] }[] = [];
  for (;;) {
    const counts = new Map<string, number>();
    for (const words of left.values())
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const most = decisions.length * MOST_SHARE;
    const [best] = [...counts]
      .filter(([, count]) => count >= LEAST_OF_TOPIC && count <= most)
      .sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b));
    if (best === undefined) break;
    const [name] = best;
    const own = [...left].filter(([, words]) => words.includes(name)).map(([each]) => each);
    for (const each of own) left.delete(each);
    topics.push({ name, decisions: own });
  }
  return left.size === 0 ? topics : [...topics, { name: undefined, decisions: [...left.keys()] }];
}
