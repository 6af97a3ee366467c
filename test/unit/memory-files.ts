import type {
  EntryKind,
  FileStamp,
  FolderEntry,
  LinkTarget,
  ProjectFiles,
  ReadResult,
} from "../../src/core/ports.js";

/** A symbolic link. A relative target is taken from the link's own folder, as a real one is. */
export interface MemoryLink {
  readonly link: string;
}

/** A FIFO, socket or device; or a file that is there but cannot be read. */
export interface MemoryOddity {
  readonly odd: "fifo" | "unreadable";
}

/** A text is kept as UTF-8. A path that ends in `/` makes an empty folder, whatever its content. */
export type MemoryContent = string | Uint8Array | MemoryLink | MemoryOddity;

export const linkTo = (target: string): MemoryLink => ({ link: target });
export const fifo: MemoryOddity = { odd: "fifo" };
export const unreadable: MemoryOddity = { odd: "unreadable" };

interface MemoryNode {
  readonly content: Uint8Array | MemoryLink | MemoryOddity | "folder";
  readonly ino: number;
  readonly mtimeMs: number;
}

type Real = { readonly path: string; readonly node: MemoryNode } | "missing" | "outside-root";

const ROOT: MemoryNode = { content: "folder", ino: 1, mtimeMs: 0 };

function isPlain(path: string): boolean {
  return (
    !/^\/|[\0\\:]/.test(path) &&
    !path.split("/").some((part) => part === ".." || (part === "" && path !== ""))
  );
}

function kindOf(node: MemoryNode): EntryKind {
  if (node.content === "folder") return "folder";
  if (node.content instanceof Uint8Array) return "file";
  if ("link" in node.content) return "link";
  return node.content.odd === "fifo" ? "other" : "file";
}

/** The tree behind a memory project: what a disk is to the real adapter. */
export class MemoryTree {
  readonly nodes = new Map<string, MemoryNode>();
  #nextIno = 100;

  /** Puts content at a path, in place where something stands there (same inode) unless `replace` is set. */
  put(path: string, content: MemoryContent, mtimeMs: number, replace = false): void {
    const name = path.endsWith("/") ? path.slice(0, -1) : path;
    const folder = name.lastIndexOf("/") < 0 ? "" : name.slice(0, name.lastIndexOf("/"));
    if (folder !== "" && !this.nodes.has(folder)) this.put(`${folder}/`, "", mtimeMs);
    const ino = (replace ? undefined : this.nodes.get(name)?.ino) ?? this.#nextIno++;
    const bytes = typeof content === "string" ? new Uint8Array(Buffer.from(content, "utf8")) : content;
    this.nodes.set(name, { content: path.endsWith("/") ? "folder" : bytes, ino, mtimeMs });
  }

  /** Takes away a path and all below it. */
  remove(path: string): void {
    for (const key of [...this.nodes.keys()]) {
      if (key === path || key.startsWith(`${path}/`)) this.nodes.delete(key);
    }
  }

  /** Moves a path and all below it; inodes and times go along, as on a disk. */
  rename(from: string, to: string): void {
    for (const [key, node] of [...this.nodes]) {
      if (key !== from && !key.startsWith(`${from}/`)) continue;
      this.nodes.delete(key);
      const target = to + key.slice(from.length);
      this.put(target.slice(0, target.lastIndexOf("/") + 1) || target, "", node.mtimeMs);
      this.nodes.set(target, node);
    }
  }

  /** Follows every link on the way, the last one too unless `keepLast`. */
  real(path: string, keepLast = false, depth = 0): Real {
    if (!isPlain(path) || depth > 40) return depth > 40 ? "missing" : "outside-root";
    let done = "";
    const parts = path === "" ? [] : path.split("/");
    for (const [index, part] of parts.entries()) {
      const here = done === "" ? part : `${done}/${part}`;
      const node = this.nodes.get(here);
      if (node === undefined) return "missing";
      const last = index === parts.length - 1;
      if (kindOf(node) === "link" && !(last && keepLast)) {
        const target = this.#target(done, (node.content as MemoryLink).link);
        if (target === undefined) return "outside-root";
        return this.real([target, ...parts.slice(index + 1)].filter(Boolean).join("/"), keepLast, depth + 1);
      }
      done = here;
    }
    return { path: done, node: this.nodes.get(done) ?? ROOT };
  }

  #target(folder: string, target: string): string | undefined {
    if (target.startsWith("/")) return undefined;
    const parts = folder === "" ? [] : folder.split("/");
    for (const part of target.split("/")) {
      if (part === "..") {
        if (parts.pop() === undefined) return undefined;
      } else if (part !== "." && part !== "") parts.push(part);
    }
    return parts.join("/");
  }
}

/** `ProjectFiles` over a tree, counting the reads of each path as asked for. */
export class MemoryFiles implements ProjectFiles {
  readonly reads = new Map<string, number>();
  readonly #tree: MemoryTree;
  #buffer = new Uint8Array(0);

  constructor(tree: MemoryTree) {
    this.#tree = tree;
  }

  list(folder: string): readonly FolderEntry[] | undefined {
    const real = this.#tree.real(folder);
    if (typeof real === "string" || real.node.content !== "folder") return undefined;
    const prefix = real.path === "" ? "" : `${real.path}/`;
    const entries: FolderEntry[] = [];
    for (const [path, node] of this.#tree.nodes) {
      const name = path.slice(prefix.length);
      if (path.startsWith(prefix) && !name.includes("/")) entries.push({ name, kind: kindOf(node) });
    }
    return entries;
  }

  stamp(path: string): FileStamp | undefined {
    const real = this.#tree.real(path);
    return typeof real === "string" || kindOf(real.node) !== "file" ? undefined : stampOf(real.node);
  }

  read(path: string, maxBytes: number): ReadResult {
    this.reads.set(path, (this.reads.get(path) ?? 0) + 1);
    const real = this.#tree.real(path);
    if (typeof real === "string") return { ok: false, problem: real };
    const { content } = real.node;
    if (kindOf(real.node) !== "file") return { ok: false, problem: "not-regular" };
    if (!(content instanceof Uint8Array)) return { ok: false, problem: "unreadable" };
    if (content.length > maxBytes) return { ok: false, problem: "too-large" };
    // One buffer for all reads, as the real adapter has: whoever keeps the view finds other bytes in it.
    if (this.#buffer.length < content.length) this.#buffer = new Uint8Array(content.length);
    this.#buffer.fill(0x3f);
    this.#buffer.set(content);
    return { ok: true, bytes: this.#buffer.subarray(0, content.length), stamp: stampOf(real.node) };
  }

  resolveLink(path: string): LinkTarget {
    const real = this.#tree.real(path);
    if (real === "missing") return { ok: false, problem: "broken" };
    if (real === "outside-root") return { ok: false, problem: "outside-root" };
    return { ok: true, path: real.path, kind: kindOf(real.node) };
  }
}

function stampOf(node: MemoryNode): FileStamp {
  const size = node.content instanceof Uint8Array ? node.content.length : 0;
  return { size, mtimeMs: node.mtimeMs, ino: node.ino };
}
