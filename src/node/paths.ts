import { sep } from "node:path";

/** Whether this process runs on Windows, where paths, links and renames have rules of their own. */
export const onWindows = process.platform === "win32";

/** Device names, trailing dots and blanks, and streams (`a.md:x`): Windows takes each for another file. */
const WINDOWS_ALIAS = /[:]|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.[^/]*)?($|\/)|[. ]($|\/)/i;

/**
 * Whether a path is relative, with `/` between its parts, and without any way out: no `..`, `.` or empty part, no
 * backslash, no NUL. On Windows also no stream, no device name and nothing that Windows would read as another name;
 * elsewhere `10:30 notes.md` is an ordinary file. The root (`""`) is plain.
 */
export function isPlainPath(path: string, windows: boolean = onWindows): boolean {
  if (path === "") return true;
  if (/[\0\\]|^\/|\/$|\/\/|(^|\/)\.\.?($|\/)/.test(path)) return false;
  return !(windows && WINDOWS_ALIAS.test(path));
}

/** The folder a plain path lies in; `""` for the root's own entries. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The last part of a plain path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** An entry of a folder given by its absolute path, which may be a filesystem root. */
export function childOf(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** The code of a system error (`ENOENT`), or `""`. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The value, or `undefined` where getting it throws: for questions to the disk whose every failure means "no". */
export function attempt<T>(question: () => T): T | undefined {
  try {
    return question();
  } catch {
    return undefined;
  }
}
