import type { Diagnostic } from "../../diagnostics.js";
import { lineStarts, positionAt } from "../../text/lines.js";
import { emptyMap, lookupIn, resolvePlain } from "./yaml-values.js";
import type { Place, Places, PlainMap, YamlLookup } from "./yaml-values.js";

/** What `parseYaml` answers, of a text that is wholly fine. */
export interface PlainYaml extends YamlLookup {
  readonly value: PlainMap;
  readonly diagnostics: readonly Diagnostic[];
}

/** A longer text, line or key, or deeper nesting, is left to the library and its limits. */
const MOST_CHARACTERS = 65_536;
const MOST_LINE = 1_000;
const MOST_DEPTH = 8;

/** Tabs, controls, surrogates, odd line ends and spaces: rare in maps, and each with rules of its own. */
const UNUSUAL =
  /[^\n\r -~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u203f\u20a0-\u2fff\u3001-\ud7ff]|\r(?!\n)/;
const ENTRY = /^( *)([A-Za-z_][\w./-]*(?: [\w./-]+)*):(?: +(\S.*))?$/;
const ITEM = /^( *)- +(\S.*)$/;
const PLAIN_START = /^(?:[\p{L}\p{N}_./~+(]|-[^ -])/u;
const FLOW_ITEM = /^[\p{L}\p{N}_./][\p{L}\p{N}_./+ -]*$/u;

interface Container {
  readonly indent: number;
  readonly value: Record<string, unknown> | unknown[];
  readonly places: Map<string | number, Place>;
}

interface Read {
  readonly value: unknown;
  readonly text: string | undefined;
}

/** Thrown to leave a text to the library; never leaves this module. */
class NotPlain extends Error {}

/**
 * Reads YAML of the plain kind that tools write and people keep: nested maps, lists of scalars, unquoted or quoted
 * scalars on one line, comments. What it reads it reads exactly as `parseYaml` does (a property test holds the two
 * together); for everything else it answers `undefined`, also for whatever is wrong.
 *
 * It takes a hundredth of the library's time and loads none of it, which is what makes an index of thousands of maps
 * affordable.
 *
 * @param lineOffset how many lines of the file stand before `text` (front matter).
 */
export function readPlainYaml(text: string, lineOffset = 0): PlainYaml | undefined {
  if (text.length > MOST_CHARACTERS || UNUSUAL.test(text)) return undefined;
  const reader = new PlainReader();
  try {
    for (let start = 0, line = 0; start < text.length; line++) {
      const newline = text.indexOf("\n", start);
      const end = newline === -1 ? text.length : newline;
      reader.line(text.slice(start, end).trimEnd(), start, line);
      start = end + 1;
    }
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
  let starts: readonly number[] | undefined;
  const at = (offset: number) => {
    const position = positionAt((starts ??= lineStarts(text)), offset);
    return { line: position.line + lineOffset, column: position.column };
  };
  return { value: reader.root, ...lookupIn(reader.root, reader.places, at), diagnostics: [] };
}

class PlainReader {
  readonly root = emptyMap();
  readonly places: Places = new WeakMap();
  readonly #open: Container[] = [];
  /** A key without a value, which a deeper line may yet give it; its container is the innermost one. */
  #pending: string | undefined;

  constructor() {
    this.#push(0, this.root);
  }

  /** Takes one line; `start` is its offset in the text. */
  line(content: string, start: number, number: number): void {
    const first = content.trimStart();
    if (first === "" || first.startsWith("#")) return;
    if (content.length > MOST_LINE) throw new NotPlain();
    const entry = ENTRY.exec(content);
    if (entry !== null) {
      const indent = entry[1]?.length ?? 0;
      this.#entry(indent, entry[2] ?? "", entry[3], start, start + content.length);
      return;
    }
    const item = ITEM.exec(content);
    // The first line must be a key; that also leaves `---` and lists as documents to the library.
    if (item === null || number === 0) throw new NotPlain();
    this.#item(item[1]?.length ?? 0, item[2] ?? "", start + content.length);
  }

  #entry(indent: number, key: string, rest: string | undefined, start: number, end: number): void {
    const container = this.#containerFor(indent);
    const { value, places } = container;
    if (Array.isArray(value) || places.has(key)) throw new NotPlain();
    const offset = end - (rest?.length ?? 0);
    const read = rest === undefined || rest.startsWith("#") ? undefined : this.#value(rest, offset);
    this.#pending = read === undefined ? key : undefined;
    places.set(key, {
      key: start + indent,
      value: read && offset,
      text: read === undefined ? "" : read.text,
    });
    value[key] = read === undefined ? null : read.value;
  }

  /** The map that an entry of this indentation belongs to; a deeper one opens where a key waits for its value. */
  #containerFor(indent: number): Container {
    if (this.#pending !== undefined && indent > this.#top().indent) return this.#nest(indent, emptyMap());
    while (this.#top().indent > indent || Array.isArray(this.#top().value)) this.#pop();
    if (this.#top().indent !== indent) throw new NotPlain();
    return this.#top();
  }

  #item(indent: number, rest: string, end: number): void {
    let list = this.#top();
    if (this.#pending !== undefined && indent >= list.indent) list = this.#nest(indent, []);
    const read = this.#scalar(rest);
    if (list.indent !== indent || !Array.isArray(list.value) || read === undefined) throw new NotPlain();
    const offset = end - rest.length;
    list.places.set(list.value.length, { key: offset, value: offset, text: read.text });
    list.value.push(read.value);
  }

  /** Gives the waiting key a container for its value. */
  #nest(indent: number, value: Container["value"]): Container {
    const parent = this.#top();
    const key = this.#pending;
    if (key === undefined || Array.isArray(parent.value) || this.#open.length >= MOST_DEPTH)
      throw new NotPlain();
    this.#pending = undefined;
    parent.value[key] = value;
    const place = parent.places.get(key);
    if (place !== undefined) parent.places.set(key, { key: place.key, value: undefined, text: undefined });
    return this.#push(indent, value);
  }

  #push(indent: number, value: Container["value"]): Container {
    const container = { indent, value, places: new Map<string | number, Place>() };
    this.places.set(value, container.places);
    this.#open.push(container);
    return container;
  }

  #pop(): void {
    this.#open.pop();
    this.#pending = undefined;
  }

  #top(): Container {
    const top = this.#open.at(-1);
    if (top === undefined) throw new NotPlain();
    return top;
  }

  #value(rest: string, offset: number): Read {
    const read = rest.startsWith("[") ? this.#flowList(rest, offset) : this.#scalar(rest);
    if (read === undefined) throw new NotPlain();
    return read;
  }

  #scalar(rest: string): Read | undefined {
    if (rest.startsWith("'")) {
      const quoted = /^'((?:[^']|'')*)'(?: +#.*)?$/.exec(rest)?.[1]?.replaceAll("''", "'");
      return quoted === undefined ? undefined : { value: quoted, text: quoted };
    }
    if (rest.startsWith('"')) {
      const quoted = /^"([^"\\]*)"(?: +#.*)?$/.exec(rest)?.[1];
      return quoted === undefined ? undefined : { value: quoted, text: quoted };
    }
    const comment = rest.indexOf(" #");
    const text = comment === -1 ? rest : rest.slice(0, comment).trimEnd();
    if (!PLAIN_START.test(text) || text.includes(": ") || text.endsWith(":")) return undefined;
    return { value: resolvePlain(text), text };
  }

  /** `[a, b]`, of plain words only. */
  #flowList(rest: string, offset: number): Read | undefined {
    const inner = /^\[([^[\]]*)\]$/.exec(rest)?.[1];
    if (inner === undefined) return undefined;
    const value: unknown[] = [];
    const places = new Map<string | number, Place>();
    this.places.set(value, places);
    if (inner.trim() === "") return { value, text: undefined };
    let at = offset + 1;
    for (const part of inner.split(",")) {
      const text = part.trim();
      if (!FLOW_ITEM.test(text)) return undefined;
      const place = at + part.indexOf(text);
      places.set(value.length, { key: place, value: place, text });
      value.push(resolvePlain(text));
      at += part.length + 1;
    }
    return { value, text: undefined };
  }
}
