import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generatedAtOf, withGeneratedAt } from "../../../src/core/context/render.js";
import type { PackOutcome } from "../../../src/core/context/session.js";
import { SddError } from "../../../src/core/errors.js";
import { findOrchestration, nextStage } from "../../../src/core/project/project.js";
import { STAGES, type Stage } from "../../../src/core/project/stages.js";
import { scale, seed } from "../scale.js";
import { append, fixture, sampleFiles, type Fixture } from "./fixture.js";

async function pack({ session }: Fixture, stage: Stage = "tasks", limit?: number): Promise<PackOutcome> {
  const project = await session.refresh();
  return session.build(project, findOrchestration(project, "checkout"), stage, limit);
}

const verdictOf = ({ manifest }: PackOutcome, path: string): string | undefined => {
  const source = manifest.sources.find((item) => item.path === path);
  return (
    source &&
    `${source.verdict}${source.reason === undefined ? "" : ` ${source.reason}`} ${source.score.total}`
  );
};

describe("ranking", () => {
  test("each source has its row, its modifiers and its reason", async () => {
    const outcome = await pack(fixture());
    expect({
      nearest: verdictOf(outcome, "docs/checkout/03-techspec.md"),
      earlier: verdictOf(outcome, "docs/checkout/02-prd.md"),
      map: verdictOf(outcome, "docs/checkout/traceability-map.yaml"),
      later: verdictOf(outcome, "docs/checkout/05-refinement.md"),
      ownAdr: verdictOf(outcome, "docs/checkout/adrs/0001-adapter.md"),
      superseded: verdictOf(outcome, "docs/checkout/adrs/0003-old.md"),
      linkedProposed: verdictOf(outcome, "docs/adr/0010-linked.md"),
      foreignSpec: verdictOf(outcome, "docs/returns/02-prd.md"),
      intelligence: verdictOf(outcome, "docs/_project-intelligence/patterns-and-conventions.md"),
      rules: verdictOf(outcome, "AGENTS.md"),
    }).toEqual({
      nearest: "in 135",
      earlier: "in 115",
      map: "in 110",
      later: "out not-earlier 115",
      ownAdr: "in 105",
      superseded: "out superseded 60",
      linkedProposed: "in 60",
      foreignSpec: "in 85",
      intelligence: "in 70",
      rules: "in 55",
    });
    expect(outcome.manifest.groups).toEqual([
      { folder: "docs/adr", reason: "not-related", count: 1 },
      { folder: "docs/returns", reason: "other-orchestration", count: 2 },
    ]);
  });

  test("every source of the inventory is accounted for, and the counts add up", async () => {
    const f = fixture();
    const project = await f.session.refresh();
    for (const stage of STAGES) {
      const { manifest } = await pack(f, stage);
      const grouped = manifest.groups.reduce((sum, { count }) => sum + count, 0);
      expect(manifest.sources.length + grouped).toBe(project.inventory.records.size);
      const { considered, included, excluded, stale } = manifest.counts;
      expect(included + excluded + stale).toBe(considered);
      const expected = manifest.missing.filter(({ state }) => state !== "pending" && state !== "optional");
      expect(considered).toBe(project.inventory.records.size + expected.length);
    }
  });
});

describe("the pack", () => {
  test("quotes sections with their source and line, each in its part", async () => {
    const { text } = await pack(fixture());
    const parts = text.split(/^## /m).map((part) => part.split("\n\n").slice(0, 1).join("") + part);
    const part = (title: string): string => parts.find((item) => item.startsWith(title)) ?? "";
    expect(part("Essential context")).toContain("#### Requirements ([L8](/docs/checkout/02-prd.md#L8))");
    expect(part("Required artifacts")).toContain("interface PaymentAdapter");
    expect(part("Relevant decisions")).toContain("A single client was rejected");
    expect(part("Useful patterns")).toContain("Amounts are whole cents");
    expect(part("Useful patterns")).toContain("within thirty days");
    expect(part("Risks and conflicts")).toContain("the header says “approved”, the map says “draft”");
    expect(part("Suggested commands")).toContain("npm run test:payments");
    expect(text).not.toContain("Old text.");
    expect(text).not.toContain("Later than tasks");
  });

  test("the heading line of a quote is the line in the source", async () => {
    const files = sampleFiles();
    const { text, manifest } = await pack(fixture(files));
    let seen = 0;
    for (const source of manifest.sources) {
      for (const { title, line } of source.sections) {
        const lines = (files[source.path] ?? "").split("\n");
        expect(lines[line - 1]).toContain(title);
        expect(text).toContain(`#L${line})`);
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(5);
  });

  test("the same paragraph in two sources is quoted once, from the higher-ranked one", async () => {
    const files = sampleFiles();
    const repeated =
      "Every refund is confirmed by the provider before the order is marked as refunded in the shop.";
    append(files, "docs/checkout/02-prd.md", `\n\n## Constraints\n\n${repeated}\n`);
    append(files, "AGENTS.md", `\n## Rules\n\n${repeated}\n`);
    const { text, manifest } = await pack(fixture(files));
    expect(text.split(repeated)).toHaveLength(2);
    expect(text.indexOf(repeated)).toBeLessThan(text.indexOf("## Relevant decisions"));
    expect(manifest.counts.repeated).toBe(1);
    expect(text).toContain("- Repeated paragraphs left out: 1");
  });

  test("a secret is not in the pack, nor in the manifest", async () => {
    const files = sampleFiles();
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    append(
      files,
      "docs/checkout/02-prd.md",
      `\n\n## Constraints\n\nUse ${secret} for the release, and nothing else at all.\n`,
    );
    const outcome = await pack(fixture(files));
    expect(outcome.text).toContain("[REDACTED]");
    expect(outcome.text + JSON.stringify(outcome.manifest)).not.toContain(secret);
  });

  test("speaks the language of the orchestration's headings", async () => {
    const files = sampleFiles();
    files["docs/checkout/02-prd.md"] =
      "# PRD — X\n\n## Requisitos\n\n- a\n\n## Riscos\n\nAlgum risco.\n\n## Objetivos\n\nx\n\n## Não objetivos\n\ny\n";
    files["docs/checkout/03-techspec.md"] = "# Tech\n\n## Arquitetura\n\numa\n\n## Contratos\n\noutra\n";
    expect((await pack(fixture(files))).text).toContain("## Comandos e validações sugeridas");
  });
});

describe("bytes", () => {
  test("the same files give the same bytes, from a warm index and a cold one", async () => {
    const first = await pack(fixture());
    const second = fixture();
    await pack(second);
    const again = await pack(second);
    expect(again.text).toBe(first.text);
    expect(again.manifest).toEqual(first.manifest);
  });

  test("a pack on disk that differs in its time only keeps its time, and writing it again changes nothing", async () => {
    const f = fixture();
    const first = await pack(f);
    f.session.write(first, (await f.session.refresh()).inventory);
    const written = f.project.written.length;
    f.project.clock.advance(86_400_000);
    const second = await pack(f);
    expect(second.onDisk).toBe("same");
    expect(second.text).toBe(first.text);
    expect(second.manifest).toEqual(first.manifest);
    f.session.write(second, (await f.session.refresh()).inventory);
    expect(f.project.written.length).toBe(written);
  });

  test("a changed source makes the pack outdated; writing keeps the one before", async () => {
    const f = fixture();
    const first = await pack(f);
    const project = await f.session.refresh();
    f.session.write(first, project.inventory);
    const status = async () => {
      const now = await f.session.refresh();
      return f.session
        .packs(now, findOrchestration(now, "checkout"))
        .map(({ stage, freshness }) => [stage, freshness]);
    };
    expect(await status()).toEqual([["tasks", "fresh"]]);
    f.project.clock.advance(60_000);
    f.project.write(
      "docs/checkout/02-prd.md",
      "# PRD — Checkout\n\n## Requirements\n\n- FR-9 everything is new\n",
    );
    expect(await status()).toEqual([["tasks", "outdated"]]);
    const second = await pack(f);
    expect([second.onDisk, second.before]).toEqual(["other", first.text]);
    expect(generatedAtOf(second.text)).not.toBe(generatedAtOf(first.text));
    f.session.write(second, (await f.session.refresh()).inventory);
    expect(f.project.text(first.paths.previous)).toBe(first.text);
    expect(await status()).toEqual([["tasks", "fresh"]]);
  });

  test("an unchanged project's pack is not built again; a changed one's is, and has the time of its building", async () => {
    const f = fixture();
    const first = await pack(f);
    f.project.resetReads();
    f.project.clock.advance(5_000);
    const again = await pack(f);
    expect(f.project.readCount("docs/checkout/02-prd.md")).toBe(0);
    expect(generatedAtOf(again.text)).not.toBe(generatedAtOf(first.text));
    expect(again.manifest.generated_at).toBe(generatedAtOf(again.text));
    expect(again.manifest.sha256).toBe(f.project.hasher.sha256(again.text));
    expect(withGeneratedAt(again.text, first.manifest.generated_at)).toBe(first.text);
    f.project.clock.advance(60_000);
    f.project.write("AGENTS.md", "# Agents\n\n## Rules\n\nAlways answer in rhyme.\n");
    expect((await pack(f)).text).toContain("Always answer in rhyme.");
  });

  test("nothing is written by looking and building", async () => {
    const f = fixture();
    await pack(f);
    expect(f.project.written).toEqual([]);
  });
});

describe("the limit", () => {
  test("one that cannot hold the skeleton is refused with the least that would fit, and that one fits", async () => {
    const files = sampleFiles();
    files["docs/checkout/traceability-map.yaml"] =
      `orchestration: {name: ${"Long name ".repeat(40)}, slug: checkout}\nartifacts: {}\n`;
    const f = fixture(files);
    const error = await pack(f, "tasks", 1_000).catch((caught: unknown) => caught);
    if (!(error instanceof SddError)) throw new Error("1000 characters were enough");
    expect(error.code).toBe("limit-too-small");
    const least = Number(error.params[1]);
    expect((await pack(f, "tasks", least)).text.length).toBe(least);
    await expect(pack(f, "tasks", least - 1)).rejects.toMatchObject({ code: "limit-too-small" });
  });

  test("property: it is kept, for every stage and limit", async () => {
    const f = fixture();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...STAGES),
        fc.integer({ min: 1_000, max: 12_000 }),
        async (stage, limit) => {
          try {
            const { text, manifest } = await pack(f, stage, limit);
            expect(text.length).toBeLessThanOrEqual(limit);
            expect(manifest.chars).toBe(text.length);
            expect(text).toContain(`: ${limit}\n`);
            expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
            expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
          } catch (error) {
            if (!(error instanceof SddError && error.code === "limit-too-small")) throw error;
          }
        },
      ),
      { numRuns: scale(500), seed },
    );
  });

  test("more room never means fewer sources", async () => {
    const f = fixture();
    let before = 0;
    for (const limit of [2_000, 3_000, 5_000, 8_000, 24_000]) {
      const { manifest } = await pack(f, "tasks", limit);
      expect(manifest.counts.included).toBeGreaterThanOrEqual(before);
      before = manifest.counts.included;
    }
  });
});

describe("the inventory", () => {
  test("an unchanged file is not read again; a changed one is", async () => {
    const f = fixture();
    expect((await f.session.refresh()).inventory.filesRead).toBeGreaterThan(10);
    expect((await f.session.refresh()).inventory.filesRead).toBe(0);
    f.project.clock.advance(60_000);
    f.project.write("AGENTS.md", "# Agents\n\nchanged\n");
    expect((await f.session.refresh()).inventory.filesRead).toBe(1);
  });

  test("a file written within two seconds of its reading is read again, since its time proves nothing", async () => {
    const f = fixture();
    f.project.write("AGENTS.md", "# One\n");
    await f.session.refresh();
    // Same size, same time, same inode: only the bytes differ.
    f.project.write("AGENTS.md", "# Two\n");
    const project = await f.session.refresh();
    expect(project.inventory.records.get("AGENTS.md")?.facts.title).toBe("Two");
  });

  test("the kept index serves the next session; a torn line costs one read", async () => {
    const f = fixture();
    await f.session.refresh();
    const text = f.project.index.text ?? "";
    expect(text.split("\n").filter(Boolean).length).toBeGreaterThan(10);
    const torn = fixture();
    torn.project.index.save(
      `${text.slice(0, text.indexOf("\n", 10) - 5)}${text.slice(text.indexOf("\n", 10))}`,
    );
    expect((await torn.session.refresh()).inventory.filesRead).toBe(1);
  });
});

describe("orchestrations", () => {
  test("are found by name or slug, accents and case folded; near ones are named", async () => {
    const project = await fixture().session.refresh();
    for (const name of ["checkout", "CHECKOUT", "checkout agil", "Checkout Ágil"]) {
      expect(findOrchestration(project, name).slug).toBe("checkout");
    }
    expect(() => findOrchestration(project, "chekout")).toThrow(/Near: checkout/);
    expect(() => findOrchestration(project, "zzzzzzzz")).toThrow(/There are: checkout, returns/);
  });

  test("the next stage is the first without a settled document", async () => {
    const project = await fixture().session.refresh();
    expect(nextStage(findOrchestration(project, "checkout"))).toBe("techspec");
    expect(nextStage(findOrchestration(project, "returns"))).toBe("techspec");
  });
});
