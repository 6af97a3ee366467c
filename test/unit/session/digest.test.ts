import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf, entriesIn } from "../../../src/core/session/digest.js";
import {
  ARRIVAL_ACTIONS,
  FILE_ACTIONS,
  ledgerLine,
  type LedgerEntry,
  parseLedgerEntry,
} from "../../../src/core/session/ledger-entry.js";
import { scale, seed } from "../scale.js";

const START = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const WINDOW = { start: iso(START), end: iso(START + HOUR) };

const entry = (id: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ id, at: iso(START), actor: "me", domain: "src", action: "changed", target: `${id}.ts`, summary: "" },
  ...more,
});

const anyEntry = fc
  .record({
    id: fc.uuid(),
    at: fc.integer({ min: START - HOUR, max: START + 2 * HOUR }).map(iso),
    actor: fc.constantFrom("me", "unknown", "ana"),
    domain: fc.constantFrom("src/a", "docs", "__proto__", "ledger", "git"),
    action: fc.constantFrom<string>(...FILE_ACTIONS, ...ARRIVAL_ACTIONS, "proposed"),
    target: fc.constantFrom("a.ts", "b.ts", "src/ç.ts"),
    count: fc.nat(20),
    lines_added: fc.nat(50),
  })
  .map((value): LedgerEntry => ({ ...value, summary: "" }));

describe("the digest", () => {
  test("is a function of the entries and the window: their order, repetitions and what lies outside do not count", () => {
    const entries = fc.uniqueArray(anyEntry, { selector: ({ id }) => id, maxLength: 30 });
    const watched = iso(START - 1);
    fc.assert(
      fc.property(entries, fc.integer(), (list, turn) => {
        const at = list.length === 0 ? 0 : Math.abs(turn) % list.length;
        const shuffled = [...list.slice(at), ...list.slice(0, at)].reverse();
        const expected = JSON.stringify(digestOf(list, WINDOW, watched));
        expect(JSON.stringify(digestOf(shuffled, WINDOW, watched))).toBe(expected);
        expect(JSON.stringify(digestOf([...list, ...list], WINDOW, watched))).toBe(expected);
        expect(JSON.stringify(digestOf(entriesIn(list, WINDOW), WINDOW, watched))).toBe(expected);
      }),
      { seed, numRuns: scale(1_000) },
    );
  });

  test("counts add up, and targets are those of edits", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyEntry, { selector: ({ id }) => id, maxLength: 30 }), (list) => {
        const digest = digestOf(list, WINDOW);
        const sum = Object.values(digest.by_domain).reduce((a, b) => a + b, 0);
        expect(sum).toBe(digest.entries_count);
        expect(Object.keys(digest.by_domain)).not.toContain("ledger");
        const edited = entriesIn(list, WINDOW).filter(
          ({ action }) => !ARRIVAL_ACTIONS.some((each) => each === action),
        );
        expect(new Set(digest.targets)).toEqual(new Set(edited.map(({ target }) => target)));
        expect(digest.arrived.entries_count).toBe(digest.entries_count - edited.length);
      }),
      { seed, numRuns: scale(1_000) },
    );
  });

  test("both ends of the window belong to it; what git brought is told apart from edits", () => {
    const digest = digestOf(
      [
        entry("a", { at: iso(START - 1) }),
        entry("b", { at: WINDOW.start, lines_added: 3, lines_removed: 1 }),
        entry("c", { at: WINDOW.end, domain: "docs/x", lines_added: 2 }),
        entry("d", { at: iso(START + HOUR + 1) }),
        entry("e", {
          action: "pulled",
          domain: "git",
          target: "abcdef1234",
          count: 40,
          files: ["x.ts"],
          lines_added: 9,
        }),
      ],
      WINDOW,
    );
    expect(digest).toEqual({
      source: "change_ledger",
      entries_count: 3,
      by_domain: { "docs/x": 1, git: 1, src: 1 },
      targets: ["b.ts", "c.ts"],
      targets_left_out: 0,
      arrived: { entries_count: 1, files_count: 40 },
      lines_added: 5,
      lines_removed: 1,
      partial: false,
    });
    expect(digestOf([], WINDOW)).toMatchObject({ entries_count: 0, lines_added: null, partial: false });
  });

  test("is partial where the window begins before the oldest entry and before the snapshot", () => {
    const late = [entry("a", { at: iso(START + 1) })];
    expect(digestOf(late, WINDOW).partial).toBe(true);
    expect(digestOf(late, WINDOW, iso(START + 1)).partial).toBe(true);
    expect(digestOf(late, WINDOW, WINDOW.start).partial).toBe(false);
    expect(digestOf([...late, entry("b", { at: iso(START - 1) })], WINDOW).partial).toBe(false);
  });
});

describe("a line of the ledger", () => {
  test("is read as it was written, whatever it holds", () => {
    fc.assert(
      fc.property(anyEntry, (one) => {
        expect(parseLedgerEntry(JSON.parse(ledgerLine(one)) as Readonly<Record<string, unknown>>)).toEqual(
          one,
        );
      }),
      { seed, numRuns: scale(1_000) },
    );
  });

  test.each([
    {},
    { ...entry("a"), at: "yesterday" },
    { ...entry("a"), target: 7 },
    { ...entry("a"), actor: undefined },
    { __proto__: entry("a") },
  ])("that is no entry is none: %j", (value) => {
    expect(parseLedgerEntry(value)).toBeUndefined();
  });

  test("keeps what is right where something optional is wrong", () => {
    expect(parseLedgerEntry({ ...entry("a"), count: -1, files: ["a", 1], from: "b", other: 1 })).toEqual(
      entry("a", { from: "b" }),
    );
  });
});
