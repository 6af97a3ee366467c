import * as fs from "node:fs";
import { SddError } from "../core/errors.js";
import { writeError } from "./own-folder.js";
import { attempt, errorCode } from "./paths.js";

/** Windows has neither flag: there `lstat` goes first. */
const { O_NOFOLLOW, O_NONBLOCK } = fs.constants as {
  readonly O_NOFOLLOW?: number;
  readonly O_NONBLOCK?: number;
};

/** What the systems say where `O_NOFOLLOW` meets a link. */
const LINK_CODES: readonly string[] = ["ELOOP", "EMLINK", "EFTYPE"];

/**
 * Opens a file of our own state: a regular one, not through a link, and never waiting for the other end of a FIFO.
 *
 * @param flags `O_RDONLY`, or flags that write.
 * @returns a descriptor for the caller to close; `undefined` where there is no such file.
 * @throws SddError `path-refused` for a link; `unreadable-file` or, with flags that write, `write-failed`
 */
export function openPrivately(
  absolute: string,
  path: string,
  flags: number,
  mode?: number,
  disk: Pick<typeof fs, "openSync" | "closeSync"> = fs,
): number | undefined {
  const reading = flags === fs.constants.O_RDONLY;
  let fd: number;
  try {
    if (O_NOFOLLOW === undefined && fs.lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new SddError("path-refused", path);
    fd = disk.openSync(absolute, flags | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), mode);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return undefined;
    if (LINK_CODES.includes(code)) throw new SddError("path-refused", path);
    throw reading ? readError(path, error) : writeError(path, error);
  }
  if (attempt(() => fs.fstatSync(fd).isFile()) === true) return fd;
  disk.closeSync(fd);
  throw new SddError(reading ? "unreadable-file" : "write-failed", path, "it is no regular file");
}

/** Why one of our own files cannot be read, for a person. */
function readError(path: string, error: unknown): SddError {
  if (error instanceof SddError) return error;
  const irregular = ["ENXIO", "ENODEV", "EISDIR"].includes(errorCode(error));
  return new SddError(
    "unreadable-file",
    path,
    irregular ? "it is no regular file" : "access was denied, or the disk failed",
  );
}

/** The bytes from one place of an open file to another; fewer where it ends before. */
export function readRange(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(to - from, 0));
  let length = 0;
  while (length < bytes.length) {
    const count = fs.readSync(fd, bytes, length, bytes.length - length, from + length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
