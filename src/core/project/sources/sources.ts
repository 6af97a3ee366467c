import type { Diagnostic } from "../../diagnostics.js";
import type { AdrFacts } from "../adr/adr.js";
import type { SddConfig } from "../config/config.js";
import type { ArtifactState, Stage } from "../stages.js";
import type { TraceabilityMap } from "../map/traceability-map-types.js";

/** What a source is, by its place in the project. */
export const SOURCE_KINDS = [
  "artifact",
  "map",
  "adr",
  "intelligence",
  "rules",
  "config",
  "learnings",
  "events",
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** `changed` is never kept: it is what a reader finds when the file's hash is no longer the record's. */
export type SourceStatus = "active" | "changed" | "missing" | "unreadable";

/** What an artifact's own header says (`## Traceability` and its bullets). */
export interface HeaderFacts {
  readonly slug?: string;
  readonly state?: ArtifactState;
  /** The state as written, and its 1-based line. */
  readonly stateText?: string;
  readonly stateLine?: number;
}

/** What is kept of a source beside its hash, so that an unchanged file is not opened again. */
export interface SourceFacts {
  readonly title?: string;
  /** Hash of the text with line feeds alone, where the file has CRLF: what a checkout elsewhere would hash. */
  readonly lfHash?: string;
  readonly header?: HeaderFacts;
  readonly adr?: AdrFacts;
  readonly map?: TraceabilityMap;
  readonly config?: SddConfig;
  /** Project paths that its links lead to, sorted, each once; the first 200. */
  readonly refs?: readonly string[];
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * One line of `sources.index.jsonl`: the SourceRecord of DESIGN §5, with the stamp by which an unchanged file is known
 * and the facts read from it.
 */
export interface SourceRecord {
  readonly path: string;
  readonly kind: SourceKind;
  readonly stage?: Stage;
  /** Lower-case hex SHA-256 of the file's bytes; empty where it could not be read. */
  readonly hash: string;
  /** When its content was last read; ISO 8601 UTC with milliseconds. */
  readonly last_seen_at: string;
  readonly status: SourceStatus;
  readonly size: number;
  readonly mtime_ms: number;
  readonly ino: number;
  readonly facts: SourceFacts;
}
