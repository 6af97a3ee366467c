// Runs the benches: `npm run bench [-- NAME…] [--check]`. Each file of this folder is a bench of its own, bundled and run
// in a process of its own; what it prints is Markdown. With --check the exit code is 1 where a bound is passed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "..", "..");
const OUT = join(ROOT, "out", "bench");

const args = process.argv.slice(2);
const check = args.includes("--check");
const wanted = args.filter((arg) => !arg.startsWith("--"));
const all = readdirSync(HERE)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -".ts".length));
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exit(2);
}
const names = wanted.length > 0 ? all.filter((name) => wanted.includes(name)) : all;

rmSync(OUT, { recursive: true, force: true });
await build({
  entryPoints: names.map((name) => join(HERE, `${name}.ts`)),
  outdir: OUT,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  // As the product is built: what is loaded on first use stays apart.
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  logLevel: "warning",
  banner: {
    js: 'import{createRequire as benchCreateRequire}from"node:module";const require=benchCreateRequire(import.meta.url);',
  },
});
if (names.includes("host")) {
  // Runs in VS Code's extension host, in place of tests.
  await build({
    entryPoints: [join(HERE, "in-host", "probe.ts")],
    outfile: join(OUT, "in-host", "probe.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
    external: ["vscode"],
  });
}
if (!existsSync(join(ROOT, "dist", "node", "cli.mjs"))) {
  spawnSync(process.execPath, ["esbuild.mjs", "--quiet"], { cwd: ROOT, stdio: "inherit" });
}
for (const name of names) {
  console.log(`\n## ${name}`);
  const { status } = spawnSync(process.execPath, [join(OUT, `${name}.mjs`), ...(check ? ["--check"] : [])], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
