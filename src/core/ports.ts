/**
 * The outside world as the domain sees it. `core` never touches a disk, a clock or a hash function itself:
 * a face (extension, command line, MCP server) hands these in, and tests hand in in-memory ones.
 *
 * Every path is relative to the project root, with `/` between its parts and without a leading `/`;
 * the root itself is `""`.
 */

import type { Diagnostic } from "./diagnostics.js";

/** What a folder entry is, without following links. `other` is a FIFO, socket or device. */
export type EntryKind = "file" | "folder" | "link" | "other";

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** What is compared to tell that a file did not change. `mtimeMs` is in milliseconds since the epoch. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** Why a file could not be read. `outside-root`: a link, or a folder on the way, leads out of the project. */
export type ReadProblem = "missing" | "outside-root" | "not-regular" | "too-large" | "unreadable";

export type ReadResult =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly stamp: FileStamp }
  | { readonly ok: false; readonly problem: ReadProblem };

/** Where a symbolic link leads: a path inside the project, or a reason why it is not followed. */
export type LinkTarget =
  | { readonly ok: true; readonly path: string; readonly kind: EntryKind }
  | { readonly ok: false; readonly problem: "broken" | "outside-root" };

/** Read access to the files of one project root. Never follows a link out of it, never opens what is no regular file. */
export interface ProjectFiles {
  /** The entries of a folder in no particular order; `undefined` where it is missing or cannot be read. */
  list(folder: string): readonly FolderEntry[] | undefined;
  /** Size, time and inode of a file, following a link that stays inside; `undefined` where there is none. */
  stamp(path: string): FileStamp | undefined;
  /** The whole file. The bytes are a view that is valid only until the next call of `read`. */
  read(path: string, maxBytes: number): ReadResult;
  resolveLink(path: string): LinkTarget;
}

/** One file to write: the text is encoded as UTF-8 without a byte order mark. */
export interface FileWrite {
  readonly path: string;
  readonly text: string;
}

/**
 * Write access below one project root. Each file is replaced atomically (written beside, flushed, renamed), and a
 * path that leaves the root, or goes through a link, is refused.
 *
 * @throws SddError `path-refused` (leaves the root, a link in the way), `write-failed` (disk full, read-only); what stood
 * there before stays.
 */
export interface ProjectWriter {
  /** Writes derived files below `.sdd`, making its `.gitignore` and `.gitattributes` on first use. */
  writeDerived(files: readonly FileWrite[]): void;
  /** Writes a document that a person asked for. `create` refuses to overwrite (`already-exists`). */
  writeDocument(file: FileWrite, mode: "create" | "replace"): void;
}

/**
 * How far a log was read. It may be kept and handed to another process as JSON; what it holds is the adapter's affair.
 */
export interface LogCursor {
  /** Which file it was: a name that a file of the same path made later does not get. `""`: there was none. */
  readonly file: string;
  /** Bytes that were read, from the beginning. */
  readonly offset: number;
  /** Line ends among them. */
  readonly lines: number;
  /** A fingerprint of the last of these bytes: a file that was written anew in place shows another. */
  readonly tail: string;
}

export interface LogLine {
  /** 1-based. */
  readonly line: number;
  /** Without its end, and without a byte order mark. */
  readonly text: string;
}

/** One line that holds a JSON object. */
export interface LogRecord extends LogLine {
  readonly value: Readonly<Record<string, unknown>>;
}

/** A line that is passed over and stays in the file. Its text has U+FFFD where bytes were no UTF-8. */
export interface LogFlaw extends LogLine {
  readonly problem: "invalid-utf8" | "invalid-json" | "not-an-object";
}

export interface LogRead {
  readonly records: readonly LogRecord[];
  readonly flaws: readonly LogFlaw[];
  /**
   * A last line that has no end and cannot be read: somebody was killed while writing it, or is writing it now. The
   * cursor stands before it.
   */
  readonly torn: LogLine | undefined;
  readonly cursor: LogCursor;
  /** Whether a cursor was given that does not belong to this file (any more), so that everything was read. */
  readonly restarted: boolean;
}

/**
 * Logs of one JSON object a line, written by several processes at the same time. Blank lines count and are passed over;
 * LF and CRLF are line ends.
 */
export interface AppendLog {
  /**
   * Appends lines, which are on the disk when it returns. They stand together, and a line that another process left
   * torn does not swallow the first of them. Where it throws, none of them was acknowledged, but some may be there.
   *
   * @param lines each one JSON object, redacted; an end of line at its end is its own, and inside it is refused.
   * @throws SddError `path-refused`, `write-failed`
   */
  append(path: string, lines: readonly string[]): void;
  /**
   * Reads a log, or what was appended to it since `from`. A missing log is empty.
   *
   * @throws SddError `path-refused`, `unreadable-file`
   */
  read(path: string, from?: LogCursor): LogRead;
}

/** What every stored document has; the names are the wire's. */
export interface StoredDocument {
  readonly schema_version: number;
  /** How many changes it has seen. The store counts; what a change says here is overwritten. */
  readonly revision: number;
}

/** What a store has to know of its documents. */
export interface DocumentSchema<T extends StoredDocument> {
  /** The `schema_version` that is written. A later one is read where `parse` takes it, and never changed. */
  readonly version: number;
  /** What stands in a store that is not there yet; revision 0. */
  readonly empty: T;
  /**
   * Checks what was read, or is to be written, and brings earlier versions up to date. Its input must not be changed.
   *
   * @returns the document, or in a few words what is wrong with it: then the file counts as damaged.
   */
  parse(value: Readonly<Record<string, unknown>>): T | string;
}

/** A store as it was found. The same object is answered until the file changes. */
export interface StoreState<T extends StoredDocument> {
  /** Frozen through and through. */
  readonly document: T;
  /** Compared with `DocumentStore.stamp` to see whether it changed. `""`: there is no file. */
  readonly stamp: string;
  /** Whether the file is a later version's. */
  readonly readOnly: boolean;
  /** What a person must know: damage, what was set aside in this process, a later version. */
  readonly notices: readonly Diagnostic[];
}

/** One JSON document that several processes read and change. */
export interface DocumentStore<T extends StoredDocument> {
  /**
   * The present document; a file that did not change is not read again. Writes nothing: of a damaged file the last good
   * copy is answered, with a notice.
   *
   * @throws SddError `unreadable-file` (also where it is damaged and there is no good copy), `path-refused`,
   * `store-newer` where a later version cannot even be read
   */
  read(): StoreState<T>;
  /** Cheap enough to be asked many times a second. @throws SddError `unreadable-file`, `path-refused` */
  stamp(): string;
  /**
   * Changes the document under the store's lock, on the disk when it resolves. Either all of it happens or nothing.
   *
   * @param change a pure function: it answers the new document, which may share parts with the old one. Answering the
   * old one writes nothing. What it throws is thrown, and nothing is written. What it hands over is frozen.
   * @throws SddError `store-locked`, `write-failed`, `path-refused`, `store-newer`, `store-unreadable` (no good copy is
   * left; the file is kept and copied), `store-refused` (the schema does not take the new document), `unreadable-file`
   */
  update(change: (document: T) => T): Promise<StoreState<T>>;
}

/** The kept text of the source index, wherever the face keeps it. Saving is best effort and never throws. */
export interface IndexStore {
  load(): string | undefined;
  save(text: string): void;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Where randomness comes from. */
export interface RandomBytes {
  /** That many unpredictable bytes. */
  bytes(count: number): Uint8Array;
}

/** Where ids come from that can meet in a merge (DESIGN §5). */
export interface IdSource {
  /** `<prefix>-` and a ULID: later ids of one source compare greater, also within one millisecond. */
  next(prefix: string): string;
}

export interface Hasher {
  /** Lower-case hex SHA-256 of the bytes, or of the text's UTF-8. */
  sha256(data: Uint8Array | string): string;
}

export interface TextCodec {
  /** Decodes strict UTF-8 (no byte order mark expected); `undefined` where a byte sequence is invalid. */
  utf8(bytes: Uint8Array): string | undefined;
  /** Whether the bytes are strict UTF-8; far cheaper than decoding them. */
  isUtf8(bytes: Uint8Array): boolean;
  /** Decodes UTF-16 without its byte order mark. */
  utf16(bytes: Uint8Array, endian: "little" | "big"): string;
}

/** Asked between units of work; answering `true` makes the work stop with `SddError("cancelled")`. */
export interface Cancellation {
  isCancelled(): boolean;
}
