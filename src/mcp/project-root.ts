import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SddError } from "../core/errors.js";
import { attempt } from "../node/paths.js";
import { findProjectRoot } from "../node/roots.js";

/** Where a server looks for the project. */
export interface RootPlace {
  /** `--root`, as given; then nothing else counts. */
  readonly option: string | undefined;
  /** The working folder; absolute. */
  readonly cwd: string;
}

function folderOf(uri: string): string | undefined {
  return uri.startsWith("file:") ? attempt(() => fileURLToPath(uri)) : undefined;
}

/**
 * The project's root, absolute: `--root`; else the first of the client's roots from which one is found; else, where the
 * client names no folder, the one found from the working folder.
 *
 * @param uris the client's roots, in its order.
 * @throws SddError `not-a-project`; `wrong-usage` where `--root` is no folder.
 */
export function projectRootFor({ option, cwd }: RootPlace, uris: readonly string[]): string {
  if (option !== undefined) {
    const folder = resolve(cwd, option);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new SddError("wrong-usage", `--root: there is no folder ${folder}.`);
    return realpathSync(folder);
  }
  const folders = uris.map(folderOf).filter((folder) => folder !== undefined);
  const starts = folders.length === 0 ? [cwd] : folders;
  for (const start of starts) {
    const found = findProjectRoot(start);
    if (found !== undefined) return realpathSync(found);
  }
  throw new SddError("not-a-project", starts.join(", "));
}
