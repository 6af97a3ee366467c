import * as fs from "node:fs";
import { isMadeByTools } from "../core/session/area.js";
import type { Marks } from "../core/session/snapshot.js";
import { nodeHasher } from "./hasher.js";
import { attempt, childOf } from "./paths.js";
import { openPrivately, readRange } from "./private-file.js";

/** Files that are marked at most. */
export const MOST_FILES = 20_000;
/** Larger files are told apart by size and time. */
const MOST_HASHED = 4 * 1024 * 1024;
const MOST_COUNTED = 1024 * 1024;

/** A mark by size and time, for where reading all would cost too much; `""` where there is no such file. */
function stampMark(absolute: string): string {
  const stat = attempt(() => fs.lstatSync(absolute));
  if (stat?.isSymbolicLink() === true) return linkMark(absolute);
  return stat?.isFile() === true ? `${stat.size}:${stat.mtimeMs}:${stat.ino}` : "";
}

function linkMark(absolute: string): string {
  const target = attempt(() => fs.readlinkSync(absolute));
  return target === undefined ? "" : `link:${nodeHasher.sha256(target)}`;
}

/** The bytes of a regular file that is no larger than that. */
function bytesOf(absolute: string, most: number): Buffer | undefined {
  return attempt(() => {
    const fd = openPrivately(absolute, absolute, fs.constants.O_RDONLY);
    if (fd === undefined) return undefined;
    try {
      const { size } = fs.fstatSync(fd);
      return size > most ? undefined : readRange(fd, 0, size);
    } finally {
      fs.closeSync(fd);
    }
  });
}

/** The mark of a file's content; `""` where there is none. */
export function contentMark(root: string, path: string): string {
  const absolute = childOf(root, path);
  const stat = attempt(() => fs.lstatSync(absolute));
  if (stat?.isFile() !== true) return stat?.isSymbolicLink() === true ? linkMark(absolute) : "";
  const bytes = bytesOf(absolute, MOST_HASHED);
  return bytes === undefined ? `${stat.size}:${stat.mtimeMs}` : bytesMark(bytes);
}

/** The mark of a regular file with that content. */
export function bytesMark(bytes: Uint8Array): string {
  return nodeHasher.sha256(bytes);
}

/** How many lines a text file has; `undefined` for what is no text, or long. */
export function linesIn(root: string, path: string): number | undefined {
  const bytes = bytesOf(childOf(root, path), MOST_COUNTED);
  if (bytes === undefined || bytes.includes(0)) return undefined;
  let lines = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return lines;
}

/** When a file was last written, where that lies between two times in milliseconds. */
export function writtenAt(root: string, path: string, from: number, to: number): string | undefined {
  const time = attempt(() => fs.lstatSync(childOf(root, path)).mtimeMs);
  return time !== undefined && time >= from && time <= to ? new Date(time).toISOString() : undefined;
}

/** Whether a path is this product's own state, which says itself what happens to it. */
export function isOwnState(path: string): boolean {
  return path === ".sdd" || path.startsWith(".sdd/");
}

/** Marks of all files below a root by size and time: links are not followed, what tools make is passed over. */
export function walkMarks(root: string): { readonly marks: Marks; readonly cut: boolean } {
  const marks = new Map<string, string>();
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const absolute = folder === "" ? root : childOf(root, folder);
    for (const entry of attempt(() => fs.readdirSync(absolute, { withFileTypes: true })) ?? []) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isOwnState(path) || isMadeByTools(entry.isDirectory() ? `${path}/` : path)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) marks.set(path, stampMark(childOf(root, path)));
      if (marks.size >= MOST_FILES) return { marks: Object.fromEntries(marks), cut: true };
    }
  }
  return { marks: Object.fromEntries(marks), cut: false };
}
