import type { Manifest } from "../core/context/manifest.js";
import type { PackPaths } from "../core/context/session.js";
import type { Diagnostic } from "../core/diagnostics.js";
import type { ErrorCode } from "../core/errors.js";
import type { ArtifactState, Stage } from "../core/project/stages.js";
import type { GuidanceMethods } from "./engine-guidance-api.js";
import type { LearningMethods } from "./engine-learning-api.js";
import type { PublishMethods } from "./engine-publish.js";
import type { Told } from "./teller.js";

/**
 * What the extension asks of the engine, which works in a thread of its own so that the extension host is never held
 * up. Everything that crosses is plain data. Paths are relative to the project root.
 */

/** What a line of a list says of a pack. The manifest itself is asked for where its sources are shown. */
export interface PackSummary {
  readonly sha256: string;
  readonly generatedAt: string;
  readonly limit: number;
  readonly chars: number;
}

export interface StageOverview {
  readonly stage: Stage;
  /** The stage's document, where the folder has one. */
  readonly path: string | undefined;
  /** The map's state, else the header's; `undefined` where neither says any. */
  readonly state: ArtifactState | undefined;
  /** Whether the map names the stage, and where (1-based line). */
  readonly mapLine: number | undefined;
  /** Whether the map names a document that is not there. */
  readonly missing: boolean;
  readonly pack:
    | {
        readonly freshness: "fresh" | "outdated";
        readonly paths: PackPaths;
        /** Of its manifest; `undefined` where that is missing, unreadable or another pack's. */
        readonly summary: PackSummary | undefined;
      }
    | undefined;
}

export interface OrchestrationOverview {
  readonly slug: string;
  readonly name: string;
  readonly folder: string;
  readonly mapPath: string;
  readonly hasMap: boolean;
  readonly nextStage: Stage;
  /** Every stage, in the order of work. */
  readonly stages: readonly StageOverview[];
}

/** Everything that is wrong in one file, conflicts with others included, by line. */
export interface FileFindings {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Asks for what changed since the version `known`; with `rest` for what is left of that version, without looking at files.
 */
export interface ToldQuestion {
  readonly known?: string;
  readonly rest?: string;
}

export interface PackAnswer {
  readonly slug: string;
  readonly stage: Stage;
  readonly text: string;
  readonly manifest: Manifest;
  readonly paths: PackPaths;
  /** How it stands to the pack on disk, before any writing. */
  readonly onDisk: "none" | "same" | "other";
  readonly written: boolean;
}

export interface PackQuestion {
  readonly slug: string;
  readonly stage: Stage;
  readonly limit?: number | undefined;
  /** Write it under `.sdd`, the pack it replaces beside it. */
  readonly write: boolean;
}

/** New text of a file, computed and not written: the editor applies it, so that it can be undone. */
export interface DocumentEdit {
  readonly path: string;
  readonly text: string;
}

export interface EngineMethods extends LearningMethods, GuidanceMethods, PublishMethods {
  overview(params: ToldQuestion): Told<OrchestrationOverview>;
  /** What is wrong in the files that were read, by file: for the time when health cannot be asked. */
  findings(params: ToldQuestion): Told<FileFindings>;
  pack(params: PackQuestion): PackAnswer;
  /** The manifest of the pack on disk; `undefined` where it is missing, unreadable or another pack's. */
  manifest(params: { readonly slug: string; readonly stage: Stage }): Manifest | undefined;
  /** The template of a stage's document and the map with it entered; refused where the document exists. */
  newStageDocument(params: {
    readonly slug: string;
    readonly stage: Stage;
    readonly mapText: string | undefined;
  }): readonly DocumentEdit[];
  /** The map with a stage's state set: `approved` gets the time, the hash, the size and the next revision. */
  setStageState(params: {
    readonly slug: string;
    readonly stage: Stage;
    readonly state: ArtifactState;
    readonly mapText: string | undefined;
  }): readonly DocumentEdit[];
  /** A stage's document, given as its editor has it, with the header's state set; nothing where it says it already. */
  setHeaderState(params: {
    readonly slug: string;
    readonly stage: Stage;
    readonly state: ArtifactState;
    readonly text: string;
  }): readonly DocumentEdit[];
  /** Writes a new orchestration's README and map; nothing is overwritten. */
  init(params: { readonly name: string }): { readonly slug: string; readonly files: readonly string[] };
}

export type EngineMethod = keyof EngineMethods;

export interface EngineRequest {
  readonly id: number;
  readonly method: EngineMethod;
  readonly params: unknown;
}

export interface EngineFailure {
  readonly code: ErrorCode;
  readonly params: readonly string[];
  /** Redacted; for the log. */
  readonly detail?: string;
}

export type EngineResponse =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: EngineFailure };

/** What a worker is started with. */
export interface EngineStart {
  readonly root: string;
  /** Where the index is kept until something is written under `.sdd`. */
  readonly indexFile: string;
  /** One 32-bit cell: 1 asks the work in hand to stop. */
  readonly cancel: SharedArrayBuffer;
}
