import { SddError } from "../errors.js";
import type { Cancellation, Hasher } from "../ports.js";
import type { Inventory } from "../project/sources/inventory.js";
import type { SourceRecord } from "../project/sources/sources.js";
import type { Orchestration, Project } from "../project/project.js";
import { goneDecisions, repeatedNumbers, supersededLinks, type TextOf } from "./conflict-adr.js";
import { compareConflicts, type Conflict } from "./conflict.js";
import { decisionConflicts, decisionsIn, decisionSources, type SectionsOf } from "./conflict-decisions.js";
import { contradictedLearnings, type ContradictedLearning } from "./conflict-learnings.js";
import { mapConflicts } from "./conflict-map.js";
import { PROJECT_SLUG, type LearningRecord } from "./learning-record.js";
import { reviewState, type ReviewState } from "./reviews.js";
import { sortConflicts, type SortedConflicts } from "./settlements.js";

/** What conflicts are found with. */
export interface ConflictReading {
  readonly hasher: Hasher;
  readonly textOf: TextOf;
  /** What people settled; nothing where it is not given. */
  readonly reviews?: ReviewState | undefined;
  /**
   * Documents taken apart. Where it is given, decisions are compared, and links by reference are followed; without it
   * only documents that link to a superseded decision are read, which is quick.
   */
  readonly sectionsOf?: SectionsOf | undefined;
  /**
   * Limits the documents whose decisions are compared. It is asked before anything is known of a document: what one
   * pack reads must not show in another.
   */
  readonly among?: ReadonlySet<SourceRecord> | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** What the orchestrations' own documents were found to disagree about, in this state of the project's files. */
  readonly known?: Map<Orchestration, readonly Conflict[]> | undefined;
  /** Limits the decision records whose numbers are looked at to those that a pack considers. */
  readonly related?: ReadonlySet<string> | undefined;
}

const NO_REVIEWS = reviewState([]);

/** The decision records of an inventory, looked for once. */
const adrsOf = new WeakMap<Inventory, readonly SourceRecord[]>();

function adrsIn({ inventory }: Project): readonly SourceRecord[] {
  let adrs = adrsOf.get(inventory);
  if (adrs === undefined) {
    adrs = [...inventory.records.values()].filter(({ kind }) => kind === "adr");
    adrsOf.set(inventory, adrs);
  }
  return adrs;
}

/** What an orchestration's own documents disagree about, in no particular order. */
function ownConflicts(project: Project, orchestration: Orchestration, reading: ConflictReading): Conflict[] {
  const { hasher, textOf, sectionsOf, among, related } = reading;
  const adrs = adrsIn(project).filter(({ path }) => related?.has(path) ?? true);
  const all = sectionsOf !== undefined;
  const found = [
    ...mapConflicts(hasher, orchestration),
    ...supersededLinks(hasher, orchestration.artifacts, goneDecisions(adrs), textOf, all),
  ];
  if (sectionsOf === undefined) return found;
  const sources = decisionSources(orchestration, adrs).filter(({ record }) => among?.has(record) ?? true);
  const decisions = decisionsIn(sources, sectionsOf);
  return [...found, ...decisionConflicts(hasher, decisions, textOf)];
}

/**
 * The conflicts of one orchestration, by path and line: the open ones, and apart from them those that a person settled
 * and whose texts stayed as they were.
 */
export function conflictsOf(
  project: Project,
  orchestration: Orchestration,
  reading: ConflictReading,
): SortedConflicts {
  const { hasher, related, reviews = NO_REVIEWS } = reading;
  const numbered = adrsIn(project).filter(({ path }) => related?.has(path) ?? true);
  const all = [...ownConflicts(project, orchestration, reading), ...repeatedNumbers(hasher, numbered)];
  return sortConflicts(all.sort(compareConflicts), reviews);
}

/** Learnings of a project that a higher source of their orchestration contradicts. */
export function learningConflicts(
  project: Project,
  learnings: readonly LearningRecord[],
  reading: ConflictReading,
): readonly ContradictedLearning[] {
  const { hasher, textOf, sectionsOf } = reading;
  if (sectionsOf === undefined) return [];
  const bySlug = new Map<string, LearningRecord[]>();
  for (const learning of learnings) {
    const list = bySlug.get(learning.orchestration_slug) ?? [];
    list.push(learning);
    bySlug.set(learning.orchestration_slug, list);
  }
  const shared = bySlug.get(PROJECT_SLUG) ?? [];
  const found = new Map<string, ContradictedLearning>();
  for (const orchestration of project.orchestrations) {
    stopIfCancelled(reading);
    const own = [...(bySlug.get(orchestration.slug) ?? []), ...shared];
    if (own.length === 0) continue;
    const sources = decisionSources(orchestration, adrsIn(project));
    const authorities = new Map(sources.map(({ record, authority }) => [record.path, authority]));
    const decisions = decisionsIn(sources, sectionsOf);
    const authorityOf = (path: string) => authorities.get(path);
    for (const item of contradictedLearnings(hasher, own, decisions, authorityOf, textOf))
      if (!found.has(item.learning)) found.set(item.learning, item);
  }
  return [...found.values()];
}

function stopIfCancelled({ cancellation }: ConflictReading): void {
  if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
}

/** Where both sides stand: a learning and the sentence it was learned from stand in one place. */
function placesOf({ sides }: Conflict): string {
  return sides.map(({ path, line }) => `${path}:${line}`).join(" ");
}

/**
 * Every conflict of a project, each once, by path and line; with `slug` those of one orchestration. A learning whose own
 * sentence is in conflict already is not told a second time.
 *
 * @throws SddError `cancelled`
 */
export function listConflicts(
  project: Project,
  reading: ConflictReading,
  wanted: { readonly slug?: string | undefined; readonly learnings?: readonly LearningRecord[] } = {},
): SortedConflicts {
  const { slug, learnings = [] } = wanted;
  const orchestrations = project.orchestrations.filter((item) => slug === undefined || item.slug === slug);
  const byId = new Map<string, Conflict>();
  const add = (items: readonly Conflict[]): void => {
    for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  };
  for (const orchestration of orchestrations) {
    stopIfCancelled(reading);
    const known = reading.known?.get(orchestration);
    const own = known ?? ownConflicts(project, orchestration, reading);
    if (known === undefined) reading.known?.set(orchestration, own);
    add(own);
  }
  add(repeatedNumbers(reading.hasher, adrsIn(project)));
  const told = new Set([...byId.values()].map(placesOf));
  const learned = learningConflicts({ ...project, orchestrations }, learnings, reading);
  add(learned.map(({ conflict }) => conflict).filter((item) => !told.has(placesOf(item))));
  return sortConflicts([...byId.values()].sort(compareConflicts), reading.reviews ?? NO_REVIEWS);
}
