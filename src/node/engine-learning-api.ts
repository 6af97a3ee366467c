import type { Diagnostic } from "../core/diagnostics.js";
import type { QuickFix } from "../core/health/quick-fixes.js";
import type { Conflict } from "../core/learning/conflict.js";
import type { LearningKind, LearningRecord, StaleReason } from "../core/learning/learning-record.js";
import type { LearnResult, ReviewResult } from "../core/learning/service-types.js";
import type { SettledConflict } from "../core/learning/settlements.js";
import type { FileFindings, ToldQuestion } from "./engine-api.js";
import type { Told } from "./teller.js";

/** What the extension asks of the engine about learnings, conflicts and health. Everything that crosses is plain data. */

/** A list of the view Learnings: stale ones by reason, those that hold by kind, and what is out of the way. */
export type LearningGroup = StaleReason | LearningKind | "superseded" | "dismissed";

/** In the order in which they are shown; what people have to look at comes first. */
export const STALE_GROUPS: readonly StaleReason[] = ["section_changed", "file_changed", "source_missing"];
export const KIND_GROUPS: readonly LearningKind[] = [
  "decision",
  "risk",
  "pattern",
  "command",
  "quality_signal",
  "artifact_summary",
];

/** How long a group is, and a number that changes whenever what stands in it does. */
export interface GroupState {
  readonly count: number;
  readonly revision: number;
}

/** `off`: the configuration says so. `none`: nothing was learned here yet. */
export type LearningsState = "off" | "none" | "learned";

export interface LearningsOverview {
  readonly state: LearningsState;
  /** There may be many thousand learnings and conflicts, so they are asked for a group at a time, where one is looked at. */
  readonly groups: Readonly<Record<LearningGroup, GroupState>>;
  readonly open: GroupState;
  readonly settled: GroupState;
}

/** A part of a group's records. */
export interface RecordsPart {
  readonly records: readonly LearningRecord[];
  /** Whether there are more after them. */
  readonly more: boolean;
}

/** A part of the conflicts that are open, or of those that were settled. */
export interface ConflictsPart {
  readonly conflicts: readonly (Conflict | SettledConflict)[];
  readonly more: boolean;
}

/** A section when something was learned from it, and as it is. Texts are redacted. */
export interface SectionChange {
  readonly record: LearningRecord;
  /** `undefined`: no version of the file in git is the one that was learned from; only the sentence is known. */
  readonly before: string | undefined;
  /** `undefined` where the source is gone. */
  readonly now: string | undefined;
  /** Where the section begins in the file as it is; 1-based. */
  readonly line: number;
}

export interface LearningMethods {
  learnings(params: Record<string, never>): LearningsOverview;
  /** The records of a group from the given one on, as they were at the last look; not more than fit one message. */
  learningsOf(params: { readonly group: LearningGroup; readonly from: number }): RecordsPart;
  /** The same for conflicts. */
  conflictsOf(params: { readonly isSettled: boolean; readonly from: number }): ConflictsPart;
  /** Learns from the documents of one orchestration, or of all, and writes the index. */
  learn(params: { readonly slug?: string }): LearnResult;
  /** Keeps the texts of these records and takes the present hashes of their sources. */
  reverifyLearnings(params: { readonly ids: readonly string[] }): ReviewResult;
  /** Learns the sources of these records anew. @returns how many sources */
  refreshLearnings(params: { readonly ids: readonly string[] }): number;
  dismissLearnings(params: { readonly ids: readonly string[]; readonly reason: string }): ReviewResult;
  restoreLearnings(params: { readonly ids: readonly string[] }): ReviewResult;
  /** @param params `git` allows to look for the earlier version in the repository. */
  sectionChange(params: { readonly id: string; readonly git: boolean }): SectionChange;
  /** `stands` is the index of the side that stands. */
  settleConflict(params: { readonly id: string; readonly stands: number; readonly reason: string }): boolean;
  reopenConflict(params: { readonly id: string }): boolean;
  /** Everything that is amiss in the documents, by file. */
  health(params: ToldQuestion): Told<FileFindings>;
  /** Writes `health.json`. @returns its path, and how many findings it has */
  writeHealth(params: Record<string, never>): { readonly path: string; readonly findings: number };
  /** @param params `text` is the document's, as its editor has it. */
  quickFixes(params: { readonly finding: Diagnostic; readonly text: string }): readonly QuickFix[];
}

/** What waits for trust. */
export const WRITING_METHODS = [
  "learn",
  "reverifyLearnings",
  "refreshLearnings",
  "dismissLearnings",
  "restoreLearnings",
  "settleConflict",
  "reopenConflict",
  "writeHealth",
] as const satisfies readonly (keyof LearningMethods)[];
