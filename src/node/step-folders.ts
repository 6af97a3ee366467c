import { setTimeout as sleep } from "node:timers/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ownPlace } from "./own-folder.js";

/** Milliseconds in which a watcher gets to know of a new folder. */
const PAUSE_MS = 40;

/**
 * Makes the missing folders of a path below `.sdd` one at a time. A watcher that works folder by folder, as VS Code's
 * does on Linux, never hears of what was made within a new folder before it watched that one: the files in there, and
 * all their later changes, stay unseen.
 *
 * @throws SddError `path-refused`, `write-failed`
 */
export async function makeFoldersInSteps(root: string, path: string): Promise<void> {
  const parts = path.split("/").slice(0, -1);
  for (let count = 1; count <= parts.length; count++) {
    const folder = parts.slice(0, count).join("/");
    if (existsSync(join(root, folder))) continue;
    ownPlace(root, `${folder}/file`, 0o700);
    await sleep(PAUSE_MS);
  }
}
