import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliProject, listing, sampleOnDisk } from "./run.js";

/** The command line as a process of its own, bundled as it ships. */
let folder = "";
const cli = (): string => join(folder, "main.mjs");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sdd-cli-"));
  await build({
    entryPoints: ["src/cli/main.ts"],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
    banner: { js: 'import{createRequire as own}from"node:module";const require=own(import.meta.url);' },
    define: { SDD_VERSION: '"1.2.3"' },
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const hasShell = process.platform !== "win32";

function run(
  cwd: string,
  cache: string,
  script: string,
  ...args: readonly string[]
): SpawnSyncReturns<string> {
  return spawnSync("sh", ["-c", script, process.execPath, cli(), ...args], {
    cwd,
    env: { ...process.env, XDG_CACHE_HOME: cache },
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 16 * 1024 * 1024,
  });
}

const SDD = '"$0" "$@"';
const BUILD = ["context", "build", "--name", "checkout", "--stage", "tasks"];

/** A project whose pack is larger than what a pipe holds. */
function largeProject() {
  const files = sampleOnDisk();
  const lines = Array.from(
    { length: 4_000 },
    (_, n) => `- Requirement ${n} says that case ${n} is handled by part ${n}.`,
  );
  files["docs/checkout/02-prd.md"] = `# PRD — Checkout\n\n## Requirements\n\n${lines.join("\n")}\n`;
  return cliProject(files);
}

describe.skipIf(!hasShell)("sdd as a process", () => {
  test("standard output holds the result only, and the exit code is the command's", () => {
    const { root, cache } = cliProject();
    const fine = run(root, cache, SDD, ...BUILD);
    expect([fine.status, fine.stdout.startsWith("# Context Pack")]).toEqual([0, true]);
    const json = run(root, cache, SDD, ...BUILD, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ written: false, chars: fine.stdout.length });
    expect(run(root, cache, SDD, "context").status).toBe(2);
    expect(run(root, cache, SDD, "context", "build", "--name", "x", "--stage", "prd").status).toBe(3);
    expect(run(root, cache, SDD, "init", "checkout").status).toBe(4);
    expect(run(root, cache, SDD, "--version").stdout).toBe("1.2.3\n");
  });

  test("a large pack arrives whole through a pipe", () => {
    const { root, cache } = largeProject();
    const result = run(root, cache, `${SDD} | cat`, ...BUILD, "--max-chars", "300000");
    expect(result.stdout.length).toBeGreaterThan(200_000);
    expect(result.stdout.endsWith("- Limit applied: 300000\n")).toBe(true);
  });

  test("a reader that stops reading is no error and no stack trace", () => {
    const { root, cache } = largeProject();
    const script = `{ ${SDD}; echo "exit $?" >&2; } | head -1`;
    const result = run(root, cache, script, ...BUILD, "--max-chars", "300000");
    expect(result.stdout).toBe("# Context Pack — tasks — Checkout Ágil\n");
    expect(result.stderr.trimEnd().split("\n").at(-1)).toBe("exit 0");
    expect(result.stderr).not.toMatch(/EPIPE|^\s+at /m);
  });

  test("closed standard output and error are no stack trace either", () => {
    const { root, cache } = cliProject();
    const result = run(root, cache, `{ ${SDD}; echo "exit $?" >&2; } 2>&1 >/dev/full | cat`, ...BUILD);
    if (existsSync("/dev/full")) expect(result.stdout).toContain("exit 4");
    expect(result.stdout).not.toMatch(/^\s+at /m);
    expect(run(root, cache, `${SDD} 2>&-`, ...BUILD).stdout).toContain("# Context Pack");
  });

  test("a full disk is exit code 4; no half file and no temporary one is left", () => {
    const { root, cache } = cliProject();
    const before = listing(root);
    const result = run(root, cache, `ulimit -f 1; ${SDD}`, ...BUILD, "--write");
    expect([result.status, result.stdout]).toEqual([4, ""]);
    expect(result.stderr).toMatch(/^sdd: \.sdd\/.* could not be written: .*\.$/m);
    expect(listing(root)).toEqual(before);
  });

  test("a pack that stood there survives a full disk", () => {
    const { root, cache } = cliProject();
    run(root, cache, SDD, ...BUILD, "--write");
    writeFileSync(join(root, "AGENTS.md"), "# Agents\n\n## Rules\n\nEvery payment has an idempotency key.\n");
    const files = (): string[] => listing(root).filter((line) => !/ 40\d{3} /.test(line));
    const before = files();
    expect(run(root, cache, `ulimit -f 1; ${SDD}`, ...BUILD, "--write").status).toBe(4);
    expect(files()).toEqual(before);
  });

  test("redact reads standard input and a file", () => {
    const { root, cache } = cliProject({ "a.txt": "password: Tr0ub4dor-and-3\n" });
    expect(run(root, cache, `cat a.txt | ${SDD}`, "redact").stdout).toBe("password: [REDACTED]\n");
    expect(run(root, cache, SDD, "redact", "a.txt").stdout).toBe("password: [REDACTED]\n");
    expect(readFileSync(join(root, "a.txt"), "utf8")).toContain("Tr0ub4dor");
  });

  test("SDD_DEBUG is silent about errors that have a sentence", () => {
    const { root, cache } = cliProject();
    const result = run(
      root,
      cache,
      `SDD_DEBUG=1 ${SDD}`,
      "context",
      "recommend",
      "--name",
      "nothing-like-it",
    );
    expect(result.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
