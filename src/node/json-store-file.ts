import * as fs from "node:fs";
import { isUtf8 } from "node:buffer";
import { SddError } from "../core/errors.js";
import type { DocumentSchema, StoredDocument } from "../core/ports.js";
import { attempt } from "./paths.js";
import { openPrivately, readRange } from "./private-file.js";

/** A file as it was read. The bytes of a damaged one are kept, so that they can be set aside. */
export type StoreFile<T> =
  | { readonly kind: "missing"; readonly stamp: "" }
  | {
      readonly kind: "good";
      readonly stamp: string;
      readonly document: T;
      readonly newer: number | undefined;
    }
  | { readonly kind: "damaged"; readonly stamp: string; readonly reason: string; readonly bytes: Buffer };

/** A larger document is refused: every change writes all of it. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Holds `schema_version` and `revision`, with which every document begins. */
const HEAD_BYTES = 64;

/**
 * What tells one state of a file from another: inode, size, time, and its first bytes, where the revision stands. The
 * clock of a disk has grains of some milliseconds, and an inode that was freed is given out again.
 */
export function stampOf(absolute: string | undefined, path: string): string {
  return withFile(absolute, path, (fd) => stampOfOpen(fd)) ?? "";
}

/**
 * Reads and checks a document.
 *
 * @throws SddError `path-refused`, `unreadable-file`, `store-newer`
 */
export function readStoreFile<T extends StoredDocument>(
  absolute: string | undefined,
  path: string,
  schema: DocumentSchema<T>,
): StoreFile<T> {
  const read = withFile(absolute, path, (fd) => {
    const { size } = fs.fstatSync(fd);
    if (size > MAX_BYTES) throw new SddError("unreadable-file", path, "it is too large");
    return { stamp: stampOfOpen(fd), bytes: readRange(fd, 0, size) };
  });
  if (read === undefined) return { kind: "missing", stamp: "" };
  const value = valueOf(read.bytes);
  if (typeof value === "string") return { kind: "damaged", ...read, reason: value };
  const { schema_version: version, revision } = value;
  if (!isCount(version) || version === 0 || !isCount(revision))
    return { kind: "damaged", ...read, reason: "it has no usable schema_version and revision" };
  const newer = version > schema.version ? version : undefined;
  const document = attempt(() => schema.parse(value)) ?? "an unexpected error occurred";
  if (typeof document !== "string")
    return { kind: "good", stamp: read.stamp, document: frozen(document), newer };
  if (newer !== undefined) throw new SddError("store-newer", path, String(newer));
  return { kind: "damaged", ...read, reason: document };
}

/** Freezes a document through and through. What is frozen already was done before, so a change costs what it changed. */
export function frozen<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== "object" || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    for (const part of Object.values(one)) if (typeof part === "object") left.push(part);
  }
  return value;
}

function withFile<R>(absolute: string | undefined, path: string, action: (fd: number) => R): R | undefined {
  const fd = absolute === undefined ? undefined : openPrivately(absolute, path, fs.constants.O_RDONLY);
  if (fd === undefined) return undefined;
  try {
    return action(fd);
  } finally {
    fs.closeSync(fd);
  }
}

function stampOfOpen(fd: number): string {
  const { ino, size, mtimeNs } = fs.fstatSync(fd, { bigint: true });
  return `${ino} ${size} ${mtimeNs} ${readRange(fd, 0, HEAD_BYTES).toString("base64")}`;
}

/** The object that the bytes hold, or why they hold none. `null`, numbers and lists are none. */
function valueOf(bytes: Buffer): Readonly<Record<string, unknown>> | string {
  if (bytes.length === 0) return "it is empty";
  if (!isUtf8(bytes)) return "it is not valid UTF-8";
  const value = attempt((): unknown => JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, "")));
  if (value === undefined) return "it is no valid JSON";
  return isObject(value) ? value : "it is no JSON object";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
