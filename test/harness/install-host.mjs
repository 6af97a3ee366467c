// Installs a real VS Code that runs without a desktop: the server build of the code-server package, and the Node
// that it needs, both from npm. It lands in the user's cache folder, keyed by the versions, once for all checkouts.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheRoot, isAlive, say, withLock } from "./cache.mjs";
import { aptInstall, run, works } from "./commands.mjs";

const CODE_SERVER = "4.139.1";
const NODE = "24.22.3";
/** Raised when the steps or the trimming below change, so that an older folder is not taken for this one. */
const RECIPE = 1;

const nodePackage = `node-linux-${process.arch}`;
const isSupported = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);

/** What tests never use, below `lib/vscode`; about half of the size. */
const UNUSED = [
  "extensions/copilot",
  "extensions/mermaid-markdown-features",
  "extensions/microsoft-authentication",
  "extensions/ms-vscode.js-debug",
  "extensions/ms-vscode.js-debug-companion",
  "extensions/ms-vscode.vscode-js-profile-table",
  "node_modules/@github",
  "node_modules/@microsoft/mxc-sdk",
  "node_modules/@vscode/windows-process-tree",
];

/** Folders that hold one build for each platform, of which one is enough. */
const PER_PLATFORM = ["node_modules/@vscode/ripgrep-universal/bin", "node_modules/node-pty/prebuilds"];

/**
 * @typedef {object} Host
 * @property {string} node the Node that runs the server
 * @property {string} server the server's entry script
 */

/** @param {string} folder @returns {Host} */
const hostIn = (folder) => ({
  node: join(folder, "node_modules", nodePackage, "bin", "node"),
  server: join(folder, "node_modules", "code-server", "lib", "vscode", "out", "server-main.js"),
});

/** The environment for npm: the new Node first, and nothing of the `npm run` that may have started us. */
function npmEnvironment(/** @type {string} */ nodeHome) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(package|lifecycle|config_(local_prefix|prefix|global|omit|include|ignore_scripts))/i.test(
          name,
        ),
    ),
  );
  const path = [join(nodeHome, "bin"), process.env["PATH"] ?? ""].join(delimiter);
  return { ...env, PATH: path, npm_config_nodedir: nodeHome };
}

/** @param {string} code the folder `lib/vscode` */
function trim(code) {
  for (const path of UNUSED) rmSync(join(code, path), { recursive: true, force: true });
  const own = `${process.platform}-${process.arch}`;
  for (const path of PER_PLATFORM) {
    const folder = join(code, path);
    if (!existsSync(join(folder, own))) continue;
    for (const name of readdirSync(folder)) {
      if (name !== own) rmSync(join(folder, name), { recursive: true });
    }
  }
}

/** The two small native modules without which the server does not start; they need a compiler. */
async function buildNatives(/** @type {string} */ code, /** @type {NodeJS.ProcessEnv} */ env) {
  if (!((await works("python3")) && (await works("make")) && (await works("g++")))) {
    say("a compiler is missing: installing g++, make and python3");
    if (!(await aptInstall(["g++", "make", "python3"]))) {
      throw new Error("Please install python3, make and g++: the test host has two native modules to build.");
    }
  }
  const natives = ["@vscode/spdlog", "@vscode/native-watchdog"];
  await run("npm", ["rebuild", "--ignore-scripts=false", ...natives], { cwd: code, env });
  for (const name of natives) {
    const folder = join(code, "node_modules", name, "build", "Release");
    if (!existsSync(folder) || !readdirSync(folder).some((file) => file.endsWith(".node"))) {
      throw new Error(`npm rebuild left no native module of ${name}.`);
    }
  }
}

async function installInto(/** @type {string} */ folder) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  say(`installing Node ${NODE} and VS Code (code-server ${CODE_SERVER}): once, about a minute and 500 MB`);
  const nodeHome = join(folder, "node_modules", nodePackage);
  const env = npmEnvironment(nodeHome);
  const packages = [`${nodePackage}@${NODE}`, `code-server@${CODE_SERVER}`];
  // The shrinkwrapped dependencies of code-server's own front door are not used, but npm installs them in a few seconds.
  await run("npm", ["install", ...quiet, ...packages], { cwd: folder, env });
  const code = dirname(dirname(hostIn(folder).server));
  for (const part of [code, join(code, "extensions")]) {
    say(`installing the dependencies of ${basename(part)}`);
    await run("npm", ["install", ...quiet, "--omit=dev"], { cwd: part, env });
  }
  say("building two native modules");
  await buildNatives(code, env);
  trim(code);
  await run(hostIn(folder).node, [hostIn(folder).server, "--version"], { env });
}

/** Half-finished installations of processes that are gone. @param {string} parent */
function sweep(parent) {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^tmp-(\d+)-/.exec(name)?.[1] ?? NaN);
    if (pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * The installed host; installs it first where it is missing. An installation is made in a folder beside and renamed
 * into place when it has answered once, so a folder of that name is always a whole one.
 *
 * @returns {Promise<Host>}
 * @throws Error where the package does not run (no Linux), or where npm or the compiler fails
 */
export async function installHost() {
  if (!isSupported) {
    throw new Error(
      `The VS Code server package does not run on ${process.platform}-${process.arch}. ` +
        "Set SDD_TEST_HOST=desktop to test with a downloaded desktop VS Code.",
    );
  }
  const parent = join(cacheRoot(), "test-host");
  const target = join(parent, `code-server-${CODE_SERVER}-node-${NODE}-${process.arch}-r${RECIPE}`);
  if (existsSync(target)) return hostIn(target);
  mkdirSync(parent, { recursive: true });
  return withLock(`${target}.lock`, async () => {
    if (existsSync(target)) return hostIn(target);
    sweep(parent);
    const draft = mkdtempSync(join(parent, `tmp-${process.pid}-`));
    try {
      await installInto(draft);
      renameSync(draft, target);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    say(`the test host is in ${target}`);
    return hostIn(target);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log(JSON.stringify(await installHost()));
}
