import type { DocumentPorts } from "../context/document.js";
import type { SddError } from "../errors.js";
import type { AppendLog, Clock, ProjectWriter } from "../ports.js";
import type { Project } from "../project/project.js";
import type {
  LearningKind,
  LearningRecord,
  LearningStatus,
  RejectedLine,
  StaleReason,
} from "./learning-record.js";

/** What the service needs beside the session. */
export interface LearningPorts {
  /** With a fresh look at the project's folders; called once for each operation. */
  readonly openDocuments: () => DocumentPorts;
  readonly writer: ProjectWriter;
  /** The time that records are stamped with. */
  readonly clock: Clock;
  readonly log: AppendLog;
  /** Keeps other processes from writing the index while this one does. */
  readonly locked: <T>(action: () => Promise<T>) => Promise<T>;
}

export interface LearnRequest {
  /** Names or slugs of orchestrations; with them goes what belongs to the whole project. All where it is not given. */
  readonly names?: readonly string[] | undefined;
  /** Only these sources, relative to the root. */
  readonly paths?: readonly string[] | undefined;
  readonly dryRun?: boolean | undefined;
  /** Learns as `sdd memory learn` does: the file at `memory.index_path` is written too, and its switch counts. */
  readonly memory?: boolean | undefined;
}

/** What learning found and did. Plain data. */
export interface LearnResult {
  /** Slugs of the orchestrations that were asked for; all of them where none was. */
  readonly orchestrations: readonly string[];
  /** Documents to learn from, and how many of them had to be read. */
  readonly documents: number;
  readonly read: number;
  readonly added: number;
  readonly superseded: number;
  /** Records whose source is gone. */
  readonly missing: number;
  /** Records that hold now, in the whole index. */
  readonly active: number;
  /** Active records of the whole index by kind. */
  readonly kinds: Readonly<Record<LearningKind, number>>;
  /** Sentences beyond what is kept of a kind, in the documents that were read. */
  readonly leftOut: Partial<Readonly<Record<LearningKind, number>>>;
  /** Lines of the index that were no records and were set aside. */
  readonly rejected: number;
  /** Documents that could not be read or redacted; their records stay as they were. */
  readonly unreadable: readonly string[];
  /** Files that were written, or would be. */
  readonly files: readonly string[];
  readonly written: boolean;
}

/** The records as they stand to their sources now. */
export interface CurrentLearnings {
  readonly project: Project;
  /** Sorted; those of the index, with the status that they have now. */
  readonly records: readonly LearningRecord[];
  /** Whether anything was ever learned here. */
  readonly isLearned: boolean;
  /** Lines of the index that are no records. */
  readonly rejected: readonly RejectedLine[];
  /** Files of the index that are there and cannot be read; nothing is written until a person has seen to them. */
  readonly problems: readonly SddError[];
}

/** What a person's decision did. Ids that are no record, or whose source is gone, are passed over. */
export interface ReviewResult {
  /** Ids, in the order in which they were given. */
  readonly done: readonly string[];
  readonly passedOver: readonly string[];
}

/** `sdd intelligence status --json`; the names are the wire's. */
export interface LearningsStatus {
  readonly index_dir: string;
  /** Records that are neither superseded nor dismissed. */
  readonly learnings: number;
  /** Sources of the project, whether or not anything was learned from them. */
  readonly sources_indexed: number;
  /** Sources that some learning names with another hash, or that are gone. */
  readonly stale_sources: number;
  /** Conflicts that wait for a person. */
  readonly conflicts: number;
  /** Redacted; `null` where nothing is wrong. */
  readonly last_error: string | null;
  /** Of `learnings`, by kind. */
  readonly kinds: Readonly<Record<LearningKind, number>>;
  /** Of all records, dismissed ones apart. */
  readonly statuses: Readonly<Record<LearningStatus | "dismissed", number>>;
  readonly stale_reasons: Readonly<Record<StaleReason, number>>;
}
