import { SddError } from "../../core/errors.js";
import type { LearningRecord } from "../../core/learning/learning-record.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import type { LearningStates } from "./states.js";
import { LearningHandle } from "./tree.js";

/** Learnings of one root that a command is for. */
export interface Targets {
  readonly root: ProjectRoot;
  readonly records: readonly LearningRecord[];
}

/**
 * The items that a command of the tree was run on: all that are selected where the item is one of them, as VS Code
 * hands them over, else the item alone.
 */
export function handlesOf([item, selected]: readonly unknown[]): readonly LearningHandle[] {
  const all: readonly unknown[] = Array.isArray(selected) ? selected : [];
  const wanted = all.includes(item) ? all : [item];
  return wanted.filter((each) => each instanceof LearningHandle);
}

async function recordsIn(
  states: LearningStates,
  { data }: LearningHandle,
): Promise<readonly LearningRecord[]> {
  switch (data.type) {
    case "learning":
      return [data.record];
    case "part":
      return data.records;
    case "group":
      return states.recordsOf(data.root, data.group);
    default:
      return [];
  }
}

/**
 * The learnings that a command is for, by root, each once: those that were chosen, and those below chosen groups, as far
 * as the command can do something with them.
 */
export async function targetsOf(
  roots: ProjectRoots,
  states: LearningStates,
  handles: readonly LearningHandle[],
  isMeant: (record: LearningRecord) => boolean,
): Promise<readonly Targets[]> {
  const byRoot = new Map<string, Map<string, LearningRecord>>();
  for (const handle of handles) {
    const { root } = handle.place;
    const records = byRoot.get(root) ?? new Map<string, LearningRecord>();
    byRoot.set(root, records);
    for (const record of await recordsIn(states, handle)) if (isMeant(record)) records.set(record.id, record);
  }
  return roots.all.flatMap((root) => {
    const records = [...(byRoot.get(root.id)?.values() ?? [])];
    return records.length === 0 ? [] : [{ root, records }];
  });
}

export const idsOf = ({ records }: Targets): readonly string[] => records.map(({ id }) => id);

export const countOf = (targets: readonly Targets[]): number =>
  targets.reduce((sum, { records }) => sum + records.length, 0);

/** @throws SddError `wrong-usage` with the sentence where there is nothing to do */
export function required(targets: readonly Targets[], none: string): readonly Targets[] {
  if (targets.length === 0) throw new SddError("wrong-usage", none);
  return targets;
}
