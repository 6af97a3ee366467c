import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAutomaton } from "../../../src/core/redaction/automaton.js";
import { scale, seed } from "../scale.js";

function hitsOf(keywords: readonly string[], text: string, chunk: number): string[] {
  const automaton = buildAutomaton(keywords);
  const hits: string[] = [];
  let state = 0;
  for (let from = 0; from < text.length; from += chunk) {
    const to = Math.min(text.length, from + chunk);
    state = automaton.scan(text, from, to, state, (keyword, { start, end }) => {
      hits.push(`${keyword}:${start}-${end}`);
    });
  }
  return hits.sort();
}

function naively(keywords: readonly string[], text: string): string[] {
  const folded = text.toLowerCase();
  return keywords
    .flatMap((keyword, index) =>
      Array.from({ length: text.length }, (_, at) => at)
        .filter((at) => folded.startsWith(keyword, at))
        .map((at) => `${index}:${at}-${at + keyword.length}`),
    )
    .sort();
}

describe("the keyword automaton", () => {
  it("finds keywords inside each other and in any letter case", () => {
    expect(hitsOf(["he", "she", "hers"], "uSHErs", 64)).toEqual(["0:2-4", "1:1-4", "2:2-6"]);
    expect(hitsOf(["пароль"], "ПАРОЛЬ Пароль", 64)).toEqual(["0:0-6", "0:7-13"]);
  });

  it("finds what a search for each keyword finds, however the text is cut into chunks", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "-"), minLength: 1, maxLength: 5 });
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "-", "A", "B", "x", "é"), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 8 }),
        text,
        fc.integer({ min: 1, max: 70 }),
        (keywords, on, chunk) => {
          expect(hitsOf(keywords, on, chunk)).toEqual(naively(keywords, on));
        },
      ),
      { numRuns: scale(2000), seed },
    );
  });
});
