import type { Diagnostic } from "../diagnostics.js";
import type { Hasher, ProjectFiles, ReadProblem, TextCodec } from "../ports.js";
import { decodeText } from "../text/decode.js";
import { readAdr } from "./adr.js";
import { readArtifactHeader } from "./artifact-header.js";
import { splitFrontMatter } from "./front-matter.js";
import { linkedPaths } from "./links.js";
import type { FoundFile } from "./collect.js";
import type { HeaderFacts, SourceFacts, SourceKind, SourceRecord } from "./sources.js";

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

function headerFacts(text: string): { title?: string; header?: HeaderFacts } {
  const header = readArtifactHeader(text);
  const slug = header.trace.find(({ key }) => key === "slug")?.value;
  const state = header.trace.find(({ key }) => key === "state");
  const facts: HeaderFacts = {
    ...(slug === undefined ? {} : { slug }),
    ...(state?.state === undefined ? {} : { state: state.state }),
    ...(state === undefined ? {} : { stateText: state.value, stateLine: state.line }),
  };
  return {
    ...(header.title === undefined ? {} : { title: header.title }),
    ...(Object.keys(facts).length === 0 ? {} : { header: facts }),
  };
}

/** YAML front matter that is broken is worth a diagnostic; the parser is loaded only where there is front matter. */
async function frontMatterDiagnostics(text: string, path: string): Promise<readonly Diagnostic[]> {
  const front = splitFrontMatter(text);
  if (front.unclosed) {
    return [{ code: "front-matter-open", severity: "warning", path, line: 1, column: 1, params: [] }];
  }
  if (front.raw === undefined || front.raw.trim() === "") return [];
  const { parseYaml } = await import("./yaml.js");
  return parseYaml(front.raw, path, front.rawStartLine - 1).diagnostics;
}

async function factsOf(kind: SourceKind, path: string, text: string): Promise<SourceFacts> {
  if (kind === "map") {
    const { parseMap } = await import("./traceability-map.js");
    const { map, diagnostics } = parseMap(text, path);
    return { ...(map === undefined ? {} : { map }), ...(diagnostics.length === 0 ? {} : { diagnostics }) };
  }
  if (kind === "config") {
    const { parseConfig } = await import("./config-parse.js");
    const { config, diagnostics } = parseConfig(text, path);
    return { config, ...(diagnostics.length === 0 ? {} : { diagnostics }) };
  }
  if (kind === "learnings" || kind === "events") return {};
  const diagnostics = text.startsWith("---") ? await frontMatterDiagnostics(text, path) : [];
  const refs = linkedPaths(text, path);
  const common = {
    ...(refs.length === 0 ? {} : { refs }),
    ...(diagnostics.length === 0 ? {} : { diagnostics }),
  };
  if (kind !== "adr") return { ...headerFacts(text), ...common };
  const adr = readAdr(text, path);
  return { ...(adr.title === undefined ? {} : { title: adr.title }), adr, ...common };
}

/**
 * Reads one source: its hash, and the facts that its kind asks for. Never throws for what a file holds: a file that is
 * no readable text becomes a record with the status `unreadable` and a diagnostic.
 *
 * @param previous the record of an earlier reading; where the hash is the same its facts are taken over.
 * @param seenAt ISO 8601 UTC.
 */
export async function readSource(
  ports: ReadingPorts,
  found: FoundFile,
  kind: SourceKind,
  previous: SourceRecord | undefined,
  seenAt: string,
): Promise<SourceRecord> {
  const { path } = found;
  const base = { path, kind, last_seen_at: seenAt };
  const read = ports.files.read(path, MAX_SOURCE_BYTES);
  if (!read.ok) {
    const { size, mtimeMs, ino } = found.stamp;
    const facts = { diagnostics: [problemDiagnostic(path, read.problem)] };
    return { ...base, hash: "", status: "unreadable", size, mtime_ms: mtimeMs, ino, facts };
  }
  const { size, mtimeMs, ino } = read.stamp;
  const stamp = { size, mtime_ms: mtimeMs, ino };
  const hash = ports.hasher.sha256(read.bytes);
  if (previous?.hash === hash && previous.kind === kind) return { ...previous, ...base, ...stamp };
  const decoded = decodeText(read.bytes, ports.codec, path);
  if (!decoded.ok) {
    return { ...base, ...stamp, hash, status: "unreadable", facts: { diagnostics: [decoded.diagnostic] } };
  }
  return { ...base, ...stamp, hash, status: "active", facts: await factsOf(kind, path, decoded.text) };
}
