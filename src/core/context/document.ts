import type { Cancellation, Clock, Hasher, ProjectFiles, TextCodec } from "../ports.js";
import { splitFrontMatter } from "../project/yaml/front-matter.js";
import { MAX_LEARNINGS_BYTES, MAX_SOURCE_BYTES } from "../project/sources/facts.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { redact } from "../redaction/redact.js";
import { MARKER } from "../redaction/rule.js";
import { decodeText } from "../text/decode.js";
import { outlineOf } from "../text/outline.js";
import { eventSections, recordLines, type RecordLines } from "./records.js";
import { quotableOf, type QuotableSection } from "./quotes.js";

/** A source with its text taken apart, redacted, ready to be weighed. */
export interface LoadedDocument {
  readonly ok: true;
  /** Hash of the bytes that were read, which is the record's unless the file has just changed. */
  readonly hash: string;
  readonly sections: readonly QuotableSection[];
  /** Titles of all headings, boilerplate too: they tell the document's language. */
  readonly headings: readonly string[];
}

export type LoadResult = LoadedDocument | { readonly ok: false; readonly reason: "unreadable" | "redaction" };

export interface DocumentPorts {
  readonly files: ProjectFiles;
  readonly codec: TextCodec;
  readonly hasher: Hasher;
  /** The machine's own time, which bounds the redaction of one document. */
  readonly wallClock: Clock;
}

/** A document whose redaction takes longer is left out: it was made to be slow. */
const REDACTION_MS = 3_000;

/** Characters of the documents that a cache keeps at the most. */
const CACHE_CHARS = 12_000_000;

/** Loads documents, and keeps those lately used by their hash, so that an unchanged one is neither read nor parsed again. */
export class DocumentCache {
  readonly #documents = new Map<string, { result: LoadedDocument; size: number }>();
  #size = 0;
  /** By path: there are two such files at the most. */
  readonly #learnings = new Map<string, { readonly hash: string; readonly lines: RecordLines }>();

  /** @param cancellation asked now and then by the redaction of a long text, which it ends. */
  load(ports: DocumentPorts, record: SourceRecord, cancellation?: Cancellation): LoadResult {
    const key = `${record.hash} ${record.path}`;
    const known = this.#documents.get(key);
    if (known !== undefined) {
      // Put last again: the map's order is the order of use.
      this.#documents.delete(key);
      this.#documents.set(key, known);
      return known.result;
    }
    const result = loadDocument(ports, record, cancellation);
    // A failure may pass (the file comes back, the work was cancelled), so only what was read is kept.
    if (result.ok && result.hash === record.hash) this.#keep(key, result, record.size);
    return result;
  }

  /**
   * The lines of a file of learnings, by source. Such a file may be large; each line is redacted when it is quoted.
   *
   * @returns `undefined` where it cannot be read.
   */
  learnings(ports: DocumentPorts, { path, hash }: SourceRecord): RecordLines | undefined {
    const known = this.#learnings.get(path);
    if (known?.hash === hash) return known.lines;
    const read = ports.files.read(path, MAX_LEARNINGS_BYTES);
    const decoded = read.ok ? decodeText(read.bytes, ports.codec, path) : undefined;
    if (decoded?.ok !== true) return undefined;
    const lines = recordLines(decoded.text);
    this.#learnings.set(path, { hash, lines });
    return lines;
  }

  #keep(key: string, result: LoadedDocument, size: number): void {
    this.#documents.set(key, { result, size });
    this.#size += size;
    for (const [oldest, entry] of this.#documents) {
      if (this.#size <= CACHE_CHARS) break;
      this.#documents.delete(oldest);
      this.#size -= entry.size;
    }
  }
}

function loadDocument(ports: DocumentPorts, record: SourceRecord, cancellation?: Cancellation): LoadResult {
  const safe = readSafeText(ports, record.path, cancellation);
  if (!safe.ok) return safe;
  const { hash, text } = safe;
  if (record.kind === "events") return { ok: true, hash, sections: eventSections(text), headings: [] };
  const front = splitFrontMatter(text);
  const from = front.unclosed ? 0 : front.bodyStart;
  const firstLine = 1 + lineBreaks(text, from);
  const outline = outlineOf(text, from, firstLine);
  const sections = quotableOf(outline, text, record.path);
  const headings = outline.map(({ title }) => title);
  return { ok: true, hash, headings, sections: relined(sections, safe.lineInFile) };
}

/** A text without its secrets. A lone CR, which ends a line in every editor, is a line feed in it. */
export interface SafeText {
  readonly ok: true;
  /** Hash of the bytes that were read. */
  readonly hash: string;
  readonly text: string;
  /** The line in the file of a line of `text`, both 1-based: a secret of several lines leaves but one. */
  readonly lineInFile: (line: number) => number;
}

/** Reads a source and redacts it as a whole; what takes too long to redact is left out. */
export function readSafeText(
  ports: DocumentPorts,
  path: string,
  cancellation?: Cancellation,
): SafeText | { readonly ok: false; readonly reason: "unreadable" | "redaction" } {
  const read = ports.files.read(path, MAX_SOURCE_BYTES);
  if (!read.ok) return { ok: false, reason: "unreadable" };
  const hash = ports.hasher.sha256(read.bytes);
  const decoded = decodeText(read.bytes, ports.codec, path);
  if (!decoded.ok) return { ok: false, reason: "unreadable" };
  const latest = ports.wallClock.now() + REDACTION_MS;
  const deadline = (): boolean => cancellation?.isCancelled() === true || ports.wallClock.now() > latest;
  // One for one, so that offsets stay.
  const original = decoded.text.replace(/\r(?!\n)/g, "\n");
  const safe = redact(original, { deadline });
  if (!safe.ok) return { ok: false, reason: "redaction" };
  const lines = safe.count === 0 ? undefined : movedLines(original, safe.text);
  const lineInFile = (line: number): number => 1 + (lines?.[line - 1] ?? line - 1);
  return { ok: true, hash, text: safe.text, lineInFile };
}

/** The text of a project file; `undefined` where it is missing or is no readable text. */
export function readText(
  { files, codec }: Pick<DocumentPorts, "files" | "codec">,
  path: string,
): string | undefined {
  const read = files.read(path, MAX_SOURCE_BYTES);
  if (!read.ok) return undefined;
  const decoded = decodeText(read.bytes, codec, path);
  return decoded.ok ? decoded.text : undefined;
}

function lineBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/**
 * A redacted block of several lines becomes one, so what stands below it moves up. This gives, by the line (from 0) in
 * the redacted text, the line in the file. Every line without a marker is a line of the file, in the same order, so one
 * pass finds each; a line with a marker stands right after the one before it.
 */
function movedLines(original: string, redacted: string): readonly number[] | undefined {
  const before = original.split("\n");
  const after = redacted.split("\n");
  if (before.length === after.length) return undefined;
  let next = 0;
  return after.map((text) => {
    const found = text.includes(MARKER) ? -1 : before.indexOf(text, next);
    const line = found === -1 ? next : found;
    next = line + 1;
    return line;
  });
}

function relined(
  sections: readonly QuotableSection[],
  lineInFile: (line: number) => number,
): readonly QuotableSection[] {
  return sections.map((section) => {
    const line = lineInFile(section.line);
    return line === section.line ? section : { ...section, line };
  });
}
