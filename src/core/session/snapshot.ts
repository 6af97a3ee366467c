import { baseName } from "../project/paths.js";
import { compareCodeUnits } from "../text/fold.js";
import type { ArrivalAction, FileAction } from "./ledger-entry.js";

/** How a workspace stood at a moment, and what became of it since. */

/**
 * Marks of files by path, relative to the root. Equal marks mean equal content; `""` that there is no such file. In a git
 * repository only what differs from HEAD is marked, otherwise every file.
 */
export type Marks = Readonly<Record<string, string>>;

export interface WorkspaceSnapshot {
  readonly schema_version: 1;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The id of the commit that HEAD is at; `""` before the first commit; `null` where there is no git. */
  readonly head: string | null;
  readonly marks: Marks;
  /** Whether there were more files than were looked at. */
  readonly cut: boolean;
}

/** A file that was edited, made, moved or taken away. */
export interface FileChange {
  readonly action: FileAction;
  readonly path: string;
  readonly from?: string;
  /** When, as far as the file says; ISO 8601 UTC. */
  readonly at?: string;
  readonly lines_added?: number;
  readonly lines_removed?: number;
}

/** What one commit, pull or checkout brought. */
export interface Arrival {
  readonly action: ArrivalAction;
  /** The id that HEAD was at afterwards. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly commits: readonly string[];
  readonly files: readonly string[];
}

/** What happened between two snapshots. */
export interface WorkspaceChanges {
  readonly edits: readonly FileChange[];
  readonly arrivals: readonly Arrival[];
  /** Whether something may be missing. */
  readonly cut: boolean;
}

export const NO_FILE = "";

/** How a file looked before and after; `undefined` where that is not known. */
export interface FilePair {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Files that are gone and files that are new are one that moved where their content is the same, or their name is. */
function moves(gone: readonly FilePair[], made: readonly FilePair[]): ReadonlyMap<string, string> {
  const from = new Map<string, string>();
  const left = new Set(gone.map(({ path }) => path));
  const pairUp = (isSame: (old: FilePair, young: FilePair) => boolean): void => {
    for (const young of made) {
      if (from.has(young.path)) continue;
      const alike = gone.filter((old) => left.has(old.path) && isSame(old, young));
      const [old] = alike;
      if (old === undefined || (alike.length > 1 && old.before !== young.after)) continue;
      from.set(young.path, old.path);
      left.delete(old.path);
    }
  };
  pairUp((old, young) => old.before === young.after);
  pairUp((old, young) => baseName(old.path) === baseName(young.path));
  return from;
}

/** The edits that pairs of marks tell of, by path. Pairs that are equal tell of none. */
export function editsIn(pairs: readonly FilePair[]): readonly FileChange[] {
  const sorted = [...pairs].sort((a, b) => compareCodeUnits(a.path, b.path));
  const gone = sorted.filter(({ before, after }) => before !== NO_FILE && after === NO_FILE);
  const made = sorted.filter(({ before, after }) => before === NO_FILE && after !== NO_FILE);
  const from = moves(gone, made);
  const moved = new Set(from.values());
  return sorted.flatMap(({ path, before, after }): readonly FileChange[] => {
    if (before === after || moved.has(path)) return [];
    const origin = from.get(path);
    if (origin !== undefined) return [{ action: "renamed", path, from: origin }];
    if (before === NO_FILE) return [{ action: "created", path }];
    return [{ action: after === NO_FILE ? "deleted" : "changed", path }];
  });
}

/** All that is marked in one of two snapshots without git. */
export function pairsOf(before: Marks, after: Marks): readonly FilePair[] {
  const own = (marks: Marks, path: string): string =>
    Object.hasOwn(marks, path) ? (marks[path] ?? NO_FILE) : NO_FILE;
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].map((path) => ({ path, before: own(before, path), after: own(after, path) }));
}

/** A snapshot as it was kept; `undefined` where it is none. */
export function parseSnapshot(value: unknown): WorkspaceSnapshot | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { schema_version: version, at, head, marks, cut } = value as Readonly<Record<string, unknown>>;
  const isRight =
    version === 1 &&
    typeof at === "string" &&
    !Number.isNaN(Date.parse(at)) &&
    (head === null || typeof head === "string") &&
    typeof cut === "boolean" &&
    typeof marks === "object" &&
    marks !== null &&
    Object.values(marks).every((mark) => typeof mark === "string");
  return isRight ? { schema_version: 1, at, head, marks: marks as Marks, cut } : undefined;
}
