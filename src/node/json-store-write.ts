import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname } from "node:path";
import { commitNewFile, prepareFile, renamePatiently, tempNameFor, type WriteDisk } from "./atomic-write.js";
import { attempt, childOf } from "./paths.js";
import { PRIVATE_FILE } from "./state-area.js";

/**
 * Keeps the file that is about to be replaced as `.bak`. It stays in its place meanwhile: whoever looks, and whoever
 * comes after a kill, finds it there.
 *
 * @throws the system's error
 */
export function keepBackup(file: string, disk: WriteDisk): void {
  const temp = tempNameFor(file);
  try {
    try {
      disk.linkSync(file, temp);
    } catch {
      // No hard links here. Whatever else was wrong, the copy will say.
      fs.copyFileSync(file, temp, fs.constants.COPYFILE_EXCL);
    }
    renamePatiently({ temp, target: `${file}.bak` }, disk);
  } finally {
    // A rename between two names of one file leaves both.
    attempt(() => {
      disk.unlinkSync(temp);
    });
  }
}

/**
 * Keeps damaged bytes beside their file. Bytes that were kept before are not kept again.
 *
 * @returns the name of the copy.
 * @throws the system's error
 */
export function setAside(file: string, bytes: Buffer, now: number, disk: WriteDisk): string {
  const folder = dirname(file);
  const stem = `${basename(file)}.corrupt-`;
  const same = fs
    .readdirSync(folder)
    .find((name) => name.startsWith(stem) && holds(childOf(folder, name), bytes));
  if (same !== undefined) return same;
  const time = new Date(now).toISOString().replace(/[-:.]/g, "");
  for (let name = stem + time; ; name = `${stem}${time}-${randomBytes(4).toString("hex")}`) {
    if (commitNewFile(prepareFile(childOf(folder, name), bytes, PRIVATE_FILE, disk), disk)) return name;
  }
}

function holds(file: string, bytes: Buffer): boolean {
  const stat = attempt(() => fs.lstatSync(file));
  return stat?.isFile() === true && stat.size === bytes.length && fs.readFileSync(file).equals(bytes);
}
