import type { TermCounts, TermModel } from "./coverage.js";

/**
 * Picks passages under a budget: greedy maximum coverage with costs. At each step the passage that brings the most
 * needed terms for its characters is taken; what is covered already counts no more. Deterministic: ties go to the
 * passage that comes first in the input.
 */

/** A passage that may be taken. Characters are UTF-16 code units as rendered. */
export interface Candidate {
  /** Number of the source, of the section within all sections, and of the passage within its section. */
  readonly source: number;
  readonly section: number;
  readonly index: number;
  /** Characters of the text with the blank line after it. */
  readonly cost: number;
  /** Characters of the section's heading, and of the source's heading in its part: paid by the first passage. */
  readonly sectionCost: number;
  readonly headingCost: number;
  /** Names the pack's part and the source, for which one heading is paid. */
  readonly headingKey: string;
  /** What rank and role make of it; 1 is an ordinary section of an ordinary source. */
  readonly weight: number;
  readonly terms: TermCounts;
}

export interface SelectionLimits {
  /** Characters that may be spent in all. */
  readonly budget: number;
  /** Characters that one source may take while others wait. */
  readonly perSource: number;
}

/** Characters of the mark that says that something was left out between two passages. */
export const GAP_COST = 5;

/** A passage that goes on where a taken one ends reads better than a new fragment. */
const CONTINUES = 1.2;

/** What a term is still worth once the pack has it: next to nothing, but where there is room nothing is left out. */
const COVERED = 0.02;

/** Relevance as a factor: never zero, since a passage without a shared word may still be needed. */
const relevanceFactor = (relevance: number): number => Math.pow(0.1 + relevance, 0.7);

/** A binary max-heap of candidates by their gain; equal gains come out in the order of the candidates. */
class Heap {
  readonly #gains: Float64Array;
  readonly #list: Uint32Array;
  #size: number;

  /** @param gains by candidate; `list` holds those that are in the heap, and is taken over. */
  constructor(gains: Float64Array, list: Uint32Array) {
    this.#gains = gains;
    this.#list = list;
    this.#size = list.length;
    for (let at = (this.#size >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  /** The candidate that comes first; `undefined` where none is left. */
  peek(): number | undefined {
    return this.#size === 0 ? undefined : this.#list[0];
  }

  pop(): number | undefined {
    const top = this.peek();
    if (top === undefined) return undefined;
    this.#size--;
    this.#list[0] = this.#list[this.#size] ?? 0;
    this.#sink(0);
    return top;
  }

  /** Puts a candidate in again, after its gain was changed. */
  push(candidate: number): void {
    const list = this.#list;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = list[parent] ?? 0;
      if (!this.#before(candidate, above)) break;
      list[at] = above;
      at = parent;
    }
    list[at] = candidate;
  }

  #sink(from: number): void {
    const list = this.#list;
    const size = this.#size;
    const moved = list[from] ?? 0;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#before(list[child + 1] ?? 0, list[child] ?? 0)) child++;
      const below = list[child] ?? 0;
      if (!this.#before(below, moved)) break;
      list[at] = below;
      at = child;
    }
    list[at] = moved;
  }

  #before(a: number, b: number): boolean {
    const first = this.#gains[a] ?? 0;
    const second = this.#gains[b] ?? 0;
    return first > second || (first === second && a < b);
  }
}

/** One selection, which can be gone on with when more room turns up. */
export class Selection {
  readonly #candidates: readonly Candidate[];
  readonly #taken = new Set<number>();
  /** What each term is worth: its chance, and next to nothing once it is covered. By the term's number. */
  readonly #worth: Float64Array;
  readonly #covered: Uint8Array;
  readonly #relevance: readonly number[];
  readonly #sections = new Map<number, Set<number>>();
  readonly #headings = new Set<string>();
  readonly #spentBySource = new Map<number, number>();
  #spent = 0;

  constructor(candidates: readonly Candidate[], model: TermModel) {
    this.#candidates = candidates;
    this.#relevance = candidates.map((_, number) => relevanceFactor(model.relevance[number] ?? 0));
    this.#worth = new Float64Array(model.size).fill(-1);
    this.#covered = new Uint8Array(model.size);
    for (const { terms } of candidates) {
      for (const term of terms.terms) {
        if ((this.#worth[term] ?? 0) < 0) this.#worth[term] = model.chance(term);
      }
    }
  }

  /** Numbers of the taken candidates. */
  get taken(): ReadonlySet<number> {
    return this.#taken;
  }

  /** An upper bound of the characters spent. */
  get spent(): number {
    return this.#spent;
  }

  /** What a candidate would cost now, headings and gaps included. */
  costOf(number: number): number {
    const candidate = this.#candidates[number];
    if (candidate === undefined) return Infinity;
    const section = this.#sections.has(candidate.section) ? 0 : candidate.sectionCost + GAP_COST;
    const heading = this.#headings.has(candidate.headingKey) ? 0 : candidate.headingCost;
    return candidate.cost + GAP_COST + section + heading;
  }

  /** Takes what is worth most until nothing fits. May be called again with a larger budget. */
  fill({ budget, perSource }: SelectionLimits): void {
    const gains = new Float64Array(this.#candidates.length);
    const waiting = new Uint32Array(this.#candidates.length - this.#taken.size);
    let count = 0;
    for (let number = 0; number < gains.length; number++) {
      if (this.#taken.has(number)) continue;
      gains[number] = this.gain(number);
      waiting[count++] = number;
    }
    const heap = new Heap(gains, waiting);
    for (let top = heap.pop(); top !== undefined && (gains[top] ?? 0) > 0; top = heap.pop()) {
      const cost = this.costOf(top);
      const source = this.#candidates[top]?.source ?? -1;
      if (this.#spent + cost > budget || (this.#spentBySource.get(source) ?? 0) + cost > perSource) continue;
      // Gains fall as terms get covered, and rise a little for what follows a taken passage: weigh again, and take it
      // only where it still comes first.
      const gain = this.gain(top);
      const next = heap.peek();
      gains[top] = gain;
      if (next !== undefined && gain < (gains[next] ?? 0)) heap.push(top);
      else this.take(top);
    }
  }

  take(number: number): void {
    const candidate = this.#candidates[number];
    if (candidate === undefined || this.#taken.has(number)) return;
    const cost = this.costOf(number);
    this.#spent += cost;
    this.#spentBySource.set(candidate.source, (this.#spentBySource.get(candidate.source) ?? 0) + cost);
    this.#taken.add(number);
    this.#headings.add(candidate.headingKey);
    const section = this.#sections.get(candidate.section);
    if (section === undefined) this.#sections.set(candidate.section, new Set([candidate.index]));
    else section.add(candidate.index);
    for (const term of candidate.terms.terms) {
      if (this.#covered[term] === 1) continue;
      this.#covered[term] = 1;
      this.#worth[term] = (this.#worth[term] ?? 0) * COVERED;
    }
  }

  /** Needed terms for a character's price. */
  gain(number: number): number {
    const candidate = this.#candidates[number];
    if (candidate === undefined) return 0;
    const { terms } = candidate.terms;
    let needed = 0;
    for (const term of terms) needed += this.#worth[term] ?? 0;
    const follows = this.#sections.get(candidate.section)?.has(candidate.index - 1) === true;
    const relevance = this.#relevance[number] ?? 0;
    // The constant keeps tiny passages from winning by their price alone.
    return (needed * relevance * candidate.weight * (follows ? CONTINUES : 1)) / (this.costOf(number) + 40);
  }
}
