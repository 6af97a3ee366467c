import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/core/diagnostics.js";
import type { LearningRecord } from "../../../src/core/learning/learning-record.js";
import { Engine } from "../../../src/node/engine.js";
import type { EngineMethod, EngineMethods } from "../../../src/node/engine-api.js";
import type { ConflictsPart, LearningGroup } from "../../../src/node/engine-learning-api.js";
import { tempFolder } from "./temp.js";

const EXAMPLE = join(import.meta.dirname, "../../../examples/checkout");
const ADR = "docs/checkout/adrs/0002-idempotency-keys.md";

/** The engine over a copy of the example, as its worker has it. */
class Bed {
  readonly root = tempFolder();
  readonly #engine: Engine;

  constructor() {
    cpSync(EXAMPLE, this.root, { recursive: true });
    const indexFile = join(tempFolder(), "index.jsonl");
    this.#engine = new Engine({ root: this.root, indexFile, cancel: new SharedArrayBuffer(4) });
  }

  async call<M extends EngineMethod>(
    method: M,
    params: Parameters<EngineMethods[M]>[0],
  ): Promise<ReturnType<EngineMethods[M]>> {
    return (await this.#engine.call(method, structuredClone(params))) as ReturnType<EngineMethods[M]>;
  }

  /** What the extension asks after a look at the files. */
  async groups(): Promise<Readonly<Partial<Record<LearningGroup, number>>>> {
    await this.call("overview", {});
    const { groups } = await this.call("learnings", {});
    return Object.fromEntries(
      Object.entries(groups).flatMap(([name, { count }]) => (count === 0 ? [] : [[name, count]])),
    );
  }

  async records(group: LearningGroup): Promise<readonly LearningRecord[]> {
    return (await this.call("learningsOf", { group, from: 0 })).records;
  }

  async findings(): Promise<readonly Diagnostic[]> {
    await this.call("overview", {});
    const { changed, more } = await this.call("health", {});
    expect(more).toBe(false);
    return changed.flatMap(({ diagnostics }) => diagnostics);
  }

  async conflicts(isSettled = false): Promise<ConflictsPart["conflicts"]> {
    await this.call("learnings", {});
    return (await this.call("conflictsOf", { isSettled, from: 0 })).conflicts;
  }

  path(name: string): string {
    return join(this.root, name);
  }

  edit(name: string, change: (text: string) => string): void {
    writeFileSync(this.path(name), change(readFileSync(this.path(name), "utf8")));
  }
}

const ids = (records: readonly LearningRecord[]): readonly string[] => records.map(({ id }) => id);

describe("learnings, as the view asks for them", () => {
  test("are none, then learned; an untouched tree has no stale one", async () => {
    const bed = new Bed();
    expect((await bed.call("learnings", {})).state).toBe("none");
    expect(existsSync(bed.path(".sdd"))).toBe(false);
    const { documents, added, written } = await bed.call("learn", {});
    expect([documents > 5, added > 20, written]).toEqual([true, true, true]);
    const groups = await bed.groups();
    expect((await bed.call("learnings", {})).state).toBe("learned");
    expect(Object.keys(groups)).toEqual(expect.arrayContaining(["decision", "risk", "artifact_summary"]));
    expect([groups.section_changed, groups.file_changed, groups.source_missing]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("go stale by section, are re-verified, and keep who did it", async () => {
    const bed = new Bed();
    await bed.call("learn", {});
    await bed.groups();
    const before = await bed.call("learnings", {});
    bed.edit(ADR, (text) => text.replace("or `202 pending`", "or `425 too early`"));
    const groups = await bed.groups();
    expect(groups.section_changed).toBeGreaterThan(0);
    expect(groups.file_changed).toBeGreaterThan(0);
    const after = await bed.call("learnings", {});
    expect(after.groups.section_changed.revision).not.toBe(before.groups.section_changed.revision);
    expect(after.groups.command.revision).toBe(before.groups.command.revision);
    const stale = await bed.records("section_changed");
    const { done } = await bed.call("reverifyLearnings", { ids: ids(stale) });
    expect(done).toEqual(ids(stale));
    expect((await bed.groups()).section_changed).toBeUndefined();
    const kept = (await bed.records("decision")).filter(({ id }) => done.includes(id));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter(({ verified }) => (verified?.by ?? "") === "")).toEqual([]);
  });

  test("are learned anew from their document alone", async () => {
    const bed = new Bed();
    await bed.call("learn", {});
    bed.edit(ADR, (text) => text.replace("or `202 pending`", "or `425 too early`"));
    bed.edit("docs/checkout/02-prd.md", (text) => `${text}\nMore.\n`);
    await bed.groups();
    const [first] = (await bed.records("section_changed")).filter((each) => each.source_artifact === ADR);
    expect(await bed.call("refreshLearnings", { ids: [first?.id ?? ""] })).toBe(1);
    await bed.groups();
    const stale = [...(await bed.records("section_changed")), ...(await bed.records("file_changed"))];
    expect(new Set(stale.map((each) => each.source_artifact))).toEqual(new Set(["docs/checkout/02-prd.md"]));
  });

  test("are dismissed with a reason, and taken back", async () => {
    const bed = new Bed();
    await bed.call("learn", {});
    await bed.groups();
    const [first] = await bed.records("risk");
    await bed.call("dismissLearnings", { ids: [first?.id ?? ""], reason: "No risk." });
    expect((await bed.groups()).dismissed).toBe(1);
    const [dismissed] = await bed.records("dismissed");
    expect(dismissed?.dismissed?.reason).toBe("No risk.");
    await bed.call("restoreLearnings", { ids: [first?.id ?? ""] });
    expect((await bed.groups()).dismissed).toBeUndefined();
  });

  test("are off where the configuration says so", async () => {
    const bed = new Bed();
    await bed.call("learn", {});
    bed.edit("sdd.config.yaml", () => "memory:\n  learning_enabled: false\n");
    expect(await bed.groups()).toEqual({});
    expect((await bed.call("learnings", {})).state).toBe("off");
  });
});

describe("what changed since something was learned", () => {
  const git = (root: string, ...args: string[]): void => {
    const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
    execFileSync("git", [...identity, "-C", root, ...args], { stdio: "ignore" });
  };

  async function changed(useGit: boolean, prepare: (bed: Bed) => void) {
    const bed = new Bed();
    prepare(bed);
    await bed.call("learn", {});
    bed.edit(ADR, (text) => text.replace("or `202 pending`", "or `425 too early`"));
    await bed.groups();
    const [first] = (await bed.records("section_changed")).filter((each) =>
      each.section.endsWith("Decision"),
    );
    return bed.call("sectionChange", { id: first?.id ?? "", git: useGit });
  }

  const commit = (bed: Bed): void => {
    git(bed.root, "init", "-q");
    git(bed.root, "add", "-A");
    git(bed.root, "commit", "-q", "-m", "x");
  };

  test("is the section then, from git, and now", async () => {
    const { before, now } = await changed(true, commit);
    expect(before).toMatch(/^## Decision\n[^]*`202 pending`/);
    expect(now).toBe(before?.replace("or `202 pending`", "or `425 too early`"));
    expect(now).not.toContain("## Consequences");
  });

  test("is not known where git has no such version, or may not be asked", async () => {
    expect((await changed(true, () => undefined)).before).toBeUndefined();
    const { before, now } = await changed(false, commit);
    expect([before, now?.includes("425 too early")]).toEqual([undefined, true]);
  });
});

describe("conflicts", () => {
  test("are settled by one side, reopened, and told from findings", async () => {
    const bed = new Bed();
    const [first] = await bed.conflicts();
    const before = await bed.call("learnings", {});
    if (first === undefined) throw new Error("The example has no conflict.");
    const isTold = async (): Promise<boolean> =>
      (await bed.findings()).some(({ code, path }) => code === first.code && path === first.path);
    expect(await isTold()).toBe(true);
    expect(await bed.call("settleConflict", { id: first.id, stands: 0, reason: "Newer." })).toBe(true);
    await bed.groups();
    const after = await bed.call("learnings", {});
    expect(after.open).toEqual({ count: before.open.count - 1, revision: before.open.revision + 1 });
    expect(await bed.conflicts(true)).toMatchObject([
      { id: first.id, settlement: { stands: 0, reason: "Newer." } },
    ]);
    expect((await bed.conflicts()).map(({ id }) => id)).not.toContain(first.id);
    expect((await bed.call("learnings", {})).open).toEqual(after.open);
    expect(await isTold()).toBe(false);
    expect(await bed.call("reopenConflict", { id: first.id })).toBe(true);
    expect((await bed.conflicts()).map(({ id }) => id)).toContain(first.id);
    expect(await bed.call("settleConflict", { id: "cf-0", stands: 0, reason: "x" })).toBe(false);
  });
});

describe("health", () => {
  const LINK = "\nSee [the spec](../gone/03-techspec.md).\n";

  test("tells a broken link at its line, and what changed from then on", async () => {
    const bed = new Bed();
    const before = await bed.call("health", {});
    bed.edit(ADR, (text) => `${text}${LINK}`);
    await bed.call("overview", {});
    const after = await bed.call("health", { known: before.version });
    const found = after.changed.flatMap(({ diagnostics }) => diagnostics);
    const line = readFileSync(bed.path(ADR), "utf8").split("\n").indexOf(LINK.trim()) + 1;
    expect(found.filter(({ code }) => code === "broken-link").map((each) => [each.path, each.line])).toEqual([
      [ADR, line],
    ]);
    expect(after.changed.length).toBeLessThan(3);
    expect(existsSync(bed.path(".sdd"))).toBe(false);
  });

  test("offers where a moved document is now", async () => {
    const bed = new Bed();
    mkdirSync(bed.path("docs/returns-portal/notes"));
    writeFileSync(bed.path("docs/returns-portal/notes/carriers.md"), "# Carriers\n");
    bed.edit(ADR, (text) => `${text}\nSee [carriers](../carriers.md).\n`);
    const finding = (await bed.findings()).find(({ code, path }) => code === "broken-link" && path === ADR);
    if (finding === undefined) throw new Error("There is no finding.");
    const text = readFileSync(bed.path(ADR), "utf8");
    const [fix] = await bed.call("quickFixes", { finding, text });
    expect(fix?.text).toBe(text.replace("../carriers.md", "../../returns-portal/notes/carriers.md"));
  });

  test("is written only when that is asked for", async () => {
    const bed = new Bed();
    await bed.findings();
    expect(existsSync(bed.path(".sdd"))).toBe(false);
    const { path, findings } = await bed.call("writeHealth", {});
    const written = JSON.parse(readFileSync(bed.path(path), "utf8")) as { findings: unknown[] };
    expect(written.findings).toHaveLength(findings);
    rmSync(bed.path(".sdd"), { recursive: true });
  });
});
