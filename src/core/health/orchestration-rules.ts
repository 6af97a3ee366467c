import type { Diagnostic } from "../diagnostics.js";
import { folderOf } from "../project/paths.js";
import { resolvePath } from "../project/paths.js";
import type { Orchestration } from "../project/project.js";
import { stageOrder, type ArtifactState, type Stage } from "../project/stages.js";
import { finding, type Place } from "./finding.js";

/** The stages that every piece of work goes through; the others are written where something asks for them. */
const CHAIN: readonly Stage[] = ["idea", "prd", "techspec", "tasks", "execution", "review", "qa"];

/** The state that the map or a document gives each stage. */
function statesOf({ artifacts, map }: Orchestration): ReadonlyMap<Stage, ArtifactState | undefined> {
  const states = new Map<Stage, ArtifactState | undefined>();
  for (const { stage, state } of map?.artifacts ?? []) states.set(stage, state);
  for (const { stage, state } of artifacts) if (stage !== undefined) states.set(stage, state);
  return states;
}

/** Where what is said of a stage stands: its line in the map, else the map, else the document given. */
function placeOf(orchestration: Orchestration, stage: Stage, otherwise: string): Place {
  const { map, mapPath } = orchestration;
  if (map === undefined) return { path: otherwise, line: 1 };
  return { path: mapPath, line: map.artifacts.find((entry) => entry.stage === stage)?.line ?? 1 };
}

/** Stages without a document before one that has one. What the map calls optional, or claims to be there, is another matter. */
function skippedStages(orchestration: Orchestration): Diagnostic[] {
  const { artifacts } = orchestration;
  const states = statesOf(orchestration);
  return CHAIN.flatMap((stage) => {
    const state = states.get(stage);
    if (artifacts.some((artifact) => artifact.stage === stage)) return [];
    if (state === "optional" || state === "approved" || state === "recorded" || state === "draft") return [];
    const later = artifacts.find(
      (artifact) =>
        artifact.stage !== undefined &&
        CHAIN_OR_MEMORY.has(artifact.stage) &&
        stageOrder(artifact.stage) > stageOrder(stage),
    );
    if (later?.stage === undefined) return [];
    return [
      finding("stage-missing", "warning", placeOf(orchestration, stage, later.path), stage, later.stage),
    ];
  });
}

const CHAIN_OR_MEMORY: ReadonlySet<Stage> = new Set([...CHAIN, "memory"]);

function memoryFindings(orchestration: Orchestration): Diagnostic[] {
  const { artifacts } = orchestration;
  const states = statesOf(orchestration);
  const hasMemory = artifacts.some(({ stage }) => stage === "memory");
  const memory = states.get("memory");
  if (hasMemory || memory === "optional" || memory === "approved" || memory === "recorded") return [];
  if (states.get("execution") !== "approved") return [];
  const execution = artifacts.find(({ stage }) => stage === "execution");
  const at = placeOf(orchestration, "execution", execution?.path ?? orchestration.mapPath);
  return [finding("memory-missing", "warning", at)];
}

/** A map that is not there, that names a draft which is not there, or does not name a document that is. */
function mapFindings(orchestration: Orchestration): Diagnostic[] {
  const { artifacts, folder, foreign, map, mapPath, mapRecord, missing } = orchestration;
  const first = artifacts.find(({ stage }) => stage !== undefined);
  if (mapRecord === undefined) {
    return first === undefined ? [] : [finding("map-missing", "warning", { path: first.path, line: 1 })];
  }
  if (map === undefined) return [];
  const drafts = missing
    .filter(({ entry }) => entry.state === "draft")
    .map(({ path, entry }) =>
      finding(
        "artifact-missing",
        "warning",
        { path: mapPath, line: entry.line },
        path,
        entry.stage,
        entry.state,
      ),
    );
  const unread = foreign.map(({ path, entry }) =>
    finding("map-file-foreign", "warning", { path: mapPath, line: entry.line }, path, entry.stage),
  );
  const named = new Set(map.artifacts.map(({ file }) => resolvePath(folder, file)));
  const unlisted = artifacts
    .filter(({ stage, path }) => stage !== undefined && folderOf(path) === folder && !named.has(path))
    .map(({ stage, path }) => finding("map-file-unlisted", "warning", { path, line: 1 }, stage ?? ""));
  return [...drafts, ...unread, ...unlisted];
}

/** What is to be said of an orchestration as a whole. */
export function orchestrationFindings(orchestration: Orchestration): readonly Diagnostic[] {
  return [...mapFindings(orchestration), ...skippedStages(orchestration), ...memoryFindings(orchestration)];
}
