import type { Artifact, Orchestration } from "../project/project.js";
import { conflict, type Conflict } from "./conflict.js";

/** Map and header disagree, and the map's hash is not the file's. */
export function artifactConflicts(
  orchestration: Orchestration,
  { path, record, entry, stage }: Artifact,
): Conflict[] {
  if (entry === undefined || record.status !== "active") return [];
  const found: Conflict[] = [];
  const { header } = record.facts;
  if (header?.state !== undefined && header.state !== entry.state) {
    const params = [header.stateText ?? header.state, entry.state];
    const between = [orchestration.mapPath, path];
    found.push(conflict("artifact-state-differs", "warning", path, header.stateLine ?? 1, params, between));
  }
  const recorded = entry.sha256?.toLowerCase() ?? "";
  // A checkout may have turned the line ends; that is no change of the document.
  if (recorded !== "" && recorded !== record.hash && recorded !== record.facts.lfHash) {
    const params = [stage ?? entry.stage];
    const between = [orchestration.mapPath, path];
    found.push(
      conflict("artifact-hash-differs", "warning", orchestration.mapPath, entry.line, params, between),
    );
  }
  return found;
}

/** An approved artifact that is not there is a conflict; a pending one is only work to do. */
export function missingConflicts(orchestration: Orchestration): Conflict[] {
  return orchestration.missing
    .filter(({ entry }) => entry.state === "approved" || entry.state === "recorded")
    .map(({ path, entry }) =>
      conflict(
        "artifact-missing",
        entry.state === "approved" ? "error" : "warning",
        orchestration.mapPath,
        entry.line,
        [path, entry.stage, entry.state],
        [orchestration.mapPath, path],
      ),
    );
}
