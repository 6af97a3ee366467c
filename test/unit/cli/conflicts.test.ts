import { describe, expect, test } from "vitest";
import { cliProject, errorOf, jsonOf, listing, sampleOnDisk } from "./run.js";

const PRD = "docs/checkout/02-prd.md";
const ADAPTER = "docs/checkout/adrs/0001-adapter.md";

function opposed(): Record<string, string> {
  const files = sampleOnDisk();
  for (const [path, text] of [
    [PRD, "Use Redis for the session cache."],
    [ADAPTER, "Never use Redis for the session cache."],
  ] as const) {
    files[path] = `${files[path] ?? ""}\n\n## Decisions\n\n${text}\n`;
  }
  return files;
}

describe("sdd intelligence conflicts", () => {
  test("lists each from both sides, with path and line, and writes nothing", async () => {
    const project = cliProject(opposed());
    const before = listing(project.root);
    const { code, out, err } = await project.run(["intelligence", "conflicts", "--name", "checkout"]);
    expect([code, err]).toEqual([0, ""]);
    const lines = out.split("\n");
    const at = lines.findIndex((line) => line.startsWith(`${PRD}:`));
    expect(lines[at]).toMatch(
      /^docs\/checkout\/02-prd\.md:\d+: info: “Use Redis .*” stands here, but “Never .*0001-adapter\.md\. \[cf-[0-9a-f]{16}\]$/,
    );
    expect(lines.slice(at + 1, at + 3)).toEqual([
      expect.stringMatching(
        /^ {4}1\. docs\/checkout\/adrs\/0001-adapter\.md:\d+: Never use Redis for the session cache\.$/,
      ),
      expect.stringMatching(/^ {4}2\. docs\/checkout\/02-prd\.md:\d+: Use Redis for the session cache\.$/),
    ]);
    expect(out).toMatch(/\nOpen: 3, settled: 0\.\n$/);
    expect(listing(project.root)).toEqual(before);
  });

  test("--json gives the sides as data; settled ones stand apart", async () => {
    const project = cliProject(opposed());
    const all = jsonOf(await project.run(["intelligence", "conflicts", "--json"]));
    const conflicts = all["conflicts"] as {
      id: string;
      code: string;
      sides: { path: string; hash: string }[];
    }[];
    expect(conflicts.map(({ code }) => code)).toEqual([
      "decisions-opposed",
      "artifact-state-differs",
      "adr-superseded-quoted",
    ]);
    const [first] = conflicts;
    expect(first?.sides.map(({ path }) => path)).toEqual([ADAPTER, PRD]);
    const [high] = first?.sides ?? [];
    const settled = {
      ...{ schema_version: 1, at: "2026-03-01T10:00:00Z", by: "Ana", action: "settled", target: first?.id },
      hashes: first?.sides.map(({ hash }) => hash),
      ...{ stands: `${high?.path ?? ""}#${high?.hash.slice(0, 16) ?? ""}`, reason: "The record binds." },
    };
    const files = { ...opposed(), ".sdd/intelligence/reviews.jsonl": `${JSON.stringify(settled)}\n` };
    const later = cliProject(files);
    const after = jsonOf(await later.run(["intelligence", "conflicts", "--json"]));
    expect(after["conflicts"]).toHaveLength(2);
    expect(after["settled"]).toMatchObject([{ id: first?.id, settlement: { by: "Ana", stands: 0 } }]);
    const { out } = await later.run(["intelligence", "conflicts"]);
    expect(out).toContain("    1 stands: The record binds. (Ana, 2026-03-01T10:00:00Z)\n");
  });

  test("a project without conflicts says so; an orchestration that is not there is said", async () => {
    const project = cliProject({ "docs/x/01-idea.md": "# Idea\n" });
    expect((await project.run(["intelligence", "conflicts"])).out).toBe("Open: 0, settled: 0.\n");
    const failed = await project.run(["intelligence", "conflicts", "--name", "nope", "--json"]);
    expect([failed.code, errorOf(failed).code]).toEqual([3, "unknown-orchestration"]);
  });

  test("no verb settles one", async () => {
    const { code } = await cliProject().run(["intelligence", "settle", "cf-0000000000000000"]);
    expect(code).toBe(2);
  });
});
