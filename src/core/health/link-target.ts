import { folderOf } from "../project/paths.js";

/** What a written link asks of the project. */
export type LinkTarget =
  | { readonly kind: "anchor"; readonly anchor: string }
  /** Candidates are project paths, `""` for the root; the first one that is there is meant. */
  | { readonly kind: "path"; readonly candidates: readonly string[]; readonly anchor?: string }
  | { readonly kind: "outside" };

/** A scheme, as RFC 3986 has it, or `//host`. */
const EXTERNAL = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Whether a destination names another scheme or host, so that no file of the project is meant. */
export function isExternal(target: string): boolean {
  return EXTERNAL.test(target.trim());
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Resolves a reference against a folder; `undefined` where it leaves the root. Backslashes stay what they are. */
function resolved(folder: string, reference: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of reference.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/**
 * Spellings under which a target may stand: percent-decoded first, then as written; without a query; without `:12`, by
 * which editors name a line; and, for a name without an extension, the Markdown file that documentation sites mean by it.
 */
function spellings(written: string): readonly string[] {
  const plain = decoded(written);
  const names = [plain];
  const add = (name: string): void => {
    if (name !== "" && !names.includes(name)) names.push(name);
  };
  add(written);
  add(plain.replace(/\?.*$/s, ""));
  add(plain.replace(/:\d+(?:[:-]\d+)*$/, ""));
  if (!/\.[^./]+\/?$/.test(plain) && /[^./]/.test(plain)) add(`${plain.replace(/\/+$/, "")}.md`);
  return names;
}

/**
 * Reads a destination; `undefined` for what leads to no file of the project: other schemes, mail addresses, nothing at
 * all. A leading `/` means the root, or, as documentation sites have it, the folder `docs`.
 *
 * @param path the document's own.
 */
export function linkTarget(target: string, path: string): LinkTarget | undefined {
  const written = target.trim();
  if (written === "" || isExternal(written)) return undefined;
  const hash = written.indexOf("#");
  const place = hash === -1 ? written : written.slice(0, hash);
  const anchor = hash === -1 ? undefined : decoded(written.slice(hash + 1));
  if (place === "") return anchor === undefined || anchor === "" ? undefined : { kind: "anchor", anchor };
  const folders = place.startsWith("/") ? ["", "docs"] : [folderOf(path)];
  const candidates: string[] = [];
  for (const spelling of spellings(place)) {
    for (const folder of folders) {
      const candidate = resolved(folder, spelling);
      if (candidate !== undefined && !candidates.includes(candidate)) candidates.push(candidate);
    }
  }
  if (candidates.length === 0) return { kind: "outside" };
  return { kind: "path", candidates, ...(anchor === undefined || anchor === "" ? {} : { anchor }) };
}
