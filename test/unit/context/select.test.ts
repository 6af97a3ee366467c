import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { termCounts, termModel } from "../../../src/core/context/coverage.js";
import { Selection, type Candidate } from "../../../src/core/context/select.js";
import { scale, seed } from "../scale.js";

const candidate = (text: string, more: Partial<Candidate> = {}): Candidate => ({
  source: 0,
  section: 0,
  index: 0,
  cost: text.length + 2,
  sectionCost: 20,
  headingCost: 30,
  headingKey: "essential 0",
  weight: 1,
  terms: termCounts(text),
  ...more,
});

const modelOf = (candidates: readonly Candidate[], name = "checkout payment") =>
  termModel({
    passages: candidates.map(({ source, terms }) => ({ document: source, terms })),
    documents: 1 + Math.max(0, ...candidates.map(({ source }) => source)),
    own: [0],
    name,
  });

function take(candidates: readonly Candidate[], budget: number, perSource = budget): number[] {
  const selection = new Selection(candidates, modelOf(candidates));
  selection.fill({ budget, perSource });
  return [...selection.taken];
}

describe("Selection", () => {
  test("what repeats terms that are there already waits for what brings new ones", () => {
    const candidates = [
      candidate("alpha bravo charlie delta echo foxtrot", { section: 0 }),
      candidate("alpha bravo charlie delta echo foxtrot alpha", { section: 1 }),
      candidate("golf hotel india juliet kilo lima", { section: 2 }),
    ];
    expect(take(candidates, 190)).not.toContain(1);
    expect(new Set(take(candidates, 1_000))).toEqual(new Set([0, 1, 2]));
  });

  test("a passage of the asked-for subject comes before one of another", () => {
    const candidates = [
      candidate("gardens bloom slowly during early spring days", { source: 1, section: 0, headingKey: "a" }),
      candidate("checkout payment fails during early spring days", {
        source: 1,
        section: 1,
        headingKey: "a",
      }),
    ];
    expect(take(candidates, 130)).toEqual([1]);
  });

  test("a source stops at its share while others wait, and goes on when told that none does", () => {
    const text = (index: number): string => `subject${index} word${index} thing${index} matter${index}`;
    const candidates = [0, 1, 2, 3].map((index) => candidate(text(index), { section: index }));
    const selection = new Selection(candidates, modelOf(candidates));
    selection.fill({ budget: 1_000, perSource: 170 });
    expect(selection.taken.size).toBe(2);
    selection.fill({ budget: 1_000, perSource: 1_000 });
    expect(selection.taken.size).toBe(4);
  });

  test("weight decides between equals, and the order between equal weights", () => {
    const candidates = [
      candidate("aaaa bbbb cccc", { section: 0 }),
      candidate("dddd eeee ffff", { section: 1, weight: 1.3 }),
      candidate("gggg hhhh iiii", { section: 2 }),
    ];
    expect(take(candidates, 1_000)).toEqual([1, 0, 2]);
  });

  test("property: the budget holds, and the same input gives the same choice", () => {
    const word = fc.constantFrom(
      "pay",
      "card",
      "order",
      "refund",
      "stock",
      "mail",
      "tax",
      "total",
      "user",
      "page",
    );
    const passage = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 12 }),
      source: fc.nat(3),
      weight: fc.double({ min: 0.1, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(passage, { maxLength: 30 }),
        fc.integer({ min: 0, max: 1_500 }),
        (passages, budget) => {
          const candidates = passages.map(({ words, source, weight }, section) =>
            candidate(words.join(" "), { source, weight, section, headingKey: `essential ${source}` }),
          );
          const chosen = take(candidates, budget);
          expect(take(candidates, budget)).toEqual(chosen);
          const headings = new Set(chosen.map((number) => candidates[number]?.headingKey)).size;
          const cost = chosen.reduce(
            (sum, number) => sum + (candidates[number]?.cost ?? 0) + 20,
            30 * headings,
          );
          expect(cost).toBeLessThanOrEqual(Math.max(budget, 0) + (chosen.length === 0 ? 30 : 0));
        },
      ),
      { numRuns: scale(500), seed },
    );
  });
});
