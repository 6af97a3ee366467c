import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { map, whole } from "../health/fixture.js";
import { cliProject, errorOf, jsonOf, listing } from "./run.js";

const DOC = "docs/checkout";
const FILE = ".sdd/intelligence/health.json";
const files = {
  [`${DOC}/traceability-map.yaml`]: map(
    "idea: {file: 01-idea.md, state: approved}",
    "prd: {file: 02-prd.md, state: approved}",
  ),
  [`${DOC}/01-idea.md`]: whole("idea"),
  [`${DOC}/02-prd.md`]: whole("prd", "[a](gone.md)"),
};
const fine = { ...files, [`${DOC}/02-prd.md`]: whole("prd") };
const env = { SOURCE_DATE_EPOCH: "1780000000" };
const health = ["intelligence", "health"];

describe("sdd intelligence health", () => {
  test("prints the findings, and writes them to health.json", async () => {
    const { root, run } = cliProject(files);
    const result = await run(health, { env });
    expect(result.code).toBe(0);
    expect(result.out).toMatch(
      /^docs\/checkout\/02-prd.md\n {2}\d+:5 {2}error {4}“gone.md” leads to nothing/,
    );
    expect(result.out).toContain("1 error, 0 warnings, 0 remarks in 1 file; 3 files looked at.\n");
    expect(result.err).toBe(`Wrote ${FILE}.\n`);
    const written = JSON.parse(readFileSync(join(root, FILE), "utf8")) as unknown;
    expect(written).toMatchObject({
      schema_version: 1,
      derived: true,
      generated_at: "2026-05-28T20:26:40Z",
      counts: { by_code: { "broken-link": 1 } },
    });
  });

  test("--json prints what was written; again, at another time, changes nothing", async () => {
    const { root, run } = cliProject(files);
    const first = await run([...health, "--json"], { env });
    expect(first.err).toBe("");
    expect(first.out).toBe(readFileSync(join(root, FILE), "utf8"));
    const before = listing(root);
    const second = await run([...health, "--json"], { env: { SOURCE_DATE_EPOCH: "1790000000" } });
    expect(second.out).toBe(first.out);
    expect(listing(root)).toEqual(before);
  });

  test("--dry-run writes nothing", async () => {
    const { root, run } = cliProject(files);
    const before = listing(root);
    expect((await run([...health, "--dry-run"])).err).toBe("");
    expect(listing(root)).toEqual(before);
  });

  test("--strict ends with 1 where there is an error, and only there", async () => {
    expect((await cliProject(files).run([...health, "--strict"])).code).toBe(1);
    expect((await cliProject(fine).run([...health, "--strict"])).code).toBe(0);
    const warned = { ...fine, "docs/guide/a.md": "[a](gone.md)" };
    expect((await cliProject(warned).run([...health, "--strict"])).code).toBe(0);
  });

  test("formats: SARIF and JUnit; another is wrong usage", async () => {
    const { run } = cliProject(files);
    expect(jsonOf(await run([...health, "--format", "sarif"]))).toMatchObject({ version: "2.1.0" });
    expect((await run([...health, "--format", "junit"])).out).toMatch(/^<\?xml version="1.0"/);
    expect((await run([...health, "--format", "text", "--dry-run"])).out).toContain("1 error");
    expect((await run([...health, "--format", "yaml"])).code).toBe(2);
    expect((await run([...health, "--json", "--format", "junit"])).code).toBe(2);
  });

  test("stands still where intelligence is switched off", async () => {
    const { root, run } = cliProject({ ...files, "sdd.config.yaml": "intelligence: {enabled: false}\n" });
    const result = await run([...health, "--json"]);
    expect([result.code, errorOf(result).code]).toEqual([3, "feature-off"]);
    expect(existsSync(join(root, ".sdd"))).toBe(false);
  });

  test("tells the share of learnings whose sources changed", async () => {
    const { root, run } = cliProject({
      ...fine,
      [`${DOC}/03-techspec.md`]:
        "# T\n\n## Decisions\n\n- We keep amounts as whole cents in every table of the ledger.\n",
    });
    await run(["intelligence", "learn", "--all"]);
    const code = async () =>
      Object.keys((jsonOf(await run([...health, "--json"]))["counts"] as { by_code: object }).by_code);
    expect(await code()).not.toContain("learnings-stale");
    writeFileSync(join(root, `${DOC}/03-techspec.md`), "# T\n\n## Decisions\n\n- Another.\n");
    expect(await code()).toContain("learnings-stale");
  });
});

describe("sdd validate-artifact", () => {
  test("ends with 0 for a document that lacks nothing, with 1 otherwise", async () => {
    const { run } = cliProject(files);
    const good = await run(["validate-artifact", "idea", `${DOC}/01-idea.md`]);
    expect([good.code, good.out]).toEqual([0, "Nothing found: 1 file looked at.\n"]);
    const bad = await run(["validate-artifact", "prd", `${DOC}/02-prd.md`, "--json"]);
    expect(bad.code).toBe(1);
    expect(jsonOf(bad)).toMatchObject({ counts: { by_code: { "broken-link": 1 } } });
    const other = await run(["validate-artifact", "techspec", `${DOC}/02-prd.md`]);
    expect(other.code).toBe(1);
    expect(other.out).toContain("The section “Architecture” is missing.");
  });

  test("checks a document whatever its state and its place in the project are", async () => {
    const { root, run } = cliProject({
      "docs/guide/draft.md": "# Idea\n\n## Traceability\n\n## Problem\n\n- TBD\n\n## Goal\n\n## Users\n",
      "sdd.config.yaml": "",
    });
    const result = await run(["validate-artifact", "idea", "draft.md"], { cwd: join(root, "docs/guide") });
    expect(result.code).toBe(1);
    expect(result.out).toContain("[placeholder-left]");
    expect(result.out).toContain("The section “Success criteria” is missing.");
    expect(existsSync(join(root, ".sdd"))).toBe(false);
  });

  test("refuses a stage that is none, a file that is missing, and one outside the project", async () => {
    const { run } = cliProject(files);
    const codeOf = async (...argv: string[]) => {
      const result = await run(["validate-artifact", ...argv, "--json"]);
      return [result.code, errorOf(result).code];
    };
    expect(await codeOf("chapter", `${DOC}/02-prd.md`)).toEqual([2, "unknown-stage"]);
    expect(await codeOf("prd", `${DOC}/none.md`)).toEqual([3, "unreadable-file"]);
    expect(await codeOf("prd", "../../../../../../etc/hosts")).toEqual([3, "path-refused"]);
  });
});
