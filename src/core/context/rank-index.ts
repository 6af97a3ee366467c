import type { Artifact, Orchestration, Project } from "../project/project.js";
import { topFolder } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import type { Stage } from "../project/stages.js";
import { compareCodeUnits, fold } from "../text/fold.js";
import { holdsWord, namingTest, titleOf, wordsIn } from "./fact-peek.js";
import type { ExcludedGroup, ExclusionReason } from "./ranking.js";

/** A specification, review or memory that other orchestrations may learn from. */
export interface ForeignDocument {
  readonly artifact: Artifact;
  readonly orchestration: Orchestration;
  readonly row: "approved-spec" | "review-or-memory";
}

/** The words of a title and a path. A record lives as long as its file does not change, so they are kept by it. */
const known = new WeakMap<SourceRecord, readonly string[]>();

function wordsOf(record: SourceRecord): readonly string[] {
  let words = known.get(record);
  if (words === undefined) {
    words = [...new Set(wordsIn(`${titleOf(record)} ${record.path}`))];
    known.set(record, words);
  }
  return words;
}

const APPROVED_SPECS: ReadonlySet<Stage> = new Set(["prd", "techspec"]);
const FINAL_STAGES: ReadonlySet<Stage> = new Set(["review", "memory"]);

function foreignRow(artifact: Artifact): ForeignDocument["row"] | undefined {
  const { stage, record } = artifact;
  if (stage === undefined || record.status !== "active") return undefined;
  // The state is asked for last: where the map does not have it, the document has to be read.
  if (APPROVED_SPECS.has(stage)) return artifact.state === "approved" ? "approved-spec" : undefined;
  if (!FINAL_STAGES.has(stage)) return undefined;
  return artifact.state === "approved" || artifact.state === "recorded" ? "review-or-memory" : undefined;
}

/** Numbers come in ascending order, each once for a key. */
function addTo<K>(map: Map<K, number[]>, key: K, number: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [number]);
  else if (list.at(-1) !== number) list.push(number);
}

/** Orchestrations for which all records are gone through, before what they name is looked up. */
const FEW = 2;

const groupKey = (folder: string, reason: ExclusionReason): string => `${folder}\0${reason}`;

/**
 * What ranking asks of all records of a project, found out once for all its orchestrations and stages: which decisions
 * and documents name which orchestration, and how many are left out by folder.
 */
export class RankIndex {
  /** What belongs to the project as a whole. */
  readonly global: readonly SourceRecord[];
  /** In path order. */
  readonly foreign: readonly ForeignDocument[];
  /** Decisions, then foreign documents: what is looked up by what it names. */
  readonly #named: readonly SourceRecord[];
  readonly #bySlug = new Map<string, number[]>();
  readonly #bySaid = new Map<string, number[]>();
  readonly #foreignByWord = new Map<string, number[]>();
  readonly #foreignByPath = new Map<string, number>();
  readonly #foreignOf = new Map<Orchestration, ForeignDocument[]>();
  readonly #decisionsIn = new Map<string, SourceRecord[]>();
  readonly #decisionAt = new Map<string, SourceRecord>();
  /** What would be left out if nothing were related, by folder and reason. */
  readonly #groups: readonly ExcludedGroup[];
  readonly #slugs: readonly string[];
  /** Slugs of the orchestrations that were asked for. */
  readonly #asked = new Set<string>();
  #filled = false;

  constructor({ orchestrations, inventory }: Project) {
    const all = [...inventory.records.values()];
    const decisions = all.filter(({ kind }) => kind === "adr");
    this.global = all.filter(({ kind }) => kind !== "adr" && kind !== "artifact" && kind !== "map");
    const foreign: ForeignDocument[] = [];
    const counts = new Map<string, { folder: string; reason: ExclusionReason; count: number }>();
    const leaveOut = ({ path }: SourceRecord, reason: ExclusionReason): void => {
      const folder = topFolder(path);
      const key = groupKey(folder, reason);
      const group = counts.get(key);
      if (group === undefined) counts.set(key, { folder, reason, count: 1 });
      else group.count++;
    };
    for (const orchestration of orchestrations) {
      if (orchestration.mapRecord !== undefined) leaveOut(orchestration.mapRecord, "other-orchestration");
      for (const artifact of orchestration.artifacts) {
        const row = foreignRow(artifact);
        leaveOut(artifact.record, row === undefined ? "other-orchestration" : "outranked");
        if (row === undefined) continue;
        const document = { artifact, orchestration, row };
        foreign.push(document);
        const list = this.#foreignOf.get(orchestration);
        if (list === undefined) this.#foreignOf.set(orchestration, [document]);
        else list.push(document);
      }
    }
    for (const record of decisions) {
      leaveOut(record, "not-related");
      this.#decisionAt.set(record.path, record);
      const folder = topFolder(record.path);
      const list = this.#decisionsIn.get(folder);
      if (list === undefined) this.#decisionsIn.set(folder, [record]);
      else list.push(record);
    }
    this.foreign = foreign.sort((a, b) => compareCodeUnits(a.artifact.path, b.artifact.path));
    this.#named = [...decisions, ...this.foreign.map(({ artifact }) => artifact.record)];
    this.#groups = [...counts.values()].sort(
      (a, b) => compareCodeUnits(a.folder, b.folder) || compareCodeUnits(a.reason, b.reason),
    );
    for (const [number, { artifact }] of this.foreign.entries())
      this.#foreignByPath.set(artifact.path, number);
    this.#slugs = orchestrations.map(({ slug }) => slug);
  }

  /** Whether everything is looked up: worth it once a few orchestrations were asked for. */
  #isFilled(): boolean {
    if (this.#filled || this.#asked.size <= FEW) return this.#filled;
    this.#filled = true;
    this.#fillNames(new Set(this.#slugs));
    this.#fillWords();
    return true;
  }

  #fillNames(slugs: ReadonlySet<string>): void {
    for (const [number, { path, facts }] of this.#named.entries()) {
      const said = facts.header?.slug;
      if (said !== undefined) addTo(this.#bySaid, fold(said), number);
      this.#fillSegments(slugs, path, number);
      for (const ref of facts.refs ?? []) this.#fillSegments(slugs, ref, number);
    }
  }

  #fillSegments(slugs: ReadonlySet<string>, path: string, number: number): void {
    for (let start = 0; start <= path.length;) {
      const slash = path.indexOf("/", start);
      const end = slash === -1 ? path.length : slash;
      const segment = path.slice(start, end);
      if (slugs.has(segment)) addTo(this.#bySlug, segment, number);
      start = end + 1;
    }
  }

  #fillWords(): void {
    for (const [number, { artifact }] of this.foreign.entries()) {
      for (const word of wordsOf(artifact.record)) addTo(this.#foreignByWord, word, number);
    }
  }

  /** The decisions and foreign documents that name an orchestration in their path, their header or a link's target. */
  naming({ slug, name }: Orchestration): ReadonlySet<SourceRecord> {
    this.#asked.add(slug);
    if (!this.#isFilled()) return new Set(this.#named.filter(namingTest(slug, name)));
    const found = new Set<SourceRecord>();
    const lists = [this.#bySlug.get(slug), this.#bySaid.get(fold(slug)), this.#bySaid.get(fold(name))];
    for (const list of lists) {
      for (const number of list ?? []) {
        const record = this.#named[number];
        if (record !== undefined) found.add(record);
      }
    }
    return found;
  }

  /** The orchestration's own documents that others may learn from. */
  foreignOf(orchestration: Orchestration): readonly ForeignDocument[] {
    return this.#foreignOf.get(orchestration) ?? [];
  }

  /** Decisions that lie in the orchestration's folder, are linked, or name it. */
  related(
    { folder }: Orchestration,
    linked: ReadonlySet<string>,
    naming: ReadonlySet<SourceRecord>,
  ): ReadonlySet<SourceRecord> {
    const found = new Set<SourceRecord>();
    for (const record of this.#decisionsIn.get(topFolder(`${folder}/`)) ?? []) {
      if (record.path.startsWith(`${folder}/`)) found.add(record);
    }
    for (const path of linked) {
      const record = this.#decisionAt.get(path);
      if (record !== undefined) found.add(record);
    }
    for (const record of naming) if (record.kind === "adr") found.add(record);
    return found;
  }

  /**
   * The documents of other orchestrations that are nearest: those that are linked, then those that name this one, then
   * those that share most words with its name. Ties by path.
   */
  nearest(
    orchestration: Orchestration,
    linked: ReadonlySet<string>,
    naming: ReadonlySet<SourceRecord>,
    most: number,
  ): readonly ForeignDocument[] {
    const ranks = new Float64Array(this.foreign.length);
    const add = (number: number | undefined, rank: number): void => {
      if (number !== undefined) ranks[number] = (ranks[number] ?? 0) + rank;
    };
    for (const path of linked) add(this.#foreignByPath.get(path), 200);
    for (const { path } of naming) add(this.#foreignByPath.get(path), 100);
    const words = new Set(wordsIn(`${orchestration.name} ${orchestration.slug}`));
    if (this.#isFilled()) {
      for (const word of words) for (const number of this.#foreignByWord.get(word) ?? []) add(number, 1);
    } else {
      for (const [number, { artifact }] of this.foreign.entries()) {
        const text = fold(`${titleOf(artifact.record)} ${artifact.path}`);
        for (const word of words) if (holdsWord(text, word)) add(number, 1);
      }
    }
    const best: number[] = [];
    for (let number = 0; number < this.foreign.length; number++) {
      if (this.foreign[number]?.orchestration === orchestration) continue;
      const rank = ranks[number] ?? 0;
      const last = best.at(-1);
      if (best.length === most && last !== undefined && rank <= (ranks[last] ?? 0)) continue;
      let at = best.length;
      while (at > 0 && rank > (ranks[best[at - 1] ?? 0] ?? 0)) at--;
      best.splice(at, 0, number);
      if (best.length > most) best.pop();
    }
    return best.flatMap((number) => this.foreign[number] ?? []);
  }

  /**
   * What is left out for one orchestration, counted by folder.
   *
   * @param taken what is not left out, with the reason that it would have been left out for.
   */
  groups(taken: Iterable<readonly [SourceRecord, ExclusionReason]>): ExcludedGroup[] {
    const less = new Map<string, number>();
    const folders = new Set<string>();
    for (const [{ path }, reason] of taken) {
      const folder = topFolder(path);
      const key = groupKey(folder, reason);
      folders.add(folder);
      less.set(key, (less.get(key) ?? 0) + 1);
    }
    const groups: ExcludedGroup[] = [];
    for (const group of this.#groups) {
      if (!folders.has(group.folder)) {
        groups.push(group);
        continue;
      }
      const count = group.count - (less.get(groupKey(group.folder, group.reason)) ?? 0);
      if (count > 0) groups.push({ ...group, count });
    }
    return groups;
  }
}

const indexes = new WeakMap<readonly Orchestration[], RankIndex>();

/** The index of a project; made anew when its records change, since then its orchestrations are. */
export function rankIndexOf(project: Project): RankIndex {
  let index = indexes.get(project.orchestrations);
  if (index === undefined) {
    index = new RankIndex(project);
    indexes.set(project.orchestrations, index);
  }
  return index;
}
