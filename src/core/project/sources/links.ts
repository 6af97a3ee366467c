import { outsideCode } from "../../text/code-spans.js";
import { detached } from "../../text/detached.js";
import { compareCodeUnits } from "../../text/fold.js";
import { folderOf, resolvePath } from "../paths.js";

const MOST_REFS = 200;
const MOST_TARGET = 401;

/** What stands between `](` and the closing `)`, a title left out. */
function targetAt(text: string, from: number): string | undefined {
  // A longer target is none; looking further for its end would make many open ones cost the square of the text.
  const near = text.slice(from, from + MOST_TARGET);
  const end = near.indexOf(")");
  if (end === -1) return undefined;
  const target = near.slice(0, end).trim().split(/\s/, 1)[0] ?? "";
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

function resolvedLink(folder: string, raw: string): string | undefined {
  const anchor = raw.indexOf("#");
  const target = unescaped(anchor === -1 ? raw : raw.slice(0, anchor));
  if (target === "" || raw.slice(0, anchor === -1 ? raw.length : anchor).includes(":")) return undefined;
  return target.startsWith("/") ? resolvePath("", target.slice(1)) : resolvePath(folder, target);
}

/**
 * The project paths that the inline links of a Markdown text lead to, sorted, each once, 200 at most. External links,
 * mere anchors and what leaves the project are passed over; a leading `/` means the project root. Linear.
 */
export function linkedPaths(text: string, path: string): string[] {
  let at = text.indexOf("](");
  if (at === -1) return [];
  const folder = folderOf(path);
  const found = new Set<string>();
  // A document tends to lead to the same places again and again: each is resolved once.
  const seen = new Set<string>();
  for (; at !== -1 && found.size < MOST_REFS; at = text.indexOf("](", at + 2)) {
    const raw = targetAt(text, at + 2);
    if (raw === undefined || seen.has(raw)) continue;
    seen.add(raw);
    const resolved = resolvedLink(folder, raw);
    if (resolved !== undefined) found.add(detached(resolved));
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
  const rebased = (whole: string, target: string): string => {
    if (/^[/<]|:/.test(target)) return whole;
    const resolved = resolvePath(folder, target);
    return resolved === undefined ? whole : `](/${resolved}`;
  };
  return outsideCode(text, (part) => part.replace(/\]\(([^)\s#?]+)/g, rebased));
}
