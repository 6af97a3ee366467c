import { isApproved } from "../project/adr/adr.js";
import type { Orchestration, Project } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { stageOrder, type ArtifactState, type Stage } from "../project/stages.js";
import { compareCodeUnits, fold } from "../text/fold.js";
import { rankIndexOf, type RankIndex } from "./rank-index.js";

/** Rows of the ranking table (DESIGN §6), with their base weights. A source takes the first row that matches. */
export const ROW_WEIGHTS = {
  "earlier-artifact": 100,
  map: 95,
  "approved-adr": 90,
  "approved-spec": 85,
  "review-or-memory": 75,
  "project-intelligence": 70,
  "supporting-document": 70,
  learnings: 60,
  rules: 55,
  "proposed-adr": 45,
  events: 35,
} as const;
export type RankingRow = keyof typeof ROW_WEIGHTS;

/** Why a source is not quoted. */
export type ExclusionReason =
  | "not-earlier"
  | "missing"
  | "superseded"
  | "rejected"
  | "unreadable"
  | "not-related"
  | "other-orchestration"
  | "outranked"
  | "redaction"
  | "nothing-to-quote"
  | "repeats-others"
  | "no-room"
  | "not-quoted";

/** What makes up a score: the row's weight and the modifiers. */
export interface Score {
  readonly total: number;
  readonly row: RankingRow;
  readonly base: number;
  /** 20 for the nearest earlier stage that has a document. */
  readonly nearest: number;
  /** 15 where the slug stands in the path, the header or a link's target. */
  readonly slug: number;
  /** −50 for a derived record whose source moved. */
  readonly stale: number;
}

/** A source that was weighed for one pack. */
export interface RankedSource {
  readonly record: SourceRecord;
  readonly stage: Stage | undefined;
  readonly state: ArtifactState | undefined;
  readonly score: Score;
  /** Set where it is out before any text was looked at. */
  readonly excluded: ExclusionReason | undefined;
  /** Whether it is a document of the orchestration itself. */
  readonly own: boolean;
}

/** Sources that are out for one reason, counted by folder, since there may be thousands. */
export interface ExcludedGroup {
  readonly folder: string;
  readonly reason: ExclusionReason;
  readonly count: number;
}

export interface Ranking {
  /** Highest score first, ties by path. */
  readonly sources: readonly RankedSource[];
  readonly groups: readonly ExcludedGroup[];
  /** Artifacts that the map names and the folder lacks. */
  readonly missing: Orchestration["missing"];
}

/** For a derived record whose source has moved. */
export const STALE_MODIFIER = -50;

/** Specifications and reviews of other orchestrations that are read at the most: the most related ones. */
const MOST_FOREIGN = 16;

/** Whether one of a path's parts is this name. */
function hasSegment(path: string, name: string): boolean {
  for (let at = path.indexOf(name); at !== -1; at = path.indexOf(name, at + 1)) {
    const end = at + name.length;
    if ((at === 0 || path[at - 1] === "/") && (end === path.length || path[end] === "/")) return true;
  }
  return false;
}

/** Whether the slug stands in the source's path, its header, or a link's target. */
function mentionsSlug({ path, facts }: SourceRecord, { slug, name }: Orchestration): boolean {
  const said = facts.header?.slug;
  if (hasSegment(path, slug) || said === slug) return true;
  if (said !== undefined && (fold(said) === fold(slug) || fold(said) === fold(name))) return true;
  return facts.refs?.some((ref) => hasSegment(ref, slug)) ?? false;
}

function scoreOf(
  row: RankingRow,
  record: SourceRecord,
  orchestration: Orchestration,
  nearest: boolean,
): Score {
  const parts = {
    row,
    base: ROW_WEIGHTS[row],
    nearest: nearest ? 20 : 0,
    slug: mentionsSlug(record, orchestration) ? 15 : 0,
    stale: 0,
  };
  return { ...parts, total: parts.base + parts.nearest + parts.slug + parts.stale };
}

/** The latest stage before the one asked for that has a readable document. */
function nearestEarlierStage(orchestration: Orchestration, stage: Stage): Stage | undefined {
  let nearest: Stage | undefined;
  for (const artifact of orchestration.artifacts) {
    if (artifact.stage === undefined || artifact.record.status !== "active") continue;
    if (stageOrder(artifact.stage) >= stageOrder(stage)) continue;
    if (nearest === undefined || stageOrder(artifact.stage) > stageOrder(nearest)) nearest = artifact.stage;
  }
  return nearest;
}

class Ranker {
  readonly #orchestration: Orchestration;
  readonly #stage: Stage;
  readonly sources: RankedSource[] = [];
  /** What is considered, with the reason that it would have been left out for. */
  readonly taken: (readonly [SourceRecord, ExclusionReason])[] = [];

  constructor(orchestration: Orchestration, stage: Stage) {
    this.#orchestration = orchestration;
    this.#stage = stage;
  }

  add(
    record: SourceRecord,
    row: RankingRow,
    more: {
      stage?: Stage | undefined;
      state?: ArtifactState | undefined;
      nearest?: boolean;
      own?: boolean;
      excluded?: ExclusionReason | undefined;
    } = {},
  ): void {
    const score = scoreOf(row, record, this.#orchestration, more.nearest ?? false);
    const excluded = more.excluded ?? (record.status === "unreadable" ? "unreadable" : undefined);
    this.sources.push({
      record,
      stage: more.stage,
      state: more.state,
      score,
      excluded,
      own: more.own ?? false,
    });
  }

  own(): void {
    const { artifacts, mapRecord } = this.#orchestration;
    const nearest = nearestEarlierStage(this.#orchestration, this.#stage);
    for (const { record, stage, state } of artifacts) {
      if (stage === undefined) {
        this.add(record, "supporting-document", { own: true });
        continue;
      }
      const earlier = stageOrder(stage) < stageOrder(this.#stage);
      const excluded = earlier ? undefined : ("not-earlier" as const);
      const isNearest = stage === nearest;
      this.add(record, "earlier-artifact", { stage, state, nearest: isNearest, own: true, excluded });
    }
    if (mapRecord !== undefined) this.add(mapRecord, "map", { own: true });
  }

  adr(record: SourceRecord, own: boolean): void {
    this.taken.push([record, "not-related"]);
    const status = record.facts.adr?.status ?? "unknown";
    const gone = status === "superseded" || status === "deprecated" ? ("superseded" as const) : undefined;
    const excluded = status === "rejected" ? ("rejected" as const) : gone;
    this.add(record, isApproved(status) ? "approved-adr" : "proposed-adr", { excluded, own });
  }

  /** Decisions of the orchestration's folder, linked from its artifacts, or naming it. */
  adrs(index: RankIndex, linked: ReadonlySet<string>, naming: ReadonlySet<SourceRecord>): void {
    const folder = `${this.#orchestration.folder}/`;
    for (const record of index.related(this.#orchestration, linked, naming)) {
      this.adr(record, record.path.startsWith(folder));
    }
  }

  /** Approved specifications, reviews and memories of other orchestrations; the most related ones are read. */
  foreign(index: RankIndex, linked: ReadonlySet<string>, naming: ReadonlySet<SourceRecord>): void {
    for (const { artifact, row } of index.nearest(this.#orchestration, linked, naming, MOST_FOREIGN)) {
      const { record, stage, state } = artifact;
      this.taken.push([record, "outranked"]);
      this.add(record, row, { stage, state });
    }
  }

  /** The groups of what is left; the orchestration's own documents are in none. */
  groups(index: RankIndex): ExcludedGroup[] {
    const { artifacts, mapRecord } = this.#orchestration;
    if (mapRecord !== undefined) this.taken.push([mapRecord, "other-orchestration"]);
    const own = new Set(artifacts.map(({ record }) => record));
    for (const { artifact } of index.foreignOf(this.#orchestration)) {
      this.taken.push([artifact.record, "outranked"]);
      own.delete(artifact.record);
    }
    for (const record of own) this.taken.push([record, "other-orchestration"]);
    return index.groups(this.taken);
  }
}

function rankGlobal(ranker: Ranker, record: SourceRecord): void {
  if (record.kind === "intelligence") ranker.add(record, "project-intelligence");
  else if (record.kind === "rules" || record.kind === "config") ranker.add(record, "rules");
  else if (record.kind === "learnings") ranker.add(record, "learnings");
  else if (record.kind === "events") ranker.add(record, "events");
}

/**
 * Weighs every source of the project for one stage of one orchestration. Nothing is read for it.
 *
 * Each source of the inventory is either among `sources` or counted in a group.
 */
export function rankSources(project: Project, orchestration: Orchestration, stage: Stage): Ranking {
  const ranker = new Ranker(orchestration, stage);
  ranker.own();
  const index = rankIndexOf(project);
  const linked = new Set(orchestration.artifacts.flatMap(({ record }) => record.facts.refs ?? []));
  const naming = index.naming(orchestration);
  ranker.adrs(index, linked, naming);
  for (const record of index.global) rankGlobal(ranker, record);
  ranker.foreign(index, linked, naming);
  const sources = ranker.sources.sort(
    (a, b) => b.score.total - a.score.total || compareCodeUnits(a.record.path, b.record.path),
  );
  return { sources, groups: ranker.groups(index), missing: orchestration.missing };
}
