import { describe, expect, test } from "vitest";
import type { LedgerEntry } from "../../../src/core/session/ledger-entry.js";
import { sessionDigest } from "../../../src/core/session/session-digest.js";
import { entryOf, judge, WINDOW } from "./narratives.js";

const subjects = (says: string, facts: readonly string[], partial?: true): readonly string[] =>
  judge({ says, facts, diverges: [], ...(partial && { partial }) }).divergences.map(
    ({ kind, subject }) => `${kind} ${subject}`,
  );

const BILLING = ["changed src/billing/a.ts", "changed src/billing/b.ts", "created src/billing/c.ts"];
const by = (actor: string): readonly string[] => BILLING.map((fact) => `${actor} ${fact}`);
const SAYS = "Updated README.md.";
const README = "me changed README.md";

describe("an area that is not mentioned", () => {
  test("is one that this session edited", () => {
    expect(subjects(SAYS, [README, ...by("me")])).toEqual(["not_mentioned src/billing"]);
  });

  test("is none where another known actor, or nobody known, edited it, where git brought it, or where partial", () => {
    expect(subjects(SAYS, [README, ...by("ana")])).toEqual([]);
    expect(subjects(SAYS, [README, ...by("?")])).toEqual([]);
    expect(subjects(SAYS, [README, "me pull abcdef12 src/billing/a.ts src/billing/b.ts"])).toEqual([]);
    expect(subjects(SAYS, [README, ...by("me")], true)).toEqual([]);
  });

  test("is none for lock files, output, or SDD's own acts", () => {
    const facts = [
      "me changed dist/x/a.js",
      "me changed dist/x/b.js",
      "me changed web/package-lock.json",
      "me proposed gm-1",
    ];
    expect(subjects(SAYS, [README, ...facts])).toEqual([]);
  });

  test.each([
    "Updated README.md and the billing code.",
    "Updated README.md and reworked the bill calculation.",
    "Updated README.md; invoices now round correctly (`a.ts`).",
    "Updated README.md. All of src was reformatted.",
    "Updated README.md and src/billing/.",
    "Updated README.md. Fixed the rounding of totals.",
  ])("is mentioned in: %s", (says) => {
    expect(subjects(says, [README, ...by("me")])).toEqual([]);
  });
});

describe("a denial", () => {
  test.each([
    "I did not touch src/billing.",
    "Billing was not changed.",
    "Left billing untouched.",
    "Não alterei a pasta src/billing.",
    "src/billing não foi alterado.",
    "Não mexi no módulo billing.",
    "Не трогал src/billing.",
    "Модуль billing не менял.",
    "src/billing остался без изменений.",
    "Nothing in src/billing was changed.",
  ])("holds against others' edits and not against one's own: %s", (says) => {
    expect(subjects(says, by("ana"))).toEqual([]);
    expect(subjects(says, by("?"))).toEqual([]);
    expect(subjects(says, by("me")).map((text) => text.toLowerCase())).toEqual([
      expect.stringMatching(/^denied (?:src\/)?billing$/),
    ]);
  });

  test("of making a file is no denial of changing it", () => {
    expect(subjects("Did not create src/x/a.ts, only updated it.", ["me changed src/x/a.ts"])).toEqual([]);
    expect(subjects("Did not delete src/x/a.ts.", ["me changed src/x/a.ts"])).toEqual([]);
    expect(subjects("Did not change the API of src/x/a.ts.", ["me changed src/x/a.ts"])).toEqual([]);
  });
});

describe("a claim", () => {
  test.each<[string, string]>([
    ["Created src/x/a.ts.", "me created src/x/a.ts"],
    ["Created a.ts.", "? created src/x/a.ts"],
    ["Created a.ts.", "ana created src/x/a.ts"],
    ["Created src/x/a.ts.", "me renamed src/y/a.ts -> src/x/a.ts"],
    ["Deleted src/x/a.ts.", "me renamed src/x/a.ts -> src/y/a.ts"],
    ["Changed src/x/a.ts.", "me pull abcdef12 src/x/a.ts"],
    ["Updated `src/x/*.ts`.", "me changed src/x/a.ts"],
    ["Updated src/x/.", "me changed src/x/y/a.ts"],
    ["Updated packages/app/src/x/a.ts.", "me changed src/x/a.ts"],
    ["Updated `A.ts`.", "me changed src/x/a.ts"],
    ["Updated the README.", "me changed README.md"],
    ["Added `PaymentGateway`.", "me changed docs/payment-gateway.md"],
    ["Updated `.env` and dist/app.js, ~/.profile as well.", "ana changed src/x/a.ts"],
    ["Committed as abcdef1.", "me commit abcdef1234 src/x/a.ts"],
    ["Committed everything.", "me commit abcdef1234 src/x/a.ts"],
  ])("%s is shown by: %s", (says, fact) => {
    expect(subjects(says, [fact])).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    ["Created src/x/a.ts.", "me changed src/x/a.ts", ["not_shown src/x/a.ts"]],
    ["Deleted src/x/a.ts.", "me changed src/x/a.ts", ["not_shown src/x/a.ts"]],
    ["Changed src/x/a.ts.", "me deleted src/x/a.ts", ["not_shown src/x/a.ts"]],
    ["Changed src/x/a.ts.", "me changed src/x/ba.ts", ["not_shown src/x/a.ts"]],
    [
      "Added `PaymentGateway`.",
      "me changed docs/a/b.md",
      ["not_shown PaymentGateway", "not_mentioned docs/a"],
    ],
    ["Committed as abcdef2, changed a.ts.", "me changed src/x/a.ts", ["not_shown abcdef2"]],
  ])("%s is not shown by: %s", (says, fact, expected) => {
    expect(subjects(says, [fact])).toEqual(expected);
  });

  test("is not refuted where entries of its time were dropped, or more files came than are named", () => {
    const dropped: LedgerEntry = {
      ...entryOf("sdd dropped .sdd/ledger/changes.ndjson", 9),
      domain: "ledger",
    };
    const request = { window: WINDOW, narrative: "Created src/x/a.ts.", actor: "me" };
    expect(sessionDigest({ ...request, entries: [dropped] }).divergence).toBe(false);
    const many: LedgerEntry = { ...entryOf("me commit abcdef12 src/y/b.ts", 1), count: 300 };
    expect(sessionDigest({ ...request, entries: [many] }).divergence).toBe(false);
    expect(sessionDigest({ ...request, entries: [] }).divergence).toBe(true);
  });

  test("has a reason in words", () => {
    const facts = [README, ...by("me")];
    const says = "Created src/x/a.ts, committed as abcdef2. I did not touch README.md.";
    expect(judge({ says, facts, diverges: [] }).reasons).toEqual([
      "The narrative says that src/x/a.ts was created, and the facts do not show it.",
      "The narrative says that commit abcdef2 was made, and the facts do not show it.",
      "The narrative says that README.md was not changed, and this session edited it.",
      "Files in src/billing were edited, and the narrative does not mention them.",
    ]);
  });
});
