import type { Diagnostic } from "../../diagnostics.js";
import type { FileStamp, ReadProblem } from "../../ports.js";
import { checkText, decodeText } from "../../text/decode.js";
import { splitFrontMatter } from "../yaml/front-matter.js";
import { readPlainYaml } from "../yaml/plain-yaml.js";
import { documentFacts, isYamlKind, MAX_SOURCE_BYTES, withDiagnostics } from "./facts.js";
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

/** YAML front matter that is broken is worth a diagnostic; the parser is loaded only where it is not plain. */
function frontMatterDiagnostics(
  text: string,
  path: string,
): readonly Diagnostic[] | Promise<readonly Diagnostic[]> {
  const { raw, unclosed, rawStartLine } = splitFrontMatter(text);
  if (unclosed) {
    return [{ code: "front-matter-open", severity: "warning", path, line: 1, column: 1, params: [] }];
  }
  if (raw === undefined || readPlainYaml(raw) !== undefined) return [];
  return import("../yaml/yaml.js").then(
    ({ parseYaml }) => parseYaml(raw, path, rawStartLine - 1).diagnostics,
  );
}

/** What is known of a text that was just read, beside its hash. */
interface Look {
  readonly ports: ReadingPorts;
  readonly path: string;
  readonly kind: SourceKind;
  /** Whether the document's facts are read while its bytes are there. */
  readonly now: boolean;
}

function hasFrontMatterMark(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xef ? 3 : 0;
  return bytes[start] === 45 && bytes[start + 1] === 45 && bytes[start + 2] === 45;
}

/** @returns a diagnostic where the bytes are no text; a promise only where the YAML library has to be loaded. */
function lookInto(
  { ports, path, kind, now }: Look,
  bytes: Uint8Array,
): Diagnostic | KnownFacts | Promise<KnownFacts> {
  const isUtf16 = (bytes[0] ?? 0) >= 0xfe;
  if (!now && !isUtf16 && !isYamlKind(kind) && !hasFrontMatterMark(bytes)) {
    return checkText(bytes, ports.codec, path) ?? NOTHING;
  }
  const decoded = decodeText(bytes, ports.codec, path);
  if (!decoded.ok) return decoded.diagnostic;
  const { text } = decoded;
  if (isYamlKind(kind)) return { text };
  const isRecords = kind === "learnings" || kind === "events";
  const found = !isRecords && text.startsWith("---") ? frontMatterDiagnostics(text, path) : [];
  const facts = now ? documentFacts(kind, path, text, ports.hasher) : undefined;
  const known = (diagnostics: readonly Diagnostic[]): KnownFacts => {
    if (facts !== undefined) return { facts: { ...facts, ...withDiagnostics(diagnostics) } };
    return diagnostics.length === 0 ? NOTHING : { found: diagnostics };
  };
  return found instanceof Promise ? found.then(known) : known(found);
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
 * Reads one source: its hash, whether it is text, and what is wrong with its front matter. Never throws for what a file
 * holds: a file that is no readable text becomes a record with the status `unreadable` and a diagnostic.
 *
 * Facts are never taken over by hash from an earlier record: a kept index may have come with the repository.
 *
 * @returns `undefined` where the file is gone; a promise where the YAML library had to be loaded.
 */
export function readSource(
  ports: ReadingPorts,
  reader: FactsReader,
  { path, kind, previous, seenAt, now }: ReadRequest,
): SourceRecord | undefined | Promise<SourceRecord> {
  const read = ports.files.read(path, MAX_SOURCE_BYTES);
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
  if (known instanceof Promise) return known.then((found) => record("active", hash, found));
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
