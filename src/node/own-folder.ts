import * as fs from "node:fs";
import { SddError } from "../core/errors.js";
import { attempt, childOf, errorCode, isPlainPath, parentOf } from "./paths.js";

/** What a person reads as the reason of `write-failed`. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "it would be larger than the system allows",
  EROFS: "the file system is read-only",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EBUSY: "another program holds it",
  EISDIR: "a folder stands in its place",
  EEXIST: "something else stands in its place",
  ENOTEMPTY: "a folder stands in its place",
  ENOTDIR: "a file stands where a folder is needed",
  ENOENT: "its folder is missing",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EIO: "the disk reported an error",
};

/** The error that a failed write is reported as, whatever was thrown; the path is the project's. */
export function writeError(path: string, error: unknown): SddError {
  if (error instanceof SddError) return error;
  const code = errorCode(error);
  return new SddError(
    "write-failed",
    path,
    REASONS[code] ?? (code === "" ? "an unexpected error occurred" : code),
  );
}

/**
 * Refuses a path that no writer may touch: not plain, a stream or drive (`:`) on any system, or inside `.git`, where
 * files are executed.
 *
 * @throws SddError `path-refused`
 */
export function refuseWayOut(path: string): void {
  const outside = path === "" || path.includes(":") || !isPlainPath(path);
  if (outside || /(^|\/)\.git($|\/)/i.test(path)) throw new SddError("path-refused", path);
}

/** The absolute path of a file to be written, and the folders that were made on the way, outermost first. */
export interface OwnPlace {
  readonly absolute: string;
  readonly made: readonly string[];
}

/**
 * Finds the place of a project's path for writing, making missing folders. Links are refused even where they stay
 * inside: what is written through one lands where nobody looks for it.
 *
 * @param folderMode permission bits of folders that are made; the umask applies.
 * @throws SddError `path-refused` for a link on the way or at the end, `write-failed`
 */
export function ownPlace(root: string, path: string, folderMode: number): OwnPlace {
  refuseWayOut(path);
  const made: string[] = [];
  try {
    let absolute = fs.realpathSync.native(root);
    const folder = parentOf(path);
    for (const part of folder === "" ? [] : folder.split("/")) {
      absolute = childOf(absolute, part);
      if (kindAt(absolute, path) === undefined) {
        makeFolder(absolute, folderMode, made);
        kindAt(absolute, path);
      }
    }
    absolute = childOf(absolute, path.slice(folder === "" ? 0 : folder.length + 1));
    if (kindAt(absolute, path) === "folder")
      throw new SddError("write-failed", path, REASONS["EISDIR"] ?? "");
    return { absolute, made };
  } catch (error) {
    removeFolders(made);
    throw writeError(path, error);
  }
}

/**
 * The absolute place of a path to be read, made of real folders as `ownPlace` demands, or `undefined` where one of them
 * is missing. Nothing is made; what stands at the place itself is left to whoever opens it without following links.
 *
 * @throws SddError `path-refused` for a link on the way
 */
export function existingPlace(root: string, path: string): string | undefined {
  refuseWayOut(path);
  let absolute = attempt(() => fs.realpathSync.native(root));
  const parts = path.split("/");
  for (const part of parts.slice(0, -1)) {
    if (absolute === undefined) return undefined;
    const folder = childOf(absolute, part);
    const stat = attempt(() => fs.lstatSync(folder, { throwIfNoEntry: false }));
    if (stat?.isSymbolicLink() === true) throw new SddError("path-refused", path);
    absolute = stat?.isDirectory() === true ? folder : undefined;
  }
  return absolute && childOf(absolute, parts.at(-1) ?? "");
}

/** Takes folders away again that were made for nothing; those that hold something stay. */
export function removeFolders(made: readonly string[]): void {
  for (const folder of [...made].reverse()) {
    attempt(() => {
      fs.rmdirSync(folder);
    });
  }
}

function makeFolder(absolute: string, mode: number, made: string[]): void {
  try {
    fs.mkdirSync(absolute, { mode });
    made.push(absolute);
  } catch (error) {
    // Another process made it first.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function kindAt(absolute: string, path: string): "folder" | "file" | undefined {
  const stat = fs.lstatSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isSymbolicLink()) throw new SddError("path-refused", path);
  if (stat.isDirectory()) return "folder";
  if (stat.isFile()) return "file";
  throw new SddError("write-failed", path, "it is no regular file");
}
