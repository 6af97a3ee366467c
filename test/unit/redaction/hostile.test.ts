import { describe, expect, it, vi } from "vitest";
import { redact } from "../../../src/core/redaction/redact.js";
import { RULES } from "../../../src/core/redaction/table.js";
import { scale } from "../scale.js";

/** Texts that make a rule start as often as possible and never end well. */
const UNITS: readonly string[] = [
  ...new Set(RULES.flatMap((rule) => rule.keywords.flatMap((keyword) => [keyword, `${keyword}a1B2`]))),
  ...[
    "password: a ",
    'password="',
    "token token ",
    "://a:",
    "kind: Secret\ndata:\n  a: b\n",
    "[REDACTED]",
    "eyJ.",
    "A",
    "0",
  ],
];

/** How often the deadline is asked: once for each 65,536 units and once for each 512 keyword hits. */
function questions(text: string): number {
  let asked = 0;
  const result = redact(text, {
    deadline: () => {
      asked += 1;
      return false;
    },
  });
  expect(result.ok).toBe(true);
  return asked;
}

/** A pattern without its escapes, classes and look-around marks, so that what is left of `*`, `+`, `{` repeats. */
function quantifiers(pattern: string): readonly string[] {
  const bare = pattern.replace(/\\./g, "e").replace(/\[(?:[^\]])*\]/g, "c");
  return bare.match(/[*+]|\{[^}]*\}/g) ?? [];
}

describe("hostile input", () => {
  it("opens windows in proportion to the length of the text", () => {
    const size = scale(8_000);
    for (const unit of UNITS) {
      const make = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
      const small = questions(make(size));
      const large = questions(make(4 * size));
      expect(large, JSON.stringify(unit)).toBeLessThanOrEqual(4 * small + 12);
    }
  });

  it("has only patterns whose repetitions are bounded, so that a window's work is", () => {
    for (const rule of RULES) {
      if (rule.kind === "scanner") continue;
      for (const quantifier of quantifiers(rule.pattern)) {
        expect(quantifier, rule.id).toMatch(/^\{\d+(?:,\d+)?\}$/);
        const most = Number(/(\d+)\}$/.exec(quantifier)?.[1]);
        expect(most, rule.id).toBeLessThanOrEqual(8192);
        // A long repetition must not start again inside its own run: a boundary stands before it.
        const guarded = rule.boundary === true || most <= 512;
        expect(guarded, `${rule.id} ${quantifier}`).toBe(true);
      }
    }
  });

  it("searches a PEM text without ends once", () => {
    const begin = ["-----", "BEGIN PRIVATE ", "KEY-----\n"].join("");
    const text = begin.repeat(scale(20_000));
    const search = vi.spyOn(String.prototype, "indexOf");
    const result = redact(text);
    const searches = search.mock.calls.filter(([sought]) => sought === "-----END ").length;
    search.mockRestore();
    expect(result).toMatchObject({ ok: true, count: 0 });
    expect(searches).toBe(1);
  });
});
