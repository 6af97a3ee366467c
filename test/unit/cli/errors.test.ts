import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { linkTo, tempFolder } from "../node/temp.js";
import { cliProject, errorOf, listing, sampleOnDisk } from "./run.js";

const BUILD = ["context", "build", "--name", "checkout", "--stage", "tasks"];
const isRoot = process.getuid?.() === 0;

describe("exit codes", () => {
  test.each([
    ["no command", []],
    ["an unknown command", ["contxt"]],
    ["an unknown option", [...BUILD, "--colour"]],
    ["a missing name", ["context", "build", "--stage", "tasks"]],
    ["a missing stage", ["context", "build", "--name", "checkout"]],
    ["an unknown stage", ["context", "build", "--name", "checkout", "--stage", "later"]],
    ["a limit too low", [...BUILD, "--max-chars", "999"]],
    ["a limit too high", [...BUILD, "--max-chars", "1000001"]],
    ["a limit that is no number", [...BUILD, "--max-chars", "1e4"]],
    ["a negative limit", [...BUILD, "--max-chars=-5"]],
    ["an argument too many", [...BUILD, "more"]],
    ["a root that is not there", [...BUILD, "--root", "nowhere"]],
    ["a root that is a file", [...BUILD, "--root", "AGENTS.md"]],
    ["a name without letters", ["init", "!!!"]],
    ["init without a name", ["init"]],
  ])("2 for %s, with a sentence and an empty standard output", async (_, argv) => {
    const { root, run } = cliProject();
    const before = listing(root);
    const { code, out, err } = await run(argv);
    expect([code, out]).toEqual([2, ""]);
    expect(err.trim().length).toBeGreaterThan(20);
    expect(err).not.toMatch(/^\s+at /m);
    expect(listing(root)).toEqual(before);
  });

  test("3 where the input cannot be used", async () => {
    const { root, run } = cliProject();
    expect((await run(["context", "build", "--name", "other", "--stage", "tasks"])).code).toBe(3);
    expect((await run(["redact", "nowhere.txt"])).code).toBe(3);
    writeFileSync(join(root, "sdd.config.yaml"), "intelligence: {enabled: false}\n");
    const off = await run(BUILD);
    expect([off.code, off.err]).toEqual([3, "sdd: intelligence is switched off in sdd.config.yaml.\n"]);
    const empty = tempFolder({ ".git/": "" });
    expect((await run(BUILD, { cwd: empty })).code).toBe(3);
    mkdirSync(join(empty, "docs"));
    const none = await run(BUILD, { cwd: empty });
    expect([none.code, none.err]).toEqual([
      3,
      'sdd: There is no orchestration under docs yet. Create one with: sdd init "<name>".\n',
    ]);
  });

  test("3 where even the skeleton does not fit, with the least that would, which then fits", async () => {
    const files = sampleOnDisk();
    files["docs/checkout/traceability-map.yaml"] =
      `orchestration: {name: ${"Long name ".repeat(40)}, slug: checkout}\n`;
    const { run } = cliProject(files);
    const result = await run([...BUILD, "--max-chars", "1000", "--json"]);
    expect(result.code).toBe(3);
    const error = errorOf(result);
    expect(error.code).toBe("limit-too-small");
    const least = /The least that would fit: (\d+)\./.exec(error.message)?.[1] ?? "";
    const fitting = await run([...BUILD, "--max-chars", least]);
    expect([fitting.code, fitting.out.length]).toEqual([0, Number(least)]);
  });

  test.skipIf(isRoot)("4 where the folder is read-only, and nothing is left behind", async () => {
    const { root, run } = cliProject();
    const before = listing(root);
    chmodSync(root, 0o555);
    const { code, out, err } = await run([...BUILD, "--write"]);
    chmodSync(root, 0o755);
    expect([code, out]).toEqual([4, ""]);
    expect(err).toContain("could not be written: permission was denied.");
    expect(listing(root)).toEqual(before);
  });

  test("4 where a file stands in the way of .sdd, and it stays", async () => {
    const { root, run } = cliProject({ ...sampleOnDisk(), ".sdd": "mine\n" });
    const before = listing(root);
    expect((await run([...BUILD, "--write"])).code).toBe(4);
    expect(listing(root)).toEqual(before);
  });

  test("a linked .sdd is refused, and nothing is written through it", async () => {
    const outside = tempFolder();
    const { run } = cliProject({ ...sampleOnDisk(), ".sdd": linkTo(outside) });
    expect((await run([...BUILD, "--write"])).code).toBe(3);
    expect(listing(outside)).toEqual([]);
  });
});

describe("unknown names", () => {
  test("the near ones are listed, else all", async () => {
    const { run } = cliProject();
    const near = await run(["context", "build", "--name", "chekout", "--stage", "tasks"]);
    expect(near.err).toBe("sdd: There is no orchestration “chekout”. Near: checkout.\n");
    const far = await run(["context", "recommend", "--name", "zzzzzzzz"]);
    expect(far.err).toContain("There are: checkout, returns.");
    expect([near.code, far.code, near.out + far.out]).toEqual([3, 3, ""]);
  });

  test.each(["__proto__", "constructor", "toString", "", "../../etc", "a".repeat(100_000)])(
    "%.20s is just unknown",
    async (name) => {
      const { run } = cliProject();
      expect((await run(["context", "build", "--name", name, "--stage", "tasks"])).code).toBe(3);
      expect((await run(["context", "build", "--name", "checkout", "--stage", name])).code).toBe(2);
    },
  );
});

describe("--json", () => {
  test.each([
    [
      "an unknown name",
      ["context", "build", "--name", "other", "--stage", "tasks", "--json"],
      "unknown-orchestration",
      3,
    ],
    [
      "an unknown stage",
      ["context", "build", "--name", "checkout", "--stage", "x", "--json"],
      "unknown-stage",
      2,
    ],
    ["a bad limit", [...BUILD, "--max-chars", "1", "--json"], "invalid-limit", 2],
    ["a missing option", ["context", "build", "--name", "checkout", "--json"], "wrong-usage", 2],
    ["an unknown option", [...BUILD, "--json", "--colour"], "wrong-usage", 2],
    ["a folder that is there", ["init", "Returns", "--json"], "already-exists", 4],
  ])("%s is one JSON document too", async (_, argv, errorCode, exit) => {
    const { run } = cliProject();
    const result = await run(argv);
    const error = errorOf(result);
    expect([result.code, error.code]).toEqual([exit, errorCode]);
    expect(error.message.length).toBeGreaterThan(10);
    expect(result.err).not.toBe("");
  });
});

describe("secrets", () => {
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");

  test("in a message, a name or an option are not printed back", async () => {
    const files = sampleOnDisk();
    files["docs/checkout/traceability-map.yaml"] =
      `orchestration: {name: Pay ${secret}, slug: checkout}\nartifacts: {${secret}: {file: a.md}}\n`;
    const { run } = cliProject(files);
    const results = [
      await run(["context", "build", "--name", secret, "--stage", "tasks", "--json"]),
      await run([...BUILD, `--${secret}`, "--json"]),
      await run(["context", "recommend", "--name", "checkout"]),
      await run(["context", "recommend", "--name", "checkout", "--json"]),
      await run([...BUILD, "--json", "--include-content"]),
      await run(["redact", secret]),
    ];
    for (const { out, err } of results) expect(out + err).not.toContain(secret);
    expect(results[2]?.out).toContain("Pay [REDACTED]");
  });
});
