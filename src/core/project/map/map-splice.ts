import { isMap, isScalar } from "yaml";
import type { Document, Pair, Scalar, YAMLMap } from "yaml";
import { yamlScalar } from "../yaml/yaml-scalar.js";
import type { ScalarStyle } from "../yaml/yaml-scalar.js";

// Loads the YAML parser: import this file dynamically.

/**
 * Changes YAML by cutting and pasting text at the places that the parsed document names, so that every other byte
 * stays. Each function returns the new text, or `undefined` where the document's form leaves no safe place.
 */

/** A key with its value, to be written. */
export type Entry = readonly (readonly [key: string, value: string | number])[];

/** The first pair of a key, which is the one that readers here go by. */
export function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

export function rootMap(document: Document.Parsed | undefined): YAMLMap | undefined {
  const root: unknown = document?.contents;
  return isMap(root) ? root : undefined;
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = (node as { range?: readonly [number, number, number] | null } | null)?.range;
  return range ? [range[0], range[1]] : undefined;
}

function isBlockScalar(node: unknown): boolean {
  return isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");
}

function isEmptyScalar(node: Scalar): boolean {
  return node.type === "PLAIN" && node.value === "";
}

/** After the colon of a pair, or `undefined` where it has none (`{key}`). */
function afterColon(text: string, pair: Pair): number | undefined {
  const end = rangeOf(pair.key)?.[1];
  if (end === undefined) return undefined;
  const colon = /^[ \t]*:/.exec(text.slice(end, end + 200));
  return colon === null ? undefined : end + colon[0].length;
}

/** Where a pair's text ends, comments and line end left out. */
function pairEnd(text: string, pair: Pair): number | undefined {
  const value: unknown = pair.value;
  if (isMap(value) && value.flow !== true) {
    const last = value.items.at(-1);
    return last === undefined ? undefined : pairEnd(text, last);
  }
  if (isScalar(value) && isEmptyScalar(value)) return afterColon(text, pair) ?? rangeOf(pair.key)?.[1];
  const end = rangeOf(value)?.[1] ?? rangeOf(pair.key)?.[1];
  if (end === undefined) return undefined;
  // Block scalars and lists take the line ends after them with them.
  return end - (/[\r\n \t]*$/.exec(text.slice(Math.max(0, end - 200), end))?.[0].length ?? 0);
}

function lineEnd(text: string, from: number): number {
  const found = /[\r\n]/.exec(text.slice(from));
  return found === null ? text.length : from + found.index;
}

function lineStart(text: string, from: number): number {
  return Math.max(text.lastIndexOf("\n", from - 1), text.lastIndexOf("\r", from - 1)) + 1;
}

/** The line end to write at a place: that of its own line, else the text's first, else `\n`. */
function newlineAt(text: string, at: number): string {
  return /^(?:\r\n|\n|\r)/.exec(text.slice(at, at + 2))?.[0] ?? /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** The white space before a key, which must be alone before it on its line. */
function indentOf(text: string, pair: Pair): string | undefined {
  const start = rangeOf(pair.key)?.[0];
  if (start === undefined) return undefined;
  const before = text.slice(lineStart(text, start), start);
  return /^ *$/.test(before) ? before : undefined;
}

function styleOf(scalar: unknown): ScalarStyle {
  const type = isScalar(scalar) ? scalar.type : undefined;
  return type === "QUOTE_DOUBLE" ? "double" : type === "QUOTE_SINGLE" ? "single" : "plain";
}

/** How the strings of a map are written: as its first key is, for who quotes keys quotes values too. */
function styleWithin(map: YAMLMap): ScalarStyle {
  return styleOf(map.items[0]?.key);
}

/** Sets a key of a map to a scalar, in place where the key is there, else after the map's last plain pair. */
export function setKey(text: string, map: YAMLMap, key: string, value: string | number): string | undefined {
  const pair = pairOf(map, key);
  if (pair === undefined) return addKey(text, map, key, value);
  const old: unknown = pair.value;
  if (old !== null && !isScalar(old)) return undefined;
  if (old === null || isEmptyScalar(old)) {
    const written = ` ${yamlScalar(value, styleWithin(map))}`;
    const at = afterColon(text, pair);
    const end = rangeOf(pair.key)?.[1];
    if (at !== undefined) return splice(text, at, at, written);
    return end === undefined ? undefined : splice(text, end, end, `:${written}`);
  }
  const range = rangeOf(old);
  if (range === undefined || isBlockScalar(old)) return undefined;
  // An empty value is quoted because it must be: that says nothing about how others would be.
  const style = old.value === "" ? styleWithin(map) : styleOf(old);
  return splice(text, range[0], range[1], yamlScalar(value, style));
}

function addKey(text: string, map: YAMLMap, key: string, value: string | number): string | undefined {
  const style = styleWithin(map);
  const written = `${yamlScalar(key, style)}: ${yamlScalar(value, style)}`;
  if (map.flow === true) return addToFlow(text, map, written);
  const last = map.items.findLast(({ value: node }) => isScalar(node) && !isBlockScalar(node));
  const end = last === undefined ? undefined : pairEnd(text, last);
  const indent = last === undefined ? undefined : indentOf(text, last);
  if (end === undefined || indent === undefined) return undefined;
  const at = lineEnd(text, end);
  return splice(text, at, at, `${newlineAt(text, at)}${indent}${written}`);
}

function addToFlow(text: string, map: YAMLMap, written: string): string | undefined {
  const last = map.items.at(-1);
  const start = rangeOf(map)?.[0];
  if (last === undefined)
    return start === undefined ? undefined : splice(text, start + 1, start + 1, written);
  const end = pairEnd(text, last);
  return end === undefined ? undefined : splice(text, end, end, `, ${written}`);
}

function flowMap(entry: Entry, style: ScalarStyle): string {
  const pairs = entry.map(([key, value]) => `${yamlScalar(key, style)}: ${yamlScalar(value, style)}`);
  return `{${pairs.join(", ")}}`;
}

function flowEntry(name: string, entry: Entry, style: ScalarStyle): string {
  return `${yamlScalar(name, style)}: ${flowMap(entry, style)}`;
}

function blockEntry(name: string, entry: Entry, indent: string, step: string, newline: string): string {
  const pairs = entry.map(([key, value]) => `${indent}${step}${key}: ${yamlScalar(value, "plain")}`);
  return [`${indent}${name}:`, ...pairs].join(newline);
}

/**
 * Adds a map under a new key of `parent`, after the pair `after`, in that pair's style (block, or `{…}`).
 *
 * @param after a pair of `parent`; its own comments, as far as they are indented, stay with it.
 */
export function addMapAfter(
  text: string,
  parent: YAMLMap,
  after: Pair,
  name: string,
  entry: Entry,
): string | undefined {
  const style = styleWithin(parent);
  if (parent.flow === true) return addToFlow(text, parent, flowEntry(name, entry, style));
  const indent = indentOf(text, after);
  const end = pairEnd(text, after);
  if (indent === undefined || end === undefined) return undefined;
  const at = pastComments(text, lineEnd(text, end), indent.length);
  const newline = newlineAt(text, at);
  const sibling: unknown = after.value;
  if (isMap(sibling) && sibling.flow === true) {
    return splice(text, at, at, `${newline}${indent}${flowEntry(name, entry, style)}`);
  }
  const inner = isMap(sibling) && sibling.items[0] ? indentOf(text, sibling.items[0]) : undefined;
  const step =
    inner?.startsWith(indent) === true && inner.length > indent.length ? inner.slice(indent.length) : "  ";
  return splice(text, at, at, newline + blockEntry(name, entry, indent, step, newline));
}

/** Past the comment lines below a place that are indented further than `indent`. */
function pastComments(text: string, from: number, indent: number): number {
  let at = from;
  for (;;) {
    const line = /^(?:\r\n|\n|\r)( +)#[^\r\n]*/.exec(text.slice(at));
    if (line?.[1] === undefined || line[1].length <= indent) return at;
    at += line[0].length;
  }
}

/** Gives a key that has nothing, or `{}`, its first map: below it in block style, inside the braces in flow style. */
export function fillMap(
  text: string,
  parent: YAMLMap,
  pair: Pair,
  name: string,
  entry: Entry,
): string | undefined {
  const value: unknown = pair.value;
  const range = rangeOf(value);
  if (parent.flow === true) {
    const written = flowEntry(name, entry, styleWithin(parent));
    if (isMap(value) && range) return splice(text, range[0] + 1, range[0] + 1, written);
    const at = afterColon(text, pair);
    return at === undefined ? undefined : splice(text, at, at, ` {${written}}`);
  }
  const indent = indentOf(text, pair);
  const colon = afterColon(text, pair);
  if (indent === undefined || colon === undefined) return undefined;
  const bare = isMap(value) && range ? splice(text, colon, range[1], "") : text;
  const at = lineEnd(bare, colon);
  const newline = newlineAt(bare, at);
  return splice(bare, at, at, newline + blockEntry(name, entry, `${indent}  `, "  ", newline));
}

/** Gives a key of a map that stands alone (`prd:`) its value, in braces. */
export function fillEntry(text: string, map: YAMLMap, pair: Pair, entry: Entry): string | undefined {
  const written = flowMap(entry, styleWithin(map));
  const at = afterColon(text, pair);
  const value: unknown = pair.value;
  const range = isScalar(value) && value.value !== "" ? rangeOf(value) : undefined;
  if (range !== undefined) return splice(text, range[0], range[1], written);
  const end = rangeOf(pair.key)?.[1];
  if (at !== undefined) return splice(text, at, at, ` ${written}`);
  return end === undefined ? undefined : splice(text, end, end, `: ${written}`);
}
