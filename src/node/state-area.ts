import * as fs from "node:fs";
import { SddError } from "../core/errors.js";
import type { FileWrite } from "../core/ports.js";
import { commitNewFile, prepareFile } from "./atomic-write.js";
import { existingPlace, type OwnPlace, ownPlace, removeFolders, writeError } from "./own-folder.js";
import { attempt, childOf } from "./paths.js";

const GITIGNORE = `# What is derived, or belongs to this machine. Intent and squads are kept in git.
/intelligence/
/memory/
/ledger/
/runs/
/store.json
*.lock
*.bak
*.corrupt-*
*.tmp
`;

/** Logs that only grow: two branches' lines are put together. */
const GITATTRIBUTES = "/intent/*.events.ndjson text eol=lf merge=union\n";

/** Permission bits of what only its owner reads. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** The files that tell git what to do with `.sdd`, where they are not there yet. They are never changed again. */
export function missingMarkers(root: string): readonly FileWrite[] {
  const markers = [
    { path: ".sdd/.gitignore", text: GITIGNORE },
    { path: ".sdd/.gitattributes", text: GITATTRIBUTES },
  ];
  return markers.filter(({ path }) => attempt(() => fs.lstatSync(childOf(root, path))) === undefined);
}

/** A folder in which logs and stores may lie: paths go through no link and never leave it. */
export interface StateArea {
  /**
   * The absolute place of a file to be written; missing folders are made (0700).
   *
   * @throws SddError `path-refused`, `write-failed`
   */
  place(path: string): OwnPlace;
  /**
   * The absolute place of a file to be read, or `undefined` where a folder on the way is missing. Makes nothing.
   *
   * @throws SddError `path-refused`
   */
  find(path: string): string | undefined;
}

/**
 * The state of one project: paths are relative to its root and must begin with `.sdd/`. The first write makes
 * `.sdd/.gitignore` and `.sdd/.gitattributes`.
 */
export function projectArea(root: string): StateArea {
  const below = (path: string): string => {
    if (!path.startsWith(".sdd/")) throw new SddError("path-refused", path);
    return path;
  };
  return {
    place(path) {
      const place = ownPlace(root, below(path), PRIVATE_FOLDER);
      try {
        for (const marker of missingMarkers(root)) writeMarker(root, marker);
      } catch (error) {
        removeFolders(place.made);
        throw writeError(path, error);
      }
      return place;
    },
    find: (path) => existingPlace(root, below(path)),
  };
}

/**
 * A folder that belongs to the user, outside any project; it is made (0700) with the first write, and may itself be
 * reached through links.
 *
 * @param folder an absolute path.
 */
export function userArea(folder: string): StateArea {
  return {
    place(path) {
      try {
        fs.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
      } catch (error) {
        throw writeError(path, error);
      }
      return ownPlace(folder, path, PRIVATE_FOLDER);
    },
    find: (path) => existingPlace(folder, path),
  };
}

/** Another process may write the same marker at the same time; whichever comes first stays. */
function writeMarker(root: string, { path, text }: FileWrite): void {
  const { absolute } = ownPlace(root, path, PRIVATE_FOLDER);
  commitNewFile(prepareFile(absolute, Buffer.from(text, "utf8"), PRIVATE_FILE));
}
