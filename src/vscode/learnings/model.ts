import type { Conflict } from "../../core/learning/conflict.js";
import type { LearningKind, LearningRecord, StaleReason } from "../../core/learning/learning-record.js";
import type { SettledConflict } from "../../core/learning/settlements.js";
import { compareCodeUnits } from "../../core/text/fold.js";
import {
  KIND_GROUPS,
  STALE_GROUPS,
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
      readonly conflicts: readonly (Conflict | SettledConflict)[];
    }
  | { readonly type: "conflict"; readonly root: string; readonly conflict: Conflict | SettledConflict }
  | {
      readonly type: "side";
      readonly root: string;
      readonly conflict: Conflict | SettledConflict;
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

/** A list longer than this is divided: by orchestrations, and those by documents. */
const LONG = 200;

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
  const conflicts = (key: string, list: readonly Conflict[], isSettled: boolean): readonly Child[] =>
    list.length === 0
      ? []
      : [{ key: `${root} ${key}`, data: { type: "conflicts", root, isSettled, conflicts: list } }];
  const none: Child = { key: `${root} none`, data: { type: "none", root } };
  return [
    ...(learnings.state === "none" && open.length + settled.length > 0 ? [none] : []),
    ...STALE_GROUPS.flatMap(group),
    ...conflicts("conflicts", open, false),
    ...KIND_GROUPS.flatMap(group),
    ...conflicts("settled", settled, true),
    ...group("superseded"),
    ...group("dismissed"),
  ];
}

/** What is below an item. The records of a group are not part of it, and are asked for with `recordsBelow`. */
export function childrenOf(data: NodeData): readonly Child[] {
  switch (data.type) {
    case "root":
      return groupsOf(data.root);
    case "conflicts":
      return data.conflicts.map((conflict) => ({
        key: conflict.id,
        data: { type: "conflict", root: data.root, conflict },
      }));
    case "conflict":
      return data.conflict.sides.map((_, index) => ({
        key: String(index),
        data: { ...data, type: "side", index },
      }));
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

function learnings(root: string, records: readonly LearningRecord[]): readonly Child[] {
  return records.map((record) => ({ key: record.id, data: { type: "learning", root, record } }));
}

function divided(
  root: string,
  records: readonly LearningRecord[],
  by: "orchestration" | "document",
): readonly Child[] {
  const parts = new Map<string, LearningRecord[]>();
  for (const record of records) {
    const key = by === "document" ? record.source_artifact : record.orchestration_slug;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [record]);
    else part.push(record);
  }
  return [...parts]
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([key, list]) => {
      const name = by === "document" ? key : (list[0]?.orchestration ?? key);
      return { key, data: { type: "part", root, by, name, records: list } };
    });
}

/**
 * A text that changes when an item must be drawn again. Of a root it tells which children it has, since those are
 * compared for themselves; of the others all that is below.
 */
export function fingerprint(data: NodeData): string {
  switch (data.type) {
    case "root":
      return JSON.stringify([data.root.name, childrenOf(data).map(({ key }) => key)]);
    case "part":
      return JSON.stringify([data.name, data.records.length]);
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
