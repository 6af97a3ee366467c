import fc from "fast-check";
import { expect, test } from "vitest";
import { parseToHost, parseToPage } from "../../../src/protocol/review.js";
import { keyAct, letterOf, type Pressed } from "../../../webview/keys.js";
import { scale } from "../scale.js";

const token = "0123456789abcdef0123456789abcdef";
const fields = { type: "fact", domain: "", text: "x", rationale: "", recall: [], paths: [] };

const GOOD: readonly unknown[] = [
  { type: "ready" },
  { type: "act", token, act: "approve" },
  { type: "act", token, act: "reject", reason: "" },
  { type: "act", token, act: "supersede", other: "gm-1" },
  { type: "act", token, act: "edit", fields },
  { type: "propose", token, fields },
  { type: "undo", token },
  { type: "move", by: -1 },
  { type: "open", id: "gm-1" },
  { type: "dryRun", number: 1, prompt: "", fields: null },
];

test("the page's messages are taken as they are", () => {
  for (const message of GOOD) expect(parseToHost(message)).toEqual(message);
});

test("a message with a key too many, one too few, or a value of another kind is none", () => {
  for (const message of GOOD) {
    const whole = message as Readonly<Record<string, unknown>>;
    expect(parseToHost({ ...whole, more: 1 })).toBeUndefined();
    for (const key of Object.keys(whole)) {
      const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
      expect([key, parseToHost(rest)]).toEqual([key, undefined]);
      expect([key, parseToHost({ ...whole, [key]: { toString: "x" } })]).toEqual([key, undefined]);
    }
  }
});

test.each([
  ["a hash in the place of what is shown", { type: "act", token, act: "approve", sha256: "x" }],
  ["an id in the place of what is shown", { type: "act", token, act: "approve", id: "gm-1" }],
  ["a token of another form", { type: "act", token: `${token}0`, act: "approve" }],
  ["an unknown act", { type: "act", token, act: "delete" }],
  ["a reason too long", { type: "act", token, act: "reject", reason: "x".repeat(70_001) }],
  ["too many words", { type: "propose", token, fields: { ...fields, recall: Array(1_001).fill("x") } }],
  ["a step of two", { type: "move", by: 2 }],
])("%s is refused", (_, message) => {
  expect(parseToHost(message)).toBeUndefined();
});

test("anything else is no message, in either direction", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(parseToHost(value)).toBeUndefined();
      expect(parseToPage(value)).toBeUndefined();
    }),
    { numRuns: scale(200) },
  );
});

test("each act has one key; keys with a modifier and held keys do nothing", () => {
  const plain: Pressed = {
    code: "KeyA",
    repeat: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    shiftKey: false,
  };
  expect(keyAct(plain)).toBe("approve");
  for (const held of ["repeat", "ctrlKey", "altKey", "metaKey", "shiftKey"] as const) {
    expect(keyAct({ ...plain, [held]: true })).toBeUndefined();
  }
  const acts = [
    "approve",
    "edit",
    "reject",
    "archive",
    "supersede",
    "accept",
    "acceptAll",
    "decline",
  ] as const;
  const letters = [...acts, "undo" as const, "next" as const, "previous" as const].map(letterOf);
  expect(new Set(letters).size).toBe(letters.length);
});
