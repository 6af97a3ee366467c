import type { Position } from "../../text/lines.js";

// What both readers of YAML share: the one for plain texts, and the one behind the library. Loads nothing.

/** A way into a document: keys of maps and indexes of lists, from the root. */
export type KeyPath = readonly (string | number)[];

/** A map of a document as plain data. It has no prototype, so `__proto__` is a key like any other. */
export type PlainMap = Readonly<Record<string, unknown>>;

export function emptyMap(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** Offsets of a key (or list item) and of its value; the text where the value is a scalar. */
export interface Place {
  readonly key: number;
  readonly value: number | undefined;
  readonly text: string | undefined;
}

/** The places of what a map or list holds, by the container. */
export type Places = WeakMap<object, Map<string | number, Place>>;

/** Where things stand in a document. */
export interface YamlLookup {
  /** Where the key (or list item) of a path stands, or its nearest ancestor that is there. */
  readonly positions: (path: KeyPath) => Position;
  /** Where the value of a path begins, or its key where there is no value. */
  readonly valuePositions: (path: KeyPath) => Position;
  /** A scalar as it was written, without quotes: `1.10` stays `1.10`. `undefined` for maps, lists and what is missing. */
  readonly textOf: (path: KeyPath) => string | undefined;
}

/** @param at turns an offset into a position of the file. */
export function lookupIn(
  value: PlainMap | undefined,
  places: Places,
  at: (offset: number) => Position,
): YamlLookup {
  const find = (keys: KeyPath): Place | undefined => findPlace(value, keys, places);
  return {
    positions: (keys) => at(nearest(keys, find)?.key ?? 0),
    valuePositions: (keys) => {
      const found = nearest(keys, find);
      return at(found?.value ?? found?.key ?? 0);
    },
    textOf: (keys) => find(keys)?.text,
  };
}

function findPlace(root: unknown, path: KeyPath, places: Places): Place | undefined {
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
    const place = find(length === path.length ? path : path.slice(0, length));
    if (place !== undefined) return place;
  }
  return undefined;
}

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["", null],
  ["~", null],
  ["null", null],
  ["Null", null],
  ["NULL", null],
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);

/**
 * What an unquoted scalar is. The core schema, less what bites in documents: a number keeps to what a double holds
 * exactly and has no leading zeros or exponent, so hashes and ADR numbers (`12e45…`, `0173`) stay text.
 */
export function resolvePlain(text: string): unknown {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  return /^[-+]?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
}
