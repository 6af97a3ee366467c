import { isApproved } from "../project/adr/adr.js";
import type { Artifact, Orchestration, Project } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { stageOrder, type ArtifactState, type Stage } from "../project/stages.js";
import { compareCodeUnits, fold } from "../text/fold.js";

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

const APPROVED_SPECS: ReadonlySet<Stage> = new Set(["prd", "techspec"]);
const FINAL_STAGES: ReadonlySet<Stage> = new Set(["review", "memory"]);

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
  readonly #groups = new Map<string, { folder: string; reason: ExclusionReason; count: number }[]>();

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

  /** Counts a source that is out by its kind and place alone. */
  leaveOut(record: SourceRecord, reason: ExclusionReason): void {
    const folder = topFolder(record.path);
    const there = this.#groups.get(folder);
    const group = there?.find((item) => item.reason === reason);
    if (group !== undefined) group.count++;
    else if (there === undefined) this.#groups.set(folder, [{ folder, reason, count: 1 }]);
    else there.push({ folder, reason, count: 1 });
  }

  groups(): ExcludedGroup[] {
    return [...this.#groups.values()]
      .flat()
      .sort((a, b) => compareCodeUnits(a.folder, b.folder) || compareCodeUnits(a.reason, b.reason));
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

  adr(record: SourceRecord, linked: ReadonlySet<string>): void {
    const { folder } = this.#orchestration;
    const { adr } = record.facts;
    const own = record.path.startsWith(`${folder}/`);
    if (!own && !linked.has(record.path) && !mentionsSlug(record, this.#orchestration)) {
      this.leaveOut(record, "not-related");
      return;
    }
    const status = adr?.status ?? "unknown";
    const gone = status === "superseded" || status === "deprecated" ? ("superseded" as const) : undefined;
    const excluded = status === "rejected" ? ("rejected" as const) : gone;
    this.add(record, isApproved(status) ? "approved-adr" : "proposed-adr", { excluded, own });
  }

  /** Approved specifications, reviews and memories of other orchestrations; the most related ones are read. */
  foreign(others: readonly Orchestration[], relatedness: (record: SourceRecord) => number): void {
    const wanted: { artifact: Artifact; row: RankingRow; rank: number }[] = [];
    for (const { artifacts, mapRecord } of others) {
      if (mapRecord !== undefined) this.leaveOut(mapRecord, "other-orchestration");
      for (const artifact of artifacts) {
        const row = foreignRow(artifact);
        if (row === undefined) this.leaveOut(artifact.record, "other-orchestration");
        else wanted.push({ artifact, row, rank: relatedness(artifact.record) });
      }
    }
    wanted.sort((a, b) => b.rank - a.rank || compareCodeUnits(a.artifact.path, b.artifact.path));
    for (const [index, { artifact, row }] of wanted.entries()) {
      const { record, stage, state } = artifact;
      if (index < MOST_FOREIGN) this.add(record, row, { stage, state });
      else this.leaveOut(record, "outranked");
    }
  }
}

/** The first two parts of a path, or the path where it has no more. */
function topFolder(path: string): string {
  const second = path.indexOf("/", path.indexOf("/") + 1);
  return second === -1 ? path : path.slice(0, second);
}

function foreignRow({ stage, state, record }: Artifact): RankingRow | undefined {
  if (stage === undefined || record.status !== "active") return undefined;
  if (APPROVED_SPECS.has(stage) && state === "approved") return "approved-spec";
  const settled = state === "approved" || state === "recorded";
  return FINAL_STAGES.has(stage) && settled ? "review-or-memory" : undefined;
}

const wordsIn = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** The words of a record's title and path. Records live as long as their files do not change, so they are kept by it. */
const wordsByRecord = new WeakMap<SourceRecord, ReadonlySet<string>>();
function wordsOf(record: SourceRecord): ReadonlySet<string> {
  let words = wordsByRecord.get(record);
  if (words === undefined) {
    words = new Set(wordsIn(`${record.facts.title ?? ""} ${record.path}`));
    wordsByRecord.set(record, words);
  }
  return words;
}

/** How near another orchestration's document is: it links here, then words that its title and path share with the name. */
function relatednessTo(orchestration: Orchestration): (record: SourceRecord) => number {
  const words = new Set(wordsIn(`${orchestration.name} ${orchestration.slug}`));
  const linked = new Set(orchestration.artifacts.flatMap(({ record }) => record.facts.refs ?? []));
  return (record) => {
    let shared = 0;
    for (const word of wordsOf(record)) if (words.has(word)) shared++;
    return (linked.has(record.path) ? 200 : 0) + (mentionsSlug(record, orchestration) ? 100 : 0) + shared;
  };
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
  const linked = new Set(orchestration.artifacts.flatMap(({ record }) => record.facts.refs ?? []));
  for (const record of project.inventory.records.values()) {
    if (record.kind === "adr") ranker.adr(record, linked);
    else rankGlobal(ranker, record);
  }
  const others = project.orchestrations.filter((other) => other !== orchestration);
  ranker.foreign(others, relatednessTo(orchestration));
  const sources = ranker.sources.sort(
    (a, b) => b.score.total - a.score.total || compareCodeUnits(a.record.path, b.record.path),
  );
  return { sources, groups: ranker.groups(), missing: orchestration.missing };
}
