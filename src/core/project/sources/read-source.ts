import type { Diagnostic } from "../../diagnostics.js";
import type { FileStamp, Hasher, ProjectFiles, ReadProblem, TextCodec } from "../../ports.js";
import { decodeText } from "../../text/decode.js";
import { detached } from "../../text/detached.js";
import { readAdr } from "../adr/adr.js";
import { readArtifactHeader } from "../artifact-header.js";
import type { TraceEntry } from "../artifact-header.js";
import { splitFrontMatter } from "../yaml/front-matter.js";
import { linkedPaths } from "./links.js";
import { configFrom } from "../config/config-reading.js";
import type { ParsedConfig } from "../config/config-reading.js";
import { mapFrom } from "../map/map-reading.js";
import type { ParsedMap } from "../map/map-reading.js";
import { readPlainYaml } from "../yaml/plain-yaml.js";
import type { HeaderFacts, SourceFacts, SourceKind, SourceRecord, SourceStatus } from "./sources.js";

/** The largest file that is read: 3 MB. */
export const MAX_SOURCE_BYTES = 3 * 1024 * 1024;

export interface ReadingPorts {
  readonly files: ProjectFiles;
  readonly codec: TextCodec;
  readonly hasher: Hasher;
}

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

/** Facts while they are put together. */
type Facts = { -readonly [K in keyof SourceFacts]: SourceFacts[K] };

function addHeader(facts: Facts, text: string): void {
  const { title, trace } = readArtifactHeader(text);
  if (title !== undefined) facts.title = detached(title);
  let slug: string | undefined;
  let state: TraceEntry | undefined;
  for (const entry of trace) {
    if (entry.key === "slug") slug ??= entry.value;
    else if (entry.key === "state") state ??= entry;
  }
  if (slug === undefined && state === undefined) return;
  const header: { -readonly [K in keyof HeaderFacts]: HeaderFacts[K] } = {};
  if (slug !== undefined) header.slug = detached(slug);
  if (state?.state !== undefined) header.state = state.state;
  if (state !== undefined) {
    header.stateText = detached(state.value);
    header.stateLine = state.line;
  }
  facts.header = header;
}

/** `- Orchestration: checkout`, with or without bullet and emphasis, in the languages of the traceability header. */
const BELONGS_TO =
  /^[ \t]*(?:[-*+][ \t]+)?[*_]{0,2}(?:orchestration|orquestração|orquestracao|оркестрация|slug|слаг)[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*([^\r\n]{1,200})/im;

/** Characters at a decision's head in which it may say what it belongs to. */
const DECISION_HEAD = 2_000;

/** The slug or name of the orchestration that a decision says it belongs to. */
function orchestrationOf(text: string): string | undefined {
  const named = BELONGS_TO.exec(text.slice(0, DECISION_HEAD))?.[1];
  return named?.replace(/[`*_[\]]|\([^)]*\)/g, "").trim();
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

function mapFacts({ map, diagnostics }: ParsedMap): SourceFacts {
  return { ...(map === undefined ? {} : { map }), ...withDiagnostics(diagnostics) };
}

function configFacts({ config, diagnostics }: ParsedConfig): SourceFacts {
  return { config, ...withDiagnostics(diagnostics) };
}

function withDiagnostics(diagnostics: readonly Diagnostic[]): Pick<SourceFacts, "diagnostics"> {
  return diagnostics.length === 0 ? {} : { diagnostics };
}

function documentFacts(kind: SourceKind, path: string, text: string): Facts {
  const facts: Facts = {};
  if (kind === "adr") {
    const adr = readAdr(text, path);
    if (adr.title !== undefined) facts.title = detached(adr.title);
    facts.adr = adr;
    const belongsTo = orchestrationOf(text);
    if (belongsTo !== undefined) facts.header = { slug: detached(belongsTo) };
  } else addHeader(facts, text);
  const refs = linkedPaths(text, path);
  if (refs.length > 0) facts.refs = refs;
  return facts;
}

/** A promise only where the YAML library has to be loaded: one for each document would cost more than the reading. */
function factsOf(kind: SourceKind, path: string, text: string): SourceFacts | Promise<SourceFacts> {
  if (kind === "learnings" || kind === "events") return {};
  if (kind === "map") {
    const plain = readPlainYaml(text);
    if (plain !== undefined) return mapFacts(mapFrom(plain, path));
    return import("../map/traceability-map.js").then(({ parseMap }) => mapFacts(parseMap(text, path)));
  }
  if (kind === "config") {
    const plain = readPlainYaml(text);
    if (plain !== undefined) return configFacts(configFrom(plain, path));
    return import("../config/config-parse.js").then(({ parseConfig }) =>
      configFacts(parseConfig(text, path)),
    );
  }
  const facts = documentFacts(kind, path, text);
  if (!text.startsWith("---")) return facts;
  const diagnostics = frontMatterDiagnostics(text, path);
  if (diagnostics instanceof Promise) {
    return diagnostics.then((found) => ({ ...facts, ...withDiagnostics(found) }));
  }
  if (diagnostics.length > 0) facts.diagnostics = diagnostics;
  return facts;
}

/**
 * Reads one source: its hash, and the facts that its kind asks for. Never throws for what a file holds: a file that is
 * no readable text becomes a record with the status `unreadable` and a diagnostic.
 *
 * Facts are never taken over by hash from an earlier record: a kept index may have come with the repository.
 *
 * @param previous the record of an earlier reading; where the file still cannot be read for the same reason it stays.
 * @param seenAt ISO 8601 UTC.
 * @returns `undefined` where the file is gone; a promise where the YAML library had to be loaded.
 */
export function readSource(
  ports: ReadingPorts,
  path: string,
  kind: SourceKind,
  previous: SourceRecord | undefined,
  seenAt: string,
): SourceRecord | undefined | Promise<SourceRecord> {
  const read = ports.files.read(path, MAX_SOURCE_BYTES);
  const stamp = read.ok ? read.stamp : ports.files.stamp(path);
  if (stamp === undefined) return undefined;
  const record = (status: SourceStatus, hash: string, facts: SourceFacts): SourceRecord => {
    const { size, mtimeMs, ino } = stamp;
    return { path, kind, hash, last_seen_at: seenAt, status, size, mtime_ms: mtimeMs, ino, facts };
  };
  if (!read.ok) {
    const diagnostic = problemDiagnostic(path, read.problem);
    if (previous !== undefined && saysTheSame(previous, stamp, diagnostic)) return previous;
    return record("unreadable", "", { diagnostics: [diagnostic] });
  }
  const hash = ports.hasher.sha256(read.bytes);
  const decoded = decodeText(read.bytes, ports.codec, path);
  if (!decoded.ok) return record("unreadable", hash, { diagnostics: [decoded.diagnostic] });
  const facts = factsOf(kind, path, decoded.text);
  const hasCrLf = kind === "artifact" && decoded.text.includes("\r\n");
  const more = hasCrLf ? { lfHash: ports.hasher.sha256(decoded.text.replaceAll("\r\n", "\n")) } : {};
  if (facts instanceof Promise) return facts.then((found) => record("active", hash, { ...found, ...more }));
  return record("active", hash, hasCrLf ? { ...facts, ...more } : facts);
}

/** Whether a record says already that a file, as it stands, cannot be read for this reason. */
function saysTheSame(previous: SourceRecord, stamp: FileStamp, { code, params }: Diagnostic): boolean {
  const { hash, size, mtime_ms, ino, facts } = previous;
  const said = facts.diagnostics?.[0];
  if (hash !== "" || said?.code !== code || said.params[0] !== params[0]) return false;
  return size === stamp.size && mtime_ms === stamp.mtimeMs && ino === stamp.ino;
}
