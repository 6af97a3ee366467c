import { SOURCE_KINDS, type SourceKind, type SourceRecord } from "./sources.js";

/**
 * The kept form of the inventory: JSON lines, one record a line, sorted by path. A line that is no record (torn,
 * foreign, of another shape) is passed over: the file it stood for is simply read again.
 */

const KINDS: ReadonlySet<string> = new Set(SOURCE_KINDS);

/** Raised when the meaning of the facts changes, so that older ones are read anew. */
const FORMAT = 1;

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
    typeof line.last_seen_at === "string" &&
    typeof line.status === "string" &&
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
  for (const line of text.split("\n")) {
    if (line === "") continue;
    try {
      const value: unknown = JSON.parse(line);
      if (isRecord(value)) records.set(value.path, value);
    } catch {
      // A torn line: its file is read again.
    }
  }
  return records;
}

/** Writes an index; the same records give the same bytes. */
export function formatIndex(records: Iterable<SourceRecord>): string {
  let text = "";
  for (const record of records) {
    const { path, kind, stage, hash, last_seen_at, status, size, mtime_ms, ino, facts } = record;
    const line = {
      path,
      kind,
      stage,
      hash,
      last_seen_at,
      status,
      size,
      mtime_ms,
      ino,
      format: FORMAT,
      facts,
    };
    text += `${JSON.stringify(line)}\n`;
  }
  return text;
}

/** What a path is on its own; what an orchestration or a decision folder makes of it is decided by the caller. */
export function kindOfPath(path: string): SourceKind | undefined {
  if (path.startsWith("docs/_project-intelligence/")) return "intelligence";
  if (path === "sdd.config.yaml") return "config";
  if (path.startsWith(".sdd/")) return path.endsWith("/learnings.jsonl") ? "learnings" : "events";
  if (!path.includes("/") || path.startsWith(".github/") || path.startsWith(".cursor/")) return "rules";
  return undefined;
}
