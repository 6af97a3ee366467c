/** Names that Windows keeps for devices, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/i;

/** Control characters, and what Windows forbids in names; the colon also names drives and alternate streams. */
const FORBIDDEN = /[\p{Cc}\\:*?"<>|]/u;

/**
 * A relative path as documents may name one, normalised (`./a//b` becomes `a/b`), or `undefined` where it is absolute,
 * goes up (`..`), or is no plain path on every system: a drive, an alternate stream, a backslash, a control character,
 * a device name, a part that ends with a dot or a space.
 */
export function plainPath(path: string): string | undefined {
  if (path === "" || path.length > 1_000 || path.startsWith("/") || path.startsWith("~")) return undefined;
  if (FORBIDDEN.test(path)) return undefined;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const plain = parts.every((part) => !/[. ]$/.test(part) && !RESERVED.test(part));
  return plain && parts.length > 0 ? parts.join("/") : undefined;
}
