import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalEntry, contentHash, rememberingHash } from "../../../src/core/guidance/canonical.js";
import { GUIDANCE_TYPES, type GuidanceContent } from "../../../src/core/guidance/entry.js";
import { testHasher } from "../memory-ports.js";
import { scale, seed } from "../scale.js";

const text = fc.string({ unit: "binary", maxLength: 40 });
const content: fc.Arbitrary<GuidanceContent> = fc.record({
  type: fc.constantFrom(...GUIDANCE_TYPES),
  domain: text,
  text,
  rationale: text,
  recall: fc.array(text, { maxLength: 4 }),
  paths: fc.array(text, { maxLength: 4 }),
});
const runs = { seed, numRuns: scale(2_000) };
const hash = (of: GuidanceContent): string => contentHash(of, testHasher);

describe("the hash of an entry", () => {
  test("is that of this text", () => {
    const entry: GuidanceContent = {
      type: "guardrail",
      domain: "checkout",
      text: "a\r\nb",
      rationale: "e\u0301",
      recall: ["b", "a"],
      paths: [],
    };
    const canonical =
      '{"type":"guardrail","domain":"checkout","text":"a\\nb","rationale":"é","recall":["a","b"],"paths":[]}';
    expect(canonicalEntry(entry)).toBe(canonical);
    expect(hash(entry)).toBe(testHasher.sha256(canonical));
  });

  test("does not depend on the order of keys and lists, on NFC and on line ends", () => {
    fc.assert(
      fc.property(content, (of) => {
        const other = {
          paths: [...of.paths].reverse(),
          recall: [...of.recall].reverse(),
          rationale: of.rationale.normalize("NFD"),
          text: of.text.replace(/\r\n?/g, "\n").replace(/\n/g, "\r\n"),
          domain: of.domain.normalize("NFC"),
          type: of.type,
          status: "approved",
        };
        expect(hash(other)).toBe(hash(of));
      }),
      runs,
    );
  });

  test("tells different contents apart", () => {
    fc.assert(
      fc.property(content, content, (a, b) => {
        fc.pre(canonicalEntry(a) !== canonicalEntry(b));
        expect(hash(a)).not.toBe(hash(b));
        expect(JSON.parse(canonicalEntry(a))).not.toEqual(JSON.parse(canonicalEntry(b)));
      }),
      runs,
    );
  });

  test("a word cannot move from one field to the next", () => {
    const base: GuidanceContent = {
      type: "fact",
      domain: "d",
      text: "x",
      rationale: "y",
      recall: ["a,b"],
      paths: [],
    };
    expect(hash({ ...base, recall: ["a", "b"] })).not.toBe(hash(base));
    expect(hash({ ...base, recall: [], paths: ["a,b"] })).not.toBe(hash(base));
  });

  test("is remembered for what is frozen only", () => {
    const remembered = rememberingHash(testHasher);
    const open = { type: "fact" as const, domain: "d", text: "x", rationale: "y", recall: [], paths: [] };
    const first = remembered(open);
    open.text = "z";
    expect(remembered(open)).not.toBe(first);
  });
});
