import { redact } from "../../redaction/redact.js";
import { SOURCE_KINDS, type SourceKind, type SourceRecord } from "./sources.js";

/**
 * The kept form of the inventory: JSON lines, one record a line, sorted by path. A line that is no record (torn,
 * foreign, of another shape) is passed over: the file it stood for is simply read again.
 */

const KINDS: ReadonlySet<string> = new Set(SOURCE_KINDS);

/** Raised when the meaning of the facts changes, so that older ones are read anew. */
const FORMAT = 2;

/** These are written back as they are, so nothing that would need an escape gets in. */
const HASH = /^(?:[0-9a-f]{64})?$/;
const TIME = /^[\d:.TZ-]{1,30}$/;
const WORD = /^[a-z]{1,20}$/;

interface Line extends SourceRecord {
  readonly format: number;
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
    typeof line.facts === "object" &&
    line.facts !== null
  );
}

/** Reads an index back, by path. Never throws: what is no record is left out. */
export function parseIndex(text: string): Map<string, SourceRecord> {
  const records = new Map<string, SourceRecord>();
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    try {
      const value: unknown = JSON.parse(text.slice(start, end));
      if (isRecord(value)) records.set(value.path, value);
    } catch {
      // A torn line: its file is read again.
    }
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
 * Writes an index; the same records give the same bytes. A record whose path or facts hold a secret is not kept: its
 * file is read again the next time, and nothing of it lies on a disk.
 */
export function formatIndex(records: Iterable<SourceRecord>): string {
  let text = "";
  let chunk: SourceRecord[] = [];
  let said = "";
  const close = (): void => {
    const clean = isClean(said) ? chunk : chunk.filter((record) => isClean(saidBy(record)));
    for (const record of clean) text += lineOf(record);
    chunk = [];
    said = "";
  };
  for (const record of records) {
    chunk.push(record);
    said += saidBy(record);
    if (said.length > CHUNK) close();
  }
  close();
  return text;
}

/** Everything in a record that comes from a document, a line for each text, before anything is escaped. */
function saidBy({ path, facts }: SourceRecord): string {
  let said = `${path}\n`;
  const add = (value: unknown): void => {
    if (typeof value === "string") said += `${value}\n`;
    else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) add(part);
  };
  add(facts);
  return said;
}

/**
 * Put together by hand where nothing needs to be escaped: for thousands of records that is half of the work. What is not
 * ASCII is written as an escape, for a text of ASCII alone takes half the memory and is read several times as fast.
 */
function lineOf(record: SourceRecord): string {
  const { path, kind, stage, hash, last_seen_at, status, size, mtime_ms, ino, facts } = record;
  const stagePart = stage === undefined ? "" : `"stage":${JSON.stringify(stage)},`;
  const stamp = `"size":${size},"mtime_ms":${mtime_ms},"ino":${ino},"format":${FORMAT}`;
  return `{"path":${ascii(path)},"kind":"${kind}",${stagePart}"hash":"${hash}","last_seen_at":"${last_seen_at}","status":"${status}",${stamp},"facts":${ascii(facts)}}\n`;
}

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
