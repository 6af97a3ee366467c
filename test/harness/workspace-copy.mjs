// What a test opens is a copy, so that it may change it.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./tiers.mjs";

/**
 * Copies folders of the checkout for VS Code to open: one as a folder, several as the roots of one workspace. With
 * none, an empty folder is made.
 *
 * @param {string} parent an existing folder that is not the checkout
 * @param {string | readonly string[]} workspace folders, relative to the checkout; their names must differ
 * @returns {{open: string, roots: readonly string[]}} absolute paths: what to open, and the roots in it
 */
export function copyWorkspace(parent, workspace) {
  const folders = typeof workspace === "string" ? [workspace] : workspace;
  const roots = folders.map((folder) => join(parent, basename(folder)));
  for (const [at, root] of roots.entries()) cpSync(join(ROOT, folders[at] ?? ""), root, { recursive: true });
  const [first, second] = roots;
  if (first === undefined) {
    const empty = join(parent, "empty");
    mkdirSync(empty);
    return { open: empty, roots: [empty] };
  }
  if (second === undefined) return { open: first, roots };
  const file = join(parent, "roots.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: roots.map((path) => ({ path })), settings: {} }));
  return { open: file, roots };
}
