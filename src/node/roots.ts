import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { attempt } from "./paths.js";

/**
 * The nearest folder, from `from` upwards, that holds `docs/`, `sdd.config.yaml` or `.sdd/`; absolute. The search ends
 * with the folder that holds `.git` (a folder, or a file in a worktree): what lies above is another project.
 *
 * @param from a folder, or a file in it; a relative path is taken from the working folder. It need not be there.
 */
export function findProjectRoot(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const isFolder = (name: string): boolean =>
      attempt(() => statSync(join(folder, name)).isDirectory()) === true;
    const isFile = (name: string): boolean => attempt(() => statSync(join(folder, name)).isFile()) === true;
    if (isFolder("docs") || isFile("sdd.config.yaml") || isFolder(".sdd")) return folder;
    if (isFolder(".git") || isFile(".git") || dirname(folder) === folder) return undefined;
  }
}

/**
 * Where a project begins that has nothing of one yet: the folder of the git repository that `from` lies in; absolute.
 * `undefined` outside of one.
 */
export function findRepositoryRoot(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (attempt(() => statSync(join(folder, ".git"))) !== undefined) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
