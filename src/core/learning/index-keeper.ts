import type { DocumentPorts } from "../context/document.js";
import type { FileWrite, ProjectWriter } from "../ports.js";
import { DEFAULT_CONFIG, type SddConfig } from "../project/config/config.js";
import { folderOf } from "../project/paths.js";
import type { Inventory } from "../project/sources/inventory.js";
import { formatIndex } from "../project/sources/source-index.js";
import { LearningIndex } from "./index-file.js";
import { formatRejected } from "./learning-record.js";
import { REVIEWS_FILE } from "./reviews.js";
import { stateProblem, stateText } from "./state-text.js";

/** Where the files of learning lie, relative to the root. */
export interface LearningPaths {
  readonly folder: string;
  readonly main: string;
  /** What overrides the main file; see `LearningIndex`. */
  readonly recent: string;
  readonly reviews: string;
  /** The copy that `sdd memory learn` keeps. */
  readonly memory: string;
}

export function learningPaths({ intelligence, memory }: SddConfig): LearningPaths {
  const folder = intelligence.indexDir;
  return {
    folder,
    main: `${folder}/learnings.jsonl`,
    recent: `${folder}/recent/learnings.jsonl`,
    reviews: `${folder}/${REVIEWS_FILE}`,
    memory: memory.indexPath,
  };
}

/** The ignore file of the state folder knows the usual places only. */
function ignoreFiles({ folder, memory }: LearningPaths, keepsMemory: boolean): FileWrite[] {
  const usual = [DEFAULT_CONFIG.intelligence.indexDir, folderOf(DEFAULT_CONFIG.memory.indexPath)];
  const used = keepsMemory ? [folder, folderOf(memory)] : [folder];
  const unusual = used.filter(
    (path) => !usual.some((known) => path === known || path.startsWith(`${known}/`)),
  );
  // A file of the user's choosing right in the state folder must not hide the whole of it from git.
  return unusual
    .filter((path) => path !== ".sdd")
    .map((path) => ({ path: `${path}/.gitignore`, text: "*\n" }));
}

/** What is to be written of an index. */
export interface IndexWrite {
  readonly paths: LearningPaths;
  readonly documents: DocumentPorts;
  readonly inventory: Inventory;
  readonly index: LearningIndex;
  /** Whether the index differs from its files. */
  readonly changed: boolean;
  /** Whether the copy at `memory.index_path` is wanted; where there is one, it is kept in step anyway. */
  readonly memory: boolean;
}

/** Reads the index of learnings when its files have changed, and writes of it what has. */
export class IndexKeeper {
  readonly #writer: ProjectWriter;
  readonly #openDocuments: () => DocumentPorts;
  /** The index as it was read or written, with what tells these files apart from others. */
  #loaded: { readonly stamp: string; readonly index: LearningIndex } | undefined;

  constructor(writer: ProjectWriter, openDocuments: () => DocumentPorts) {
    this.#writer = writer;
    this.#openDocuments = openDocuments;
  }

  forget(): void {
    this.#loaded = undefined;
  }

  /** The index as its files have it; the same object as long as nobody else writes them. */
  load(documents: DocumentPorts, paths: LearningPaths): LearningIndex {
    const stamp = stampOf(documents, paths);
    if (this.#loaded?.stamp === stamp) return this.#loaded.index;
    const index = this.read(documents, paths);
    this.#loaded = { stamp, index };
    return index;
  }

  /** An index of its own, which may be changed without anything being known of it later. */
  read(documents: DocumentPorts, { main, recent }: LearningPaths): LearningIndex {
    const [first, later] = [stateText(documents, main), stateText(documents, recent)];
    return new LearningIndex(first.text, later.text, [
      ...(first.problem === undefined ? [] : [stateProblem(main, first.problem)]),
      ...(later.problem === undefined ? [] : [stateProblem(recent, later.problem)]),
    ]);
  }

  /**
   * The files that would be written; none where the index is on the disk as it is.
   *
   * @throws SddError `unreadable-file` where a file to be written anew is there and cannot be read
   */
  plan({ paths, documents, inventory, index, changed, memory }: IndexWrite): readonly FileWrite[] {
    const isThere = (path: string): boolean => documents.files.stamp(path) !== undefined;
    const keepsMemory = memory || isThere(paths.memory);
    const isWhole = !isThere(paths.main) || (keepsMemory && !isThere(paths.memory));
    const hasRejected = index.rejected.length > 0;
    if (!changed && !hasRejected && !isWhole) return [];
    const texts = index.texts(isWhole || keepsMemory || hasRejected);
    const files: FileWrite[] = [];
    if (texts.main !== undefined) {
      files.push({ path: paths.main, text: texts.main });
      files.push({
        path: `${paths.folder}/sources.index.jsonl`,
        text: formatIndex(inventory.records.values()),
      });
      if (keepsMemory) files.push({ path: paths.memory, text: texts.main });
    }
    if (texts.recent !== "" || isThere(paths.recent)) files.push({ path: paths.recent, text: texts.recent });
    if (hasRejected) {
      const path = `${paths.main}.rejected`;
      const before = stateText(documents, path);
      if (before.problem !== undefined) throw stateProblem(path, before.problem);
      files.push({ path, text: before.text + formatRejected(index.rejected) });
    }
    return [...files, ...ignoreFiles(paths, keepsMemory)];
  }

  /**
   * @param files as `plan` gave them.
   * @throws SddError `write-failed`, `path-refused`
   */
  write({ paths, index }: IndexWrite, files: readonly FileWrite[]): void {
    if (files.length === 0) return;
    this.#writer.writeDerived(files);
    index.wrote(files.find(({ path }) => path === paths.main)?.text);
    this.#loaded = { stamp: stampOf(this.#openDocuments(), paths), index };
  }
}

/** Tells a state of the files apart from any other: another process, or a person, may have written them. */
function stampOf({ files }: DocumentPorts, { main, recent }: LearningPaths): string {
  return JSON.stringify([main, files.stamp(main), recent, files.stamp(recent)]);
}
