import { isApproved, type AdrStatus } from "../project/adr/adr.js";
import type { Orchestration, Project } from "../project/project.js";
import type { SourceFacts, SourceRecord } from "../project/sources/sources.js";
import type { ArtifactState, Stage } from "../project/stages.js";
import { fold } from "../text/fold.js";
import { PROJECT_SLUG, type Confidence } from "./learning-record.js";

/** A document that may be learned from: an artifact of a stage, a decision, or a page of project intelligence. */
export interface LearningSource {
  readonly record: SourceRecord;
  readonly stage: Stage;
  /** Where its place says which one; of a decision outside, its text may still do so. */
  readonly orchestration: Orchestration | undefined;
  readonly state: ArtifactState | undefined;
}

/** What its records say of a source beside their own sentence. */
export interface SourceStanding {
  readonly orchestration: string;
  readonly orchestration_slug: string;
  readonly confidence: Confidence;
  /** A decision that was superseded, rejected or withdrawn: what it says does not hold. */
  readonly isRetired: boolean;
}

const OF_STATE: Readonly<Record<ArtifactState, Confidence>> = {
  approved: "high",
  recorded: "medium",
  draft: "low",
  pending: "low",
  optional: "low",
};

/**
 * The documents to learn from, in no particular order.
 *
 * @param slugs of these orchestrations, and what belongs to the whole project; all where it is not given.
 */
export function learningSources(project: Project, slugs?: ReadonlySet<string>): LearningSource[] {
  const sources: LearningSource[] = [];
  const byFolder = new Map<string, Orchestration>();
  for (const orchestration of project.orchestrations) {
    byFolder.set(orchestration.folder, orchestration);
    if (slugs?.has(orchestration.slug) === false) continue;
    for (const { record, stage, state } of orchestration.artifacts)
      if (stage !== undefined && record.status === "active")
        sources.push({ record, stage, orchestration, state });
  }
  for (const record of project.inventory.records.values()) {
    if (record.status !== "active") continue;
    if (record.kind === "intelligence")
      sources.push({ record, stage: "project-discovery", orchestration: undefined, state: "recorded" });
    if (record.kind !== "adr") continue;
    const orchestration = byFolder.get(record.path.split("/", 2).join("/"));
    if (orchestration !== undefined && slugs?.has(orchestration.slug) === false) continue;
    sources.push({ record, stage: "adr", orchestration, state: undefined });
  }
  return sources;
}

function namedBy(project: Project, said: string | undefined): Orchestration | undefined {
  if (said === undefined) return undefined;
  const wanted = fold(said);
  return project.orchestrations.find(({ slug, name }) => fold(slug) === wanted || fold(name) === wanted);
}

const RETIRED: ReadonlySet<AdrStatus> = new Set<AdrStatus>(["superseded", "deprecated", "rejected"]);

/**
 * What is said of a source as a whole.
 *
 * @param facts what the text says of itself; only a decision's counts.
 */
export function standingOf(project: Project, source: LearningSource, facts: SourceFacts): SourceStanding {
  const { record, stage, state } = source;
  const names = (orchestration: Orchestration | undefined) => ({
    orchestration: orchestration?.name ?? PROJECT_SLUG,
    orchestration_slug: orchestration?.slug ?? PROJECT_SLUG,
  });
  if (record.kind !== "adr" || stage !== "adr") {
    const confidence = OF_STATE[state ?? "draft"];
    return { ...names(source.orchestration), confidence, isRetired: false };
  }
  const status = facts.adr?.status ?? "unknown";
  return {
    ...names(source.orchestration ?? namedBy(project, facts.header?.slug)),
    confidence: isApproved(status) ? "high" : "low",
    isRetired: RETIRED.has(status),
  };
}
