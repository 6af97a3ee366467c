import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname } from "node:path";
import { discardFile, type PreparedFile, prepareFile, tempHeadOf } from "./atomic-write.js";
import { attempt, errorCode, onWindows } from "./paths.js";
import { openPrivately, readRange } from "./private-file.js";
import type { Owner } from "./process-identity.js";
import { PRIVATE_FILE } from "./state-area.js";

/** What a lock needs of `node:fs`; tests put a disk without hard links in here. */
export type LockDisk = Pick<typeof fs, "linkSync">;

/** A lock file as it was found. */
export interface FoundLock {
  /** Never twice the same: what is compared to tell that it is still this lock. */
  readonly token: string;
  /** `undefined` where the file does not say it: it is being written, or the machine failed. */
  readonly owner: Owner | undefined;
  readonly mtimeMs: number;
}

/** Our own lock, not in its place yet: written whole, under a name of its own. */
export interface OwnLock {
  readonly token: string;
  readonly prepared: PreparedFile;
  /** By the clock of the disk, with which the age of other locks is told. */
  readonly mtimeMs: number;
}

/** No lock of ours is larger. */
const MAX_BYTES = 4_096;
/** Links are not to be had: FAT, exFAT and some shares. Windows says EISDIR there. */
const NO_LINKS: readonly string[] = [
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  onWindows ? "EISDIR" : "EPERM",
];
/** On Windows a file that is being removed while someone reads it is in the way for a moment. */
const IN_THE_WAY: readonly string[] = onWindows ? ["EEXIST", "EPERM", "EACCES", "EBUSY"] : ["EEXIST"];

/** @throws the system's error */
export function prepareLock(file: string, owner: Owner): OwnLock {
  const token = randomBytes(16).toString("hex");
  const bytes = Buffer.from(JSON.stringify({ token, ...owner }), "utf8");
  const prepared = prepareFile(file, bytes, PRIVATE_FILE, WITHOUT_FLUSH);
  return { token, prepared, mtimeMs: fs.statSync(prepared.temp).mtimeMs };
}

/** A lock need not outlive the machine, so the disk is not waited for. */
const WITHOUT_FLUSH = { ...fs, fsyncSync: () => undefined };

/**
 * Puts a lock in its place where nothing stands there. A link brings all its bytes with it, so nobody ever sees half a
 * lock. Where there are no links the file is made in place: still only one can make it, but whoever is killed before it
 * is written leaves a lock of nobody, which goes by its age.
 *
 * @returns whether it did.
 * @throws the system's error
 */
export function placeLock({ prepared }: OwnLock, place: string, disk: LockDisk): boolean {
  try {
    disk.linkSync(prepared.temp, place);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (IN_THE_WAY.includes(code)) return false;
    if (NO_LINKS.includes(code)) return copyNew(prepared.temp, place);
    // A network share may lose the answer of a call that it carried out.
    if (fs.statSync(prepared.temp).nlink === 2) return true;
    throw error;
  }
}

function copyNew(from: string, to: string): boolean {
  const bytes = fs.readFileSync(from);
  try {
    fs.writeFileSync(to, bytes, { flag: "wx", mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (IN_THE_WAY.includes(errorCode(error))) return false;
    throw error;
  }
}

/**
 * @param path what the lock guards, as the project names it.
 * @returns `undefined` where there is none.
 * @throws SddError `path-refused`, `unreadable-file`
 */
export function readLock(place: string, path: string): FoundLock | undefined {
  const fd = openPrivately(place, path, fs.constants.O_RDONLY);
  if (fd === undefined) return undefined;
  try {
    const stat = fs.fstatSync(fd, { bigint: true });
    const text = readRange(fd, 0, Math.min(Number(stat.size), MAX_BYTES)).toString("utf8");
    const owner = attempt((): unknown => JSON.parse(text));
    const mtimeMs = Number(stat.mtimeMs);
    if (isOwnedLock(owner)) return { token: owner.token, owner, mtimeMs };
    return { token: `x${stat.ino.toString(16)}-${stat.mtimeNs.toString(16)}`, owner: undefined, mtimeMs };
  } finally {
    fs.closeSync(fd);
  }
}

function isOwnedLock(value: unknown): value is Owner & { readonly token: string } {
  if (typeof value !== "object" || value === null) return false;
  const lock = value as Record<string, unknown>;
  return (
    typeof lock["token"] === "string" &&
    /^[0-9a-f]{32}$/.test(lock["token"]) &&
    ["host", "boot", "space", "started"].every((key) => typeof lock[key] === "string") &&
    ["pid", "thread"].every((key) => typeof lock[key] === "number")
  );
}

/** Takes away what `prepareLock` left. Never throws. */
export function discardLock({ prepared }: OwnLock): void {
  discardFile(prepared);
}

/** Whether somebody has prepared a lock and waits. Never throws. */
export function hasReadyLocks(file: string): boolean {
  const head = tempHeadOf(file);
  return (attempt(() => fs.readdirSync(dirname(file))) ?? []).some((name) => name.startsWith(head));
}

/** The name under which one process alone may replace a lock that was left behind. */
export function heirOf(file: string, token: string): string {
  return `${file.replace(/\.lock$/, "")}.${token}.heir.lock`;
}

/** Takes away the claims to all locks but one. Only for who holds that one. Never throws. */
export function sweepHeirs(file: string, except: string): void {
  const folder = dirname(file);
  const [head = "", tail = ""] = basename(heirOf(file, "*")).split("*");
  for (const name of attempt(() => fs.readdirSync(folder)) ?? []) {
    if (!name.startsWith(head) || !name.endsWith(tail) || name === `${head}${except}${tail}`) continue;
    attempt(() => {
      fs.unlinkSync(`${folder}/${name}`);
    });
  }
}
