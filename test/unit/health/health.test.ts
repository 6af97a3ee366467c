import fc from "fast-check";
import { expect, test } from "vitest";
import { HealthMemory } from "../../../src/core/health/health.js";
import type { Cancellation } from "../../../src/core/ports.js";
import { scale, seed } from "../scale.js";
import { healthFixture, map, told, whole } from "./fixture.js";

const FILES = {
  "docs/checkout/traceability-map.yaml": map(
    "idea: {file: 01-idea.md, state: approved}",
    "prd: {file: 02-prd.md, state: draft}",
  ),
  "docs/checkout/01-idea.md": whole("idea", "See [the PRD](02-prd.md#users) and [a](../guide/a.md)."),
  "docs/checkout/02-prd.md": whole("prd", "See [the code](../../src/a.ts)."),
  "docs/guide/a.md": "# A\n\n[b](b.md#two)\n",
  "docs/guide/b.md": "# B\n\n## Two\n",
  "docs/adr/0001-a.md": "# 1. A\n\n**Status:** Accepted\n\n## Decision\n\nYes.\n",
  "src/a.ts": "1",
};

test("a further look reads what changed, and nothing else", async () => {
  const { check, project } = healthFixture(FILES);
  const memory = new HealthMemory();
  project.clock.advance(60_000);
  expect((await check(memory)).findings).toEqual([]);
  project.resetReads();
  await check(memory);
  expect(Object.keys(FILES).filter((path) => project.readCount(path) > 0)).toEqual([]);

  project.write("docs/guide/a.md", "# A\n\n[b](b.md#three)\n");
  project.clock.advance(60_000);
  expect((await check(memory)).findings.map(told)).toEqual([
    "warning broken-anchor docs/guide/a.md:3:5 docs/guide/b.md three",
  ]);
  expect(Object.keys(FILES).filter((path) => project.readCount(path) > 0)).toEqual(["docs/guide/a.md"]);
});

test("what others link to is judged again when it goes, comes, or loses a heading", async () => {
  const { check, project } = healthFixture(FILES);
  const memory = new HealthMemory();
  const now = async (): Promise<string[]> => {
    project.clock.advance(60_000);
    return (await check(memory)).findings.map(told);
  };
  expect(await now()).toEqual([]);
  project.write("docs/guide/b.md", "# B\n\n## Three\n");
  expect(await now()).toEqual(["warning broken-anchor docs/guide/a.md:3:5 docs/guide/b.md two"]);
  project.remove("docs/guide/b.md");
  expect(await now()).toEqual(["warning broken-link docs/guide/a.md:3:5 b.md#two"]);
  project.write("docs/guide/b.md", "# B\n\n## Two\n");
  expect(await now()).toEqual([]);
  project.remove("src/a.ts");
  expect((await now())[0]).toMatch(/^warning broken-link docs\/checkout\/02-prd.md/);
  project.write(
    "docs/checkout/traceability-map.yaml",
    FILES["docs/checkout/traceability-map.yaml"].replace("draft", "approved"),
  );
  expect((await now())[0]).toMatch(/^error broken-link docs\/checkout\/02-prd.md/);
  project.write("sdd.config.yaml", "health: {rules: {broken-link: off}}\n");
  expect(await now()).toEqual([]);
  project.remove("sdd.config.yaml");
  project.write("src/a.ts", "2");
  expect(await now()).toEqual([]);
});

test("a file that is no source and may have changed within its time stamp is read again", async () => {
  const { check, project } = healthFixture({ ...FILES, "docs/guide/c.md": "[x](a.md)" });
  const memory = new HealthMemory();
  project.touch("docs/guide/c.md");
  expect((await check(memory)).findings).toEqual([]);
  const at = project.clock.now();
  project.write("docs/guide/c.md", "[x](z.md)");
  project.touch("docs/guide/c.md", at);
  expect((await check(memory)).findings.map(told)).toEqual(["warning broken-link docs/guide/c.md:1:5 z.md"]);
});

const PATHS = [
  "docs/checkout/01-idea.md",
  "docs/checkout/02-prd.md",
  "docs/guide/a.md",
  "docs/guide/b.md",
  "docs/adr/0001-a.md",
  "docs/adr/0002-b.md",
  "src/a.ts",
];
const LINES = [
  "# One",
  "## Two",
  "[a](a.md#one)",
  "[b](../guide/b.md#two)",
  "[c](../../src/a.ts)",
  "TBD",
  "**Status:** Accepted",
  "<!-- sdd-ignore broken-link -->",
  "## Decision",
  "## Risks",
];
const MAPS = ["draft", "approved", "recorded"].map((state) =>
  map(`idea: {file: 01-idea.md, state: ${state}}`, `prd: {file: 02-prd.md, state: ${state}}`),
);

const edit = fc.oneof(
  fc.record({
    path: fc.constantFrom(...PATHS),
    text: fc.array(fc.constantFrom(...LINES), { maxLength: 6 }).map((lines) => lines.join("\n\n")),
  }),
  fc.record({ path: fc.constantFrom(...PATHS), text: fc.constant(undefined) }),
  fc.record({
    path: fc.constant("docs/checkout/traceability-map.yaml"),
    text: fc.constantFrom(...MAPS, undefined),
  }),
  fc.record({
    path: fc.constant("sdd.config.yaml"),
    text: fc.constantFrom("health: {rules: {broken-anchor: off}}\n", undefined),
  }),
);

/** Stops the work after so many units of it. */
function cancelledAfter(units: number): Cancellation {
  let done = 0;
  return { isCancelled: () => ++done > units };
}

function expectCancelled(error: unknown): void {
  expect(error).toMatchObject({ code: "cancelled" });
}

test("a look that is cancelled comes to its end by and by: what it did stays done", async () => {
  const { check, project } = healthFixture({ ...FILES, "docs/guide/c.md": "# C\n\n[x](gone.md)\n" });
  const memory = new HealthMemory();
  const isDone = (): Promise<boolean> =>
    check(memory, cancelledAfter(1)).then(
      () => true,
      (error: unknown) => {
        expectCancelled(error);
        return false;
      },
    );
  let looks = 0;
  while (looks < 100 && !(await isDone())) looks++;
  // One document is read, or judged, at each.
  expect(looks).toBeGreaterThan(5);
  expect(looks).toBeLessThan(30);
  project.resetReads();
  project.clock.advance(60_000);
  expect((await check(memory)).findings.map(told)).toEqual([
    "warning broken-link docs/guide/c.md:3:5 gone.md",
  ]);
});

test(
  "after any edits and looks that were cancelled, what is remembered says the same as a look at everything",
  { timeout: 180_000 },
  async () => {
    const stops = fc.array(fc.nat(9), { maxLength: 2 });
    const edits = fc.array(fc.tuple(edit, stops), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(edits, async (all) => {
        const { check, project } = healthFixture(FILES);
        const memory = new HealthMemory();
        await check(memory);
        for (const [{ path, text }, stopped] of all) {
          project.clock.advance(60_000);
          if (text === undefined) project.remove(path);
          else project.write(path, text);
          project.clock.advance(60_000);
          for (const after of stopped) await check(memory, cancelledAfter(after)).catch(expectCancelled);
          const remembered = (await check(memory)).findings.map(told);
          expect(remembered).toEqual((await check()).findings.map(told));
        }
      }),
      { numRuns: scale(200), seed },
    );
  },
);
