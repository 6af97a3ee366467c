import type { Conflict } from "../../core/learning/conflict.js";
import type { LearningKind, LearningRecord, StaleReason } from "../../core/learning/learning-record.js";
import type { SettledConflict } from "../../core/learning/settlements.js";
import { compareCodeUnits } from "../../core/text/fold.js";
import {
  KIND_GROUPS,
  STALE_GROUPS,
  type GroupState,
  type LearningGroup,
  type LearningsOverview,
} from "../../node/engine-learning-api.js";

/** What the view Learnings shows, as data: what stands under what, and when an item has changed. */

/** A project root, as far as the tree is concerned. */
export interface LearningRoot {
  readonly id: string;
  readonly name: string;
  readonly learnings: LearningsOverview | undefined;
}

/** One that is open, or one that a person settled. */
export type AnyConflict = Conflict | SettledConflict;

export type NodeData =
  | { readonly type: "root"; readonly root: LearningRoot }
  /** Nothing was learned yet; said where the list is not empty, so that no welcome text says it. */
  | { readonly type: "none"; readonly root: string }
  | {
      readonly type: "group";
      readonly root: string;
      readonly group: LearningGroup;
      readonly count: number;
      readonly revision: number;
    }
  | {
      readonly type: "conflicts";
      readonly root: string;
      readonly isSettled: boolean;
      readonly count: number;
      readonly revision: number;
    }
  /** Conflicts that have to be looked at in one folder, or in one document of it, where a list would be too long to read. */
  | {
      readonly type: "conflict-part";
      readonly root: string;
      readonly by: "folder" | "document";
      readonly name: string;
      readonly conflicts: readonly AnyConflict[];
    }
  | {
      readonly type: "conflict";
      readonly root: string;
      readonly conflict: AnyConflict;
      /** Whether it has so many siblings that its sides are shown only where someone asks. */
      readonly folded: boolean;
    }
  | {
      readonly type: "side";
      readonly root: string;
      readonly conflict: AnyConflict;
      readonly index: number;
    }
  /** Records of one orchestration or one document, where a list would be too long to read. */
  | {
      readonly type: "part";
      readonly root: string;
      readonly by: "orchestration" | "document";
      readonly name: string;
      readonly records: readonly LearningRecord[];
    }
  | { readonly type: "learning"; readonly root: string; readonly record: LearningRecord };

/** An item and what names it among its siblings, for as long as it is there. */
export interface Child {
  readonly key: string;
  readonly data: NodeData;
}

/** A list longer than this is divided: by orchestrations or folders, and those by documents. */
const LONG = 200;

/** So many conflicts fit a side bar with their sides. */
const UNFOLDED = 20;

export function isLong(count: number): boolean {
  return count > LONG;
}

export function isStaleGroup(group: LearningGroup): group is StaleReason {
  return (STALE_GROUPS as readonly string[]).includes(group);
}

export function isKindGroup(group: LearningGroup): group is LearningKind {
  return (KIND_GROUPS as readonly string[]).includes(group);
}

/** The top of the tree: the groups, below their roots where there are several. */
export function topOf(roots: readonly LearningRoot[]): readonly Child[] {
  const filled = roots.filter((root) => groupsOf(root).length > 0);
  const [only] = filled;
  if (only !== undefined && roots.length === 1) return groupsOf(only);
  return filled.map((root) => ({ key: root.id, data: { type: "root", root } }));
}

/** Stale ones first, then what disagrees, then what holds, by kind; at the end what is out of the way. */
function groupsOf({ id: root, learnings }: LearningRoot): readonly Child[] {
  if (learnings === undefined || learnings.state === "off") return [];
  const { groups, open, settled } = learnings;
  const group = (name: LearningGroup): readonly Child[] => {
    const { count, revision } = groups[name];
    return count === 0
      ? []
      : [{ key: `${root} ${name}`, data: { type: "group", root, group: name, count, revision } }];
  };
  const conflicts = (key: string, { count, revision }: GroupState, isSettled: boolean): readonly Child[] =>
    count === 0
      ? []
      : [{ key: `${root} ${key}`, data: { type: "conflicts", root, isSettled, count, revision } }];
  const none: Child = { key: `${root} none`, data: { type: "none", root } };
  return [
    ...(learnings.state === "none" && open.count + settled.count > 0 ? [none] : []),
    ...STALE_GROUPS.flatMap(group),
    ...conflicts("conflicts", open, false),
    ...KIND_GROUPS.flatMap(group),
    ...conflicts("settled", settled, true),
    ...group("superseded"),
    ...group("dismissed"),
  ];
}

/**
 * What is below an item. The records and conflicts of a group are not part of it: they are asked for, and become items with
 * `recordsBelow` and `conflictsBelow`.
 */
export function childrenOf(data: NodeData): readonly Child[] {
  switch (data.type) {
    case "root":
      return groupsOf(data.root);
    case "conflict-part":
      return data.by === "folder" && data.conflicts.length > LONG
        ? conflictParts(data.root, data.conflicts, "document")
        : conflictItems(data.root, data.conflicts);
    case "conflict": {
      const { root, conflict } = data;
      return conflict.sides.map((_, index) => ({
        key: String(index),
        data: { type: "side", root, conflict, index },
      }));
    }
    case "part":
      return data.by === "orchestration" && data.records.length > LONG
        ? divided(data.root, data.records, "document")
        : learnings(data.root, data.records);
    default:
      return [];
  }
}

/** The records of a group as items, divided where they are many. */
export function recordsBelow(root: string, records: readonly LearningRecord[]): readonly Child[] {
  return records.length > LONG ? divided(root, records, "orchestration") : learnings(root, records);
}

/** Conflicts as items, divided where they are many. */
export function conflictsBelow(root: string, conflicts: readonly AnyConflict[]): readonly Child[] {
  return conflicts.length > LONG ? conflictParts(root, conflicts, "folder") : conflictItems(root, conflicts);
}

function conflictItems(root: string, conflicts: readonly AnyConflict[]): readonly Child[] {
  const folded = conflicts.length > UNFOLDED;
  return conflicts.map((conflict) => ({
    key: conflict.id,
    data: { type: "conflict", root, conflict, folded },
  }));
}

function conflictParts(
  root: string,
  conflicts: readonly AnyConflict[],
  by: "folder" | "document",
): readonly Child[] {
  const nameOf = ({ path }: AnyConflict): string =>
    by === "document" ? path : path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return grouped(conflicts, nameOf).map(([name, list]) => ({
    key: name,
    data: { type: "conflict-part", root, by, name, conflicts: list },
  }));
}

/** Items by a name, in the order of the names. */
export function grouped<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly (readonly [string, readonly T[]])[] {
  const parts = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [item]);
    else part.push(item);
  }
  return [...parts].sort(([a], [b]) => compareCodeUnits(a, b));
}

function learnings(root: string, records: readonly LearningRecord[]): readonly Child[] {
  return records.map((record) => ({ key: record.id, data: { type: "learning", root, record } }));
}

function divided(
  root: string,
  records: readonly LearningRecord[],
  by: "orchestration" | "document",
): readonly Child[] {
  const keyOf = (record: LearningRecord): string =>
    by === "document" ? record.source_artifact : record.orchestration_slug;
  return grouped(records, keyOf).map(([key, list]) => {
    const name = by === "document" ? key : (list[0]?.orchestration ?? key);
    return { key, data: { type: "part", root, by, name, records: list } };
  });
}

/**
 * A text that changes when an item at the top must be drawn again. Of a root it tells which children it has, since those
 * are compared for themselves; a group's revision stands for all that is below it.
 */
export function fingerprint(data: NodeData): string {
  switch (data.type) {
    case "root":
      return JSON.stringify([data.root.name, childrenOf(data).map(({ key }) => key)]);
    default:
      return JSON.stringify(data);
  }
}

/** How many stale learnings there are: those to look at (their section differs, or the source is gone), and the rest. */
export interface StaleCounts {
  readonly look: number;
  readonly fine: number;
}

export function staleCounts(roots: readonly Pick<LearningRoot, "learnings">[]): StaleCounts {
  let look = 0;
  let fine = 0;
  for (const { learnings: overview } of roots) {
    if (overview?.state !== "learned") continue;
    look += overview.groups.section_changed.count + overview.groups.source_missing.count;
    fine += overview.groups.file_changed.count;
  }
  return { look, fine };
}
