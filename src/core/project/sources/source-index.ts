import type { Diagnostic } from "../../diagnostics.js";
import { redact } from "../../redaction/redact.js";
import type { FactsReader } from "./facts.js";
import { IndexedRecord, type RecordFields } from "./indexed-record.js";
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

interface Line extends RecordFields {
  readonly format: number;
  readonly facts?: SourceFacts;
  readonly found?: readonly Diagnostic[];
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
    (line.found === undefined || Array.isArray(line.found))
  );
}

/**
 * A line as `lineOf` writes it, with nothing in it to unescape. Taking it apart costs a third of what JSON costs, and
 * what stands after the format is left as it is until someone asks for it.
 */
const OWN_LINE = new RegExp(
  '\\{"path":"([^"\\\\\\n]*)","kind":"([a-z]+)","hash":"((?:[0-9a-f]{64})?)","last_seen_at":"([\\d:.TZ-]{1,30})",' +
    '"status":"([a-z]{1,20})","size":(\\d+),"mtime_ms":(\\d+(?:\\.\\d+)?),"ino":(\\d+),"format":(\\d+)' +
    '(?:\\}|,"facts":(\\{[^\\n]*\\})\\})(?:\\n|$)',
  "y",
);

function ownLine(text: string, start: number, reader: FactsReader | undefined): IndexedRecord | undefined {
  OWN_LINE.lastIndex = start;
  const match = OWN_LINE.exec(text);
  if (match === null) return undefined;
  const [, path = "", kind = "", hash = "", seen = "", status = "", size, mtime, ino, format, json] = match;
  if (format !== String(FORMAT) || !KINDS.has(kind)) return undefined;
  const fields: RecordFields = {
    path,
    kind: kind as SourceKind,
    hash,
    last_seen_at: seen,
    status: status as SourceStatus,
    size: Number(size),
    mtime_ms: Number(mtime),
    ino: Number(ino),
  };
  return json === undefined ? new IndexedRecord(fields, reader) : new IndexedRecord(fields, reader, { json });
}

function anyLine(line: string, reader: FactsReader | undefined): IndexedRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // A torn line: its file is read again.
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { facts, found } = value;
  const known = { ...(facts === undefined ? {} : { facts }), ...(found === undefined ? {} : { found }) };
  return new IndexedRecord(value, reader, known);
}

/**
 * Reads an index back, by path. Never throws: what is no record is left out.
 *
 * @param reader reads the facts that the index does not hold.
 */
export function parseIndex(text: string, reader?: FactsReader): Map<string, SourceRecord> {
  const records = new Map<string, SourceRecord>();
  for (let start = 0; start < text.length;) {
    let record = ownLine(text, start, reader);
    if (record === undefined) {
      const newline = text.indexOf("\n", start);
      const end = newline === -1 ? text.length : newline;
      record = anyLine(text.slice(start, end), reader);
      start = end + 1;
    } else start = OWN_LINE.lastIndex;
    if (record !== undefined) records.set(record.path, record);
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
  let text = "";
  let chunk: { readonly record: SourceRecord; readonly parts: Parts }[] = [];
  let said = "";
  const close = (): void => {
    const allClean = isClean(said);
    for (const { record, parts } of chunk) {
      const safe = allClean ? parts : safeParts(record, parts);
      if (safe !== undefined) text += lineOf(record, safe);
    }
    chunk = [];
    said = "";
  };
  for (const record of records) {
    const parts = partsOf(record);
    chunk.push({ record, parts });
    said += saidBy(record, parts);
    if (said.length > CHUNK) close();
  }
  close();
  return text;
}

/** The part of a record that may be unknown yet: its facts, else what was found wrong with the file. */
type Parts = Pick<Line, "facts" | "found">;

const NO_PARTS: Parts = {};

function partsOf(record: SourceRecord): Parts {
  if (!(record instanceof IndexedRecord)) return { facts: record.facts };
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
  let said = `${path}\n`;
  const add = (value: unknown): void => {
    if (typeof value === "string") said += `${value}\n`;
    else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) add(part);
  };
  if (parts !== NO_PARTS) add(parts);
  return said;
}

/**
 * Put together by hand where nothing needs to be escaped: for thousands of records that is half of the work. What is not
 * ASCII is written as an escape, for a text of ASCII alone takes half the memory and is read several times as fast.
 */
function lineOf(record: SourceRecord, { facts, found }: Parts): string {
  const { path, kind, stage, hash, last_seen_at, status, size, mtime_ms, ino } = record;
  const stagePart = stage === undefined ? "" : `"stage":${JSON.stringify(stage)},`;
  const stamp = `"size":${size},"mtime_ms":${mtime_ms},"ino":${ino},"format":${FORMAT}`;
  const more =
    facts !== undefined ? `,"facts":${ascii(facts)}` : found !== undefined ? `,"found":${ascii(found)}` : "";
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
