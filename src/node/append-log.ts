import { hash } from "node:crypto";
import * as fs from "node:fs";
import { dirname } from "node:path";
import { SddError } from "../core/errors.js";
import type { AppendLog, LogCursor, LogRead } from "../core/ports.js";
import { splitLog } from "./append-log-lines.js";
import { flushFolder } from "./atomic-write.js";
import { removeFolders, writeError } from "./own-folder.js";
import { openPrivately, readRange } from "./private-file.js";
import { PRIVATE_FILE, type StateArea } from "./state-area.js";

/** What appending needs of `node:fs`; tests put failures in here. */
export type LogDisk = Pick<typeof fs, "openSync" | "writeSync" | "fsyncSync" | "closeSync">;

const LF = Buffer.from("\n");
const APPEND = fs.constants.O_RDWR | fs.constants.O_APPEND | fs.constants.O_CREAT;
/** A disk that took only a part twice will not take the whole. */
const TRIES = 3;
/** Larger logs are refused rather than read into memory: 100,000 events take some 50 MB. */
const MAX_LOG_BYTES = 512 * 1024 * 1024;
/** How much of what was read last is compared before reading on. */
const TAIL_BYTES = 256;

const NOTHING: LogCursor = { file: "", offset: 0, lines: 0, tail: "" };

/**
 * Logs below an area. A whole framed line goes out with one `write` on a descriptor opened for appending, which systems
 * keep together on local disks; network file systems without a real append do not.
 *
 * To know what was appended, the file's number and time of birth are compared, its size, and the last bytes read. A
 * person's edit in place, before those bytes and of the same length, goes unseen until the log is read from its beginning.
 */
export function createAppendLog(area: StateArea, disk: LogDisk = fs): AppendLog {
  return {
    append(path, lines) {
      if (lines.length === 0) return;
      const bytes = Buffer.from(lines.map((line) => framed(line)).join(""), "utf8");
      const { absolute, made } = area.place(path);
      try {
        appendBytes(absolute, path, bytes, disk);
      } catch (error) {
        removeFolders(made);
        throw writeError(path, error);
      }
    },
    read(path, from = NOTHING) {
      const absolute = area.find(path);
      const fd = absolute && openPrivately(absolute, path, fs.constants.O_RDONLY);
      if (typeof fd !== "number") {
        return { records: [], flaws: [], torn: undefined, cursor: NOTHING, restarted: from.file !== "" };
      }
      try {
        return readFrom(fd, path, from);
      } finally {
        fs.closeSync(fd);
      }
    },
  };
}

function framed(line: string): string {
  const text = line.replace(/\r?\n$/, "");
  if (/[\r\n]/.test(text)) throw new SddError("internal", "a line of a log has an end of line in it");
  return `${text}\n`;
}

function appendBytes(absolute: string, path: string, bytes: Buffer, disk: LogDisk): void {
  const fd = openPrivately(absolute, path, APPEND, PRIVATE_FILE, disk);
  if (fd === undefined) throw new SddError("write-failed", path, "its folder is missing");
  try {
    const isNew = fs.fstatSync(fd).size === 0;
    let whole = false;
    for (let tries = 0; tries < TRIES && !whole; tries++) whole = appendOnce(fd, bytes, disk);
    if (!whole) throw new SddError("write-failed", path, "the disk reported an error");
    disk.fsyncSync(fd);
    if (isNew) flushFolder(dirname(absolute));
  } finally {
    disk.closeSync(fd);
  }
}

/** @returns whether the bytes now stand in the file as lines of their own. */
function appendOnce(fd: number, bytes: Buffer, disk: LogDisk): boolean {
  const { size } = fs.fstatSync(fd);
  const atLineStart = size === 0 || readRange(fd, size - 1, size).equals(LF);
  const frame = atLineStart ? bytes : Buffer.concat([LF, bytes]);
  // A part that was taken is a torn line like any other: the next try begins with an end of line.
  if (disk.writeSync(fd, frame, 0, frame.length) !== frame.length) return false;
  const after = fs.fstatSync(fd).size;
  if (!atLineStart || after === size + frame.length) return true;
  // Another process wrote between the look and the write. Killed half-way, it left a torn line that ours was glued to.
  return standsAlone(readRange(fd, Math.max(size - 1, 0), after), bytes, size === 0);
}

function standsAlone(region: Buffer, bytes: Buffer, fromStart: boolean): boolean {
  for (let at = region.indexOf(bytes); at >= 0; at = region.indexOf(bytes, at + 1)) {
    if (at === 0 ? fromStart : region[at - 1] === LF[0]) return true;
  }
  return false;
}

function readFrom(fd: number, path: string, from: LogCursor): LogRead {
  const stat = fs.fstatSync(fd, { bigint: true });
  const size = Number(stat.size);
  if (size > MAX_LOG_BYTES) throw new SddError("unreadable-file", path, "it is too large");
  const file = `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`;
  const tailAt = (offset: number): string => tailOf(readRange(fd, Math.max(offset - TAIL_BYTES, 0), offset));
  const follows = from.file === file && from.offset <= size && from.tail === tailAt(from.offset);
  const { offset, lines } = follows ? from : NOTHING;
  const { records, flaws, torn, used, ends } = splitLog(readRange(fd, offset, size), lines);
  const end = offset + used;
  return {
    ...{ records, flaws, torn },
    cursor: {
      file,
      offset: end,
      lines: lines + ends,
      tail: end === offset && follows ? from.tail : tailAt(end),
    },
    restarted: !follows && from.file !== "",
  };
}

function tailOf(bytes: Buffer): string {
  return hash("sha256", bytes, "hex").slice(0, 16);
}
