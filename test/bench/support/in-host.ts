import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ProbeReport, ProbeTask } from "../in-host/plan.js";

const LAUNCHER = resolve("test", "harness", "launcher.mjs");
const PROBE = resolve("out", "bench", "in-host", "probe.cjs");

/** Our own extension: the checkout, as it was built. */
export const OURS = "sdd-layer.sdd-layer";

/** The id of an extension that does nothing, by its name. */
export function emptyExtension(name: string): string {
  return `sdd-bench.${name}`;
}

/** Puts an extension into a folder whose extensions VS Code is to load all. */
function place(parent: string, id: string): void {
  if (id === OURS) {
    symlinkSync(resolve("."), join(parent, "ours"), "junction");
    return;
  }
  const name = id.slice(emptyExtension("").length);
  const folder = join(parent, name);
  mkdirSync(folder);
  const manifest = {
    name,
    publisher: "sdd-bench",
    version: "0.0.1",
    engines: { vscode: "^1.101.0" },
    extensionKind: ["workspace"],
    main: "./main.cjs",
    activationEvents: [],
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.cjs"), "exports.activate = () => {};\n");
}

/**
 * Opens a folder in a real VS Code with these extensions (ids), and lets the probe do its task in their extension host.
 *
 * @throws Error with what VS Code said, where the probe left no report
 */
export function probe(
  workspace: string,
  aside: string,
  extensions: readonly string[],
  task: ProbeTask,
): ProbeReport {
  const report = join(aside, "report.json");
  rmSync(report, { force: true });
  const loaded = join(aside, "extensions");
  rmSync(loaded, { recursive: true, force: true });
  mkdirSync(loaded);
  for (const id of extensions) place(loaded, id);
  const args = [LAUNCHER, workspace, `--extensionDevelopmentPath=${loaded}`, `--extensionTestsPath=${PROBE}`];
  const { stderr, stdout } = spawnSync(process.execPath, args, {
    env: {
      ...process.env,
      SDD_BENCH_TASK: JSON.stringify(task),
      SDD_BENCH_REPORT: report,
      SDD_TEST_TIMEOUT: "900",
    },
    encoding: "utf8",
  });
  try {
    return JSON.parse(readFileSync(report, "utf8")) as ProbeReport;
  } catch {
    throw new Error(`The probe left no report.\n${stdout}\n${stderr}`);
  }
}
