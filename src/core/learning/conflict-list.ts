import type { Orchestration, Project } from "../project/project.js";
import { compareCodeUnits } from "../text/fold.js";
import { repeatedNumbers, supersededLinks, type TextOf } from "./conflict-adr.js";
import { artifactConflicts, missingConflicts } from "./conflict-map.js";
import type { Conflict } from "./conflict.js";

/**
 * The conflicts of one orchestration, by path and line. `related` limits the decisions looked at to those that a pack
 * considers; without it, all decisions of the project are. Texts are asked for only where a superseded decision is linked.
 */
export function conflictsOf(
  project: Project,
  orchestration: Orchestration,
  textOf: TextOf,
  related?: ReadonlySet<string>,
): readonly Conflict[] {
  const { records } = project.inventory;
  const decisions = [...records.values()].filter(
    ({ kind, path }) => kind === "adr" && (related?.has(path) ?? true),
  );
  const all = [
    ...orchestration.artifacts.flatMap((artifact) => artifactConflicts(orchestration, artifact)),
    ...missingConflicts(orchestration),
    ...supersededLinks(orchestration.artifacts, records, textOf),
    ...repeatedNumbers(decisions),
  ];
  return all.sort(
    (a, b) => compareCodeUnits(a.path, b.path) || a.line - b.line || compareCodeUnits(a.code, b.code),
  );
}
