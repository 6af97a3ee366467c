import { countTerms, termsOf } from "../text/terms.js";

/**
 * What is worth quoting, in numbers. Two measures are put together: how relevant a passage is (BM25, Robertson &
 * Zaragoza 2009, over passages), and how many terms it brings that the next document will need and the pack does not
 * have yet (maximum coverage, as in extractive summarisation: Lin & Bilmes 2011). Both are pure functions of the texts.
 */

/** Found by holding out documents of real trees; `npm run bench -- heldout` shows what they are worth. */
const MODEL = {
  /** Chance that the next document uses a term, by where the term stands now. Uncalibrated: only the order counts. */
  floor: 0.01,
  nearest: 0.4,
  nearestRepeat: 0.8,
  own: 0.8,
  common: 0.8,
  query: 1.5,
  /** BM25's own constants. */
  k1: 1.2,
  b: 0.75,
} as const;

/** The terms of one passage: each once, with its count. */
export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  /** The sum of the counts. */
  readonly length: number;
}

export function termCounts(text: string): TermCounts {
  const terms = termsOf(text);
  return { counts: countTerms(terms), length: terms.length };
}

export interface ModelInput {
  /** Every passage that may be quoted, with the number of the document it stands in. */
  readonly passages: readonly { readonly document: number; readonly terms: TermCounts }[];
  readonly documents: number;
  /** Numbers of the orchestration's own earlier documents, the nearest first. */
  readonly own: readonly number[];
  /** The orchestration's name and slug. */
  readonly name: string;
}

export interface TermModel {
  /** How likely the next document is to use a term. */
  chance(term: string): number;
  /** BM25 of each passage for the query (the name and the nearest document), scaled to 0 … 1 by the best one. */
  readonly relevance: readonly number[];
}

/** Counts over the documents: in how many each term stands, and how often in each own one. */
function documentCounts({ passages, own }: ModelInput): {
  inDocuments: Map<string, number>;
  ownCounts: Map<string, number>[];
} {
  const lastSeen = new Map<string, number>();
  const inDocuments = new Map<string, number>();
  const ownCounts = own.map(() => new Map<string, number>());
  for (const { document, terms } of passages) {
    const counts = ownCounts[own.indexOf(document)];
    for (const [term, count] of terms.counts) {
      // Passages come document by document, so the last document seen tells whether this is a new one for the term.
      if (lastSeen.get(term) !== document) {
        lastSeen.set(term, document);
        inDocuments.set(term, (inDocuments.get(term) ?? 0) + 1);
      }
      counts?.set(term, (counts.get(term) ?? 0) + count);
    }
  }
  return { inDocuments, ownCounts };
}

function bm25({ passages }: ModelInput, query: ReadonlyMap<string, number>): number[] {
  const frequency = new Map<string, number>();
  let total = 0;
  for (const { terms } of passages) {
    total += terms.length;
    for (const term of terms.counts.keys())
      if (query.has(term)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const average = total / Math.max(1, passages.length);
  const weights = new Map<string, number>();
  for (const [term, count] of query) {
    const documents = frequency.get(term) ?? 0;
    const idf = Math.log(1 + (passages.length - documents + 0.5) / (documents + 0.5));
    weights.set(term, idf * (1 + Math.log(count)));
  }
  return passages.map(({ terms }) => {
    const norm = MODEL.k1 * (1 - MODEL.b + (MODEL.b * terms.length) / Math.max(1, average));
    let score = 0;
    for (const [term, count] of terms.counts) {
      const weight = weights.get(term);
      if (weight !== undefined) score += (weight * count * (MODEL.k1 + 1)) / (count + norm);
    }
    return score;
  });
}

export function termModel(input: ModelInput): TermModel {
  const { inDocuments, ownCounts } = documentCounts(input);
  const named = new Set(termsOf(input.name));
  const nearest = ownCounts[0] ?? new Map<string, number>();
  const query = new Map(nearest);
  for (const term of named) query.set(term, (query.get(term) ?? 0) + 1);
  const scores = bm25(input, query);
  const best = scores.reduce((a, b) => Math.max(a, b), 0) || 1;
  const known = new Map<string, number>();
  const compute = (term: string): number => {
    let chance = MODEL.floor + MODEL.common * ((inDocuments.get(term) ?? 0) / Math.max(1, input.documents));
    const count = nearest.get(term);
    if (count !== undefined) chance += MODEL.nearest + MODEL.nearestRepeat * Math.log(count);
    if (named.has(term)) chance += MODEL.query;
    const holders = ownCounts.filter((counts) => counts.has(term)).length;
    return chance + MODEL.own * (holders / Math.max(1, ownCounts.length));
  };
  return {
    relevance: scores.map((score) => score / best),
    chance(term) {
      let chance = known.get(term);
      if (chance === undefined) known.set(term, (chance = compute(term)));
      return chance;
    },
  };
}
