import * as fs from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { IndexStore } from "../core/ports.js";
import { commitFile, holdsAlready, prepareFile } from "./atomic-write.js";
import { nodeCodec } from "./codec.js";
import { nodeHasher } from "./hasher.js";
import { attempt } from "./paths.js";
import { createProjectFiles } from "./project-files.js";
import { createProjectWriter } from "./project-writer.js";

/** A larger index is no index of ours: 10,000 documents take about 3 MiB. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** Where the index lies in a project, once something is written there. */
export const PROJECT_INDEX_PATH = ".sdd/intelligence/sources.index.jsonl";

/**
 * An index kept outside the project: in the user's cache, or in an extension's storage. `load` answers `undefined` for
 * whatever cannot be read or is over 64 MiB; `save` is atomic, makes missing folders, and fails in silence.
 *
 * @param file an absolute path, in a folder that belongs to the user.
 */
export function createIndexStore(file: string): IndexStore {
  return {
    load: () =>
      attempt(() => {
        const stat = fs.statSync(file);
        if (!stat.isFile() || stat.size > MAX_INDEX_BYTES) return undefined;
        return nodeCodec.utf8(fs.readFileSync(file));
      }),
    save(text) {
      attempt(() => {
        const bytes = Buffer.from(text, "utf8");
        if (holdsAlready(file, bytes)) return;
        fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        commitFile(prepareFile(file, bytes, 0o600));
      });
    },
  };
}

/**
 * The index inside the project, read and written as everything there is: through no link, and with `.sdd/.gitignore`
 * beside it. A face that may not write there yet uses `createIndexStore`.
 *
 * @param path relative to the root, below `.sdd`.
 */
export function projectIndexStore(root: string, path: string = PROJECT_INDEX_PATH): IndexStore {
  const writer = createProjectWriter(root);
  return {
    load() {
      // Made anew, since it remembers folders: one that became a link since the last load must be noticed.
      const result = createProjectFiles(root).read(path, MAX_INDEX_BYTES);
      return result.ok ? nodeCodec.utf8(result.bytes) : undefined;
    },
    save(text) {
      attempt(() => {
        writer.writeDerived([{ path, text }]);
      });
    },
  };
}

/** What the folder depends on; tests hand in other systems. */
export interface UserFolders {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string | undefined;
}

function thisUser(): UserFolders {
  return { env: process.env, platform: process.platform, home: attempt(homedir) };
}

/**
 * The folder for what may be deleted at any time: `$XDG_CACHE_HOME` (or `~/.cache`), `~/Library/Caches`,
 * `%LOCALAPPDATA%`; each with `sdd-layer` in it. Relative values are ignored, as the XDG rules ask.
 *
 * @returns `undefined` where the user has no home; a shared folder would let others plant an index.
 */
export function userCacheFolder(user: UserFolders = thisUser()): string | undefined {
  const home = user.home !== undefined && isAbsolute(user.home) ? user.home : undefined;
  const inHome = (...parts: readonly string[]): string | undefined => home && join(home, ...parts);
  const given = (name: string): string | undefined => {
    const value = user.env[name];
    return value !== undefined && isAbsolute(value) ? value : undefined;
  };
  let base: string | undefined;
  if (user.platform === "win32") base = given("LOCALAPPDATA") ?? inHome("AppData", "Local");
  else if (user.platform === "darwin") base = inHome("Library", "Caches");
  else base = given("XDG_CACHE_HOME") ?? inHome(".cache");
  return base && join(base, "sdd-layer");
}

/** The index of a project in the user's cache, named by the hash of the root's real path. */
export function cacheFileFor(
  root: string,
  folder: string | undefined = userCacheFolder(),
): string | undefined {
  if (folder === undefined) return undefined;
  const real = attempt(() => fs.realpathSync.native(root)) ?? root;
  return join(folder, "sources", `${nodeHasher.sha256(real).slice(0, 32)}.index.jsonl`);
}
