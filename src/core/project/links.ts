import { compareCodeUnits } from "../text/fold.js";
import { folderOf, resolvePath } from "./paths.js";

const MOST_REFS = 200;

/** What stands between `](` and the closing `)`, a title left out. */
function targetAt(text: string, from: number): string | undefined {
  const end = text.indexOf(")", from);
  if (end === -1 || end - from > 400) return undefined;
  const target = text.slice(from, end).trim().split(/\s/, 1)[0] ?? "";
  return target.startsWith("<") ? target.replace(/^<|>$/g, "") : target;
}

/** Percent escapes of a link, where they are valid. */
function unescaped(target: string): string {
  if (!target.includes("%")) return target;
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * The project paths that the inline links of a Markdown text lead to, sorted, each once, 200 at most. External links,
 * mere anchors and what leaves the project are passed over; a leading `/` means the project root. Linear.
 */
export function linkedPaths(text: string, path: string): string[] {
  const folder = folderOf(path);
  const found = new Set<string>();
  for (let at = text.indexOf("]("); at !== -1 && found.size < MOST_REFS; at = text.indexOf("](", at + 2)) {
    const raw = targetAt(text, at + 2)?.split("#", 1)[0];
    if (raw === undefined || raw === "" || raw.includes(":")) continue;
    const target = unescaped(raw);
    const resolved = target.startsWith("/") ? resolvePath("", target.slice(1)) : resolvePath(folder, target);
    if (resolved !== undefined) found.add(resolved);
  }
  return [...found].sort(compareCodeUnits);
}

/**
 * The text with its relative inline links made to lead from the project root (`/docs/…`), so that they hold in another
 * folder too. External links, anchors and what leaves the project stay as they are.
 */
export function rebasedLinks(text: string, path: string): string {
  if (!text.includes("](")) return text;
  const folder = folderOf(path);
  return text.replace(/\]\(([^)\s#?]+)/g, (whole, target: string) => {
    if (/^[/<]|:/.test(target)) return whole;
    const resolved = resolvePath(folder, target);
    return resolved === undefined ? whole : `](/${resolved}`;
  });
}
