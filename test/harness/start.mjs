// `npm start`: shows what the product does on the example workspace. Builds a context pack with the command line and
// prints it; then, where there is a screen (or with --open), opens VS Code on a copy of the example.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "./cache.mjs";
import { works } from "./commands.mjs";
import { installHost } from "./install-host.mjs";
import { createRunFolder } from "./run-folder.mjs";
import { startServer, workbenchUrl } from "./server.mjs";
import { ROOT } from "./tiers.mjs";

const EXAMPLE = join(ROOT, "examples", "checkout");
const PACK = ["--name", "checkout", "--stage", "tasks"];

/** Prints the pack, as `sdd context build` does for a person; answers its exit code. */
function printPack() {
  const cli = join(ROOT, "dist", "node", "cli.mjs");
  const args = [cli, "context", "build", "--root", EXAMPLE, ...PACK];
  const { status } = spawnSync(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  return status ?? 1;
}

function hasScreen() {
  if (process.env["CI"]) return false;
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return Boolean(process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]);
}

/** @param {string} workspace @returns {Promise<boolean>} false where there is no `code` on PATH */
async function openLocalCode(workspace) {
  const code = process.platform === "win32" ? "code.cmd" : "code";
  if (!(await works(code))) return false;
  const args = ["--new-window", `--extensionDevelopmentPath=${ROOT}`, workspace];
  spawn(code, args, { detached: true, stdio: "ignore", shell: process.platform === "win32" }).unref();
  say(`opening VS Code on ${workspace}`);
  return true;
}

/** Serves VS Code on this machine until Ctrl+C. @param {string} workspace */
async function serve(workspace) {
  const folder = createRunFolder();
  const server = await startServer({ host: await installHost(), folder, installed: ROOT });
  console.log(`\nVS Code with SDD Layer: ${workbenchUrl(server.port, workspace)}\nCtrl+C ends it.`);
  await new Promise((resolve) => {
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
      process.once(signal, resolve);
  });
  await server.stop();
  folder.remove();
}

process.exitCode = printPack();
if (process.exitCode === 0 && (process.argv.includes("--open") || hasScreen())) {
  const parent = mkdtempSync(join(tmpdir(), "sdd-example-"));
  const workspace = join(parent, "checkout");
  cpSync(EXAMPLE, workspace, { recursive: true });
  // A VS Code of one's own may stay open for long, so what it has opened is left to the system to clean.
  if (!(await openLocalCode(workspace))) {
    await serve(workspace);
    rmSync(parent, { recursive: true, force: true });
  }
}
