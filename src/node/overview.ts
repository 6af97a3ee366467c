import type { PackStatus, ProjectSession } from "../core/context/session.js";
import type { Diagnostic } from "../core/diagnostics.js";
import { nextStage, projectDiagnostics, type Orchestration, type Project } from "../core/project/project.js";
import { STAGES, type Stage } from "../core/project/stages.js";
import { compareCodeUnits } from "../core/text/fold.js";
import type { FileFindings, OrchestrationOverview, PackSummary, StageOverview } from "./engine-api.js";
import { Teller } from "./teller.js";

function summaryOf({ manifest }: PackStatus): PackSummary | undefined {
  return (
    manifest && {
      sha256: manifest.sha256,
      generatedAt: manifest.generated_at,
      limit: manifest.limit,
      chars: manifest.chars,
    }
  );
}

function stageOverview(
  orchestration: Orchestration,
  stage: Stage,
  pack: PackStatus | undefined,
): StageOverview {
  const artifact = orchestration.artifacts.find((item) => item.stage === stage);
  const entry = artifact?.entry ?? orchestration.map?.artifacts.find((item) => item.stage === stage);
  return {
    stage,
    path: artifact?.path,
    state: artifact?.state ?? entry?.state,
    mapLine: entry?.line,
    missing: entry !== undefined && artifact === undefined,
    pack: pack && { freshness: pack.freshness, paths: pack.paths, summary: summaryOf(pack) },
  };
}

/** What there is to say of an orchestration. */
export function orchestrationOverview(
  session: ProjectSession,
  project: Project,
  orchestration: Orchestration,
): OrchestrationOverview {
  const packs = new Map(session.packs(project, orchestration).map((pack) => [pack.stage, pack]));
  return {
    slug: orchestration.slug,
    name: orchestration.name,
    folder: orchestration.folder,
    mapPath: orchestration.mapPath,
    hasMap: orchestration.mapRecord !== undefined,
    nextStage: nextStage(orchestration),
    stages: STAGES.map((stage) => stageOverview(orchestration, stage, packs.get(stage))),
  };
}

/** What is wrong in a project's files and between them, by file; each once, in the order of lines. */
export function findingsOf(session: ProjectSession, project: Project): readonly FileFindings[] {
  const conflicts = project.orchestrations.flatMap((each) => session.conflicts(project, each));
  const byPath = new Map<string, Map<string, Diagnostic>>();
  for (const { code, severity, path, line, column, params } of [
    ...projectDiagnostics(project),
    ...conflicts,
  ]) {
    const found = byPath.get(path) ?? new Map<string, Diagnostic>();
    byPath.set(path, found);
    const key = JSON.stringify([line, column, code, params]);
    found.set(key, { code, severity, path, line, column, params });
  }
  return [...byPath]
    .map(([path, found]) => ({ path, diagnostics: [...found.values()].sort((a, b) => a.line - b.line) }))
    .sort((a, b) => compareCodeUnits(a.path, b.path));
}

/** Tells orchestrations, in their order. */
export function orchestrationTeller(): Teller<OrchestrationOverview> {
  return new Teller({ keyOf: ({ slug }) => slug, isOrdered: true, perMessage: 50 });
}

/** Tells findings, by file; a file weighs as much as it has findings. */
export function findingsTeller(): Teller<FileFindings> {
  return new Teller({
    keyOf: ({ path }) => path,
    isOrdered: false,
    weightOf: ({ diagnostics }) => 1 + diagnostics.length,
    perMessage: 600,
  });
}
