/** Whether what an entry concerns and a file of a request meet. Both are plain paths relative to the root. */

/** A part with stars as a test of one name. */
function partMatches(pattern: string, name: string): boolean {
  if (!pattern.includes("*")) return pattern === name;
  const [first = "", ...rest] = pattern.split(/\*+/);
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  // Each piece at its first place after the one before: no backtracking is needed where stars take anything.
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}

/** Follows a path through the positions in `pattern` that can be reached after each of its parts. */
function fits(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = closure(pattern, new Set([0]));
  for (const name of path) {
    // The pattern's end within the path: it names a folder that the path lies in.
    if (reached.has(pattern.length)) return true;
    const next = new Set<number>();
    for (const at of reached) {
      const part = pattern[at] ?? "";
      if (part === "**") next.add(at);
      else if (partMatches(part, name)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reached = closure(pattern, next);
  }
  // A folder that all the pattern's files lie in; behind a star any file would count as such a folder.
  return reached.has(pattern.length) || path.every((name, at) => pattern[at] === name);
}

/** `**` may also stand for nothing. */
function closure(pattern: readonly string[], positions: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(positions);
  for (const at of all) if (pattern[at] === "**") all.add(at + 1);
  return all;
}

/**
 * Whether an entry's path, in which `*` stands for a piece of a name and `**` for any folders, is a file of the request,
 * or one of both is a folder that the other lies in.
 */
export function pathMatches(pattern: string, path: string): boolean {
  return fits(pattern.split("/"), path.split("/"));
}
