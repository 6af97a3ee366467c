import { userInfo } from "node:os";
import type { DocumentPorts } from "../core/context/document.js";
import type { ProjectSession } from "../core/context/session.js";
import { SddError } from "../core/errors.js";
import { readHandWritten } from "../core/learning/hand-written.js";
import type { Conflict } from "../core/learning/conflict.js";
import type { LearningRecord } from "../core/learning/learning-record.js";
import { formatReview, REVIEWS_FILE, type ReviewEvent, type ReviewState } from "../core/learning/reviews.js";
import { sectionsOf } from "../core/learning/sections.js";
import { LearningService } from "../core/learning/service.js";
import type { LearnResult } from "../core/learning/service-types.js";
import { settledEvent, type SettledConflict, type SortedConflicts } from "../core/learning/settlements.js";
import type { AppendLog, Cancellation, ProjectFiles, ProjectWriter } from "../core/ports.js";
import type { Project } from "../core/project/project.js";
import { createAppendLog } from "./append-log.js";
import { systemClock } from "./clock.js";
import { documentPorts } from "./document-ports.js";
import { HealthEngine, type HealthContext } from "./engine-health.js";
import {
  KIND_GROUPS,
  STALE_GROUPS,
  WRITING_METHODS,
  type ConflictsPart,
  type GroupState,
  type LearningGroup,
  type LearningMethods,
  type LearningsOverview,
  type LearningsState,
  type RecordsPart,
  type SectionChange,
} from "./engine-learning-api.js";
import { gitUserName, versionInGit } from "./git.js";
import { nodeHasher } from "./hasher.js";
import { withLock } from "./lock.js";
import { projectArea } from "./state-area.js";

type Params<M extends keyof LearningMethods> = Parameters<LearningMethods[M]>[0];

/** Records that cross in one message: the extension host takes it in at one go, and must not be held up by it. */
const PER_MESSAGE = { records: 250, conflicts: 100 } as const;

const LOCK = ".sdd/intelligence/learnings.lock";

const FRESH: ReadonlySet<keyof LearningMethods> = new Set<keyof LearningMethods>([
  ...WRITING_METHODS,
  "learnings",
  "health",
]);

/** Whether the files have to be looked at again; the others ask about what was told before. */
function isFresh(method: keyof LearningMethods, params: unknown): boolean {
  return FRESH.has(method) && (method !== "health" || (params as Params<"health">).rest === undefined);
}

const NO_CONFLICTS: SortedConflicts = { open: [], settled: [] };

const GROUPS: readonly LearningGroup[] = [...STALE_GROUPS, ...KIND_GROUPS, "superseded", "dismissed"];

function groupOf({ kind, status, stale_reason: stale, dismissed }: LearningRecord): LearningGroup {
  if (dismissed !== undefined) return "dismissed";
  if (status === "superseded") return "superseded";
  return stale ?? kind;
}

/** ISO 8601 UTC with seconds. */
function now(): string {
  return `${new Date(systemClock().now()).toISOString().slice(0, 19)}Z`;
}

/** What is compared to tell that a list shows the same: whatever of a record a person can see, or a command needs. */
function recordPrint(record: LearningRecord): string {
  const { id, line, status, source_hash: hash, confidence, verified, dismissed } = record;
  return [id, line, status, hash, confidence, verified?.at, dismissed?.at, record.superseded_by].join(" ");
}

/** One of the view's lists, as it was at the last look. */
class Group<T> {
  readonly #printOf: (item: T) => string;
  items: readonly T[] = [];
  #print = "";
  #revision = 0;

  /** @param printOf whatever of an item a person can see, or a command needs, on one line */
  constructor(printOf: (item: T) => string) {
    this.#printOf = printOf;
  }

  update(items: readonly T[]): void {
    if (items === this.items) return;
    const print = items.map(this.#printOf).join("\n");
    if (print !== this.#print) this.#revision++;
    this.#print = print;
    this.items = items;
  }

  get state(): GroupState {
    return { count: this.items.length, revision: this.#revision };
  }

  /** So many items from the given one on, and whether there are more. */
  part(from: number, count: number): { readonly items: readonly T[]; readonly more: boolean } {
    const until = from + count;
    return { items: this.items.slice(from, until), more: until < this.items.length };
  }
}

/** The part of a document that has this section path; the whole of it where it has none such. */
function sectionIn(
  ports: DocumentPorts,
  path: string,
  section: string,
): { readonly text: string; readonly line: number } | undefined {
  const safe = readHandWritten(ports, path);
  if (!safe.ok) return undefined;
  const own = sectionsOf(safe, { path, isReview: false }).sections.filter((each) => each.path === section);
  if (own.length === 0) return { text: safe.text, line: 1 };
  return { text: own.map(({ start, end }) => safe.text.slice(start, end)).join(""), line: own[0]?.line ?? 1 };
}

/** Files of which every one has these bytes. */
function holding(files: ProjectFiles, bytes: Uint8Array): ProjectFiles {
  const stamp = { size: bytes.length, mtimeMs: 0, ino: 0 };
  return {
    list: (folder) => files.list(folder),
    stamp: () => stamp,
    read: () => ({ ok: true, bytes, stamp }),
    resolveLink: (path) => files.resolveLink(path),
  };
}

/** What a look at the files showed. */
interface Look {
  readonly project: Project;
  readonly conflicts: SortedConflicts;
  readonly state: LearningsState;
}

/** The engine's part for learnings, conflicts and health; it is loaded when it is first asked something. */
export class LearningEngine {
  readonly #root: string;
  readonly #session: ProjectSession;
  readonly #cancellation: Cancellation;
  readonly #service: LearningService;
  readonly #log: AppendLog;
  readonly #health: HealthEngine;
  readonly #groups = new Map(GROUPS.map((group) => [group, new Group(recordPrint)]));
  readonly #open = new Group<Conflict>((conflict) => JSON.stringify(conflict));
  readonly #settled = new Group<SettledConflict>((conflict) => JSON.stringify(conflict));
  #conflicts: { readonly by: readonly unknown[]; readonly found: SortedConflicts } | undefined;
  #looked: Look | undefined;

  constructor(root: string, session: ProjectSession, writer: ProjectWriter, cancellation: Cancellation) {
    this.#root = root;
    this.#session = session;
    this.#cancellation = cancellation;
    this.#log = createAppendLog(projectArea(root));
    this.#health = new HealthEngine(root, session, writer);
    this.#service = new LearningService(session, {
      openDocuments: () => documentPorts(root),
      writer,
      clock: systemClock(),
      log: this.#log,
      locked: (action) => withLock(projectArea(root).place(LOCK).absolute, LOCK, action),
    });
  }

  /** @throws SddError as the method says */
  async call(method: keyof LearningMethods, params: unknown): Promise<unknown> {
    if (isFresh(method, params)) this.#looked = undefined;
    return await this.#answer(method, params);
  }

  #answer(method: keyof LearningMethods, params: unknown): unknown {
    switch (method) {
      case "learnings":
        return this.#overview();
      case "learningsOf":
        return this.#recordsOf(params as Params<"learningsOf">);
      case "conflictsOf":
        return this.#conflictsPart(params as Params<"conflictsOf">);
      case "learn":
        return this.#learn(params as Params<"learn">);
      case "refreshLearnings":
        return this.#refresh(params as Params<"refreshLearnings">);
      case "reverifyLearnings":
        return this.#service.reverify((params as Params<"reverifyLearnings">).ids, this.#who());
      case "dismissLearnings": {
        const { ids, reason } = params as Params<"dismissLearnings">;
        return this.#service.dismiss(ids, this.#who(), reason);
      }
      case "restoreLearnings":
        return this.#service.restore((params as Params<"restoreLearnings">).ids, this.#who());
      case "sectionChange":
        return this.#sectionChange(params as Params<"sectionChange">);
      case "settleConflict":
      case "reopenConflict":
        return this.#decide(params as Params<"settleConflict"> | Params<"reopenConflict">);
      case "health":
      case "writeHealth":
      case "quickFixes":
        return this.#callHealth(method, params);
    }
  }

  async #callHealth(method: "health" | "writeHealth" | "quickFixes", params: unknown): Promise<unknown> {
    if (method === "quickFixes") {
      const { finding, text } = params as Params<"quickFixes">;
      return this.#health.fixes(await this.#session.refresh(this.#cancellation), finding, text);
    }
    if (method === "health") {
      const { known, rest } = params as Params<"health">;
      const left = rest === undefined ? undefined : this.#health.rest(rest);
      return left ?? this.#health.tell(this.#healthContext(await this.#look()), known);
    }
    return this.#health.write(this.#healthContext(await this.#look()), now());
  }

  /** Who decides: the name that git signs their commits with, else that of their account. */
  #who(): string {
    return gitUserName(this.#root) ?? userInfo().username;
  }

  #healthContext({ project, conflicts }: Look): HealthContext {
    const { indexDir } = this.#session.configOf(project.inventory).intelligence;
    let [total, stale] = [0, 0];
    for (const [name, { items }] of this.#groups) {
      if (name === "superseded" || name === "dismissed") continue;
      total += items.length;
      if ((STALE_GROUPS as readonly string[]).includes(name)) stale += items.length;
    }
    const learnings = total === 0 ? undefined : { total, stale, path: `${indexDir}/learnings.jsonl` };
    return { project, conflicts: conflicts.open, learnings, cancellation: this.#cancellation };
  }

  /**
   * Brings the groups and the conflicts up to date, where that was not done for this question. Where learning is off there
   * are only conflicts.
   */
  async #look(): Promise<Look> {
    if (this.#looked !== undefined) return this.#looked;
    const project = await this.#session.refresh(this.#cancellation);
    const { intelligence, memory } = this.#session.configOf(project.inventory);
    if (!intelligence.enabled || !memory.learningEnabled) {
      this.#sort([]);
      const conflicts = intelligence.enabled ? this.#conflictsOf(project) : NO_CONFLICTS;
      return (this.#looked = { project, conflicts, state: "off" });
    }
    const { records, isLearned, project: seen } = await this.#service.list(this.#cancellation);
    this.#sort(records);
    const conflicts = this.#conflictsOf(seen);
    return (this.#looked = { project: seen, conflicts, state: isLearned ? "learned" : "none" });
  }

  #sort(records: readonly LearningRecord[]): void {
    const sorted = new Map(GROUPS.map((group): [LearningGroup, LearningRecord[]] => [group, []]));
    for (const record of records) sorted.get(groupOf(record))?.push(record);
    for (const [name, group] of this.#groups) group.update(sorted.get(name) ?? []);
  }

  /** Found again only where documents, decisions of people, or learnings changed. */
  #conflictsOf(project: Project): SortedConflicts {
    const reviews: ReviewState = this.#session.reviews(project.inventory);
    const revisions = [...this.#groups.values()].map(({ state }) => state.revision);
    const by = [project.orchestrations, reviews, ...revisions];
    const known = this.#conflicts;
    if (known !== undefined && by.every((each, index) => each === known.by[index])) return known.found;
    const learnings = KIND_GROUPS.flatMap((kind) => this.#groups.get(kind)?.items ?? []);
    const found = this.#session.listConflicts(project, { learnings, cancellation: this.#cancellation });
    this.#conflicts = { by, found };
    return found;
  }

  async #overview(): Promise<LearningsOverview> {
    const { state, conflicts } = await this.#look();
    const groups = Object.fromEntries([...this.#groups].map(([name, group]) => [name, group.state]));
    this.#open.update(conflicts.open);
    this.#settled.update(conflicts.settled);
    const [open, settled] = [this.#open.state, this.#settled.state];
    return { state, groups: groups as LearningsOverview["groups"], open, settled };
  }

  #recordsOf({ group, from }: Params<"learningsOf">): RecordsPart {
    const part = this.#groups.get(group)?.part(from, PER_MESSAGE.records);
    return { records: part?.items ?? [], more: part?.more ?? false };
  }

  #conflictsPart({ isSettled, from }: Params<"conflictsOf">): ConflictsPart {
    const { items, more } = (isSettled ? this.#settled : this.#open).part(from, PER_MESSAGE.conflicts);
    return { conflicts: items, more };
  }

  /** The records of these ids as they were at the last look; where one of them was not there, as they are now. */
  async #recordsWith(ids: ReadonlySet<string>): Promise<readonly LearningRecord[]> {
    const known = [...this.#groups.values()].flatMap(({ items }) => items.filter(({ id }) => ids.has(id)));
    if (known.length >= ids.size) return known;
    return (await this.#service.list(this.#cancellation)).records.filter(({ id }) => ids.has(id));
  }

  #learn({ slug }: Params<"learn">): Promise<LearnResult> {
    return this.#service.learn(slug === undefined ? {} : { names: [slug] }, this.#cancellation);
  }

  async #refresh({ ids }: Params<"refreshLearnings">): Promise<number> {
    const records = await this.#recordsWith(new Set(ids));
    const paths = new Set(records.map((record) => record.source_artifact));
    if (paths.size > 0) await this.#service.learn({ paths: [...paths] }, this.#cancellation);
    return paths.size;
  }

  async #sectionChange({ id, git }: Params<"sectionChange">): Promise<SectionChange> {
    const [record] = await this.#recordsWith(new Set([id]));
    if (record === undefined) throw new SddError("wrong-usage", "This learning is not there any more.");
    const { source_artifact: path, source_hash: hash, section } = record;
    const ports = documentPorts(this.#root);
    const present = sectionIn(ports, path, section);
    const bytes = git
      ? versionInGit(this.#root, path, (each) => nodeHasher.sha256(each) === hash)
      : undefined;
    const then = bytes && sectionIn({ ...ports, files: holding(ports.files, bytes) }, path, section);
    return { record, before: then?.text, now: present?.text, line: present?.line ?? 1 };
  }

  /** Settles a conflict, or takes that back. @returns whether there is such a conflict */
  async #decide(params: Params<"settleConflict"> | Params<"reopenConflict">): Promise<boolean> {
    const { project, conflicts } = await this.#look();
    const conflict = [...conflicts.open, ...conflicts.settled].find(({ id }) => id === params.id);
    const by = this.#who();
    const at = now();
    const reopened: ReviewEvent = { schema_version: 1, at, by, action: "reopened", target: params.id };
    const event =
      "stands" in params
        ? conflict && settledEvent(conflict, params.stands, by, params.reason, at)
        : reopened;
    if (event === undefined || conflict === undefined) return false;
    const { indexDir } = this.#session.configOf(project.inventory).intelligence;
    this.#log.append(`${indexDir}/${REVIEWS_FILE}`, [formatReview(event)]);
    return true;
  }
}
