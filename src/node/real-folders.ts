import { lstatSync, realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import { attempt, childOf, errorCode, isPlainPath, nameOf, onWindows, parentOf } from "./paths.js";

/** Where something really is, or why it is not to be had. */
export type RealPlace =
  | { readonly ok: true; readonly absolute: string }
  | { readonly ok: false; readonly problem: "missing" | "outside-root" };

const MISSING: RealPlace = { ok: false, problem: "missing" };
const OUTSIDE: RealPlace = { ok: false, problem: "outside-root" };

/**
 * The real paths of a project's folders. A folder costs one `lstat`, once; its files then cost nothing, since a plain
 * name in a real folder cannot lead anywhere else unless it is itself a link.
 *
 * Walking upwards like this also keeps the comparison of paths, which case-insensitive disks make unsafe, to the few
 * folders that are links.
 */
export class RealFolders {
  readonly #root: string;
  #realRoot: string | undefined;
  readonly #known = new Map<string, RealPlace>();
  /** Real folders that a listing has just named, by path, until they are listed themselves. */
  readonly #listed = new Map<string, string>();

  /** @param root any path to the root; it may be a link, and need not be there yet. */
  constructor(root: string) {
    this.#root = root;
  }

  /** The real absolute path of a folder of the project. The answer is kept until `recheck`. */
  folder(path: string): RealPlace {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const place = this.#look(path);
    if (place.ok) this.#known.set(path, place);
    return place;
  }

  /**
   * Takes a folder's entry in the listing of a real folder for the look that the next `recheck` of it would cost: the
   * listing says of what is a link that it is one. Good for one `recheck`.
   */
  learn(path: string, absolute: string): void {
    this.#listed.set(path, absolute);
  }

  /** Asks the disk again, as every listing does: a folder that became a link is noticed by the next walk. */
  recheck(path: string): RealPlace {
    const listed = this.#listed.get(path);
    const known = this.#known.get(path);
    if (listed !== undefined) {
      this.#listed.delete(path);
      if (known === undefined || (known.ok && known.absolute === listed)) {
        const place: RealPlace = { ok: true, absolute: listed };
        this.#known.set(path, place);
        return place;
      }
    }
    if (path === "") this.#realRoot = undefined;
    const place = this.#look(path);
    const same = known?.ok === true && place.ok && known.absolute === place.absolute;
    if (known !== undefined && !same) this.#known.clear();
    if (place.ok) this.#known.set(path, place);
    return place;
  }

  /** Follows every link on the way to a plain path, the last one too. */
  resolve(path: string): RealPlace {
    const parent = this.folder(parentOf(path));
    if (!parent.ok || path === "") return parent;
    return this.#follow(childOf(parent.absolute, nameOf(path)));
  }

  /** The project's path of a real absolute path inside it. */
  relative(absolute: string): string {
    const root = this.#realRoot ?? "";
    const path = absolute.slice(root.endsWith(sep) ? root.length : root.length + 1);
    return onWindows ? path.replaceAll(sep, "/") : path;
  }

  #look(path: string): RealPlace {
    if (!isPlainPath(path)) return OUTSIDE;
    if (path === "") {
      this.#realRoot ??= attempt(() => realpathSync.native(this.#root));
      return this.#realRoot === undefined ? MISSING : { ok: true, absolute: this.#realRoot };
    }
    const parent = this.folder(parentOf(path));
    if (!parent.ok) return parent;
    const absolute = childOf(parent.absolute, nameOf(path));
    const stat = attempt(() => lstatSync(absolute, { throwIfNoEntry: false }));
    if (stat?.isDirectory() === true) return { ok: true, absolute };
    if (stat?.isSymbolicLink() !== true) return MISSING;
    const real = this.#follow(absolute);
    if (!real.ok) return real;
    return attempt(() => lstatSync(real.absolute))?.isDirectory() === true ? real : MISSING;
  }

  #follow(absolute: string): RealPlace {
    const root = this.#realRoot;
    if (root === undefined) return MISSING;
    let real: string;
    try {
      real = realpathSync.native(absolute);
    } catch (error) {
      return ["EACCES", "EPERM"].includes(errorCode(error)) ? OUTSIDE : MISSING;
    }
    return isInside(root, real) ? { ok: true, absolute: real } : OUTSIDE;
  }
}

/**
 * Whether one real path lies in another (or is it). Where they differ in case only, the inodes decide: on some disks
 * that is the same folder, on others it is not.
 */
function isInside(root: string, real: string): boolean {
  if (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)) return true;
  const head = real.slice(0, root.length);
  const next = real.charAt(root.length);
  if (head === root || (next !== sep && next !== "") || head.toLowerCase() !== root.toLowerCase())
    return false;
  const identity = (path: string): string | undefined => {
    const stat = attempt(() => statSync(path, { bigint: true }));
    return stat && `${String(stat.dev)} ${String(stat.ino)}`;
  };
  const wanted = identity(root);
  return wanted !== undefined && wanted === identity(head);
}
