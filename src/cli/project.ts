import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { SddError } from "../core/errors.js";
import { systemClock } from "../node/clock.js";
import { cacheFileFor, createIndexStore, projectIndexStore, userCacheFolder } from "../node/index-store.js";
import { attempt } from "../node/paths.js";
import { findProjectRoot } from "../node/roots.js";
import { openSession, type NodeSession } from "../node/session.js";
import type { CliIo } from "./io.js";

/**
 * The root that a command works on, as an absolute path.
 *
 * @throws SddError `not-a-project`; `wrong-usage` where `--root` names no folder.
 */
export function rootFor(io: CliIo, root: string | undefined): string {
  if (root === undefined) {
    const found = findProjectRoot(io.cwd);
    if (found === undefined) throw new SddError("not-a-project", io.cwd);
    return found;
  }
  const folder = resolve(io.cwd, root);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) throw new SddError("wrong-usage", `--root: there is no folder ${root}.`);
  return realpathSync(folder);
}

/** Opens the project. Its index lies under `.sdd` once something was written there, else in the user's cache. */
export function sessionFor(io: CliIo, root: string | undefined): NodeSession {
  const folder = rootFor(io, root);
  const inProject = projectIndexStore(folder);
  const user = { env: io.env, platform: process.platform, home: attempt(homedir) };
  const cacheFolder = userCacheFolder(user);
  const cacheFile = cacheFolder === undefined ? undefined : cacheFileFor(folder, cacheFolder);
  const inCache = cacheFile === undefined ? undefined : createIndexStore(cacheFile);
  const index = {
    load: () => inProject.load() ?? inCache?.load(),
    // A command that was not asked to write leaves the project as it is; writing a pack writes the index there too.
    save: (text: string) => {
      inCache?.save(text);
    },
  };
  return openSession(folder, index, systemClock(io.env));
}
