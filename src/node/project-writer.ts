import * as fs from "node:fs";
import { dirname } from "node:path";
import { SddError } from "../core/errors.js";
import type { FileWrite, ProjectWriter } from "../core/ports.js";
import {
  commitFile,
  commitNewFile,
  discardFile,
  holdsAlready,
  prepareFile,
  type PreparedFile,
  sweepTempFiles,
  type WriteDisk,
} from "./atomic-write.js";
import { ownPlace, refuseWayOut, removeFolders, writeError } from "./own-folder.js";
import { missingMarkers } from "./state-area.js";

/** Only the owner reads what was derived; documents get what the umask gives. */
const PRIVATE = { file: 0o600, folder: 0o700 } as const;
const PUBLIC = { file: undefined, folder: 0o777 } as const;

interface Pending {
  readonly path: string;
  readonly prepared: PreparedFile;
}

/** @param root an absolute path, which may be a link; the root itself is never made. */
export function createProjectWriter(root: string, disk: WriteDisk = fs): ProjectWriter {
  return {
    writeDerived(files) {
      for (const { path } of files) {
        if (!path.startsWith(".sdd/")) throw new SddError("path-refused", path);
        refuseWayOut(path);
      }
      if (files.length > 0) writeSet(root, [...files, ...missingMarkers(root)], disk);
    },
    writeDocument(file, mode) {
      refuseWayOut(file.path);
      if (file.path.toLowerCase().startsWith(".sdd/")) writeSet(root, missingMarkers(root), disk);
      writeOne(root, file, mode, disk);
    },
  };
}

function isPrivate(path: string): boolean {
  return path.toLowerCase().startsWith(".sdd/");
}

/** Prepares all files beside their places, then renames all: a disk that fills up on the way changes nothing. */
function writeSet(root: string, files: readonly FileWrite[], disk: WriteDisk): void {
  const pending: Pending[] = [];
  const made: string[] = [];
  const folders = new Set<string>();
  let current = "";
  try {
    for (const { path, text } of files) {
      current = path;
      const place = ownPlace(root, path, PRIVATE.folder);
      made.push(...place.made);
      const bytes = Buffer.from(text, "utf8");
      if (holdsAlready(place.absolute, bytes)) continue;
      folders.add(dirname(place.absolute));
      pending.push({ path, prepared: prepareFile(place.absolute, bytes, PRIVATE.file, disk) });
    }
    for (const { path, prepared } of pending) {
      current = path;
      commitFile(prepared, disk);
    }
    for (const folder of folders) sweepTempFiles(folder);
  } catch (error) {
    for (const { prepared } of pending) discardFile(prepared, disk);
    removeFolders(made);
    throw writeError(current, error);
  }
}

function writeOne(
  root: string,
  { path, text }: FileWrite,
  mode: "create" | "replace",
  disk: WriteDisk,
): void {
  const kind = isPrivate(path) ? PRIVATE : PUBLIC;
  const { absolute, made } = ownPlace(root, path, kind.folder);
  try {
    const before = fs.lstatSync(absolute, { throwIfNoEntry: false });
    if (mode === "create" && before !== undefined) throw new SddError("already-exists", path);
    const bytes = Buffer.from(text, "utf8");
    if (before !== undefined) {
      if (holdsAlready(absolute, bytes)) return;
      // A rename would replace a file that is write-protected; whoever protected it did not want that.
      fs.accessSync(absolute, fs.constants.W_OK);
    }
    const bits = before === undefined ? kind.file : before.mode & 0o777;
    const prepared = prepareFile(absolute, bytes, bits, disk);
    if (mode === "replace") commitFile(prepared, disk);
    else if (!commitNewFile(prepared, disk)) throw new SddError("already-exists", path);
  } catch (error) {
    removeFolders(made);
    throw writeError(path, error);
  }
}
