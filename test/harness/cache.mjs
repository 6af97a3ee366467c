// Where the tests keep what is worth keeping between runs and checkouts, and how two runs share it.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The user's cache folder for this project's tests. It is not made here. */
export function cacheRoot() {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (process.platform === "win32") return join(local ?? join(homedir(), "AppData", "Local"), "sdd-layer");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "sdd-layer");
  return join(xdg?.startsWith("/") ? xdg : join(homedir(), ".cache"), "sdd-layer");
}

/** Progress goes to stderr, so that stdout keeps the results. @param {string} line */
export function say(line) {
  process.stderr.write(`[harness] ${line}\n`);
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} file @returns {boolean} whether the lock was taken */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    return false;
  }
}

/** A lock whose owner is gone, or that is older than any installation takes. @param {string} file */
function isAbandoned(file) {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    const pid = Number(readFileSync(file, "utf8"));
    return age > 30 * 60_000 || (age > 2_000 && !(pid > 0 && isAlive(pid)));
  } catch {
    return false;
  }
}

/**
 * Runs `work` while no other process of this user does. It saves double work, no more: what is installed under it
 * is renamed into place complete, so that even two owners would do no harm.
 *
 * @template T
 * @param {string} file @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; !tryLock(file); waited = true) {
    if (isAbandoned(file)) rmSync(file, { force: true });
    if (!waited) say(`waiting for another run that holds ${file}`);
    await sleep(500);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
