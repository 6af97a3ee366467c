// Builds what ships (dist/) and, with --tests, the bundles that run inside a real VS Code (out/test/).
// Every file that ships has a budget in bytes; a build that breaks one fails.
import { build } from "esbuild";
import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { noForms } from "./esbuild-no-forms.mjs";

const args = new Set(process.argv.slice(2));
const minify = !args.has("--dev");
const KB = 1024;

/** @type {import("esbuild").BuildOptions} */
const common = { bundle: true, minify, sourcemap: !minify, logLevel: "warning", legalComments: "none" };

/** What activation loads, then what first use loads, chunk by chunk. Names are prefixes of files in dist/. */
const BUDGETS = [
  ["extension.cjs", 150 * KB],
  // The review of guidance and its page: loaded when the first review is opened.
  ["review.cjs", 80 * KB],
  ["webview/review.js", 60 * KB],
  ["webview/review.css", 8 * KB],
  // Parts of the command line and of the engine's thread: the entries, then what they load when they need it.
  ["node/cli", 60 * KB],
  ["node/worker", 30 * KB],
  ["node/context", 16 * KB],
  ["node/engine-learning", 20 * KB],
  ["node/engine-guidance", 20 * KB],
  ["node/intelligence", 8 * KB],
  ["node/publish", 8 * KB],
  ["node/engine-publish", 8 * KB],
  ["node/conflicts", 8 * KB],
  ["node/guidance", 56 * KB],
  ["node/health", 8 * KB],
  ["node/validate-artifact", 8 * KB],
  ["node/init", 8 * KB],
  ["node/mcp", 8 * KB],
  ["node/serve", 300 * KB],
  ["node/redact", 8 * KB],
  ["node/yaml", 150 * KB],
  ["node/traceability-map", 20 * KB],
  ["node/map-edit", 20 * KB],
  ["node/config-parse", 20 * KB],
  ["node/chunk", 150 * KB],
];

/**
 * `import * as vscode` becomes a plain `require`. Left to itself the bundler copies all properties of the API, some hundreds,
 * into a new object for each of our modules, which took the greater part of the activation.
 *
 * @type {import("esbuild").Plugin}
 */
const plainApi = {
  name: "plain-api",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]vscode[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        'import * as vscode from "vscode";',
        'import vscode = require("vscode");',
      ),
      loader: "ts",
    }));
  },
};

/**
 * The review is a file of its own beside the extension's, so that what it needs does not weigh on activation.
 *
 * @type {import("esbuild").Plugin}
 */
const reviewApart = {
  name: "review-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/review\/panel\.js$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./review.cjs", external: true } : undefined,
    );
  },
};

rmSync("dist", { recursive: true, force: true });
await build({
  ...common,
  plugins: [plainApi, reviewApart],
  entryPoints: { extension: "src/vscode/extension.ts", review: "src/vscode/guidance/review/panel.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});
await build({
  ...common,
  entryPoints: ["webview/review.ts", "webview/review.css"],
  outdir: "dist/webview",
  platform: "browser",
  format: "iife",
  target: "chrome128",
});
await build({
  ...common,
  plugins: [noForms],
  entryPoints: { cli: "src/cli/main.ts", worker: "src/node/worker.ts" },
  outdir: "dist/node",
  outExtension: { ".js": ".mjs" },
  chunkNames: "[name]-[hash]",
  splitting: true,
  // Some libraries are CommonJS inside and ask for Node's own modules by require, which an ES module has to be given.
  banner: {
    js: 'import{createRequire as sddCreateRequire}from"node:module";const require=sddCreateRequire(import.meta.url);',
  },
  platform: "node",
  format: "esm",
  target: "node20",
  define: { SDD_VERSION: JSON.stringify(JSON.parse(readFileSync("package.json", "utf8")).version) },
});
if (args.has("--tests")) {
  rmSync("out/test", { recursive: true, force: true });
  const files = readdirSync("test/host").filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    minify: false,
    entryPoints: ["index.ts", ...files].map((name) => `test/host/${name}`),
    outdir: "out/test/host",
    outExtension: { ".js": ".cjs" },
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode", "mocha"],
  });
}

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );

let broken = false;
for (const file of filesBelow("dist").sort()) {
  if (file.endsWith(".map")) continue;
  const name = file.slice("dist/".length).replaceAll("\\", "/");
  const size = statSync(file).size;
  const budget = BUDGETS.find(([prefix]) => name.startsWith(prefix))?.[1];
  const over = minify && (budget === undefined || size > budget);
  broken ||= over;
  if (over || !args.has("--quiet")) {
    console.log(
      `${over ? "OVER  " : ""}${name} ${(size / KB).toFixed(1)} KB of ${budget ? budget / KB : "no budget"}`,
    );
  }
}
if (broken) process.exitCode = 1;
