/**
 * `sdd context build` as a process of its own, with an index kept, against a process that loads the same code and walks
 * the tree with `stat`; and the most memory that the first ever holds.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { median, sideBySide } from "./support/measure.js";
import { FIGURE_COLUMNS, printFigure, printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";
import { LARGEST, SIZES } from "./support/sizes.js";
import { createTree, type Tree } from "./support/tree.js";

const BOUND = 2;
const MEMORY_BOUND = 120;
const ROUNDS = 9;
const DIST = resolve("dist", "node");
const CLI = join(DIST, "cli.mjs");

/** Runs a script in a new process and waits for its end. @throws Error where it fails */
function run(tree: Tree, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, XDG_CACHE_HOME: join(tree.aside, "cache"), ...env },
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(stderr);
}

const buildArgs = (tree: Tree): readonly string[] => {
  const command = ["context", "build", "--name", "flow-0001", "--stage", "review"];
  return [CLI, ...command, "--root", tree.root];
};

/** Loads what the command loads, says its version, and walks. */
function floorScript(tree: Tree): string {
  const chunk = readdirSync(DIST).find((name) => /^context-.*\.mjs$/.test(name)) ?? "";
  const url = (path: string): string => JSON.stringify(pathToFileURL(path).href);
  const script = join(tree.aside, "floor.mjs");
  writeFileSync(
    script,
    `import { lstatSync, readdirSync } from "node:fs";
process.argv[2] = "--version";
await import(${url(join(DIST, chunk))});
await import(${url(CLI)});
function walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder + "/" + entry.name;
    if (entry.isDirectory()) walk(path);
    else lstatSync(path);
  }
}
walk(${JSON.stringify(tree.root)});
`,
  );
  return script;
}

/** The largest resident set of one run of the command, in MB (10^6 bytes), as the system counts it for the process. */
function peakMemory(tree: Tree): number {
  const hook = join(tree.aside, "peak.mjs");
  const out = join(tree.aside, "peak.txt");
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(${JSON.stringify(out)}, String(process.resourceUsage().maxRSS)));
`,
  );
  run(tree, ["--import", pathToFileURL(hook).href, ...buildArgs(tree)]);
  return (Number(readFileSync(out, "utf8")) * 1024) / 1e6;
}

printTitle("`sdd context build` as a process", RATIO_COLUMNS);
for (const size of SIZES) {
  const tree = createTree(size);
  const script = floorScript(tree);
  const build = {
    run: () => {
      run(tree, buildArgs(tree));
    },
  };
  const floor = {
    run: () => {
      run(tree, [script]);
    },
  };
  const label = `with an index, ${size.toLocaleString("en")} documents`;
  printRatio(label, await sideBySide(build, floor, ROUNDS), BOUND);
  tree.remove();
}

const tree = createTree(LARGEST);
const cold = [1, 2, 3].map(() => {
  rmSync(join(tree.aside, "cache"), { recursive: true, force: true });
  return peakMemory(tree);
});
const warm = [1, 2, 3].map(() => peakMemory(tree));
printTitle("Memory of that process (largest resident set)", FIGURE_COLUMNS);
const label = `${LARGEST.toLocaleString("en")} documents`;
printFigure(`no index yet, ${label}`, median(cold), "MB", MEMORY_BOUND);
printFigure(`with an index, ${label}`, median(warm), "MB", MEMORY_BOUND);
tree.remove();
