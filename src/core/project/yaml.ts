import { Composer, isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Document, Pair, Scalar, YAMLMap } from "yaml";
import type { Diagnostic, DiagnosticCode, Severity } from "../diagnostics.js";
import { lineStarts, positionAt } from "./lines.js";
import type { Position } from "./lines.js";
import { yamlErrorSentence } from "./yaml-errors.js";
import { scanYaml } from "./yaml-scan.js";

// This file loads the `yaml` library (some 50 ms): import it dynamically, on first use.

/** A way into a document: keys of maps and indexes of lists, from the root. */
export type KeyPath = readonly (string | number)[];

/** A map of a document as plain data. It has no prototype, so `__proto__` is a key like any other. */
export type PlainMap = Readonly<Record<string, unknown>>;

export interface YamlResult {
  /** Maps as objects without a prototype; `undefined` where the text is broken, over a limit, or no map. */
  readonly value: PlainMap | undefined;
  /** The parsed document with its nodes and their ranges, where there is a value. */
  readonly document?: Document.Parsed | undefined;
  /** Where the key (or list item) of a path stands, or its nearest ancestor that is there. */
  readonly positions: (path: KeyPath) => Position;
  /** Where the value of a path begins, or its key where there is no value. */
  readonly valuePositions: (path: KeyPath) => Position;
  /** A scalar as it was written, without quotes: `1.10` stays `1.10`. `undefined` for maps, lists and what is missing. */
  readonly textOf: (path: KeyPath) => string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** More diagnostics than this of one kind help nobody. */
const MAX_DUPLICATES = 100;

interface Place {
  readonly key: number;
  readonly value: number | undefined;
  readonly text: string | undefined;
}

interface Reading {
  readonly places: WeakMap<object, Map<string | number, Place>>;
  readonly anchors: Set<string>;
  readonly report: (code: DiagnosticCode, offset: number, param: string) => void;
  duplicates: number;
  aliases: number;
}

/**
 * Parses one YAML document whose root is a map (an empty one gives an empty map). Booleans, null and plain numbers are
 * resolved; everything else unquoted, timestamps included, stays a string. Aliases to anchors are not followed: they
 * read as null, with one diagnostic; a `*` that names no anchor is read as text, for globs are often left unquoted. Of
 * a repeated key the first value counts.
 *
 * @param path the file's, for the diagnostics.
 * @param lineOffset how many lines of the file stand before `text` (front matter).
 */
export function parseYaml(text: string, path: string, lineOffset = 0): YamlResult {
  const starts = lineStarts(text);
  const place = (offset: number): Position => {
    const position = positionAt(starts, Math.min(offset, text.length));
    return { line: position.line + lineOffset, column: position.column };
  };
  const diagnostics: Diagnostic[] = [];
  const report = (
    code: DiagnosticCode,
    offset: number,
    param: string,
    severity: Severity = "error",
  ): void => {
    diagnostics.push({ code, severity, path, ...place(offset), params: [param] });
  };
  const reading: Reading = { places: new WeakMap(), anchors: new Set(), report, duplicates: 0, aliases: 0 };
  const document = compose(text, report);
  let value: PlainMap | undefined;
  if (document !== undefined) {
    const root: unknown = document.contents;
    if (isMap(root)) value = readMap(root, reading);
    else if (isEmpty(root)) value = emptyMap();
    else report("yaml-not-a-map", rangeOf(root)?.[0] ?? 0, isSeq(root) ? "a list" : "a single value");
  }
  const find = (keys: KeyPath): Place | undefined => findPlace(value, keys, reading.places);
  return {
    value,
    document: value === undefined ? undefined : document,
    positions: (keys) => place(nearest(keys, find)?.key ?? 0),
    valuePositions: (keys) => {
      const found = nearest(keys, find);
      return place(found?.value ?? found?.key ?? 0);
    },
    textOf: (keys) => find(keys)?.text,
    diagnostics,
  };
}

type ReportAt = (code: DiagnosticCode, offset: number, param: string) => void;

/** The first document, or `undefined` after one report. */
function compose(text: string, report: ReportAt): Document.Parsed | undefined {
  const tokens = scanYaml(text);
  if ("what" in tokens) {
    report("yaml-limit", tokens.offset, tokens.what);
    return undefined;
  }
  // The library's own check of unique keys is quadratic; `readMap` does it in one pass.
  const composer = new Composer({
    schema: "failsafe",
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: "silent",
  });
  const documents = [...composer.compose(tokens, true, text.length)];
  const first = documents[0];
  const error = first?.errors[0];
  if (error !== undefined) {
    report("yaml-syntax", error.pos[0], yamlErrorSentence(error.code));
    return undefined;
  }
  const second = documents.slice(1).find((document) => !isEmpty(document.contents));
  if (second !== undefined) {
    report("yaml-syntax", second.range[0], yamlErrorSentence("MULTIPLE_DOCS"));
    return undefined;
  }
  return first;
}

function emptyMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function isEmpty(node: unknown): boolean {
  return node === null || (isScalar(node) && node.type === "PLAIN" && (node.source ?? "") === "");
}

function rangeOf(node: unknown): readonly [number, number, number] | undefined {
  const range = (node as { range?: [number, number, number] | null } | null)?.range;
  return range ?? undefined;
}

function readMap(map: YAMLMap, reading: Reading): PlainMap {
  const result = emptyMap();
  const places = new Map<string | number, Place>();
  reading.places.set(result, places);
  for (const pair of map.items) {
    const key = keyText(pair);
    const offset = rangeOf(pair.key)?.[0] ?? rangeOf(map)?.[0] ?? 0;
    if (places.has(key)) {
      reading.duplicates++;
      if (reading.duplicates <= MAX_DUPLICATES) reading.report("yaml-duplicate-key", offset, key);
      continue;
    }
    places.set(key, placeOf(offset, pair.value));
    result[key] = readNode(pair.value, reading);
  }
  return result;
}

function keyText(pair: Pair): string {
  return isScalar(pair.key) ? scalarText(pair.key) : "";
}

function placeOf(key: number, value: unknown): Place {
  const text = isScalar(value) ? scalarText(value) : undefined;
  return { key, value: rangeOf(value)?.[0], text };
}

/** The failsafe schema makes every scalar a string. */
function scalarText(scalar: Scalar): string {
  return typeof scalar.value === "string" ? scalar.value : "";
}

function readNode(node: unknown, reading: Reading): unknown {
  const anchor = (node as { anchor?: string } | null)?.anchor;
  if (anchor !== undefined) reading.anchors.add(anchor);
  if (isMap(node)) return readMap(node, reading);
  if (isSeq(node)) {
    const list: unknown[] = [];
    const places = new Map<string | number, Place>();
    reading.places.set(list, places);
    node.items.forEach((item, index) => {
      places.set(index, placeOf(rangeOf(item)?.[0] ?? rangeOf(node)?.[0] ?? 0, item));
      list.push(readNode(item, reading));
    });
    return list;
  }
  if (isScalar(node)) {
    const text = scalarText(node);
    return node.type === "PLAIN" && node.tag === undefined ? resolvePlain(text) : text;
  }
  if (!isAlias(node)) return null;
  if (!reading.anchors.has(node.source)) return `*${node.source}`;
  if (reading.aliases++ === 0) {
    reading.report("yaml-limit", rangeOf(node)?.[0] ?? 0, "aliases are not followed");
  }
  return null;
}

const WORDS: Readonly<Record<string, boolean | null>> = {
  "": null,
  "~": null,
  null: null,
  Null: null,
  NULL: null,
  true: true,
  True: true,
  TRUE: true,
  false: false,
  False: false,
  FALSE: false,
};

/**
 * The core schema, less what bites in documents: a number keeps to what a double holds exactly and has no leading
 * zeros or exponent, so hashes and ADR numbers (`12e45…`, `0173`) stay text.
 */
function resolvePlain(text: string): unknown {
  if (Object.hasOwn(WORDS, text)) return WORDS[text];
  return /^[-+]?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
}

function findPlace(root: unknown, path: KeyPath, places: Reading["places"]): Place | undefined {
  let container: unknown = root;
  let place: Place | undefined;
  for (const step of path) {
    if (typeof container !== "object" || container === null) return undefined;
    place = places.get(container)?.get(step);
    if (place === undefined) return undefined;
    container = (container as Record<string | number, unknown>)[step];
  }
  return place;
}

function nearest(path: KeyPath, find: (path: KeyPath) => Place | undefined): Place | undefined {
  for (let length = path.length; length > 0; length--) {
    const place = find(path.slice(0, length));
    if (place !== undefined) return place;
  }
  return undefined;
}
