import type { Diagnostic } from "../diagnostics.js";
import type { DocumentPorts } from "../context/document.js";
import type { LearningRecord } from "../learning/learning-record.js";
import type { HealthConfig } from "../project/config/config.js";
import type { Orchestration, Project } from "../project/project.js";
import { DocumentStates } from "./document-states.js";
import { compareFindings, finding } from "./finding.js";
import { orchestrationFindings } from "./orchestration-rules.js";
import { settled } from "./settle.js";

/** How many learnings there are, and how many of them no longer hold. */
export interface LearningCounts {
  readonly total: number;
  readonly stale: number;
  /** Where they are kept. */
  readonly path: string;
}

/** Counts learnings as they stand now; what was superseded or dismissed is no learning any more. */
export function countLearnings(records: readonly LearningRecord[], path: string): LearningCounts {
  const used = records.filter(({ status, dismissed }) => status !== "superseded" && dismissed === undefined);
  return { total: used.length, stale: used.filter(({ status }) => status === "stale").length, path };
}

export interface HealthInput {
  readonly project: Project;
  readonly config: HealthConfig;
  /** Conflicts that no person has settled. */
  readonly conflicts: readonly Diagnostic[];
  readonly learnings?: LearningCounts;
}

export interface HealthReport {
  /** Sorted by path, line, column and code; each once. */
  readonly findings: readonly Diagnostic[];
  /** How many files were looked at. */
  readonly documents: number;
}

/** From this share on, stale learnings are a warning. */
const STALE_SHARE = 0.5;

/** Conflicts that are worth more where a document was approved; the others keep their severity. */
function raised(conflict: Diagnostic, approved: ReadonlySet<string>): Diagnostic {
  const { code, path, line, column, params } = conflict;
  const isChange = code === "artifact-hash-differs" && approved.has(`${path} ${params[0] ?? ""}`);
  return { code, severity: isChange ? "error" : conflict.severity, path, line, column, params };
}

function approvedStages(orchestrations: readonly Orchestration[]): ReadonlySet<string> {
  const approved = new Set<string>();
  for (const { mapPath, map } of orchestrations) {
    for (const { stage, state } of map?.artifacts ?? [])
      if (state === "approved") approved.add(`${mapPath} ${stage}`);
  }
  return approved;
}

function learningFindings(learnings: LearningCounts | undefined): Diagnostic[] {
  if (learnings === undefined || learnings.stale === 0) return [];
  const { total, stale, path } = learnings;
  const severity = stale / total >= STALE_SHARE ? "warning" : "info";
  return [finding("learnings-stale", severity, { path, line: 1 }, String(stale), String(total))];
}

/** What is kept between two calls of `healthOf`, so that the second one costs what changed. */
export class HealthMemory {
  readonly documents = new DocumentStates();
  #orchestrations: readonly Orchestration[] = [];
  #config: HealthConfig | undefined;
  #findings: readonly Diagnostic[] = [];
  #approved: ReadonlySet<string> = new Set();

  /** What is said of the orchestrations, made anew where any of them, or the configuration, changed. */
  orchestrationFindings({ project, config }: HealthInput): readonly Diagnostic[] {
    if (project.orchestrations !== this.#orchestrations || config !== this.#config) {
      this.#orchestrations = project.orchestrations;
      this.#config = config;
      this.#findings = project.orchestrations.flatMap(orchestrationFindings);
      this.#approved = approvedStages(project.orchestrations);
    }
    return this.#findings;
  }

  get approved(): ReadonlySet<string> {
    return this.#approved;
  }
}

/**
 * Everything that is objectively amiss in a project's documents. With the same memory a further call costs a look at
 * the stamps, and the reading of what changed: a document is read again where its hash differs, and judged again where
 * it changed, where something that it links to came, went, or lost an anchor, or where the map says something new of it.
 *
 * @throws SddError `cancelled`
 */
export function healthOf(
  ports: DocumentPorts,
  input: HealthInput,
  memory: HealthMemory = new HealthMemory(),
): HealthReport {
  const { project, config } = input;
  const documents = memory.documents.update(ports, project, config);
  const whole = memory.orchestrationFindings(input);
  const others = [
    ...whole,
    ...input.conflicts.map((conflict) => raised(conflict, memory.approved)),
    ...project.inventory.diagnostics,
    ...learningFindings(input.learnings),
  ];
  const judged = settled(others, config, (path) => memory.documents.ignoresOf(ports, path));
  const findings = [...documents, ...judged].sort(compareFindings);
  const distinct = findings.filter((each, index) => {
    const before = findings[index - 1];
    return before === undefined || compareFindings(before, each) !== 0;
  });
  return { findings: distinct, documents: memory.documents.size };
}
