import type { Diagnostic } from "../../diagnostics.js";
import {
  frontMatterDiagnostics,
  isYamlKind,
  plainYamlFacts,
  withDiagnostics,
  yamlFacts,
  type FactsReader,
} from "./facts.js";
import type { SourceFacts, SourceKind, SourceRecord, SourceStatus } from "./sources.js";

/** What an index holds of a file itself. */
export type RecordFields = Omit<SourceRecord, "facts" | "stage">;

/** What is known of a file's facts when its record is made: nothing yet, all, or what is needed to find out. */
export interface KnownFacts {
  readonly facts?: SourceFacts;
  /** Facts as JSON, from a kept index; read when they are asked for. */
  readonly json?: string;
  /** The text of a map or a configuration. */
  readonly text?: string;
  /** Front matter that was not looked at yet, in a text that begins with it; `true`: the file has to be read for it. */
  readonly front?: string | true;
  /** What was found wrong with its front matter. */
  readonly found?: readonly Diagnostic[];
}

const NONE: KnownFacts = {};
const NO_DIAGNOSTICS: readonly Diagnostic[] = [];

/**
 * A record whose facts are found out when they are first asked for: an index of thousands of files is made of hashes
 * and stamps, and few of its files are ever looked into. `facts` is an accessor, so copying a record by spreading it
 * would lose them.
 */
export class IndexedRecord implements SourceRecord {
  readonly path: string;
  readonly kind: SourceKind;
  readonly hash: string;
  readonly last_seen_at: string;
  readonly status: SourceStatus;
  readonly size: number;
  readonly mtime_ms: number;
  readonly ino: number;
  #known: KnownFacts;
  readonly #reader: FactsReader | undefined;

  constructor(fields: RecordFields, reader: FactsReader | undefined, known: KnownFacts = NONE) {
    this.path = fields.path;
    this.kind = fields.kind;
    this.hash = fields.hash;
    this.last_seen_at = fields.last_seen_at;
    this.status = fields.status;
    this.size = fields.size;
    this.mtime_ms = fields.mtime_ms;
    this.ino = fields.ino;
    this.#known = known;
    this.#reader = reader;
  }

  /** What the file says of itself. Reads it where that is not known yet. */
  get facts(): SourceFacts {
    const known = this.known;
    if (known !== undefined) return known;
    if (this.status === "unreadable") return this.#keep(withDiagnostics(this.#known.found ?? NO_DIAGNOSTICS));
    if (isYamlKind(this.kind)) {
      const text = this.#known.text ?? this.#reader?.text(this);
      const plain = text === undefined ? undefined : plainYamlFacts(this.kind, this.path, text);
      // What is not plain waits for `prepare`.
      return plain === undefined ? {} : this.#keep(plain);
    }
    if (this.#reader === undefined) return {};
    const facts = this.#reader.document(this);
    return this.#keep({ ...facts, ...withDiagnostics(this.#known.found ?? NO_DIAGNOSTICS) });
  }

  /** Whether the front matter has not been looked at yet. */
  get isPending(): boolean {
    return this.#known.front !== undefined;
  }

  /** The facts where they are known without reading the file. */
  get known(): SourceFacts | undefined {
    const { facts, json } = this.#known;
    if (facts !== undefined || json === undefined) return facts;
    const kept = parsedFacts(json);
    return kept === undefined ? undefined : this.#keep(kept);
  }

  /** The facts as JSON, where they were kept and nobody has asked for them yet. */
  get unread(): string | undefined {
    return this.#known.facts === undefined ? this.#known.json : undefined;
  }

  /** As `known`, without remembering it: for writing thousands of records once. */
  get knownOnce(): SourceFacts | undefined {
    const { facts, json } = this.#known;
    return facts ?? (json === undefined ? undefined : parsedFacts(json));
  }

  /** What was found when the file was read, where its facts are not known yet. */
  get found(): readonly Diagnostic[] {
    return this.#known.found ?? NO_DIAGNOSTICS;
  }

  /** What is wrong with the file. A document is not read for it, for its diagnostics were found when it was indexed. */
  get diagnostics(): readonly Diagnostic[] {
    const { facts, json } = this.#known;
    if (facts === undefined && json?.includes('"diagnostics":') === false) return NO_DIAGNOSTICS;
    const isKnown = facts !== undefined || json !== undefined || isYamlKind(this.kind);
    return (isKnown ? this.facts.diagnostics : this.#known.found) ?? NO_DIAGNOSTICS;
  }

  /**
   * Reads a map or a configuration, so that its facts are there at once when they are asked for, and looks at the front
   * matter of a document.
   *
   * @returns a promise only where the YAML library is needed.
   */
  prepare(): Promise<unknown> | undefined {
    if (this.#known.front !== undefined) return this.#prepareFront(this.#known.front);
    if (!isYamlKind(this.kind) || this.status === "unreadable" || this.known !== undefined) return undefined;
    const text = this.#known.text ?? this.#reader?.text(this);
    if (text === undefined) return undefined;
    const plain = plainYamlFacts(this.kind, this.path, text);
    if (plain === undefined) return yamlFacts(this.kind, this.path, text).then((facts) => this.#keep(facts));
    this.#keep(plain);
    return undefined;
  }

  #prepareFront(front: string | true): Promise<unknown> | undefined {
    const text = front === true ? this.#reader?.text(this) : front;
    const done = (found: readonly Diagnostic[]): void => {
      const { facts } = this.#known;
      if (facts !== undefined) this.#known = { facts: { ...facts, ...withDiagnostics(found) } };
      else this.#known = found.length === 0 ? NONE : { found };
    };
    const found = text === undefined ? NO_DIAGNOSTICS : frontMatterDiagnostics(text, this.path);
    if (found instanceof Promise) return found.then(done);
    done(found);
    return undefined;
  }

  #keep(facts: SourceFacts): SourceFacts {
    const { front } = this.#known;
    this.#known = front === undefined ? { facts } : { facts, front };
    return facts;
  }
}

function parsedFacts(json: string): SourceFacts | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // Torn: they are read from the file again.
    return undefined;
  }
}

/** What is wrong with a source's file, found without reading it again. */
export function diagnosticsOf(record: SourceRecord): readonly Diagnostic[] {
  return record instanceof IndexedRecord ? record.diagnostics : (record.facts.diagnostics ?? NO_DIAGNOSTICS);
}
