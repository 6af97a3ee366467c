import type { Diagnostic } from "../diagnostics.js";
import type { DocumentPorts } from "../context/document.js";
import type { LearningRecord } from "../learning/learning-record.js";
import type { Cancellation } from "../ports.js";
import type { HealthConfig } from "../project/config/config.js";
import type { Artifact, Orchestration, Project } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
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

/** A change of what was approved is worth more than another; the other conflicts keep their severity. */
function raised(conflict: Diagnostic, { orchestrations }: Project): Diagnostic {
  const { code, severity, path, line, column, params } = conflict;
  const isApproved = (): boolean =>
    orchestrations
      .find(({ mapPath }) => mapPath === path)
      ?.map?.artifacts.some(({ stage, state }) => stage === params[0] && state === "approved") === true;
  const isWorse = code === "artifact-hash-differs" && isApproved();
  return { code, severity: isWorse ? "error" : severity, path, line, column, params };
}

function learningFindings(learnings: LearningCounts | undefined): Diagnostic[] {
  if (learnings === undefined || learnings.stale === 0) return [];
  const { total, stale, path } = learnings;
  const severity = stale / total >= STALE_SHARE ? "warning" : "info";
  return [finding("learnings-stale", severity, { path, line: 1 }, String(stale), String(total))];
}

/** What was said of an orchestration, and of which records: they say all that is asked of it. */
interface KnownOrchestration {
  readonly mapRecord: SourceRecord | undefined;
  readonly artifacts: readonly Artifact[];
  readonly unread: string;
  readonly findings: readonly Diagnostic[];
}

/** The files that the map names and that are not read: they may come and go without a record that changes. */
function unreadOf({ missing, foreign }: Orchestration): string {
  return [...missing, ...foreign].map(({ path }) => path).join("\0") + `\0${foreign.length}`;
}

function saysTheSame({ mapRecord, artifacts, unread }: KnownOrchestration, now: Orchestration): boolean {
  return (
    mapRecord === now.mapRecord &&
    unread === unreadOf(now) &&
    artifacts.length === now.artifacts.length &&
    artifacts.every(({ record }, index) => record === now.artifacts[index]?.record)
  );
}

/** What is kept between two calls of `healthOf`, so that the second one costs what changed. */
export class HealthMemory {
  readonly documents = new DocumentStates();
  #orchestrations = new Map<string, KnownOrchestration>();

  /** What is said of the orchestrations as wholes. */
  orchestrationFindings({ orchestrations }: Project): readonly Diagnostic[] {
    const before = this.#orchestrations;
    this.#orchestrations = new Map();
    const found: Diagnostic[] = [];
    for (const each of orchestrations) {
      const known = before.get(each.folder);
      const { mapRecord, artifacts } = each;
      const now =
        known !== undefined && saysTheSame(known, each)
          ? known
          : { mapRecord, artifacts, unread: unreadOf(each), findings: orchestrationFindings(each) };
      this.#orchestrations.set(each.folder, now);
      found.push(...now.findings);
    }
    return found;
  }
}

/** Two sorted lists as one, what stands in it twice once. */
function merged(a: readonly Diagnostic[], b: readonly Diagnostic[]): readonly Diagnostic[] {
  const all: Diagnostic[] = [];
  const add = (each: Diagnostic): void => {
    const last = all.at(-1);
    if (last === undefined || compareFindings(last, each) !== 0) all.push(each);
  };
  let at = 0;
  for (const each of a) {
    for (let other = b[at]; other !== undefined && compareFindings(other, each) < 0; other = b[++at])
      add(other);
    add(each);
  }
  for (const each of b.slice(at)) add(each);
  return all;
}

/**
 * Everything that is objectively amiss in a project's documents. With the same memory a further call costs a look at
 * what changed: a document is read again where its hash differs, and judged again where it changed, where something
 * that it links to came, went, or lost an anchor, or where the map says something new of it. What a call that was
 * cancelled did stays done.
 *
 * @throws SddError `cancelled`
 */
export function healthOf(
  ports: DocumentPorts,
  input: HealthInput,
  memory: HealthMemory = new HealthMemory(),
  cancellation?: Cancellation,
): HealthReport {
  const { project, config } = input;
  const documents = memory.documents.update(ports, project, config, cancellation);
  const others = [
    ...memory.orchestrationFindings(project),
    ...input.conflicts.map((conflict) => raised(conflict, project)),
    ...project.inventory.diagnostics,
    ...learningFindings(input.learnings),
  ];
  const judged = settled(others, config, (path) => memory.documents.ignoresOf(ports, path));
  const findings = merged(documents, [...judged].sort(compareFindings));
  return { findings, documents: memory.documents.size };
}
