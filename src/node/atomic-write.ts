import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname } from "node:path";
import { attempt, childOf, errorCode, onWindows } from "./paths.js";

/** What atomic writing needs of `node:fs`; tests put failures in here. */
export type WriteDisk = Pick<
  typeof fs,
  | "openSync"
  | "writeSync"
  | "fchmodSync"
  | "fsyncSync"
  | "closeSync"
  | "renameSync"
  | "linkSync"
  | "unlinkSync"
>;

/** A file whose new bytes stand flushed beside the place they are meant for. */
export interface PreparedFile {
  readonly target: string;
  readonly temp: string;
}

/** Windows refuses a rename while a virus scanner or an editor holds the target open; that passes. */
const RENAME_PATIENCE_MS = 2_000;
const RENAME_PAUSE_MS = 20;

/** The name of a temporary file: hidden, and never twice the same. */
const TEMP_NAME = /^\..+\.[0-9a-f]{16}\.tmp$/;

/** A name beside `target` that nobody can guess, and that `sweepTempFiles` knows. */
export function tempNameFor(target: string): string {
  return childOf(dirname(target), `${tempHeadOf(target)}${randomBytes(8).toString("hex")}.tmp`);
}

/** How the names that `tempNameFor` gives begin. Cut, so that a name near the limit of 255 bytes leaves room for more. */
export function tempHeadOf(target: string): string {
  return `.${basename(target).slice(0, 40)}.`;
}

/**
 * Writes and flushes a new file beside `target`. The name is random and the file must not exist, so a link planted
 * under a guessed name cannot redirect the bytes.
 *
 * @param mode permission bits, set whatever the umask says; `undefined` leaves the usual ones of a new file.
 * @throws the system's error; no temporary file is left then.
 */
export function prepareFile(
  target: string,
  bytes: Uint8Array,
  mode: number | undefined,
  disk: WriteDisk = fs,
): PreparedFile {
  const temp = tempNameFor(target);
  const fd = disk.openSync(temp, "wx", mode ?? 0o666);
  try {
    try {
      if (mode !== undefined && !onWindows) disk.fchmodSync(fd, mode);
      for (let written = 0; written < bytes.length;) {
        written += disk.writeSync(fd, bytes, written, bytes.length - written);
      }
      disk.fsyncSync(fd);
    } finally {
      disk.closeSync(fd);
    }
  } catch (error) {
    discardFile({ target, temp }, disk);
    throw error;
  }
  return { target, temp };
}

/**
 * Puts a prepared file in its place and flushes the folder.
 *
 * @throws the system's error; the old file is still there then, and the temporary one is not.
 */
export function commitFile(prepared: PreparedFile, disk: WriteDisk = fs, windows: boolean = onWindows): void {
  try {
    renamePatiently(prepared, disk, windows);
  } catch (error) {
    discardFile(prepared, disk);
    throw error;
  }
  flushFolder(dirname(prepared.target), disk);
}

/**
 * Puts a prepared file in its place only where nothing stands there.
 *
 * @returns whether it did; the temporary file is gone either way.
 * @throws the system's error.
 */
export function commitNewFile(prepared: PreparedFile, disk: WriteDisk = fs): boolean {
  try {
    // A link fails where the name is taken, which a rename does not: no other process can slip in between.
    disk.linkSync(prepared.temp, prepared.target);
    flushFolder(dirname(prepared.target), disk);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // A disk without hard links (exFAT, some network shares): look, then rename.
    if (fs.lstatSync(prepared.target, { throwIfNoEntry: false }) !== undefined) return false;
    commitFile(prepared, disk);
    return true;
  } finally {
    discardFile(prepared, disk);
  }
}

/** Takes a prepared file away again. Never throws. */
export function discardFile(prepared: PreparedFile, disk: WriteDisk = fs): void {
  attempt(() => {
    disk.unlinkSync(prepared.temp);
  });
}

/** Whether a file holds exactly these bytes already. */
export function holdsAlready(target: string, bytes: Uint8Array): boolean {
  const stat = attempt(() => fs.lstatSync(target, { throwIfNoEntry: false }));
  if (stat?.isFile() !== true || stat.size !== bytes.length) return false;
  return attempt(() => fs.readFileSync(target).equals(bytes)) ?? false;
}

/** Takes away what writers that were killed left in a folder over an hour ago. Never throws. */
export function sweepTempFiles(folder: string, now: number = Date.now()): void {
  for (const name of attempt(() => fs.readdirSync(folder)) ?? []) {
    if (!TEMP_NAME.test(name)) continue;
    attempt(() => {
      const path = childOf(folder, name);
      if (now - fs.lstatSync(path).mtimeMs > 3_600_000) fs.unlinkSync(path);
    });
  }
}

/** Renames, on Windows again and again for two seconds. @throws the system's error */
export function renamePatiently(
  { temp, target }: PreparedFile,
  disk: WriteDisk,
  windows: boolean = onWindows,
): void {
  const deadline = performance.now() + RENAME_PATIENCE_MS;
  for (;;) {
    try {
      disk.renameSync(temp, target);
      return;
    } catch (error) {
      const passing = windows && ["EPERM", "EBUSY", "EACCES"].includes(errorCode(error));
      if (!passing || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RENAME_PAUSE_MS);
    }
  }
}

/** Without this a crash of the machine may forget the rename. What cannot flush a folder (Windows) goes without. */
export function flushFolder(
  folder: string,
  disk: Pick<WriteDisk, "openSync" | "fsyncSync" | "closeSync"> = fs,
): void {
  if (onWindows) return;
  attempt(() => {
    const fd = disk.openSync(folder, "r");
    try {
      disk.fsyncSync(fd);
    } finally {
      disk.closeSync(fd);
    }
  });
}
