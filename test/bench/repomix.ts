/**
 * For scale: a packer of whole repositories on the same folder, in turns with our command, each as a process. It is
 * installed on first use into the user's cache folder, so that building and testing this project does not carry it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { sideBySide } from "./support/measure.js";
import { printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";
import { SIZES } from "./support/sizes.js";
import { createTree } from "./support/tree.js";

/** The last one that runs on Node 20. */
const VERSION = "1.14.0";
const ROUNDS = 1;

const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
const folder = join(cache, "sdd-layer", `repomix-${VERSION}`);
const binary = join(folder, "node_modules", "repomix", "bin", "repomix.cjs");

/** @returns whether it is there, or could be installed */
function install(): boolean {
  if (existsSync(binary)) return true;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}\n');
  console.log(`\nInstalling repomix ${VERSION} into ${join("<cache>", "sdd-layer")}.`);
  const args = [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--save-exact",
    `repomix@${VERSION}`,
  ];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "ignore" });
  if (status !== 0) rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

if (!install()) console.log("\nSkipped: repomix could not be installed.");
else {
  printTitle(`Beside repomix ${VERSION} (base), each as a process`, RATIO_COLUMNS);
  for (const size of SIZES) {
    const tree = createTree(size);
    const env = { ...process.env, XDG_CACHE_HOME: join(tree.aside, "cache") };
    const run = (args: readonly string[]): void => {
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: tree.root, env, encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
    };
    const cli = resolve("dist", "node", "cli.mjs");
    const command = ["context", "build", "--name", "flow-0001", "--stage", "review", "--root", tree.root];
    const ours = {
      prepare: () => {
        rmSync(join(tree.aside, "cache"), { recursive: true, force: true });
      },
      run: () => {
        run([cli, ...command]);
      },
    };
    const theirs = {
      run: () => {
        run([binary, "--quiet", "--style", "markdown", "-o", join(tree.aside, "packed.md"), tree.root]);
      },
    };
    const label = `a pack without an index, ${size.toLocaleString("en")} documents`;
    printRatio(label, await sideBySide(ours, theirs, ROUNDS));
    tree.remove();
  }
}
