import { describe, expect, test } from "vitest";
import { formatReview } from "../../../src/core/learning/reviews.js";
import { settledEvent } from "../../../src/core/learning/settlements.js";
import { findOrchestration } from "../../../src/core/project/project.js";
import { fixture, sampleFiles, type Fixture } from "../context/fixture.js";

const REVIEWS = ".sdd/intelligence/reviews.jsonl";
const AT = "2026-03-01T10:00:00Z";
const TECHSPEC = "docs/checkout/03-techspec.md";

async function look({ session }: Fixture) {
  const project = await session.refresh();
  const { open, settled } = session.listConflicts(project);
  const { text, manifest } = session.build(project, findOrchestration(project, "checkout"), "tasks");
  return { open, settled, text, manifest };
}

/** Settles the conflict of this code, so that one side stands. */
async function settle(
  made: Fixture,
  code: string,
  stands: number,
  reason = "The map is right.",
): Promise<void> {
  const found = (await look(made)).open.find((each) => each.code === code);
  const event = found && settledEvent(found, stands, "Ana", reason, AT);
  if (event === undefined) throw new Error(`no ${code}`);
  made.project.write(REVIEWS, (made.project.text(REVIEWS) ?? "") + formatReview(event));
}

const codes = (list: readonly { readonly code: string }[]): string[] => list.map(({ code }) => code);

describe("a settled conflict", () => {
  test("stands apart with who, when and why, and is no warning of a pack any more", async () => {
    const made = fixture();
    const before = await look(made);
    expect(codes(before.open)).toEqual(["artifact-state-differs", "adr-superseded-quoted"]);
    expect(before.text).toContain("the header says “approved”");
    expect(before.manifest).not.toHaveProperty("settled_conflicts");
    await settle(made, "artifact-state-differs", 0);
    const after = await look(made);
    expect(codes(after.open)).toEqual(["adr-superseded-quoted"]);
    expect(after.settled).toMatchObject([
      {
        code: "artifact-state-differs",
        settlement: { by: "Ana", at: AT, reason: "The map is right.", stands: 0 },
      },
    ]);
    expect(after.text).not.toContain("the header says");
    expect(after.text).toContain("- Conflicts: 1");
    expect(codes(after.manifest.conflicts)).toEqual(["adr-superseded-quoted"]);
    expect(after.manifest.settled_conflicts).toHaveLength(1);
  });

  test("stays settled while other lines change, and is open again as soon as either text does", async () => {
    const made = fixture();
    await settle(made, "artifact-state-differs", 1);
    const text = made.project.text(TECHSPEC) ?? "";
    made.project.clock.advance(10_000);
    made.project.write(TECHSPEC, text.replace("## Traceability", "A line more.\n\n## Traceability"));
    expect(codes((await look(made)).settled)).toEqual(["artifact-state-differs"]);
    made.project.clock.advance(10_000);
    made.project.write(TECHSPEC, text.replace("Current state: approved", "Current state: recorded"));
    const after = await look(made);
    expect(codes(after.settled)).toEqual([]);
    expect(codes(after.open)).toContain("artifact-state-differs");
  });

  test("is open again where a person took that back, and settled again by the last word", async () => {
    const made = fixture();
    await settle(made, "artifact-state-differs", 0);
    const [settled] = (await look(made)).settled;
    const reopened = {
      schema_version: 1,
      at: AT,
      by: "Bo",
      action: "reopened",
      target: settled?.id ?? "",
    } as const;
    made.project.write(REVIEWS, (made.project.text(REVIEWS) ?? "") + formatReview(reopened));
    expect(codes((await look(made)).settled)).toEqual([]);
    await settle(made, "artifact-state-differs", 1, "Looked again.");
    expect((await look(made)).settled).toMatchObject([
      { settlement: { stands: 1, reason: "Looked again." } },
    ]);
  });

  test("a hash of the map against a file: a further change of the file opens it again", async () => {
    const files = sampleFiles();
    files["docs/checkout/traceability-map.yaml"] =
      `orchestration: {name: C, slug: checkout}\nartifacts:\n  idea: {file: 01-idea.md, state: approved, sha256: ${"a".repeat(64)}}\n`;
    const made = fixture(files);
    await settle(made, "artifact-hash-differs", 1, "The idea was reworded.");
    expect(codes((await look(made)).settled)).toEqual(["artifact-hash-differs"]);
    made.project.clock.advance(10_000);
    made.project.write("docs/checkout/01-idea.md", `${files["docs/checkout/01-idea.md"] ?? ""}More.\n`);
    expect(codes((await look(made)).settled)).toEqual([]);
  });

  test("no event without a reason, or for a side that is not there; secrets in a reason are not kept", async () => {
    const made = fixture();
    const [first] = (await look(made)).open;
    if (first === undefined) throw new Error("no conflict");
    expect(settledEvent(first, 0, "Ana", "  ", AT)).toBeUndefined();
    expect(settledEvent(first, 2, "Ana", "x", AT)).toBeUndefined();
    const secret = ["gh", "p_", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("");
    await settle(made, first.code, 0, `because ${secret}`);
    expect(made.project.text(REVIEWS)).not.toContain(secret);
    expect((await look(made)).settled[0]?.settlement.reason).toContain("[REDACTED]");
  });

  test.each([
    ["other hashes", { hashes: ["0".repeat(64), "1".repeat(64)] }],
    ["no hashes", { hashes: undefined }],
    ["a side that is none", { stands: "docs/other.md#0000000000000000" }],
  ])("an event with %s settles nothing", async (_, change) => {
    const made = fixture();
    const [first] = (await look(made)).open;
    const event = first && settledEvent(first, 0, "Ana", "x", AT);
    const { hashes, ...rest } = { ...(event ?? ({} as never)), ...change };
    made.project.write(REVIEWS, formatReview(hashes === undefined ? rest : { ...rest, hashes }));
    expect((await look(made)).settled).toEqual([]);
  });
});

describe("a conflict's id", () => {
  test("is the same in every look, and another for another text", async () => {
    const idOf = async (files: Record<string, string>): Promise<string | undefined> =>
      (await look(fixture(files))).open.find(({ code }) => code === "artifact-state-differs")?.id;
    const first = await idOf(sampleFiles());
    expect(first).toMatch(/^cf-[0-9a-f]{16}$/);
    const moved = sampleFiles();
    moved[TECHSPEC] = (moved[TECHSPEC] ?? "").replace("## Traceability", "One more.\n\n## Traceability");
    expect(await idOf(moved)).toBe(first);
    const changed = sampleFiles();
    changed[TECHSPEC] = (changed[TECHSPEC] ?? "").replace(
      "Current state: approved",
      "Current state: recorded",
    );
    expect(await idOf(changed)).not.toBe(first);
  });
});
