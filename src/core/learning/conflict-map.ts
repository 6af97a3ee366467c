import type { Hasher } from "../ports.js";
import type { Artifact, Orchestration } from "../project/project.js";
import { conflict, conflictSide, type Conflict } from "./conflict.js";

/** Where the map disagrees with a document that it names. What it says of a state or a hash is one side's text. */
export function mapConflicts(hasher: Hasher, orchestration: Orchestration): Conflict[] {
  return [
    ...orchestration.artifacts.flatMap((artifact) => [
      ...stateConflicts(hasher, orchestration, artifact),
      ...hashConflicts(hasher, orchestration, artifact),
    ]),
    ...missingConflicts(hasher, orchestration),
  ];
}

/** Map and header disagree about the state. */
function stateConflicts(
  hasher: Hasher,
  { mapPath }: Orchestration,
  { path, record, entry }: Artifact,
): Conflict[] {
  if (entry === undefined || record.status !== "active") return [];
  const { header } = record.facts;
  if (header?.state === undefined || header.state === entry.state) return [];
  const said = header.stateText ?? header.state;
  const line = header.stateLine ?? 1;
  const sides = [
    conflictSide(hasher, mapPath, entry.line, `${entry.stage}: ${entry.state}`),
    conflictSide(hasher, path, line, said),
  ];
  const params = [said, entry.state];
  return [
    conflict(hasher, { code: "artifact-state-differs", severity: "warning", path, line, params, sides }),
  ];
}

/** The map's hash is not the file's. A checkout may have turned the line ends; that is no change of the document. */
function hashConflicts(
  hasher: Hasher,
  { mapPath }: Orchestration,
  { path, record, entry, stage }: Artifact,
): Conflict[] {
  const recorded = entry?.sha256?.toLowerCase() ?? "";
  if (entry === undefined || record.status !== "active" || recorded === "") return [];
  if (recorded === record.hash || recorded === record.facts.lfHash) return [];
  const sides = [
    conflictSide(hasher, mapPath, entry.line, `sha256: ${recorded}`),
    conflictSide(hasher, path, 1, `sha256: ${record.hash}`),
  ];
  const at = { path: mapPath, line: entry.line, params: [stage ?? entry.stage] };
  return [conflict(hasher, { code: "artifact-hash-differs", severity: "warning", ...at, sides })];
}

/** An approved artifact that is not there is a conflict; a pending one is only work to do. */
function missingConflicts(hasher: Hasher, { missing, mapPath }: Orchestration): Conflict[] {
  return missing
    .filter(({ entry }) => entry.state === "approved" || entry.state === "recorded")
    .map(({ path, entry }) =>
      conflict(hasher, {
        code: "artifact-missing",
        severity: entry.state === "approved" ? "error" : "warning",
        path: mapPath,
        line: entry.line,
        params: [path, entry.stage, entry.state],
        between: [mapPath, path],
        sides: [conflictSide(hasher, mapPath, entry.line, `${entry.stage}: ${entry.file} (${entry.state})`)],
      }),
    );
}
