import fc from "fast-check";
import { expect, test } from "vitest";
import { changeBetween } from "../../../src/vscode/project/text-change.js";
import { scale, seed } from "../scale.js";

function apply(text: string, change: ReturnType<typeof changeBetween>): string {
  return change === undefined ? text : text.slice(0, change.start) + change.text + text.slice(change.end);
}

test("replaces no more than what differs", () => {
  expect(changeBetween("state: draft\n", "state: approved\n")).toEqual({
    start: 7,
    end: 12,
    text: "approved",
  });
  expect(changeBetween("a\nb\n", "a\nb\nc\n")).toEqual({ start: 4, end: 4, text: "c\n" });
  expect(changeBetween("same", "same")).toBeUndefined();
});

test("parts neither a surrogate pair nor a CR LF", () => {
  expect(changeBetween("😀", "😁")).toEqual({ start: 0, end: 2, text: "😁" });
  expect(changeBetween("a\r\n", "a\n")).toEqual({ start: 1, end: 3, text: "\n" });
  expect(changeBetween("a\rb", "a\r\nb")?.start).toBe(1);
});

test("leads from any text to any other", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\r", "\n", "😀", "😁", "\ud83d", "\ude00") });
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(apply(before, changeBetween(before, after))).toBe(after);
    }),
    { numRuns: scale(2_000), seed },
  );
});
