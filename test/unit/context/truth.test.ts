import { describe, expect, test } from "vitest";
import type { PackOutcome } from "../../../src/core/context/session.js";
import { diagnosticMessage } from "../../../src/core/diagnostics.js";
import { findOrchestration } from "../../../src/core/project/project.js";
import { testHasher } from "../memory-ports.js";
import { append, fixture, sampleFiles } from "./fixture.js";

async function pack(files: Record<string, string>): Promise<PackOutcome> {
  const { session } = fixture(files);
  const project = await session.refresh();
  return session.build(project, findOrchestration(project, "checkout"), "tasks");
}

const conflictsIn = ({ manifest }: PackOutcome): string[] =>
  manifest.conflicts.map((item) => `${item.path}:${item.line} ${item.code} ${diagnosticMessage(item)}`);

/** A learning about the PRD as it is, unless another hash is given. */
const learning = (
  files: Record<string, string>,
  summary: string,
  more: Record<string, unknown> = {},
): string =>
  JSON.stringify({
    kind: "decision",
    summary,
    orchestration_slug: "checkout",
    source_stage: "prd",
    source_artifact: "docs/checkout/02-prd.md",
    source_hash: testHasher.sha256(files["docs/checkout/02-prd.md"] ?? ""),
    status: "active",
    derived: true,
    ...more,
  });

describe("learnings", () => {
  const path = ".sdd/intelligence/learnings.jsonl";

  test("are quoted; what its source outgrew stands apart, is marked, and the source is counted", async () => {
    const files = sampleFiles();
    files[path] = [
      learning(files, "Receipts are kept for ten years."),
      learning(files, "Receipts are kept for ever.", { source_hash: "0".repeat(64) }),
      learning(files, "Receipts of a lost document.", { source_artifact: "docs/checkout/gone.md" }),
      "{ torn",
      "",
    ].join("\n");
    const outcome = await pack(files);
    expect(outcome.text).toContain("- Receipts are kept for ten years. (docs/checkout/02-prd.md)");
    expect(outcome.text).toContain("#### Learned decisions");
    const [, marked = ""] = outcome.text.split("Learned decisions (stale: the source has changed since)");
    expect(marked).toContain("- Receipts are kept for ever. (docs/checkout/02-prd.md)");
    expect(marked).toContain("- Receipts of a lost document. (docs/checkout/gone.md)");
    expect(marked).not.toContain("for ten years");
    expect(outcome.text).toContain("- Sources stale: 2\n");
    expect(outcome.manifest.stale_learnings).toBe(2);
    expect(outcome.manifest.stale_sources).toEqual(["docs/checkout/02-prd.md", "docs/checkout/gone.md"]);
    expect(outcome.manifest.sources.find((item) => item.path === path)).toMatchObject({
      verdict: "in",
      score: { total: 60 },
    });
  });

  test("an index of which nothing holds any more is stale as a whole, 50 points lower", async () => {
    const files = sampleFiles();
    files[path] = `${learning(files, "Old.", { source_hash: "1".repeat(64) })}\n`;
    const { manifest } = await pack(files);
    expect(manifest.sources.find((item) => item.path === path)).toMatchObject({
      verdict: "stale",
      chars: "- Old. (docs/checkout/02-prd.md)".length,
      score: { total: 10, stale: -50 },
    });
  });

  test("superseded and dismissed ones, and those of a document that comes later, are not quoted", async () => {
    const files = sampleFiles();
    const later = "docs/checkout/05-refinement.md";
    const later_hash = testHasher.sha256(files[later] ?? "");
    files[path] = [
      learning(files, "An old rule of receipts.", { status: "superseded" }),
      learning(files, "A silly rule of receipts.", { dismissed: { by: "ana", at: "", reason: "" } }),
      learning(files, "A later rule of receipts.", { source_artifact: later, source_hash: later_hash }),
      learning(files, "A good rule of receipts."),
    ].join("\n");
    const { text } = await pack(files);
    expect(text).toContain("A good rule of receipts.");
    for (const word of ["An old rule", "A silly rule", "A later rule"]) expect(text).not.toContain(word);
  });
});

describe("conflicts", () => {
  test("map and header disagree; an approved artifact is missing; the recorded hash is not the file's", async () => {
    const files = sampleFiles();
    files["docs/checkout/traceability-map.yaml"] = [
      "orchestration: {name: Checkout, slug: checkout}",
      "artifacts:",
      "  idea: {file: 01-idea.md, state: approved, sha256: " + "a".repeat(64) + "}",
      "  risk: {file: 00-risk-classification.md, state: approved}",
      "  techspec: {file: 03-techspec.md, state: draft}",
      "  qa: {file: 08-qa.md, state: pending}",
    ].join("\n");
    expect(conflictsIn(await pack(files))).toEqual([
      expect.stringMatching(/^docs\/checkout\/03-techspec\.md:6 artifact-state-differs /),
      expect.stringMatching(/^docs\/checkout\/03-techspec\.md:24 adr-superseded-quoted /),
      expect.stringMatching(/^docs\/checkout\/traceability-map\.yaml:3 artifact-hash-differs /),
      expect.stringMatching(/^docs\/checkout\/traceability-map\.yaml:4 artifact-missing /),
    ]);
  });

  test("the right hash, in any case, is no conflict", async () => {
    const files = sampleFiles();
    const hash = testHasher.sha256(files["docs/checkout/01-idea.md"] ?? "").toUpperCase();
    files["docs/checkout/traceability-map.yaml"] =
      `orchestration: {name: C, slug: checkout}\nartifacts:\n  idea: {file: 01-idea.md, state: approved, sha256: ${hash}}\n`;
    expect(conflictsIn(await pack(files)).filter((line) => line.includes("hash"))).toEqual([]);
  });

  test("a link to a superseded decision is one, unless its line says that it is superseded", async () => {
    const files = sampleFiles();
    files["docs/checkout/03-techspec.md"] =
      "# Tech Spec — Checkout\n\nIt was [old](adrs/0003-old.md), superseded in May.\n";
    expect(conflictsIn(await pack(files))).toEqual([]);
    append(files, "docs/checkout/03-techspec.md", "\nAs [old](adrs/0003-old.md) says.\n");
    expect(conflictsIn(await pack(files))).toEqual([
      expect.stringMatching(
        /^docs\/checkout\/03-techspec\.md:5 adr-superseded-quoted .*0003-old\.md is superseded/,
      ),
    ]);
  });

  test("two approved decisions of one folder with the same number are; of two folders, or one of them proposed, are not", async () => {
    const files = sampleFiles();
    files["docs/checkout/adrs/0001-again.md"] = "# 1. Again\n\n**Status:** Accepted\n\n## Decision\n\nx\n";
    files["docs/checkout/adrs/0001-maybe.md"] = "# 1. Maybe\n\n**Status:** Proposed\n\n## Decision\n\ny\n";
    files["docs/adr/0001-far.md"] =
      "# 1. Far\n\n**Status:** Accepted\n\n## Decision\n\n[c](../checkout/02-prd.md)\n";
    const found = conflictsIn(await pack(files)).filter((line) => line.includes("number"));
    expect(found).toEqual([
      "docs/checkout/adrs/0001-again.md:1 adr-number-repeated Approved decisions share the number 1: 0001-adapter.md, 0001-again.md.",
    ]);
  });
});

describe("redaction that takes too long", () => {
  test("leaves the document out, and says so; it is tried again the next time", async () => {
    const files = sampleFiles();
    append(files, "docs/checkout/02-prd.md", `\n\n${"token=abc ".repeat(5_000)}`);
    const { session, project } = fixture(files);
    const now = await session.refresh();
    // Each look at the time is a second later than the one before, so the fourth question is past the bound.
    const slow = project.clock.now.bind(project.clock);
    Object.assign(project.clock, { now: () => (project.clock.advance(1_000), slow()) });
    const reasonOf = (): string | undefined => {
      const { manifest } = session.build(now, findOrchestration(now, "checkout"), "tasks");
      return manifest.sources.find((item) => item.path === "docs/checkout/02-prd.md")?.reason;
    };
    expect(reasonOf()).toBe("redaction");
    Object.assign(project.clock, { now: slow });
    expect(reasonOf()).toBeUndefined();
  });
});
