import type { Diagnostic } from "../../diagnostics.js";
import type { Hasher, ProjectFiles, TextCodec } from "../../ports.js";
import { decodeText } from "../../text/decode.js";
import { detached } from "../../text/detached.js";
import { readAdr } from "../adr/adr.js";
import { readArtifactHeader, type TraceEntry } from "../artifact-header.js";
import type { ParsedConfig } from "../config/config-reading.js";
import { configFrom } from "../config/config-reading.js";
import type { ParsedMap } from "../map/map-reading.js";
import { mapFrom } from "../map/map-reading.js";
import { splitFrontMatter } from "../yaml/front-matter.js";
import { readPlainYaml } from "../yaml/plain-yaml.js";
import { linkedPaths } from "./links.js";
import type { HeaderFacts, SourceFacts, SourceKind, SourceRecord } from "./sources.js";

/** The largest file that is read: 3 MB. */
export const MAX_SOURCE_BYTES = 3 * 1024 * 1024;

/** An index of learnings has a line for each of many sentences: 10,000 documents make some 60 MB. */
export const MAX_LEARNINGS_BYTES = 256 * 1024 * 1024;

export interface ReadingPorts {
  readonly files: ProjectFiles;
  readonly codec: TextCodec;
  readonly hasher: Hasher;
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

function mapFacts({ map, diagnostics }: ParsedMap): SourceFacts {
  return { ...(map === undefined ? {} : { map }), ...withDiagnostics(diagnostics) };
}

function configFacts({ config, diagnostics }: ParsedConfig): SourceFacts {
  return { config, ...withDiagnostics(diagnostics) };
}

/** Diagnostics as a part of facts: no key where there are none. */
export function withDiagnostics(diagnostics: readonly Diagnostic[]): Pick<SourceFacts, "diagnostics"> {
  return diagnostics.length === 0 ? {} : { diagnostics };
}

/** Kinds that are YAML as a whole; what is not plain of them needs the library, which has to be waited for. */
export function isYamlKind(kind: SourceKind): kind is "map" | "config" {
  return kind === "map" || kind === "config";
}

/** What a map or a configuration says, read without the library; `undefined` where it is not plain. */
export function plainYamlFacts(kind: "map" | "config", path: string, text: string): SourceFacts | undefined {
  const plain = readPlainYaml(text);
  if (plain === undefined) return undefined;
  return kind === "map" ? mapFacts(mapFrom(plain, path)) : configFacts(configFrom(plain, path));
}

/** What a map or a configuration says, read by the library. */
export async function yamlFacts(kind: "map" | "config", path: string, text: string): Promise<SourceFacts> {
  if (kind === "map") {
    const { parseMap } = await import("../map/traceability-map.js");
    return mapFacts(parseMap(text, path));
  }
  const { parseConfig } = await import("../config/config-parse.js");
  return configFacts(parseConfig(text, path));
}

/**
 * What is wrong with a document's front matter. The library is loaded only where it is not plain.
 *
 * @param text the document, or its head up to the end of the front matter.
 */
export function frontMatterDiagnostics(
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

/** What a document says of itself: title, header, status of a decision, links. Its diagnostics are found elsewhere. */
export function documentFacts(kind: SourceKind, path: string, text: string, hasher: Hasher): SourceFacts {
  const facts: Facts = {};
  if (kind === "learnings" || kind === "events") return facts;
  if (kind === "adr") {
    const adr = readAdr(text, path);
    if (adr.title !== undefined) facts.title = detached(adr.title);
    facts.adr = adr;
    const belongsTo = orchestrationOf(text);
    if (belongsTo !== undefined) facts.header = { slug: detached(belongsTo) };
  } else addHeader(facts, text);
  const refs = linkedPaths(text, path);
  if (refs.length > 0) facts.refs = refs;
  if (kind === "artifact" && text.includes("\r\n"))
    facts.lfHash = hasher.sha256(text.replaceAll("\r\n", "\n"));
  return facts;
}

/**
 * Reads what sources say of themselves, when it is asked for. One for each project that is kept up to date: records
 * outlive many refreshes, and each refresh may bring another adapter for the files.
 */
export class FactsReader {
  #ports: ReadingPorts | undefined;
  #count = 0;

  /** How many files were read for their facts so far. */
  get count(): number {
    return this.#count;
  }

  use(ports: ReadingPorts): void {
    this.#ports = ports;
  }

  /** A file's text as it is now; `undefined` where there is none. */
  text({ path }: SourceRecord): string | undefined {
    const read = this.#ports?.files.read(path, MAX_SOURCE_BYTES);
    if (this.#ports === undefined || read?.ok !== true) return undefined;
    this.#count++;
    const decoded = decodeText(read.bytes, this.#ports.codec, path);
    return decoded.ok ? decoded.text : undefined;
  }

  /**
   * The facts of a document as it is now. A file that has changed since its record was made has another stamp, so the
   * next refresh makes another record, here and in whatever process finds these facts kept.
   */
  document(record: SourceRecord): SourceFacts {
    const text = this.text(record);
    return text === undefined || this.#ports === undefined
      ? {}
      : documentFacts(record.kind, record.path, text, this.#ports.hasher);
  }
}
