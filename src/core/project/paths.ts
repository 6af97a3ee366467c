/** Path helpers for project paths: relative to the root, `/` between the parts, no leading `/`. */

/** The folder of a path; `""` for one at the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/**
 * Resolves a relative reference against a folder. `undefined` where it leaves the project, is absolute, or is no plain
 * path (NUL, backslash, a drive or an alternate stream).
 */
export function resolvePath(folder: string, reference: string): string | undefined {
  if (reference === "" || reference.startsWith("/") || /[\0\\:]/.test(reference)) return undefined;
  // Most references have nothing to resolve: they are not taken apart.
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/.test(reference)) return joinPath(folder, reference);
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of reference.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join("/");
}
