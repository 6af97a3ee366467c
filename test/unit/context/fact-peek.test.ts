import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdsWord, namingTest, titleOf, wordsIn } from "../../../src/core/context/fact-peek.js";
import { formatIndex, parseIndex } from "../../../src/core/project/sources/source-index.js";
import type { SourceFacts, SourceRecord } from "../../../src/core/project/sources/sources.js";
import { fold } from "../../../src/core/text/fold.js";
import { scale } from "../scale.js";

const PATH = "docs/refund/adrs/0001-storage.md";

function recordOf(facts: SourceFacts): SourceRecord {
  return {
    path: PATH,
    kind: "adr",
    hash: "a".repeat(64),
    last_seen_at: "2026-03-02T08:00:00.000Z",
    status: "active",
    size: 1,
    mtime_ms: 2,
    ino: 3,
    facts,
  };
}

/** A record as it comes from a kept index, with nothing of it taken apart. */
function keptOf(facts: SourceFacts): SourceRecord {
  const record = parseIndex(formatIndex([recordOf(facts)])).get(PATH);
  if (record === undefined) throw new Error("The record was not kept.");
  return record;
}

const text = fc.oneof(
  fc.constantFrom("checkout", "Checkout", 'a "title": x', "Оплата", "check-out", "docs/checkout/x", "\\", ""),
  fc.string({ maxLength: 12 }),
);
const facts = fc.record(
  {
    title: text,
    header: fc.record({ slug: text, stateText: text }, { requiredKeys: [] }),
    refs: fc.array(
      fc.oneof(
        text,
        text.map((part) => `docs/${part}/02-prd.md`),
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

describe("what a record says, before its facts are taken apart", () => {
  it("is what the facts say", () => {
    fc.assert(
      fc.property(facts, fc.constantFrom("checkout", "оплата", "refund", "x"), text, (said, slug, name) => {
        const names = namingTest(slug, name);
        expect(names(keptOf(said))).toBe(names(recordOf(said)));
        expect(titleOf(keptOf(said))).toBe(said.title ?? "");
      }),
      { numRuns: scale(2_000) },
    );
  });

  it("names an orchestration in its path, its header or a link, by whole parts", () => {
    const names = namingTest("checkout", "Shop Checkout");
    expect(namingTest("refund", "Refund")(keptOf({}))).toBe(true);
    expect(names(keptOf({ header: { slug: "shop checkout" } }))).toBe(true);
    expect(names(keptOf({ refs: ["docs/checkout/02-prd.md"] }))).toBe(true);
    expect(names(keptOf({ title: "checkout", refs: ["docs/checkout-old/02-prd.md"] }))).toBe(false);
  });

  it("finds the words that a text consists of, and no parts of words", () => {
    expect(holdsWord("flow-0001 x", "0001")).toBe(true);
    expect(holdsWord("flows", "flow")).toBe(false);
    expect(holdsWord("éflow", "flow")).toBe(false);
    const sample = fc
      .array(fc.constantFrom("flow", "é", "-", " ", "ы", "0001", "_", "s", "👍"), { maxLength: 8 })
      .map((parts) => fold(parts.join("")));
    fc.assert(
      fc.property(sample, fc.constantFrom("flow", "0001", "ыыы", "flows"), (folded, word) => {
        expect(holdsWord(folded, word)).toBe(wordsIn(folded).includes(word));
      }),
      { numRuns: scale(2_000) },
    );
  });
});
