import type { Diagnostic } from "../../diagnostics.js";
import type { FileStamp, ReadProblem } from "../../ports.js";
import { checkText, decodeText } from "../../text/decode.js";
import { documentFacts, isYamlKind, MAX_LEARNINGS_BYTES, MAX_SOURCE_BYTES } from "./facts.js";
import type { FactsReader, ReadingPorts } from "./facts.js";
import { diagnosticsOf, IndexedRecord, type KnownFacts } from "./indexed-record.js";
import type { SourceKind, SourceRecord, SourceStatus } from "./sources.js";

const PROBLEM_WORDS: Record<Exclude<ReadProblem, "too-large" | "outside-root">, string> = {
  missing: "it is gone",
  "not-regular": "it is no regular file",
  unreadable: "access was denied, or the disk failed",
};

function problemDiagnostic(path: string, problem: ReadProblem): Diagnostic {
  const at = { severity: "warning", path, line: 1, column: 1 } as const;
  if (problem === "too-large") return { ...at, code: "file-too-large", params: [String(MAX_SOURCE_BYTES)] };
  if (problem === "outside-root") return { ...at, code: "link-outside", params: [] };
  return { ...at, code: "file-unreadable", params: [PROBLEM_WORDS[problem]] };
}

/** What is known of a text that was just read, beside its hash. */
interface Look {
  readonly ports: ReadingPorts;
  readonly path: string;
  readonly kind: SourceKind;
  /** Whether the document's facts are read while its bytes are there. */
  readonly now: boolean;
}

const isBreak = (byte: number | undefined): boolean => byte === 10 || byte === 13;
const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 9;

/** Whether three hyphens, or three dots, stand alone on the line that begins at `at`. */
function isFence(bytes: Uint8Array, at: number): boolean {
  const mark = bytes[at];
  if ((mark !== 45 && mark !== 46) || bytes[at + 1] !== mark || bytes[at + 2] !== mark) return false;
  let end = at + 3;
  while (isBlank(bytes[end])) end++;
  return end >= bytes.length || isBreak(bytes[end]);
}

/** The bytes up to the end of the front matter, all where its end is not found; `undefined` where none begins. */
function frontMatterBytes(bytes: Uint8Array): Uint8Array | undefined {
  const start = bytes[0] === 0xef ? 3 : 0;
  if (bytes[start] !== 45 || !isFence(bytes, start)) return undefined;
  for (let at = bytes.indexOf(10, start) + 1; at > 0; at = bytes.indexOf(10, at) + 1) {
    if (isFence(bytes, at)) return bytes.subarray(start, at + 3);
  }
  return bytes.subarray(start);
}

/** @returns a diagnostic where the bytes are no text. */
function lookInto({ ports, path, kind, now }: Look, bytes: Uint8Array): Diagnostic | KnownFacts {
  const isRecords = kind === "learnings" || kind === "events";
  if (!now && (bytes[0] ?? 0) < 0xfe && !isYamlKind(kind)) {
    const wrong = checkText(bytes, ports.codec, path);
    if (wrong !== undefined || isRecords) return wrong ?? NOTHING;
    const head = frontMatterBytes(bytes);
    const front = head === undefined ? undefined : ports.codec.utf8(head);
    return front === undefined ? NOTHING : { front };
  }
  const decoded = decodeText(bytes, ports.codec, path);
  if (!decoded.ok) return decoded.diagnostic;
  const { text } = decoded;
  if (isYamlKind(kind)) return { text };
  const front = !isRecords && text.startsWith("---") ? { front: text } : NOTHING;
  return now ? { ...front, facts: documentFacts(kind, path, text, ports.hasher) } : front;
}

const NOTHING: KnownFacts = {};

export interface ReadRequest {
  readonly path: string;
  readonly kind: SourceKind;
  /** The record of an earlier reading; where the file still cannot be read for the same reason it stays. */
  readonly previous: SourceRecord | undefined;
  /** ISO 8601 UTC. */
  readonly seenAt: string;
  /** Whether its facts are read at once: worth it for the few files that change under a running session. */
  readonly now: boolean;
}

/**
 * Reads one source: its hash, and whether it is text. Never throws for what a file
 * holds: a file that is no readable text becomes a record with the status `unreadable` and a diagnostic.
 *
 * Facts are never taken over by hash from an earlier record: a kept index may have come with the repository.
 *
 * @returns `undefined` where the file is gone.
 */
export function readSource(
  ports: ReadingPorts,
  reader: FactsReader,
  { path, kind, previous, seenAt, now }: ReadRequest,
): SourceRecord | undefined {
  const read = ports.files.read(path, kind === "learnings" ? MAX_LEARNINGS_BYTES : MAX_SOURCE_BYTES);
  const stamp = read.ok ? read.stamp : ports.files.stamp(path);
  if (stamp === undefined) return undefined;
  const record = (status: SourceStatus, hash: string, known: KnownFacts): SourceRecord => {
    const { size, mtimeMs, ino } = stamp;
    const fields = { path, kind, hash, last_seen_at: seenAt, status, size, mtime_ms: mtimeMs, ino };
    return new IndexedRecord(fields, reader, known);
  };
  if (!read.ok) {
    const diagnostic = problemDiagnostic(path, read.problem);
    if (previous !== undefined && saysTheSame(previous, stamp, diagnostic)) return previous;
    return record("unreadable", "", { facts: { diagnostics: [diagnostic] } });
  }
  const hash = ports.hasher.sha256(read.bytes);
  const known = lookInto({ ports, path, kind, now }, read.bytes);
  if ("code" in known) return record("unreadable", hash, { facts: { diagnostics: [known] } });
  return record("active", hash, known);
}

/** Whether a record says already that a file, as it stands, cannot be read for this reason. */
function saysTheSame(previous: SourceRecord, stamp: FileStamp, { code, params }: Diagnostic): boolean {
  const { hash, size, mtime_ms, ino } = previous;
  if (hash !== "") return false;
  const [said] = diagnosticsOf(previous);
  if (said?.code !== code || said.params[0] !== params[0]) return false;
  return size === stamp.size && mtime_ms === stamp.mtimeMs && ino === stamp.ino;
}
