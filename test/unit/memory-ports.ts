import { createHash } from "node:crypto";
import { SddError } from "../../src/core/errors.js";
import type { Clock, FileWrite, Hasher, IndexStore, ProjectWriter, TextCodec } from "../../src/core/ports.js";
import { type MemoryContent, MemoryFiles, MemoryTree } from "./memory-files.js";

export { fifo, linkTo, type MemoryContent, unreadable } from "./memory-files.js";

/** When files of a memory project were made, unless told otherwise: 2026-01-01T00:00:00Z. */
const FILES_MADE_AT = Date.UTC(2026, 0, 1);
/** Where a memory clock stands at first, an hour later: no file of a new project is too fresh to be trusted. */
const CLOCK_STARTS_AT = FILES_MADE_AT + 3_600_000;

export interface MemoryClock extends Clock {
  set(ms: number): void;
  advance(ms: number): void;
}

export function memoryClock(start: number = CLOCK_STARTS_AT): MemoryClock {
  let time = start;
  return {
    now: () => time,
    set(ms) {
      time = ms;
    },
    advance(ms) {
      time += ms;
    },
  };
}

export const testHasher: Hasher = {
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
};

export const testCodec: TextCodec = {
  utf8(bytes) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  },
  isUtf8: (bytes) => testCodec.utf8(bytes) !== undefined,
  utf16: (bytes, endian) =>
    new TextDecoder(endian === "little" ? "utf-16le" : "utf-16be", { ignoreBOM: true }).decode(bytes),
};

export interface MemoryIndexStore extends IndexStore {
  /** What was saved last, or the text it began with. */
  readonly text: string | undefined;
  readonly saves: number;
}

export function memoryIndexStore(initial?: string): MemoryIndexStore {
  let text = initial;
  let saves = 0;
  return {
    load: () => text,
    save(next) {
      text = next;
      saves += 1;
    },
    get text() {
      return text;
    },
    get saves() {
      return saves;
    },
  };
}

export interface MemoryProject {
  readonly files: MemoryFiles;
  readonly writer: ProjectWriter;
  readonly clock: MemoryClock;
  readonly hasher: Hasher;
  readonly codec: TextCodec;
  readonly index: MemoryIndexStore;
  /** Every path written through the writer, in order. */
  readonly written: readonly string[];
  /** Changes a file in place (the inode stays), or makes it; the time is the clock's. */
  write(path: string, content: MemoryContent): void;
  /** Takes away a file, or a folder with all in it. */
  remove(path: string): void;
  rename(from: string, to: string): void;
  /** Gives a file another time (default: the clock's) and leaves its bytes. */
  touch(path: string, mtimeMs?: number): void;
  /** A file's text; `undefined` where there is none. */
  text(path: string): string | undefined;
  /** How often a path was read, or all paths together. */
  readCount(path?: string): number;
  resetReads(): void;
}

export interface MemoryOptions {
  /** Default `FILES_MADE_AT`. */
  readonly mtimeMs?: number;
  /** Default `CLOCK_STARTS_AT`. */
  readonly now?: number;
  /** Makes every write fail as a full disk would. */
  readonly diskFull?: boolean;
}

class MemoryWriter implements ProjectWriter {
  readonly written: string[] = [];
  readonly #tree: MemoryTree;
  readonly #clock: Clock;
  readonly #full: boolean;

  constructor(tree: MemoryTree, clock: Clock, full: boolean) {
    this.#tree = tree;
    this.#clock = clock;
    this.#full = full;
  }

  writeDerived(files: readonly FileWrite[]): void {
    for (const { path } of files) {
      if (!path.startsWith(".sdd/")) throw new SddError("path-refused", path);
      this.#check(path);
    }
    for (const file of files) this.#put(file);
  }

  writeDocument(file: FileWrite, mode: "create" | "replace"): void {
    this.#check(file.path);
    if (mode === "create" && this.#tree.nodes.has(file.path)) throw new SddError("already-exists", file.path);
    this.#put(file);
  }

  #check(path: string): void {
    let folder = path;
    do {
      const at = this.#tree.real(folder, true);
      if (at === "outside-root") throw new SddError("path-refused", path);
      if (at !== "missing" && typeof at.node.content === "object" && "link" in at.node.content) {
        throw new SddError("path-refused", path);
      }
      if (at !== "missing" && at.path !== folder) throw new SddError("path-refused", path);
      folder = folder.slice(0, Math.max(folder.lastIndexOf("/"), 0));
    } while (folder !== "");
    if (this.#full) throw new SddError("write-failed", path, "the disk is full");
  }

  #put({ path, text }: FileWrite): void {
    const before = this.#tree.nodes.get(path)?.content;
    if (before instanceof Uint8Array && Buffer.from(before).equals(Buffer.from(text))) return;
    this.#tree.put(path, text, this.#clock.now(), true);
    this.written.push(path);
  }
}

/**
 * A project that lives in memory, with every port the domain asks for. Inodes and times are deterministic.
 *
 * @param files paths relative to the root; see `MemoryContent` for what may stand there.
 */
export function memoryProject(
  files: Readonly<Record<string, MemoryContent>> = {},
  options: MemoryOptions = {},
): MemoryProject {
  const tree = new MemoryTree();
  for (const [path, content] of Object.entries(files))
    tree.put(path, content, options.mtimeMs ?? FILES_MADE_AT);
  const clock = memoryClock(options.now);
  const reader = new MemoryFiles(tree);
  const writer = new MemoryWriter(tree, clock, options.diskFull ?? false);
  return {
    files: reader,
    writer,
    clock,
    hasher: testHasher,
    codec: testCodec,
    index: memoryIndexStore(),
    written: writer.written,
    write: (path, content) => {
      tree.put(path, content, clock.now());
    },
    remove: (path) => {
      tree.remove(path);
    },
    rename: (from, to) => {
      tree.rename(from, to);
    },
    touch: (path, mtimeMs = clock.now()) => {
      const node = tree.nodes.get(path);
      if (node !== undefined) tree.nodes.set(path, { ...node, mtimeMs });
    },
    text: (path) => {
      const content = tree.nodes.get(path)?.content;
      return content instanceof Uint8Array ? Buffer.from(content).toString("utf8") : undefined;
    },
    readCount: (path) =>
      path === undefined
        ? [...reader.reads.values()].reduce((a, b) => a + b, 0)
        : (reader.reads.get(path) ?? 0),
    resetReads: () => {
      reader.reads.clear();
    },
  };
}
