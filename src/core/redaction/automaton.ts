import type { Span } from "./rule.js";

/**
 * Aho-Corasick over a fixed set of keywords, in any letter case: one table look-up a code unit, however many keywords
 * there are. Keywords end up in a dense table over the few classes of characters that they use.
 */
export interface Automaton {
  /**
   * Reads `text` from `from` to `to` and calls `onHit` for every keyword that ends there.
   *
   * @returns the state to continue with, so that a text may be read in chunks; the first chunk starts with 0.
   */
  scan(
    text: string,
    from: number,
    to: number,
    state: number,
    onHit: (keyword: number, hit: Span) => void,
  ): number;
}

/** Marks, in a table entry, that keywords end in the state it leads to. */
const HAS_HITS = 0x40000000;

interface Trie {
  readonly next: Map<number, number>[];
  /** For each state the keywords that end there, by index. */
  readonly ends: number[][];
}

function classesOf(keywords: readonly string[]): { classes: Uint8Array; count: number } {
  const classes = new Uint8Array(0x10000);
  let count = 1;
  for (const unit of new Set(keywords.join("").toLowerCase())) {
    const code = unit.charCodeAt(0);
    classes[code] = count;
    const upper = unit.toUpperCase();
    if (upper.length === 1) classes[upper.charCodeAt(0)] = count;
    count += 1;
  }
  return { classes, count };
}

function trieOf(keywords: readonly string[], classes: Uint8Array): Trie {
  const trie: Trie = { next: [new Map<number, number>()], ends: [[]] };
  keywords.forEach((keyword, index) => {
    let state = 0;
    for (const unit of keyword.toLowerCase()) {
      const unitClass = classes[unit.charCodeAt(0)] ?? 0;
      let following = trie.next[state]?.get(unitClass);
      if (following === undefined) {
        following = trie.next.length;
        trie.next[state]?.set(unitClass, following);
        trie.next.push(new Map());
        trie.ends.push([]);
      }
      state = following;
    }
    trie.ends[state]?.push(index);
  });
  return trie;
}

/** Fills the table breadth first: a missing edge goes where the longest proper suffix goes. */
function tableOf(trie: Trie, width: number): Int32Array {
  const table = new Int32Array(trie.next.length * width);
  const suffix = new Int32Array(trie.next.length);
  const queue = [0];
  // The queue grows while it is walked.
  for (const state of queue) {
    const back = suffix[state] ?? 0;
    const inherited = state === 0 ? [] : (trie.ends[back] ?? []);
    trie.ends[state]?.push(...inherited);
    for (let unitClass = 0; unitClass < width; unitClass += 1) {
      const child = trie.next[state]?.get(unitClass);
      const fallback = state === 0 ? 0 : (table[back * width + unitClass] ?? 0);
      table[state * width + unitClass] = child ?? fallback;
      if (child !== undefined) {
        suffix[child] = fallback;
        queue.push(child);
      }
    }
  }
  return table;
}

/** Builds the automaton; some milliseconds for a few hundred keywords. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  const { classes, count: width } = classesOf(keywords);
  const trie = trieOf(keywords, classes);
  // An entry is the offset of the next state's row, so that the loop needs no multiplication.
  const table = tableOf(trie, width).map(
    (state) => (state * width) | ((trie.ends[state]?.length ?? 0) > 0 ? HAS_HITS : 0),
  );
  const lengths = keywords.map((keyword) => keyword.length);
  return {
    scan(text, from, to, state, onHit) {
      let row = state;
      for (let at = from; at < to; at += 1) {
        const entry = table[row + (classes[text.charCodeAt(at)] ?? 0)] ?? 0;
        row = entry & ~HAS_HITS;
        if (entry === row) continue;
        for (const keyword of trie.ends[row / width] ?? []) {
          onHit(keyword, { start: at + 1 - (lengths[keyword] ?? 0), end: at + 1 });
        }
      }
      return row;
    },
  };
}
