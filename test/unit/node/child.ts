import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { attempt } from "../../../src/node/paths.js";

/** Bundles a script of this folder, so that plain Node can run it. */
export async function bundleChild(name: string, folder: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  return outfile;
}

export interface Child {
  readonly process: ChildProcess;
  /** What it has printed so far, whole lines. */
  readonly lines: readonly string[];
  /** Resolves with the exit code at its end; `null` where it was killed. */
  readonly closed: Promise<number | null>;
  /** Resolves once it has printed something. */
  readonly started: Promise<unknown>;
}

/** Starts a bundled script, which does not outlive its test. What it prints on standard error is shown. */
export function startChild(script: string, args: readonly string[]): Child {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  attempt(() => {
    // Outside a test, whoever started it ends it.
    onTestFinished(() => void child.kill("SIGKILL"));
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  return {
    process: child,
    lines,
    closed: new Promise((done) => child.once("close", done)),
    started: new Promise((done) => child.stdout.once("data", done)),
  };
}
