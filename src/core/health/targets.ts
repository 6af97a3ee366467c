import { baseName, folderOf } from "../project/paths.js";
import type { EntryKind, ProjectFiles } from "../ports.js";

export type TargetKind = "file" | "folder";

/** Folders that the inventory walks as a whole: a Markdown file below them that it did not find is not there. */
const WALKED = /^docs?(?:\/|$)/;
const NOT_ENTERED = /(?:^|\/)(?:\.git|node_modules|target|dist|build|\.next|\.env[^/]*)(?:\/|$)/;

/**
 * Whether something stands at a project path, as it is spelled (on a disk that does not tell upper from lower case, too).
 * What the inventory has collected is known from it; of anything else the folder is listed, once a refresh.
 */
export class TargetIndex {
  #files: ProjectFiles | undefined;
  #paths: readonly string[] = [];
  #isComplete = true;
  #collected: ReadonlySet<string> = new Set();
  #folders: ReadonlySet<string> = new Set();
  readonly #listed = new Map<string, ReadonlyMap<string, EntryKind>>();
  readonly #kinds = new Map<string, TargetKind | undefined>();

  /**
   * Forgets what was listed before.
   *
   * @param paths the inventory's, sorted; the same list means the same files.
   * @param isComplete whether the inventory holds all that it was to find.
   */
  refresh(files: ProjectFiles, paths: readonly string[], isComplete: boolean): void {
    this.#files = files;
    this.#isComplete = isComplete;
    this.#listed.clear();
    this.#kinds.clear();
    if (paths === this.#paths) return;
    this.#paths = paths;
    this.#collected = new Set(paths);
    const folders = new Set<string>();
    for (const path of paths) {
      for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder)) {
        folders.add(folder);
      }
    }
    this.#folders = folders;
  }

  kindOf(path: string): TargetKind | undefined {
    if (this.#collected.has(path)) return "file";
    if (path === "" || this.#folders.has(path)) return "folder";
    if (this.#kinds.has(path)) return this.#kinds.get(path);
    const kind = this.#isKnownToBeMissing(path) ? undefined : this.#look(path);
    this.#kinds.set(path, kind);
    return kind;
  }

  #isKnownToBeMissing(path: string): boolean {
    if (!this.#isComplete || !path.endsWith(".md") || !WALKED.test(path) || NOT_ENTERED.test(path))
      return false;
    return this.#folders.has(folderOf(path));
  }

  #look(path: string): TargetKind | undefined {
    if (/[\0\\]/.test(path) || this.kindOf(folderOf(path)) !== "folder") return undefined;
    const kind = this.#list(folderOf(path)).get(baseName(path));
    if (kind !== "link") return kind === "other" ? "file" : kind;
    const target = this.#files?.resolveLink(path);
    if (target?.ok === true) return target.kind === "folder" ? "folder" : "file";
    // A link that leads out is there; where it leads is not for us to see.
    return target?.problem === "outside-root" ? "file" : undefined;
  }

  #list(folder: string): ReadonlyMap<string, EntryKind> {
    let entries = this.#listed.get(folder);
    if (entries === undefined) {
      entries = new Map((this.#files?.list(folder) ?? []).map(({ name, kind }) => [name, kind]));
      this.#listed.set(folder, entries);
    }
    return entries;
  }
}
