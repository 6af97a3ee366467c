import type { Diagnostic } from "../../diagnostics.js";
import { parseArtifactState } from "../artifact-state.js";
import { plainPath } from "../plain-path.js";
import { parseStage } from "../stages.js";
import type { ArtifactState } from "../stages.js";
import type { MapArtifact, TraceabilityMap, UnknownMapEntry } from "./traceability-map-types.js";
import type { YamlResult } from "../yaml/yaml.js";
import type { PlainMap } from "../yaml/yaml-values.js";
import { YamlFields } from "../yaml/yaml-fields.js";

/** What came of reading a map; without `map` there is at least one diagnostic. */
export interface ParsedMap {
  readonly map?: TraceabilityMap;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a traceability map (shape: `traceability-map-schema.ts`). Each entry stands for itself: a bad one is reported
 * and the others are read. Keys that are not known are passed over in silence, for other tools keep theirs there.
 * A map of another tool's shape gives one diagnostic and no map.
 *
 * @param result the map's YAML, by either reader.
 * @param path the map's own, `docs/<slug>/traceability-map.yaml`; its folder stands in for a missing slug.
 */
export function mapFrom(result: YamlResult, path: string): ParsedMap {
  const fields = new YamlFields(result, path, "map-bad-value");
  if (result.value === undefined) return { diagnostics: fields.diagnostics };
  const foreign = foreignShape(result.value);
  if (foreign !== undefined) {
    fields.report("map-unknown-shape", "warning", foreign.keys, [foreign.what]);
    return { diagnostics: fields.diagnostics };
  }
  const head = readHead(fields, path);
  const { artifacts, unknown } = readArtifacts(fields);
  const map = { ...head, artifacts, ...(unknown.length === 0 ? {} : { unknown }) };
  return { map, diagnostics: fields.diagnostics };
}

/** Ours has `orchestration` or `artifacts`, each a map (or empty); other tools use the file name for other things. */
function foreignShape(value: PlainMap): { keys: string[]; what: string } | undefined {
  for (const key of ["artifacts", "orchestration"]) {
    const part = value[key];
    if (Array.isArray(part)) return { keys: [key], what: `${key} is a list` };
    if (typeof part !== "object" && part !== undefined)
      return { keys: [key], what: `${key} is a single value` };
  }
  if ("orchestration" in value || "artifacts" in value) return undefined;
  const names = Object.keys(value);
  const shown = names.slice(0, 5).map((name) => name.slice(0, 40));
  const more = names.length > shown.length ? ", …" : "";
  const what = names.length === 0 ? "it is empty" : `its keys are ${shown.join(", ")}${more}`;
  return { keys: names.slice(0, 1), what };
}

function readHead(fields: YamlFields, path: string): Omit<TraceabilityMap, "artifacts"> {
  const folder = path.split("/").at(-2) ?? "";
  const at = (key: string): string[] => ["orchestration", key];
  const slug = fields.parsed(at("slug"), "the name of a folder", (text) =>
    text.includes("/") ? undefined : plainPath(text),
  );
  const name = fields.text(at("name"));
  if (fields.isBlank(at("slug"))) missing(fields, at("slug"));
  if (slug !== undefined && folder !== "" && slug !== folder) {
    fields.report("map-slug-differs", "info", at("slug"), [slug, folder], "value");
  }
  if (fields.isBlank(at("name"))) missing(fields, at("name"));
  const state = fields.text(at("state"));
  const createdAt = fields.parsed(at("created_at"), "a date and time in ISO 8601", isoTime);
  const source = fields.text(at("source"));
  return {
    name: name ?? slug ?? folder,
    slug: slug ?? folder,
    ...(state === undefined ? {} : { state }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(source === undefined ? {} : { source }),
  };
}

function missing(fields: YamlFields, keys: readonly string[]): void {
  fields.report("map-missing-key", "warning", keys, [keys.join(".")]);
}

function readArtifacts(fields: YamlFields): { artifacts: MapArtifact[]; unknown: UnknownMapEntry[] } {
  const artifacts: MapArtifact[] = [];
  const unknown: UnknownMapEntry[] = [];
  /** The first key that names a file: a document is one stage's. */
  const named = new Map<string, string>();
  if (fields.value(["artifacts"]) === undefined) missing(fields, ["artifacts"]);
  for (const key of Object.keys(fields.map(["artifacts"]) ?? {})) {
    if (parseStage(key) === undefined) {
      fields.report("map-unknown-stage", "info", ["artifacts", key], [key]);
      unknown.push({ key, line: fields.line(["artifacts", key]) });
    } else {
      const artifact = readArtifact(fields, key);
      if (artifact === undefined) continue;
      artifacts.push(artifact);
      const before = named.get(artifact.file);
      if (before === undefined) named.set(artifact.file, key);
      else {
        const at = ["artifacts", key, "file"];
        fields.report("map-file-repeated", "warning", at, [artifact.file, before, key], "value");
      }
    }
  }
  return { artifacts, unknown };
}

/** One entry, or `undefined` where it names no file that may be read. */
function readArtifact(fields: YamlFields, key: string): MapArtifact | undefined {
  const entry = ["artifacts", key];
  const at = (name: string): string[] => [...entry, name];
  const stage = parseStage(key);
  if (stage === undefined) return undefined;
  if (fields.map(entry) === undefined) {
    if (fields.isBlank(entry)) missing(fields, at("file"));
    return undefined;
  }
  const file = readFile(fields, at("file"));
  const state = readState(fields, at("state"));
  const optional = {
    approvedAt: fields.parsed(at("approved_at"), "a date and time in ISO 8601", isoTime),
    revision: fields.integer(at("revision"), 0),
    sha256: fields.parsed(at("sha256"), "64 hexadecimal digits", sha256),
    sizeBytes: fields.integer(at("size_bytes"), 0),
    updatedAt: fields.parsed(at("updated_at"), "a date and time in ISO 8601", isoTime),
  };
  if (file === undefined) return undefined;
  return { stage, file, state, ...defined(optional), line: fields.line(entry) };
}

function readFile(fields: YamlFields, keys: readonly string[]): string | undefined {
  if (fields.isBlank(keys)) {
    missing(fields, keys);
    return undefined;
  }
  const text = fields.text(keys);
  if (text === undefined) return undefined;
  const file = plainPath(text);
  if (file === undefined) fields.report("map-path-refused", "error", keys, [text.slice(0, 200)], "value");
  return file;
}

/** An entry that names no state claims nothing: it is pending. A word that is not understood claims no more than draft. */
function readState(fields: YamlFields, keys: readonly string[]): ArtifactState {
  if (fields.isBlank(keys)) {
    missing(fields, keys);
    return "pending";
  }
  const states = "pending, draft, recorded, approved or optional";
  return fields.parsed(keys, states, parseArtifactState) ?? "draft";
}

/** ISO 8601 as far as maps use it: a date, and where there is a time, an offset or `Z` may follow. */
function isoTime(text: string): string | undefined {
  const pattern =
    /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/i;
  return pattern.test(text) ? text : undefined;
}

function sha256(text: string): string | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without the keys that are undefined, so that it survives JSON unchanged. */
function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
