import type { ArtifactState, Stage } from "../stages.js";

/** What the map says of one stage's document. */
export interface MapArtifact {
  readonly stage: Stage;
  /** Relative to the map's folder, with `/`; never leaves it. */
  readonly file: string;
  readonly state: ArtifactState;
  /** ISO 8601, as written. */
  readonly approvedAt?: string;
  readonly revision?: number;
  /** Lower-case hex. */
  readonly sha256?: string;
  readonly sizeBytes?: number;
  /** ISO 8601, as written. */
  readonly updatedAt?: string;
  /** 1-based line of its key in the map. */
  readonly line: number;
}

/** An entry whose key is no stage that is known here. It stays in the file and takes no part in anything. */
export interface UnknownMapEntry {
  readonly key: string;
  readonly line: number;
}

/** A traceability map as plain data: it can go through JSON and back. */
export interface TraceabilityMap {
  readonly name: string;
  readonly slug: string;
  /** The orchestration's own state, as written (`in_progress`). */
  readonly state?: string;
  /** ISO 8601, as written. */
  readonly createdAt?: string;
  readonly source?: string;
  /** In the order of the file. */
  readonly artifacts: readonly MapArtifact[];
  readonly unknown?: readonly UnknownMapEntry[];
}
