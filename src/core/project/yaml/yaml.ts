import { Composer, isAlias, isMap, isScalar, isSeq } from "yaml";
import type { Document, Pair, Scalar, YAMLMap } from "yaml";
import type { Diagnostic, DiagnosticCode, Severity } from "../../diagnostics.js";
import { lineStarts, positionAt } from "../../text/lines.js";
import type { Position } from "../../text/lines.js";
import { yamlErrorSentence } from "./yaml-errors.js";
import { scanYaml } from "./yaml-scan.js";
import { emptyMap, lookupIn, resolvePlain } from "./yaml-values.js";
import type { Place, Places, PlainMap, YamlLookup } from "./yaml-values.js";

// This file loads the `yaml` library (some 50 ms): import it dynamically, on first use.

export interface YamlResult extends YamlLookup {
  /** Maps as objects without a prototype; `undefined` where the text is broken, over a limit, or no map. */
  readonly value: PlainMap | undefined;
  /** The parsed document with its nodes and their ranges, where there is a value. */
  readonly document?: Document.Parsed | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** More diagnostics than this of one kind help nobody. */
const MAX_DUPLICATES = 100;

interface Reading {
  readonly places: Places;
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
  return {
    value,
    document: value === undefined ? undefined : document,
    ...lookupIn(value, reading.places, place),
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
