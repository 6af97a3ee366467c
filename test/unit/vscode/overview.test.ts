import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/core/diagnostics.js";
import { STAGES } from "../../../src/core/project/stages.js";
import type { FileFindings, OrchestrationOverview } from "../../../src/node/engine-api.js";
import { OverviewTeller } from "../../../src/node/overview.js";
import { OverviewPieces, type ProjectOverview } from "../../../src/vscode/project/overview.js";
import { scale } from "../scale.js";

/** The engine tells what changed, in pieces; the extension puts it together. */

function orchestration(slug: string, name = slug): OrchestrationOverview {
  const empty = { path: undefined, state: undefined, mapLine: undefined, missing: false, pack: undefined };
  const stages = STAGES.map((stage) => ({ stage, ...empty }));
  return { slug, name, folder: slug, mapPath: "m", hasMap: true, nextStage: "idea", stages };
}

function findings(path: string, lines: readonly number[]): FileFindings {
  const at = (line: number): Diagnostic => ({
    code: "nul-byte",
    severity: "warning",
    path,
    line,
    column: 1,
    params: [],
  });
  return { path, diagnostics: lines.map(at) };
}

interface State {
  readonly orchestrations: readonly OrchestrationOverview[];
  readonly files: readonly FileFindings[];
}

/** One look: asks for pieces until there is no more. */
function look(teller: OverviewTeller, pieces: OverviewPieces, { orchestrations, files }: State) {
  let update = teller.tell(orchestrations, files, pieces.known);
  const sizes = [update.changed.length];
  for (;;) {
    // As it crosses between threads: nothing is shared.
    const whole: ProjectOverview | undefined = pieces.take(structuredClone(update));
    if (whole !== undefined) return { whole, sizes };
    const next = teller.rest(update.version);
    if (next === undefined) throw new Error("The version is gone.");
    update = next;
    sizes.push(update.changed.length);
  }
}

const plain = ({ orchestrations, findings: found }: ProjectOverview) => ({
  orchestrations,
  files: [...found].sort().map(([path, diagnostics]) => ({ path, diagnostics })),
});

test("whatever changes, the whole arrives", () => {
  const slugs = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
  const state = fc.record({
    slugs,
    name: fc.constantFrom("x", "y"),
    lines: fc.dictionary(fc.constantFrom("p", "q", "r"), fc.array(fc.nat(2), { minLength: 1, maxLength: 2 })),
    lost: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(state, { maxLength: 6 }), (states) => {
      let teller = new OverviewTeller();
      const pieces = new OverviewPieces();
      for (const { slugs: now, name, lines, lost } of states) {
        // A thread that was lost is replaced by one that remembers nothing.
        if (lost) teller = new OverviewTeller();
        const orchestrations = now.map((slug) => orchestration(slug, slug === "a" ? name : slug));
        const files = Object.entries(lines)
          .sort()
          .map(([path, each]) => findings(path, each));
        expect(plain(look(teller, pieces, { orchestrations, files }).whole)).toEqual({
          orchestrations,
          files,
        });
      }
    }),
    { numRuns: scale(1_000) },
  );
});

test("many orchestrations come in pieces, and then only those that changed", () => {
  const teller = new OverviewTeller();
  const pieces = new OverviewPieces();
  const all = Array.from({ length: 250 }, (_, at) => orchestration(`s${at}`));
  const first = look(teller, pieces, { orchestrations: all, files: [] });
  expect(first.sizes).toEqual([100, 100, 50]);
  const renamed = all.map((each) => (each.slug === "s7" ? orchestration("s7", "New") : each));
  const second = look(teller, pieces, { orchestrations: renamed, files: [] });
  expect(second.sizes).toEqual([1]);
  expect(second.whole.orchestrations[7]?.name).toBe("New");
  expect(second.whole.orchestrations[8]).toBe(first.whole.orchestrations[8]);
});

test("a look that was broken off in the middle is begun anew", () => {
  const teller = new OverviewTeller();
  const pieces = new OverviewPieces();
  const all = Array.from({ length: 150 }, (_, at) => orchestration(`s${at}`));
  expect(pieces.take(teller.tell(all, [], pieces.known))).toBeUndefined();
  expect(look(teller, pieces, { orchestrations: all, files: [] }).whole.orchestrations).toHaveLength(150);
});

test("what is left of a version is not to be had from another engine, nor after another look", () => {
  const teller = new OverviewTeller();
  const { version } = teller.tell([], [], undefined);
  expect(new OverviewTeller().rest(version)).toBeUndefined();
  teller.tell([], [], version);
  expect(teller.rest(version)).toBeUndefined();
});
