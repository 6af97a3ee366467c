import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../src/core/context/manifest.js";
import { parseLearnings, type LearningRecord } from "../../../src/core/learning/learning-record.js";
import { nodeHasher } from "../../../src/node/hasher.js";
import { cliProject, errorOf, jsonOf, listing, sampleOnDisk, type CliProject } from "./run.js";

const INDEX = ".sdd/intelligence/learnings.jsonl";
const MEMORY = ".sdd/memory/learnings.jsonl";
const PRD = "docs/checkout/02-prd.md";

const read = ({ root }: CliProject, path: string): string => readFileSync(join(root, path), "utf8");

function records(project: CliProject, path = INDEX): readonly LearningRecord[] {
  const parsed = parseLearnings(read(project, path));
  expect(parsed.rejected).toEqual([]);
  return parsed.records;
}

function edit(project: CliProject, path: string, from: string, to: string): void {
  const text = read(project, path);
  expect(text).toContain(from);
  writeFileSync(join(project.root, path), text.replace(from, to));
}

describe("the tests that the specification names", () => {
  test("intelligence_learn_indexes_artifacts_with_hash_and_status", async () => {
    const project = cliProject();
    const result = await project.run(["intelligence", "learn", "--name", "Checkout Ágil", "--json"]);
    expect(result).toMatchObject({ code: 0, err: "" });
    // What a superseded decision says is known, and does not hold.
    const learned = records(project).filter(({ source_artifact: path }) => !path.endsWith("0003-old.md"));
    expect(jsonOf(result)).toMatchObject({
      active: learned.length,
      written: true,
      orchestrations: ["checkout"],
    });
    const artifacts = learned.filter(({ orchestration_slug: slug }) => slug === "checkout");
    expect(new Set(artifacts.map(({ source_artifact: path }) => path))).toContain(PRD);
    for (const { source_artifact: path, source_hash: hash, status, derived, summary } of artifacts) {
      expect(hash).toBe(nodeHasher.sha256(read(project, path)));
      expect({ status, derived }).toEqual({ status: "active", derived: true });
      expect(summary.length).toBeLessThanOrEqual(200);
    }
    const summaries = artifacts.filter(({ kind }) => kind === "artifact_summary");
    expect(summaries.length).toBe(new Set(artifacts.map(({ source_artifact: path }) => path)).size);
  });

  test("context_build_writes_stage_pack_with_manifest", async () => {
    const project = cliProject();
    await project.run(["intelligence", "learn", "--all"]);
    const result = await project.run([
      "context",
      "build",
      "--name",
      "checkout",
      "--stage",
      "tasks",
      "--write",
      "--json",
    ]);
    expect(result.code).toBe(0);
    const folder = ".sdd/intelligence/context-packs/checkout";
    const pack = read(project, `${folder}/tasks.md`);
    const manifest = JSON.parse(read(project, `${folder}/tasks.manifest.json`)) as Manifest;
    expect(pack).toContain("# Context Pack — tasks — Checkout Ágil");
    expect(manifest).toMatchObject({ derived: true, stage: "tasks", chars: pack.length });
    expect(manifest.sha256).toBe(nodeHasher.sha256(pack));
    const learnings = manifest.sources.find(({ path }) => path === INDEX);
    expect(learnings).toMatchObject({ kind: "learnings", score: { row: "learnings", base: 60, stale: 0 } });
    expect(manifest.stale_learnings).toBe(0);
  });

  test("context_build_marks_changed_learning_as_stale", async () => {
    const project = cliProject();
    await project.run(["intelligence", "learn", "--all"]);
    const sentence = "The provider may be down for minutes at a time.";
    expect(records(project).map(({ summary }) => summary)).toContain(sentence);
    edit(project, PRD, sentence, "The provider is never down.");
    const result = await project.run([
      ...["context", "build", "--name", "checkout", "--stage", "tasks", "--write", "--json"],
    ]);
    expect(jsonOf(result)).toMatchObject({ sources_stale: 1 });
    const pack = read(project, ".sdd/intelligence/context-packs/checkout/tasks.md");
    const [sure = "", marked = ""] = pack.split("Learned risks (stale: the source has changed since)");
    expect(marked).toContain(`- ${sentence} (${PRD})`);
    expect(sure).not.toContain(sentence);
    const manifest = JSON.parse(
      read(project, ".sdd/intelligence/context-packs/checkout/tasks.manifest.json"),
    ) as Manifest;
    expect(manifest.stale_sources).toEqual([PRD]);
    expect(manifest.stale_learnings).toBe(
      records(project).filter(({ source_artifact: path }) => path === PRD).length,
    );
    expect(jsonOf(await project.run(["intelligence", "status", "--json"]))).toMatchObject({
      index_dir: ".sdd/intelligence",
      stale_sources: 1,
      last_error: null,
    });
  });

  test("memory_learn_remains_compatible_with_intelligence_indexing", async () => {
    const project = cliProject();
    const result = await project.run(["memory", "learn", "--name", "checkout", "--json"]);
    expect(result).toMatchObject({ code: 0, err: "" });
    expect(jsonOf(result)).toMatchObject({ written: true, orchestrations: ["checkout"] });
    expect(read(project, MEMORY)).toBe(read(project, INDEX));
    expect(records(project, MEMORY).length).toBeGreaterThan(5);
    edit(project, PRD, "for minutes at a time", "for hours at a time");
    await project.run(["intelligence", "learn", "--name", "checkout"]);
    expect(read(project, MEMORY)).toContain("for hours at a time");
    expect(read(project, MEMORY)).toBe(read(project, INDEX));
  });
});

describe("learn", () => {
  test("writes nothing with --dry-run, and says what it would", async () => {
    const project = cliProject();
    const before = listing(project.root);
    const result = await project.run(["intelligence", "learn", "--all", "--dry-run"]);
    expect(result.out).toContain(`Would write ${INDEX}`);
    expect(listing(project.root)).toEqual(before);
  });

  test("says that there is nothing to do, and leaves the files as they are", async () => {
    const project = cliProject();
    await project.run(["intelligence", "learn", "--all"]);
    const before = listing(join(project.root, ".sdd/intelligence"));
    const result = await project.run(["intelligence", "learn", "--all"]);
    expect(result.out).toContain("Nothing to write");
    expect(listing(join(project.root, ".sdd/intelligence"))).toEqual(before);
  });

  test.each([[[]], [["--all", "--name", "checkout"]]])("asks for a name or all, not %j", async (more) => {
    const result = await cliProject().run(["intelligence", "learn", "--json", ...more]);
    expect(result.code).toBe(2);
    expect(errorOf(result).code).toBe("wrong-usage");
  });

  test.each([
    ["memory: {learning_enabled: false}\n", ["memory", "learn", "--name", "checkout"]],
    ["intelligence: {enabled: false}\n", ["intelligence", "learn", "--all"]],
    ["intelligence: {enabled: false}\n", ["intelligence", "status"]],
  ])("is off by %j: %j", async (config, argv) => {
    const project = cliProject({ ...sampleOnDisk(), "sdd.config.yaml": config });
    const result = await project.run([...argv, "--json"]);
    expect(result.code).toBe(3);
    expect(errorOf(result).code).toBe("feature-off");
    expect(existsSync(join(project.root, ".sdd"))).toBe(false);
  });

  test("files of another place are kept out of git there", async () => {
    const config = "intelligence: {index_dir: .sdd/mine}\nmemory: {index_path: .sdd/mem/l.jsonl}\n";
    const project = cliProject({ ...sampleOnDisk(), "sdd.config.yaml": config });
    await project.run(["memory", "learn", "--name", "checkout"]);
    expect(read(project, ".sdd/mine/learnings.jsonl")).toBe(read(project, ".sdd/mem/l.jsonl"));
    expect(read(project, ".sdd/mine/.gitignore")).toBe("*\n");
    expect(read(project, ".sdd/mem/.gitignore")).toBe("*\n");
  });
});

test("status tells of a project where nothing was learned, and of one where something was", async () => {
  const project = cliProject();
  expect(jsonOf(await project.run(["intelligence", "status", "--json"]))).toMatchObject({ learnings: 0 });
  await project.run(["intelligence", "learn", "--all"]);
  const { out } = await project.run(["intelligence", "status"]);
  const active = records(project).filter(({ status }) => status === "active");
  expect(out).toContain(`Learnings: ${active.length} (`);
  expect(out).toContain("Stale: 0, in sources: 0");
});

test("a pack reads the learnings where the configuration has them, and no others", async () => {
  const project = cliProject();
  const build = ["context", "build", "--name", "checkout", "--stage", "review"];
  await project.run(["intelligence", "learn", "--all"]);
  expect((await project.run(build)).out).toContain("/.sdd/intelligence/learnings.jsonl#L");
  const other = cliProject();
  writeFileSync(join(other.root, "sdd.config.yaml"), "intelligence: {index_dir: .sdd/own/ix}\n");
  await other.run(["intelligence", "learn", "--all"]);
  expect((await other.run(build)).out).toContain("/.sdd/own/ix/learnings.jsonl#L");
  writeFileSync(join(other.root, "sdd.config.yaml"), "intelligence: {index_dir: .sdd/other}\n");
  expect((await other.run(build)).out).not.toContain("learnings.jsonl#L");
});
