import { isMap, isScalar } from "yaml";
import type { Pair, YAMLMap } from "yaml";
import { diagnosticMessage } from "../../diagnostics.js";
import { SddError } from "../../errors.js";
import { addMapAfter, fillEntry, fillMap, pairOf, rootMap, setKey } from "./map-splice.js";
import type { Entry } from "./map-splice.js";
import { plainPath } from "../plain-path.js";
import { parseStage, stageFileName, stageOrder } from "../stages.js";
import type { ArtifactState, Stage } from "../stages.js";
import { parseYaml } from "../yaml/yaml.js";
import type { YamlResult } from "../yaml/yaml.js";
import { yamlScalar } from "../yaml/yaml-scalar.js";

// Loads the YAML parser: import this file dynamically.

/** What a person's command sets of a stage; what is left out stays as it is. */
export interface StageChange {
  readonly state: ArtifactState;
  /** ISO 8601 UTC. Where it is left out and the state is not `approved`, an earlier approval's time is emptied. */
  readonly approvedAt?: string;
  /** Lower-case hex. */
  readonly sha256?: string;
  readonly sizeBytes?: number;
  readonly revision?: number;
  /** ISO 8601 UTC. */
  readonly updatedAt?: string;
  /** The document, for a stage that the map does not have yet; by default the stage's usual file name. */
  readonly file?: string;
}

const MAP = "traceability-map.yaml";
const BY_HAND = "it cannot be changed safely in this form; please edit it by hand";

/**
 * The map's text with one stage set. Every byte outside the values that change stays: comments, order, unknown keys,
 * quotes, line ends, a byte order mark. A stage that the map does not have is added.
 *
 * @throws SddError `invalid-map` where the text is broken, is no map of this shape, or its form leaves no safe place;
 * `path-refused` for a file that leaves the folder.
 */
export function setStageState(text: string, stage: Stage, change: StageChange): string {
  const opened = open(text);
  const key = keyOf(opened.result, stage) ?? stage;
  const isThere = hasEntry(opened.result, key);
  const base = isThere
    ? opened.text
    : addEntry(opened, key, stage, change.file ?? stageFileName(stage), change.state);
  return close(opened, setFields(base, key, fieldsOf(base, key, change)), key);
}

/**
 * The map's text with a stage's document entered: as a new entry after the nearest earlier stage, in its style; or,
 * where the stage is there already (maps often list what is pending), with its file and state set.
 *
 * @throws SddError as `setStageState`.
 */
export function addArtifact(text: string, stage: Stage, file: string, state: ArtifactState): string {
  const opened = open(text);
  const key = keyOf(opened.result, stage) ?? stage;
  if (!hasEntry(opened.result, key)) return close(opened, addEntry(opened, key, stage, file, state), key);
  const fields: Entry = [
    ["file", plain(file)],
    ["state", state],
  ];
  const now = (name: string): string | undefined => opened.result.textOf(["artifacts", key, name]);
  const changed = fields.filter(([name, value]) => now(name) !== value);
  return close(opened, setFields(opened.text, key, changed), key);
}

/** A map for a new orchestration, with no artifacts yet. @param createdAt ISO 8601 UTC. */
export function newMap(name: string, slug: string, createdAt: string): string {
  return [
    "orchestration:",
    `  name: ${yamlScalar(name, "plain")}`,
    `  slug: ${yamlScalar(slug, "plain")}`,
    `  created_at: ${yamlScalar(createdAt, "plain")}`,
    "  state: in_progress",
    "  source: local-artifact-store",
    "artifacts: {}",
    "",
  ].join("\n");
}

/** A map's text, parsed, and the byte order mark that stood before it. */
interface Opened {
  readonly mark: string;
  readonly text: string;
  readonly result: YamlResult;
}

function open(text: string): Opened {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const bare = text.slice(mark.length);
  return { mark, text: bare, result: parse(bare) };
}

function parse(text: string): YamlResult {
  const result = parseYaml(text, MAP);
  const first = result.diagnostics[0];
  if (result.value === undefined) {
    throw new SddError(
      "invalid-map",
      MAP,
      String(first?.line ?? 1),
      first ? diagnosticMessage(first) : BY_HAND,
    );
  }
  return result;
}

function refuse(result: YamlResult, keys: readonly string[]): SddError {
  return new SddError("invalid-map", MAP, String(result.positions(keys).line), BY_HAND);
}

function plain(file: string): string {
  const path = plainPath(file);
  if (path === undefined) throw new SddError("path-refused", file);
  return path;
}

function artifactsOf(result: YamlResult): {
  root: YAMLMap;
  pair: Pair | undefined;
  map: YAMLMap | undefined;
} {
  const root = rootMap(result.document);
  if (root === undefined) throw refuse(result, []);
  const pair = pairOf(root, "artifacts");
  const map: unknown = pair?.value;
  const isBlank = (result.value?.["artifacts"] ?? null) === null;
  if (!isMap(map) && !isBlank) throw refuse(result, ["artifacts"]);
  return { root, pair, map: isMap(map) ? map : undefined };
}

/** The key by which the map calls a stage: readers take the first that means it. */
function keyOf(result: YamlResult, stage: Stage): string | undefined {
  artifactsOf(result);
  const artifacts = result.value?.["artifacts"] ?? {};
  return Object.keys(artifacts).find((key) => parseStage(key) === stage);
}

/** Whether there is anything under a stage's key; a key alone is filled like a new one. */
function hasEntry(result: YamlResult, key: string): boolean {
  const artifacts = result.value?.["artifacts"] as Readonly<Record<string, unknown>> | null | undefined;
  return (artifacts?.[key] ?? null) !== null;
}

function fieldsOf(text: string, key: string, change: StageChange): Entry {
  const result = parse(text);
  const now = (name: string): string => result.textOf(["artifacts", key, name]) ?? "";
  const cleared = change.state !== "approved" && now("approved_at") !== "" ? "" : undefined;
  const wanted: readonly (readonly [string, string | number | undefined])[] = [
    ["state", change.state],
    ["approved_at", change.approvedAt ?? cleared],
    ["revision", change.revision],
    ["sha256", change.sha256],
    ["size_bytes", change.sizeBytes],
    ["updated_at", change.updatedAt],
  ];
  return wanted.flatMap(([name, value]) =>
    value === undefined || (String(value) === now(name) && value !== "") ? [] : [[name, value] as const],
  );
}

/** Sets one field after the other, parsing anew each time, for each change moves what comes after it. */
function setFields(text: string, key: string, fields: Entry): string {
  return fields.reduce((before, [name, value]) => {
    const result = parse(before);
    const { map } = artifactsOf(result);
    const entry: unknown = map === undefined ? undefined : pairOf(map, key)?.value;
    const after = isMap(entry) ? setKey(before, entry, name, value) : undefined;
    if (after === undefined) throw refuse(result, ["artifacts", key, name]);
    return after;
  }, text);
}

function addEntry(opened: Opened, key: string, stage: Stage, file: string, state: ArtifactState): string {
  const { text, result } = opened;
  const entry: Entry = [
    ["file", plain(file)],
    ["state", state],
    ["approved_at", ""],
  ];
  const { root, pair, map } = artifactsOf(result);
  const after = addTo(text, root, pair, map, key, stage, entry);
  if (after !== undefined) return after;
  const withKey = pair === undefined ? appendArtifacts(text, root) : undefined;
  if (withKey === undefined) throw refuse(result, ["artifacts"]);
  return addEntry({ ...opened, text: withKey, result: parse(withKey) }, key, stage, file, state);
}

function addTo(
  text: string,
  root: YAMLMap,
  artifacts: Pair | undefined,
  map: YAMLMap | undefined,
  key: string,
  stage: Stage,
  entry: Entry,
): string | undefined {
  if (artifacts === undefined) return undefined;
  if (map === undefined || map.items.length === 0) return fillMap(text, root, artifacts, key, entry);
  const own = pairOf(map, key);
  return own === undefined
    ? addMapAfter(text, map, predecessor(map, stage), key, entry)
    : fillEntry(text, map, own, entry);
}

/** `artifacts: {}` at the end of a block map that has no such key. */
function appendArtifacts(text: string, root: YAMLMap): string | undefined {
  if (root.flow === true) return undefined;
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const gap = /[\r\n]$/.test(text) ? "" : newline;
  return `${text}${gap}artifacts: {}${newline}`;
}

/** The last entry of an earlier stage, else the last entry. */
function predecessor(map: YAMLMap, stage: Stage): Pair {
  const orderOf = ({ key }: Pair): number => {
    const known = isScalar(key) && typeof key.value === "string" ? parseStage(key.value) : undefined;
    return known === undefined ? -1 : stageOrder(known);
  };
  const earlier = map.items.filter((pair) => orderOf(pair) >= 0 && orderOf(pair) < stageOrder(stage));
  const found = earlier.at(-1) ?? map.items.at(-1);
  if (found === undefined) throw new SddError("internal", "an empty map has no predecessor");
  return found;
}

/** The new text, once it is seen to be well-formed and to differ in nothing but the entry that was meant. */
function close(opened: Opened, text: string, key: string): string {
  const after = parse(text);
  const same =
    after.diagnostics.length === opened.result.diagnostics.length &&
    restOf(after, key) === restOf(opened.result, key);
  if (!same) throw refuse(opened.result, ["artifacts", key]);
  return opened.mark + text;
}

function restOf(result: YamlResult, key: string): string {
  const { artifacts, ...others } = result.value ?? {};
  const entries = Object.entries(artifacts ?? {}).filter(([name]) => name !== key);
  return JSON.stringify([others, entries]);
}
