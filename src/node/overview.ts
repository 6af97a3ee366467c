import { randomUUID } from "node:crypto";
import type { PackStatus, ProjectSession } from "../core/context/session.js";
import type { Diagnostic } from "../core/diagnostics.js";
import { nextStage, projectDiagnostics, type Orchestration, type Project } from "../core/project/project.js";
import { STAGES, type Stage } from "../core/project/stages.js";
import { compareCodeUnits } from "../core/text/fold.js";
import type {
  FileFindings,
  OrchestrationOverview,
  OverviewUpdate,
  PackSummary,
  StageOverview,
} from "./engine-api.js";

/** The most that crosses in one message: the extension host takes it in at one go, and must not be held up by it. */
const PER_MESSAGE = { orchestrations: 100, files: 400 } as const;

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

/** Remembers what the other side was told, and tells it only what is new, in messages of a bounded size. */
export class OverviewTeller {
  /** Told apart from any earlier engine's, whose memory went with it. */
  readonly #name = randomUUID();
  #count = 0;
  #slugs: readonly string[] = [];
  #orchestrations = new Map<string, string>();
  #findings = new Map<string, string>();
  #changed: OrchestrationOverview[] = [];
  #files: FileFindings[] = [];

  /** @param known the version that the other side has all of */
  tell(
    orchestrations: readonly OrchestrationOverview[],
    findings: readonly FileFindings[],
    known: string | undefined,
  ): OverviewUpdate {
    const fresh = known !== this.#version || this.#changed.length + this.#files.length > 0;
    if (fresh) {
      this.#orchestrations = new Map();
      this.#findings = new Map();
    }
    this.#count++;
    this.#slugs = orchestrations.map(({ slug }) => slug);
    const told = new Map(orchestrations.map((each) => [each.slug, JSON.stringify(each)]));
    this.#changed = orchestrations.filter(({ slug }) => told.get(slug) !== this.#orchestrations.get(slug));
    this.#orchestrations = told;
    const found = new Map(findings.map((each) => [each.path, JSON.stringify(each)]));
    const gone = [...this.#findings.keys()].filter((path) => !found.has(path));
    this.#files = [
      ...findings.filter(({ path }) => found.get(path) !== this.#findings.get(path)),
      ...gone.map((path) => ({ path, diagnostics: [] })),
    ];
    this.#findings = found;
    return this.#next(fresh);
  }

  /** What is left of a version that was told in part; `undefined` where it is another one by now. */
  rest(version: string): OverviewUpdate | undefined {
    return version === this.#version ? this.#next(false) : undefined;
  }

  get #version(): string {
    return `${this.#name} ${this.#count}`;
  }

  #next(fresh: boolean): OverviewUpdate {
    const changed = this.#changed.splice(0, PER_MESSAGE.orchestrations);
    const findings = this.#files.splice(0, PER_MESSAGE.files);
    const more = this.#changed.length + this.#files.length > 0;
    return { version: this.#version, fresh, slugs: this.#slugs, changed, findings, more };
  }
}
