import fc from "fast-check";
import { expect, test } from "vitest";
import type { Parts } from "../../../src/protocol/review.js";
import { differenceParts, markedParts, revealedParts } from "../../../src/vscode/guidance/review/parts.js";
import { scale } from "../scale.js";

const textOf = (parts: Parts, ...left: readonly string[]): string =>
  parts.flatMap(({ text, kind }) => (left.includes(kind) ? [] : text)).join("");

const sentence = fc
  .array(fc.constantFrom("never", "always", "log", "cards", "30", "90", ",", "ação", "в", "\n"))
  .map((words) => words.join(" "));

test("a difference holds both texts whole", () => {
  fc.assert(
    fc.property(sentence, sentence, (before, after) => {
      const parts = differenceParts(before, after);
      expect(textOf(parts, "added")).toBe(before);
      expect(textOf(parts, "removed")).toBe(after);
      if (before === after) expect(parts.every(({ kind }) => kind === "plain")).toBe(true);
    }),
    { numRuns: scale(200) },
  );
});

test("a text too long to compare is shown as removed and added", () => {
  const before = "a ".repeat(2_000);
  expect(differenceParts(before, "b").map(({ kind }) => kind)).toEqual(["removed", "added"]);
});

test("what is not seen becomes a piece of its own", () => {
  expect(revealedParts("a\u200bb\r\n\u202ec")).toEqual([
    { text: "a", kind: "plain" },
    { text: "⟨ZWSP⟩", kind: "hidden" },
    { text: "b\n", kind: "plain" },
    { text: "⟨RLO⟩", kind: "hidden" },
    { text: "c", kind: "plain" },
  ]);
  // A person's own brackets are no such piece.
  expect(revealedParts("⟨ZWSP⟩")).toEqual([{ text: "⟨ZWSP⟩", kind: "plain" }]);
});

test("values and negations that differ are marked, and nothing is lost", () => {
  const marked = (parts: Parts): readonly string[] =>
    parts.filter(({ kind }) => kind === "marked").map(({ text }) => text);
  expect(marked(markedParts("Keep logs for 30 days.", ["30"], "values"))).toEqual(["30"]);
  expect(marked(markedParts("Never log the card.", [], "negation"))).toEqual(["Never"]);
  expect(marked(markedParts("Não guarde o Cartão.", ["cartao"], "negation"))).toEqual(["Não", "Cartão"]);
  const text = "Не храните номера карт.";
  expect(textOf(markedParts(text, ["карт"], "negation"))).toBe(text);
});
