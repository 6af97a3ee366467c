import { baseName, folderOf } from "../project/paths.js";
import type { EntryKind, ProjectFiles } from "../ports.js";
import type { Inventory } from "../project/sources/inventory.js";

export type TargetKind = "file" | "folder";

/**
 * Whether something stands at a project path, as it is spelled (on a disk that does not tell upper from lower case, too).
 * Folders that the inventory has walked are known from it; any other is listed, once a refresh.
 */
export class TargetIndex {
  #files: ProjectFiles | undefined;
  #walked: Inventory["folders"] = new Map();
  #paths: readonly string[] = [];
  #collected: ReadonlySet<string> = new Set();
  readonly #listed = new Map<string, ReadonlyMap<string, EntryKind>>();
  readonly #kinds = new Map<string, TargetKind | undefined>();

  /** Forgets what was listed before. */
  refresh(files: ProjectFiles, { folders, kinds }: Pick<Inventory, "folders" | "kinds">): void {
    this.#files = files;
    this.#walked = folders;
    this.#listed.clear();
    this.#kinds.clear();
    // The same list means the same files.
    if (kinds.paths === this.#paths) return;
    this.#paths = kinds.paths;
    this.#collected = new Set(kinds.paths);
  }

  kindOf(path: string): TargetKind | undefined {
    if (this.#collected.has(path)) return "file";
    if (path === "" || this.#walked.has(path)) return "folder";
    if (this.#kinds.has(path)) return this.#kinds.get(path);
    const kind = this.#look(path);
    this.#kinds.set(path, kind);
    return kind;
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
      const found = this.#walked.get(folder) ?? this.#files?.list(folder) ?? [];
      entries = new Map(found.map(({ name, kind }) => [name, kind]));
      this.#listed.set(folder, entries);
    }
    return entries;
  }
}
