import * as fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SddError } from "../../../src/core/errors.js";
import { DROPPED_ACTION, LEDGER_PATH, type LedgerChange } from "../../../src/core/session/ledger-entry.js";
import { openChangeLedger } from "../../../src/node/change-ledger.js";
import { scale, seed } from "../scale.js";
import { bundleChild, startChild } from "./child.js";
import { linkTo, tempFolder } from "./temp.js";

const NOON = Date.UTC(2026, 0, 1, 12);

const change = (target: string, more: Partial<LedgerChange> = {}): LedgerChange => ({
  actor: "ana",
  domain: "src",
  action: "changed",
  target,
  summary: `changed ${target}`,
  ...more,
});

const fileIn = (root: string): string => join(root, LEDGER_PATH);
const linesIn = (root: string): readonly string[] => {
  const text = fs.readFileSync(fileIn(root), "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
};
const targetsIn = (root: string): readonly string[] =>
  linesIn(root).map((line) => (JSON.parse(line) as { readonly target: string }).target);

describe("the ledger of changes", () => {
  test("records entries with id and time, newest last, private, and reads what other processes added", async () => {
    const root = tempFolder();
    const one = openChangeLedger(root, { clock: { now: () => NOON } });
    const other = openChangeLedger(root, { clock: { now: () => NOON + 1000 } });
    expect(one.entries()).toEqual([]);
    expect(fs.existsSync(join(root, ".sdd"))).toBe(false);
    const [first] = await one.record([change("a.ts")]);
    expect(first).toMatchObject({ target: "a.ts", at: "2026-01-01T12:00:00.000Z" });
    expect(first?.id).toMatch(/^ch-[0-9A-Z]{26}$/);
    expect(one.entries().map(({ target }) => target)).toEqual(["a.ts"]);
    await other.record([change("b.ts", { action: "renamed", from: "c.ts", lines_added: 2 })]);
    expect(one.entries().map(({ target, from }) => [target, from])).toEqual([
      ["a.ts", undefined],
      ["b.ts", "c.ts"],
    ]);
    if (process.platform !== "win32") expect(fs.statSync(fileIn(root)).mode & 0o777).toBe(0o600);
  });

  test("redacts secrets, cuts long texts, and keeps an end of line out of a line", async () => {
    const root = tempFolder();
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    await openChangeLedger(root).record([
      change("a.ts", { summary: `token ${secret}\nand ${"long ".repeat(400)}` }),
    ]);
    const [line = ""] = linesIn(root);
    expect(line).not.toContain(secret);
    expect(line).toContain("[REDACTED]");
    expect(line.length).toBeLessThan(1_000);
  });

  test("drops the oldest at 500 entries and says so, so that a window before it is partial", async () => {
    const root = tempFolder();
    let now = NOON;
    const ledger = openChangeLedger(root, { clock: { now: () => (now += 1000) } });
    await ledger.record(Array.from({ length: 499 }, (_, n) => change(`${n}.ts`)));
    await ledger.record([change("499.ts")]);
    expect(linesIn(root)).toHaveLength(500);
    await ledger.record([change("500.ts")]);
    const targets = targetsIn(root);
    expect(targets[0]).toBe(LEDGER_PATH);
    expect(targets.slice(1)).toEqual(Array.from({ length: 399 }, (_, n) => `${n + 102}.ts`));
    expect(ledger.entries()[0]).toMatchObject({ action: DROPPED_ACTION, count: 102 });
    await ledger.record(Array.from({ length: 200 }, (_, n) => change(`more-${n}.ts`)));
    expect(ledger.entries()[0]).toMatchObject({ action: DROPPED_ACTION, count: 102 + 200 });
    expect(ledger.entries()).toHaveLength(400);
  });

  test("stays under its bytes, even where somebody wrote too much into it", async () => {
    const root = tempFolder({ [LEDGER_PATH]: "x".repeat(3_000_000) });
    await openChangeLedger(root).record([change("a.ts")]);
    expect(targetsIn(root)).toEqual(["a.ts"]);
    const [aside = ""] = fs
      .readdirSync(join(root, ".sdd/ledger"))
      .filter((name) => name.includes(".corrupt-"));
    expect(fs.statSync(join(root, ".sdd/ledger", aside)).size).toBe(3_000_001);
    const files = Array.from({ length: 100 }, (_, n) => `src/${"long".repeat(30)}/${n}.ts`);
    const ledger = openChangeLedger(root);
    for (let n = 0; n < 10; n++) {
      await ledger.record(Array.from({ length: 30 }, () => change("b.ts", { files, count: 100 })));
      expect(fs.statSync(fileIn(root)).size).toBeLessThanOrEqual(2 * 1024 * 1024);
    }
    for (const line of linesIn(root)) expect(() => void JSON.parse(line)).not.toThrow();
  });

  test("keeps what it cannot read, and does not glue to a torn line", async () => {
    const root = tempFolder({ [LEDGER_PATH]: `not json\n{"id":"x"}\n{"torn":` });
    const ledger = openChangeLedger(root);
    await ledger.record([change("a.ts")]);
    expect(linesIn(root).slice(0, 3)).toEqual(["not json", '{"id":"x"}', '{"torn":']);
    expect(ledger.entries().map(({ target }) => target)).toEqual(["a.ts"]);
  });

  test("a rotation that fails leaves the ledger as it was", async () => {
    const root = tempFolder();
    const limits = { entries: 3, bytes: 10_000 };
    await openChangeLedger(root, { limits }).record([change("1"), change("2"), change("3")]);
    const before = fs.readFileSync(fileIn(root), "utf8");
    const full = (): never => {
      throw Object.assign(new Error("full"), { code: "ENOSPC" });
    };
    const broken = openChangeLedger(root, { limits, disk: { ...fs, fsyncSync: full } });
    await expect(broken.record([change("4")])).rejects.toMatchObject({ code: "write-failed" });
    expect(fs.readFileSync(fileIn(root), "utf8")).toBe(before);
    expect(fs.readdirSync(join(root, ".sdd/ledger"))).toEqual(["changes.ndjson"]);
  });

  test("a link in its way is refused", async () => {
    const outside = tempFolder();
    const root = tempFolder({ ".sdd/ledger": linkTo(outside) });
    await expect(openChangeLedger(root).record([change("a")])).rejects.toBeInstanceOf(SddError);
    expect(fs.readdirSync(outside)).toEqual([]);
  });

  test("rotation keeps the newest whole lines, whatever is recorded", async () => {
    const batches = fc.array(
      fc.array(fc.string({ unit: "grapheme", maxLength: 40 }), { minLength: 1, maxLength: 7 }),
      {
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(batches, fc.integer({ min: 3, max: 20 }), async (texts, entries) => {
        const root = fs.mkdtempSync(join(fs.realpathSync("/tmp"), "sdd-test-"));
        try {
          const limits = { entries, bytes: 1_500 };
          const ledger = openChangeLedger(root, { limits });
          const all: string[] = [];
          for (const batch of texts) {
            const made = await ledger.record(batch.map((text) => change("t", { summary: text })));
            all.push(...made.map(({ id }) => id));
            expect(fs.statSync(fileIn(root)).size).toBeLessThanOrEqual(limits.bytes);
            const ids = linesIn(root)
              .map((line) => JSON.parse(line) as { readonly id: string; readonly domain: string })
              .filter(({ domain }) => domain !== "ledger")
              .map(({ id }) => id);
            expect(linesIn(root).length).toBeLessThanOrEqual(entries);
            expect(ids).toEqual(all.slice(all.length - ids.length));
            expect(ids.length).toBeGreaterThan(0);
          }
        } finally {
          fs.rmSync(root, { recursive: true });
        }
      }),
      { seed, numRuns: scale(100) },
    );
  });

  test("four processes: at the end stand the newest whole lines, each writer's in order and none missing between", async () => {
    const root = tempFolder();
    const script = await bundleChild("change-ledger-child", tempFolder());
    const each = scale(1_600);
    const children = ["w1", "w2", "w3", "w4"].map((writer) =>
      startChild(script, [root, writer, String(each)]),
    );
    await Promise.all(children.map(({ closed }) => closed));
    for (const { lines } of children) expect(lines.at(-1)).toBe(String(each));
    const entries = openChangeLedger(root).entries();
    expect(linesIn(root)).toHaveLength(entries.length);
    expect(entries.length).toBeLessThanOrEqual(500);
    expect(entries.length).toBeGreaterThanOrEqual(400);
    const [note, ...rest] = entries;
    expect(note).toMatchObject({ action: DROPPED_ACTION, count: 4 * each - rest.length });
    for (const writer of ["w1", "w2", "w3", "w4"]) {
      const numbers = rest
        .filter(({ actor }) => actor === writer)
        .map(({ target }) => Number(/(\d+)\.ts$/.exec(target)?.[1]));
      expect(numbers).toEqual(Array.from(numbers, (_, index) => each - numbers.length + 1 + index));
    }
  }, 300_000);
});
