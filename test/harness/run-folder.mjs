// The folder of one run: everything that a VS Code and a browser write goes below it, and leaves with it.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} RunFolder
 * @property {string} path
 * @property {(name: string) => string} make makes a folder below it and answers its path
 * @property {NodeJS.ProcessEnv} env an environment whose home, temporary and runtime folders lie in the run folder,
 *   and that holds nothing of a VS Code whose terminal may have started us
 * @property {() => void} remove
 */

/** Asked once: while a browser runs, this process points TMPDIR at that run's own folder. */
const TEMPORARY = tmpdir();

/** @returns {RunFolder} */
export function createRunFolder() {
  // The name is short: a Unix socket below it must stay under some 100 characters.
  const path = mkdtempSync(join(TEMPORARY, "sdd-"));
  /** @param {string} name */
  const make = (name) => {
    mkdirSync(join(path, name), { recursive: true, mode: 0o700 });
    return join(path, name);
  };
  const clean = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|npm_|NODE_OPTIONS$|VITEST)/.test(name),
  );
  const env = {
    ...Object.fromEntries(clean),
    HOME: make("home"),
    TMPDIR: make("tmp"),
    XDG_RUNTIME_DIR: make("run"),
    XDG_CONFIG_HOME: make("home/.config"),
    XDG_CACHE_HOME: make("home/.cache"),
    XDG_DATA_HOME: make("home/.local"),
  };
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  // A test that fails half-way may never come to its own clean-up.
  process.once("exit", remove);
  return { path, make, env, remove };
}
