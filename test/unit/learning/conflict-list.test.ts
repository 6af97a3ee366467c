import { describe, expect, test } from "vitest";
import type { LearningRecord } from "../../../src/core/learning/learning-record.js";
import { learningConflicts } from "../../../src/core/learning/conflict-list.js";
import { authorityOf, higherOf, PRECEDENCE } from "../../../src/core/learning/precedence.js";
import { diagnosticMessage } from "../../../src/core/diagnostics.js";
import { findOrchestration } from "../../../src/core/project/project.js";
import { fixture, sampleFiles } from "../context/fixture.js";
import { testHasher } from "../memory-ports.js";

const ADAPTER = "docs/checkout/adrs/0001-adapter.md";
const PRD = "docs/checkout/02-prd.md";
const TECHSPEC = "docs/checkout/03-techspec.md";

const decided = (text: string): string => `\n\n## Decisions\n\nAn introduction.\n\n${text}\n`;

/** The sample with decisions in the approved PRD and in an accepted decision record. */
function opposed(prd: string, adr: string): Record<string, string> {
  const files = sampleFiles();
  files[PRD] = (files[PRD] ?? "") + decided(prd);
  files[ADAPTER] = (files[ADAPTER] ?? "") + decided(adr);
  return files;
}

async function found(files: Record<string, string>, learnings: readonly LearningRecord[] = []) {
  const { session } = fixture(files);
  const project = await session.refresh();
  const { open } = session.listConflicts(project, { learnings });
  return open.filter(({ severity }) => severity === "info");
}

describe("precedence", () => {
  test("an accepted decision, then the approved tech spec, the approved PRD, the final memory, the index", () => {
    const authorities = [
      authorityOf({ kind: "adr", status: "accepted" }),
      authorityOf({ kind: "artifact", stage: "techspec", state: "approved" }),
      authorityOf({ kind: "artifact", stage: "prd", state: "approved" }),
      authorityOf({ kind: "artifact", stage: "memory", state: "approved" }),
      authorityOf({ kind: "learnings" }),
    ];
    expect(authorities).toEqual(PRECEDENCE);
    for (const [index, upper] of authorities.entries()) {
      expect(higherOf(upper, upper)).toBe("none");
      for (const lower of authorities.slice(index + 1)) {
        expect([higherOf(upper, lower), higherOf(lower, upper)]).toEqual(["first", "second"]);
      }
    }
  });

  test("drafts, recorded artifacts and proposed decisions have none: what is approved is above them", () => {
    const none = [
      authorityOf({ kind: "artifact", stage: "prd", state: "draft" }),
      authorityOf({ kind: "artifact", stage: "memory", state: "recorded" }),
      authorityOf({ kind: "artifact", stage: "idea", state: "approved" }),
      authorityOf({ kind: "adr", status: "proposed" }),
      authorityOf({ kind: "adr" }),
    ];
    expect(none).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(higherOf("final-memory", undefined)).toBe("first");
    expect(higherOf(undefined, "derived-index")).toBe("none");
  });
});

describe("two decisions of an orchestration", () => {
  test("are shown from both sides, the higher one first, each with its line; it is a remark", async () => {
    const files = opposed(
      "Use **Redis** for the\n[session](x.md) cache.",
      "- Never use Redis for the session cache.",
    );
    const lineOf = (path: string, start: string): number =>
      (files[path] ?? "").split("\n").findIndex((line) => line.startsWith(start)) + 1;
    const [conflict, ...more] = await found(files);
    expect(more).toEqual([]);
    expect(conflict).toMatchObject({
      code: "decisions-opposed",
      severity: "info",
      path: PRD,
      line: lineOf(PRD, "Use **Redis**"),
      between: [ADAPTER, PRD],
      sides: [
        { path: ADAPTER, line: lineOf(ADAPTER, "- Never"), text: "Never use Redis for the session cache." },
        { path: PRD, line: lineOf(PRD, "Use **Redis**"), text: "Use Redis for the session cache." },
      ],
    });
    expect(conflict && diagnosticMessage(conflict)).toBe(
      `“Use Redis for the session cache.” stands here, but “Never use Redis for the session cache.” in ${ADAPTER}.`,
    );
  });

  test("values are told with their setting", async () => {
    const [conflict] = await found(opposed("`max_retries`: 3", "We set max_retries to 5."));
    expect(conflict && diagnosticMessage(conflict)).toBe(`max_retries is 3 here, but 5 in ${ADAPTER}.`);
  });

  test("silent: a proposed or superseded decision, another orchestration's, and none at all", async () => {
    const proposed = opposed("Use Redis for the session cache.", "Never use Redis for the session cache.");
    proposed[ADAPTER] = (proposed[ADAPTER] ?? "").replace("Accepted", "Proposed");
    expect(await found(proposed)).toEqual([]);
    const other = sampleFiles();
    other[PRD] = (other[PRD] ?? "") + decided("Use Redis for the session cache.");
    other["docs/returns/02-prd.md"] = `# PRD — Returns${decided("Never use Redis for the session cache.")}`;
    expect(await found(other)).toEqual([]);
    expect(await found(sampleFiles())).toEqual([]);
  });

  test("a pack tells it with links to both places; a pack of other sources does not", async () => {
    const files = opposed("Use Redis for the session cache.", "Never use Redis for the session cache.");
    const { session } = fixture(files);
    const project = await session.refresh();
    const orchestration = findOrchestration(project, "checkout");
    const { text } = session.build(project, orchestration, "tasks");
    const line = text.split("\n").find((each) => each.startsWith("- ⚠") && each.includes("Never use Redis"));
    expect(line).toContain(`](/${PRD}#L`);
    expect(line).toContain(`[0001-adapter.md:L`);
    expect(line).toContain(`](/${ADAPTER}#L`);
    expect(session.build(project, orchestration, "prd").text).not.toContain(
      "- ⚠ docs/checkout/02-prd.md says",
    );
  });

  test("a secret in a decision is not told", async () => {
    const secret = ["gh", "p_", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("");
    const all = await found(opposed(`Use key ${secret} for cards.`, `Never use key ${secret} for cards.`));
    expect(JSON.stringify(all)).not.toContain(secret);
  });
});

describe("a learning that a higher source contradicts", () => {
  const learning = (summary: string, more: Partial<LearningRecord> = {}): LearningRecord => ({
    id: `ln-${testHasher.sha256(summary).slice(0, 16)}`,
    kind: "pattern",
    summary,
    orchestration: "Checkout",
    orchestration_slug: "checkout",
    source_stage: "prd",
    source_artifact: PRD,
    source_hash: "0".repeat(64),
    section: "Patterns",
    section_hash: "0".repeat(64),
    line: 7,
    tags: [],
    confidence: "high",
    status: "active",
    learned_at: "2026-01-01T00:00:00Z",
    derived: true,
    ...more,
  });
  const withAdr = (): Record<string, string> => {
    const files = sampleFiles();
    files[ADAPTER] = (files[ADAPTER] ?? "") + decided("Never use Redis for the session cache.");
    return files;
  };

  test("is found, with the decision first and the learning's own place second", async () => {
    const record = learning("Use Redis for the session cache.");
    const [conflict, ...more] = await found(withAdr(), [record]);
    expect(more).toEqual([]);
    expect(conflict).toMatchObject({
      code: "learning-contradicted",
      path: PRD,
      line: 7,
      between: [ADAPTER, PRD],
      sides: [{ path: ADAPTER }, { path: PRD, line: 7, text: record.summary }],
    });
    const { session } = fixture(withAdr());
    const project = await session.refresh();
    const sectionsOf = () => undefined;
    const reading = { hasher: testHasher, textOf: () => undefined, sectionsOf };
    expect(learningConflicts(project, [record], reading)).toEqual([]);
  });

  test.each([
    ["it says the same", learning("Never use Redis for the session cache.")],
    ["it was superseded", learning("Use Redis for the session cache.", { status: "superseded" })],
    [
      "a person dismissed it",
      learning("Use Redis for the session cache.", { dismissed: { by: "Ana", at: "x", reason: "y" } }),
    ],
    ["its source is no lower", learning("Use Redis for the session cache.", { source_artifact: ADAPTER })],
    [
      "it is another orchestration's",
      learning("Use Redis for the session cache.", { orchestration_slug: "returns" }),
    ],
  ])("silent: %s", async (_, record) => {
    expect(await found(withAdr(), [record])).toEqual([]);
  });

  test("a stale one has nothing but the index behind it", async () => {
    const stale = learning("Use Redis for the session cache.", { source_artifact: ADAPTER, status: "stale" });
    expect((await found(withAdr(), [stale])).map(({ code }) => code)).toEqual(["learning-contradicted"]);
  });

  test("is not told a second time where its own sentence is", async () => {
    const files = opposed("Use Redis for the session cache.", "Never use Redis for the session cache.");
    const line = (files[PRD] ?? "").split("\n").indexOf("Use Redis for the session cache.") + 1;
    const all = await found(files, [learning("Use Redis for the session cache.", { line })]);
    expect(all.map(({ code }) => code)).toEqual(["decisions-opposed"]);
  });
});

describe("map against header and file", () => {
  const map = (techspec: string): string =>
    `orchestration: {name: C, slug: checkout}\nartifacts:\n  techspec: {file: 03-techspec.md, state: ${techspec}}\n`;

  test("both values are shown, the map's first", async () => {
    const files = sampleFiles();
    files["docs/checkout/traceability-map.yaml"] = map(`draft, sha256: ${"b".repeat(64)}`);
    const { session } = fixture(files);
    const { open } = session.listConflicts(await session.refresh());
    const hash = testHasher.sha256(files[TECHSPEC] ?? "");
    expect(open.find(({ code }) => code === "artifact-state-differs")?.sides).toMatchObject([
      { path: "docs/checkout/traceability-map.yaml", line: 3, text: "techspec: draft" },
      { path: TECHSPEC, line: 6, text: "approved" },
    ]);
    expect(open.find(({ code }) => code === "artifact-hash-differs")?.sides).toMatchObject([
      { line: 3, text: `sha256: ${"b".repeat(64)}` },
      { path: TECHSPEC, text: `sha256: ${hash}` },
    ]);
  });

  test("silent: both say the same", async () => {
    const files = sampleFiles();
    files["docs/checkout/traceability-map.yaml"] = map(
      `approved, sha256: ${testHasher.sha256(files[TECHSPEC] ?? "")}`,
    );
    const { session } = fixture(files);
    const { open } = session.listConflicts(await session.refresh());
    expect(open.map(({ code }) => code)).toEqual(["adr-superseded-quoted"]);
  });
});

describe("a list that takes long", () => {
  test("is cancelled between orchestrations, and goes on from there", async () => {
    const files = sampleFiles();
    for (const slug of ["one", "two", "three"]) {
      const entry = `prd: {file: 02-prd.md, sha256: ${"b".repeat(64)}}`;
      files[`docs/${slug}/traceability-map.yaml`] =
        `orchestration: {name: ${slug}}\nartifacts:\n  ${entry}\n`;
      files[`docs/${slug}/02-prd.md`] = `# PRD — ${slug}\n${decided("Cards are kept.")}`;
    }
    const { session, project: disk } = fixture(files);
    const project = await session.refresh();
    const whole = fixture(files).session;
    const expected = whole.listConflicts(await whole.refresh());
    const stopAfter = (units: number) => {
      let done = 0;
      return { isCancelled: () => ++done > units };
    };
    const cancelled = (units: number) => () => {
      session.listConflicts(project, { cancellation: stopAfter(units) });
    };
    disk.resetReads();
    expect(cancelled(0)).toThrow(expect.objectContaining({ code: "cancelled" }));
    expect(disk.readCount("docs/one/02-prd.md")).toBe(0);
    for (const units of [1, 2, 3]) expect(cancelled(units)).toThrow();
    expect(session.listConflicts(project)).toEqual(expected);
    expect(expected.open.length).toBeGreaterThan(3);
  });
});
