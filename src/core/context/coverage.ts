import { detached } from "../text/detached.js";
import { termsOf } from "../text/terms.js";

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

/**
 * Every term that was met, by number. Terms are counted, compared and summed by number, for looking up strings would be
 * most of a pack's work. The numbers depend on what was read before; nothing that is computed with them does.
 */
const NUMBERS = new Map<string, number>();

/** The number by which a term is counted. */
export function numberOf(term: string): number {
  let number = NUMBERS.get(term);
  // A term is a piece of its document's text, which it would keep alive.
  if (number === undefined) NUMBERS.set(detached(term), (number = NUMBERS.size));
  return number;
}

/** The terms of one passage: each once, in the order of the text, with its count. */
export interface TermCounts {
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** The sum of the counts. */
  readonly length: number;
}

export function termCounts(text: string): TermCounts {
  const found = termsOf(text);
  const places = new Map<number, number>();
  const terms = new Uint32Array(found.length);
  const counts = new Uint32Array(found.length);
  for (const term of found) {
    const number = numberOf(term);
    const place = places.get(number) ?? places.size;
    if (place === places.size) {
      places.set(number, place);
      terms[place] = number;
    }
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return { terms: terms.slice(0, places.size), counts: counts.slice(0, places.size), length: found.length };
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
  /** How many terms have a number. */
  readonly size: number;
  /** How likely the next document is to use a term, by its number. */
  chance(term: number): number;
  /** BM25 of each passage for the query (the name and the nearest document), scaled to 0 … 1 by the best one. */
  readonly relevance: readonly number[];
}

/** Counts by the number of the term. */
interface DocumentCounts {
  /** In how many documents it stands, and in how many of the orchestration's own. */
  readonly inDocuments: Uint32Array;
  readonly holders: Uint32Array;
  /** How often in the nearest of those. */
  readonly nearest: Uint32Array;
}

function documentCounts({ passages, own }: ModelInput, size: number): DocumentCounts {
  const lastSeen = new Int32Array(size).fill(-2);
  const inDocuments = new Uint32Array(size);
  const holders = new Uint32Array(size);
  const nearest = new Uint32Array(size);
  for (const { document, terms } of passages) {
    const place = own.indexOf(document);
    for (const [index, term] of terms.terms.entries()) {
      // Passages come document by document, so the last document seen tells whether this is a new one for the term.
      if (lastSeen[term] !== document) {
        lastSeen[term] = document;
        inDocuments[term] = (inDocuments[term] ?? 0) + 1;
        if (place !== -1) holders[term] = (holders[term] ?? 0) + 1;
      }
      if (place === 0) nearest[term] = (nearest[term] ?? 0) + (terms.counts[index] ?? 0);
    }
  }
  return { inDocuments, holders, nearest };
}

/** @param query how often each term stands in the query, by its number. */
function bm25({ passages }: ModelInput, query: Uint32Array): number[] {
  const frequency = new Uint32Array(query.length);
  let total = 0;
  for (const { terms } of passages) {
    total += terms.length;
    for (const term of terms.terms) if (query[term] !== 0) frequency[term] = (frequency[term] ?? 0) + 1;
  }
  const average = total / Math.max(1, passages.length);
  const weights = new Float64Array(query.length);
  for (const [term, count] of query.entries()) {
    if (count === 0) continue;
    const documents = frequency[term] ?? 0;
    const idf = Math.log(1 + (passages.length - documents + 0.5) / (documents + 0.5));
    weights[term] = idf * (1 + Math.log(count));
  }
  return passages.map(({ terms }) => {
    const norm = MODEL.k1 * (1 - MODEL.b + (MODEL.b * terms.length) / Math.max(1, average));
    let score = 0;
    for (let index = 0; index < terms.terms.length; index++) {
      const weight = weights[terms.terms[index] ?? 0] ?? 0;
      const count = terms.counts[index] ?? 0;
      if (weight !== 0) score += (weight * count * (MODEL.k1 + 1)) / (count + norm);
    }
    return score;
  });
}

export function termModel(input: ModelInput): TermModel {
  const named = new Set(termsOf(input.name).map(numberOf));
  const size = NUMBERS.size;
  const { inDocuments, holders, nearest } = documentCounts(input, size);
  const query = nearest.slice();
  for (const term of named) query[term] = (query[term] ?? 0) + 1;
  const scores = bm25(input, query);
  const best = scores.reduce((a, b) => Math.max(a, b), 0) || 1;
  return {
    size,
    relevance: scores.map((score) => score / best),
    chance(term) {
      let chance = MODEL.floor + MODEL.common * ((inDocuments[term] ?? 0) / Math.max(1, input.documents));
      const count = nearest[term] ?? 0;
      if (count > 0) chance += MODEL.nearest + MODEL.nearestRepeat * Math.log(count);
      if (named.has(term)) chance += MODEL.query;
      return chance + MODEL.own * ((holders[term] ?? 0) / Math.max(1, input.own.length));
    },
  };
}
