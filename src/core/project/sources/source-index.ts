import type { Diagnostic } from "../../diagnostics.js";
import { redact } from "../../redaction/redact.js";
import type { FactsReader } from "./facts.js";
import { IndexedRecord, type KnownFacts, type RecordFields } from "./indexed-record.js";
import {
  SOURCE_KINDS,
  type SourceFacts,
  type SourceKind,
  type SourceRecord,
  type SourceStatus,
} from "./sources.js";

/**
 * The kept form of the inventory: JSON lines, one record a line, sorted by path. A line that is no record (torn,
 * foreign, of another shape) is passed over: the file it stood for is simply read again.
 */

const KINDS: ReadonlySet<string> = new Set(SOURCE_KINDS);

/** Raised when the meaning of the facts changes, so that older ones are read anew. */
const FORMAT = 3;

/** These are written back as they are, so nothing that would need an escape gets in. */
const HASH = /^(?:[0-9a-f]{64})?$/;
const TIME = /^[\d:.TZ-]{1,30}$/;
const WORD = /^[a-z]{1,20}$/;
const NUMBER = /^[\d.]{1,30}$/;

interface Line extends RecordFields {
  readonly format: number;
  readonly facts?: SourceFacts;
  readonly found?: readonly Diagnostic[];
  /** Whether its front matter has to be looked at yet. */
  readonly front?: true;
}

function isRecord(value: unknown): value is Line {
  if (typeof value !== "object" || value === null) return false;
  const line = value as Record<keyof Line, unknown>;
  return (
    line.format === FORMAT &&
    typeof line.path === "string" &&
    typeof line.kind === "string" &&
    KINDS.has(line.kind) &&
    typeof line.hash === "string" &&
    HASH.test(line.hash) &&
    typeof line.last_seen_at === "string" &&
    TIME.test(line.last_seen_at) &&
    typeof line.status === "string" &&
    WORD.test(line.status) &&
    typeof line.size === "number" &&
    typeof line.mtime_ms === "number" &&
    typeof line.ino === "number" &&
    (line.facts === undefined || (typeof line.facts === "object" && line.facts !== null)) &&
    (line.found === undefined || Array.isArray(line.found)) &&
    (line.front === undefined || line.front === true)
  );
}

/** The parts of a line as `lineOf` writes it, between its values. */
const LINE = {
  path: '{"path":"',
  kind: '","kind":"',
  hash: '","hash":"',
  seen: '","last_seen_at":"',
  status: '","status":"',
  size: '","size":',
  mtime: ',"mtime_ms":',
  ino: ',"ino":',
  format: `,"format":${FORMAT}`,
  facts: ',"facts":',
} as const;
const HASH_LENGTH = 64;

/**
 * Takes apart lines as `lineOf` writes them, with nothing in them to unescape. That costs a fifth of what JSON costs, and
 * facts are left as they are until someone asks for them.
 */
class OwnLines {
  readonly #text: string;
  readonly #reader: FactsReader | undefined;
  #at = 0;
  /** Records of one reading carry one time. */
  #seen = "";

  constructor(text: string, reader: FactsReader | undefined) {
    this.#text = text;
    this.#reader = reader;
  }

  /** The record of the line from `start` to `end`; `undefined` where it is written in another way. */
  read(start: number, end: number): IndexedRecord | undefined {
    this.#at = start;
    const path = this.#until(LINE.path, '"');
    const kind = KIND_NAMES.get(this.#until(LINE.kind, '"') ?? "");
    const hash = this.#fixed(LINE.hash, HASH_LENGTH);
    const seen = this.#time();
    const status = this.#until(LINE.status, '"');
    if (path === undefined || path.includes("\\") || kind === undefined || seen === undefined)
      return undefined;
    if (hash === undefined || !HASH.test(hash) || status === undefined || !WORD.test(status))
      return undefined;
    const size = this.#number(LINE.size);
    const mtime_ms = this.#number(LINE.mtime);
    const ino = this.#number(LINE.ino);
    if (!this.#text.startsWith(LINE.format, this.#at) || !(size >= 0 && mtime_ms >= 0 && ino >= 0))
      return undefined;
    this.#at += LINE.format.length;
    const known = this.#rest(end);
    if (known === undefined) return undefined;
    const fields = {
      path,
      kind,
      hash,
      last_seen_at: seen,
      status: status as SourceStatus,
      size,
      mtime_ms,
      ino,
    };
    return new IndexedRecord(fields, this.#reader, known);
  }

  /** What stands between `before` and the next `sign`, which stays ahead. */
  #until(before: string, sign: string): string | undefined {
    if (!this.#text.startsWith(before, this.#at)) return undefined;
    const from = this.#at + before.length;
    const to = this.#text.indexOf(sign, from);
    if (to === -1) return undefined;
    this.#at = to;
    return this.#text.slice(from, to);
  }

  #fixed(before: string, length: number): string | undefined {
    if (!this.#text.startsWith(before, this.#at)) return undefined;
    const from = this.#at + before.length;
    this.#at = from + length;
    return this.#text.slice(from, this.#at);
  }

  #time(): string | undefined {
    if (this.#seen !== "" && this.#text.startsWith(LINE.seen + this.#seen, this.#at)) {
      this.#at += LINE.seen.length + this.#seen.length;
      return this.#seen;
    }
    const time = this.#until(LINE.seen, '"');
    if (time === undefined || !TIME.test(time)) return undefined;
    this.#seen = time;
    return time;
  }

  /** Not a number where there is none. Its end is searched for: going by signs costs more than all the rest of a line. */
  #number(before: string): number {
    if (!this.#text.startsWith(before, this.#at)) return NaN;
    const from = this.#at + before.length;
    const to = this.#text.indexOf(",", from);
    if (to === -1) return NaN;
    this.#at = to;
    const digits = this.#text.slice(from, to);
    return NUMBER.test(digits) ? Number(digits) : NaN;
  }

  #rest(end: number): KnownFacts | undefined {
    if (this.#at === end - 1 && this.#text[this.#at] === "}") return NOTHING;
    if (!this.#text.startsWith(LINE.facts, this.#at) || !this.#text.endsWith("}}", end)) return undefined;
    return { json: this.#text.slice(this.#at + LINE.facts.length, end - 1) };
  }
}

const NOTHING: KnownFacts = {};
const KIND_NAMES = new Map<string, SourceKind>(SOURCE_KINDS.map((kind) => [kind, kind]));

function anyLine(line: string, reader: FactsReader | undefined): IndexedRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // A torn line: its file is read again.
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { facts, found, front } = value;
  const known = {
    ...(facts === undefined ? {} : { facts }),
    ...(found === undefined ? {} : { found }),
    ...(front === undefined ? {} : { front }),
  };
  return new IndexedRecord(value, reader, known);
}

/**
 * Reads an index back, by path. Never throws: what is no record is left out.
 *
 * @param reader reads the facts that the index does not hold.
 */
export function parseIndex(text: string, reader?: FactsReader): Map<string, SourceRecord> {
  const records = new Map<string, SourceRecord>();
  const own = new OwnLines(text, reader);
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const record = own.read(start, end) ?? anyLine(text.slice(start, end), reader);
    if (record !== undefined) records.set(record.path, record);
    start = end + 1;
  }
  return records;
}

/** Characters that are redacted at a time; well below what one redaction takes. */
const CHUNK = 500_000;

/** Whether a text is as it was after redaction. One that cannot be finished is not. */
function isClean(text: string): boolean {
  const result = redact(text);
  return result.ok && result.count === 0;
}

/**
 * Writes an index; the same records with the same known facts give the same bytes. Facts that hold a secret are left out
 * (they are read from their file again), and so is a record whose path does: nothing of it lies on a disk.
 */
export function formatIndex(records: Iterable<SourceRecord>): string {
  const lines: string[] = [];
  let chunk: SourceRecord[] = [];
  let parts: Parts[] = [];
  let said: string[] = [];
  let length = 0;
  const close = (): void => {
    const allClean = isClean(said.join("\n"));
    for (const [index, record] of chunk.entries()) {
      const all = parts[index] ?? NO_PARTS;
      const safe = allClean ? all : safeParts(record, all);
      if (safe !== undefined) lines.push(lineOf(record, safe));
    }
    [chunk, parts, said, length] = [[], [], [], 0];
  };
  for (const record of records) {
    const part = partsOf(record);
    chunk.push(record);
    parts.push(part);
    const saying = saidBy(record, part);
    said.push(saying);
    length += saying.length;
    if (length > CHUNK) close();
  }
  close();
  return lines.join("");
}

/** The part of a record that may be unknown yet: its facts, else what was found wrong with the file. */
type Parts = Pick<Line, "facts" | "found" | "front">;

const NO_PARTS: Parts = {};
const PENDING: Parts = { front: true };

function partsOf(record: SourceRecord): Parts {
  if (!(record instanceof IndexedRecord)) return { facts: record.facts };
  if (record.isPending) return PENDING;
  const facts = record.knownOnce;
  if (facts !== undefined) return { facts };
  return record.found.length === 0 ? NO_PARTS : { found: record.found };
}

/** What may be written of a record that stands among others with a secret; `undefined`: nothing. */
function safeParts(record: SourceRecord, parts: Parts): Parts | undefined {
  if (isClean(saidBy(record, parts))) return parts;
  // What was found wrong is part of the reading, and cannot be had again without it.
  const found = parts.facts?.diagnostics;
  const less: Parts = found === undefined ? NO_PARTS : { found };
  return record.status === "active" && parts.facts !== undefined && isClean(saidBy(record, less))
    ? less
    : undefined;
}

/** Everything that is written of a record and comes from a document, a line for each text, before it is escaped. */
function saidBy({ path }: SourceRecord, parts: Parts): string {
  if (parts === NO_PARTS || parts === PENDING) return path;
  let said = path;
  const add = (value: unknown): void => {
    if (typeof value === "string") said += `\n${value}`;
    else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) add(part);
  };
  add(parts);
  return said;
}

/**
 * Put together by hand where nothing needs to be escaped: for thousands of records that is half of the work. What is not
 * ASCII is written as an escape, for a text of ASCII alone takes half the memory and is read several times as fast.
 */
function lineOf(record: SourceRecord, { facts, found, front }: Parts): string {
  const { path, kind, stage, hash, last_seen_at, status, size, mtime_ms, ino } = record;
  const stagePart = stage === undefined ? "" : `"stage":${JSON.stringify(stage)},`;
  const stamp = `"size":${size},"mtime_ms":${mtime_ms},"ino":${ino},"format":${FORMAT}`;
  let more = front === undefined ? "" : ',"front":true';
  if (facts !== undefined) more = `,"facts":${ascii(facts)}`;
  else if (found !== undefined) more = `,"found":${ascii(found)}`;
  const name = PLAIN_ASCII.test(path) ? `"${path}"` : ascii(path);
  return `{"path":${name},"kind":"${kind}",${stagePart}"hash":"${hash}","last_seen_at":"${last_seen_at}","status":"${status}",${stamp}${more}}\n`;
}

const PLAIN_ASCII = /^[ !#-[\]-~]*$/;

function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What a path is on its own; what an orchestration or a decision folder makes of it is decided by the caller. */
export function kindOfPath(path: string): SourceKind | undefined {
  if (path.startsWith("docs/_project-intelligence/")) return "intelligence";
  if (path === "sdd.config.yaml") return "config";
  if (path.startsWith(".sdd/")) return path.endsWith("/learnings.jsonl") ? "learnings" : "events";
  if (!path.includes("/") || path.startsWith(".github/") || path.startsWith(".cursor/")) return "rules";
  return undefined;
}
