import type { SafeText } from "../context/document.js";
import type { Diagnostic } from "../diagnostics.js";
import {
  plainRecord,
  PROJECT_SLUG,
  type LearningKind,
  type LearningRecord,
} from "../learning/learning-record.js";
import { baseName, folderOf } from "../project/paths.js";
import type { Project } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { compareCodeUnits } from "../text/fold.js";
import type { Language } from "../text/language.js";
import { PUBLISH_WORDS, type PublishWords } from "./words.js";

/** What the documents are made from. */
export interface PublishInput {
  readonly project: Project;
  /** Of the headings. */
  readonly language: Language;
  /** The language of each orchestration's documents, by slug. */
  readonly languages: ReadonlyMap<string, Language>;
  /** As they stand to their sources now. */
  readonly learnings: readonly LearningRecord[];
  readonly findings: readonly Diagnostic[];
  /** Conflicts that no person has settled. */
  readonly conflicts: readonly Diagnostic[];
  /** A document's redacted text; `undefined` where it cannot be read. */
  readonly read: (path: string) => SafeText | undefined;
}

/** A decision record with what is shown of it. */
export interface DecisionEntry {
  readonly record: SourceRecord;
  readonly number: string;
  readonly title: string;
  /** The same decision in other languages: code and path. */
  readonly translations: readonly (readonly [code: string, path: string])[];
}

/** What all documents ask for, found out once. */
export interface PublishFacts extends PublishInput {
  readonly words: PublishWords;
  /** What holds or may hold, without what stands in a translation of another document. */
  readonly holding: readonly LearningRecord[];
  /** By folder, then number, then path. */
  readonly decisions: readonly DecisionEntry[];
}

const LANGUAGE_FOLDER = /^(?:[a-z]{2}|[a-z]{2}-[a-z]{2}|zh-han[st])$/i;
const LANGUAGE_SUFFIX = /\.([a-z]{2}(?:-[a-z]{2})?)\.md$/i;

/** The path without a folder or an ending that names a language, and that name. */
function withoutLanguage(path: string): { readonly path: string; readonly code: string } | undefined {
  const suffix = LANGUAGE_SUFFIX.exec(path)?.[1];
  if (suffix !== undefined) return { path: path.replace(LANGUAGE_SUFFIX, ".md"), code: suffix };
  const parts = path.split("/");
  const at = parts.findIndex(
    (part, index) => index > 0 && index < parts.length - 1 && LANGUAGE_FOLDER.test(part),
  );
  const code = parts[at];
  // The first folder is `docs`; an orchestration whose slug has two letters has no twin without them.
  return code === undefined ? undefined : { path: parts.toSpliced(at, 1).join("/"), code };
}

/** Documents that another one stands beside in another language, by path: that one's path, and the language. */
function translationsAmong(paths: Iterable<string>): ReadonlyMap<string, { original: string; code: string }> {
  const all = new Set(paths);
  const found = new Map<string, { original: string; code: string }>();
  for (const path of all) {
    const plain = withoutLanguage(path);
    if (plain !== undefined && all.has(plain.path))
      found.set(path, { original: plain.path, code: plain.code });
  }
  return found;
}

/** A page that explains a folder of decisions, and is none. */
function isDecision({ path, facts }: SourceRecord): boolean {
  const { number, status = "unknown" } = facts.adr ?? {};
  if (number !== undefined) return true;
  return status !== "unknown" && !/^(?:readme|index|template|adr-template)\.md$/i.test(baseName(path));
}

const numberOf = ({ number }: DecisionEntry): number =>
  /^\d{1,12}$/.test(number) ? Number(number) : Infinity;

function compareDecisions(a: DecisionEntry, b: DecisionEntry): number {
  const [x, y] = [numberOf(a), numberOf(b)];
  return (
    compareCodeUnits(folderOf(a.record.path), folderOf(b.record.path)) ||
    (x === y ? 0 : x < y ? -1 : 1) ||
    compareCodeUnits(a.record.path, b.record.path)
  );
}

/** The title without what only says that it is a decision. */
function titleOf({ path, facts }: SourceRecord): string {
  const title = facts.adr?.title ?? facts.title ?? "";
  const short = title.replace(/^ADR(?:[-\s]?\d+)?\s*[:—–-]\s*/i, "");
  return short === "" ? baseName(path).replace(/\.md$/, "") : short;
}

function decisionsOf(
  records: readonly SourceRecord[],
  translated: ReadonlyMap<string, { original: string; code: string }>,
): DecisionEntry[] {
  const others = new Map<string, (readonly [string, string])[]>();
  for (const { path } of records) {
    const twin = translated.get(path);
    if (twin !== undefined)
      others.set(twin.original, [...(others.get(twin.original) ?? []), [twin.code, path]]);
  }
  return records
    .filter((record) => isDecision(record) && !translated.has(record.path))
    .map((record): DecisionEntry => {
      const translations = (others.get(record.path) ?? []).sort(([a], [b]) => compareCodeUnits(a, b));
      return { record, number: record.facts.adr?.number ?? "", title: titleOf(record), translations };
    })
    .sort(compareDecisions);
}

/**
 * Publishing changes the documents that stand round the regions, and nothing of what was learned from these: where only
 * the file differs, the record holds.
 */
function settledRecord(record: LearningRecord): LearningRecord {
  if (record.stale_reason !== "file_changed") return record;
  return { ...plainRecord(record), status: "active" };
}

export function factsOf(input: PublishInput): PublishFacts {
  const { project, learnings, language } = input;
  const { records } = project.inventory;
  const readable = [...records.values()].filter(({ status }) => status === "active");
  const translated = translationsAmong(readable.map(({ path }) => path));
  const decisions = decisionsOf(
    readable.filter(({ kind }) => kind === "adr"),
    translated,
  );
  const holding = learnings
    .filter(({ status, dismissed }) => status !== "superseded" && dismissed === undefined)
    .filter(({ source_artifact: path }) => records.has(path) && !translated.has(path))
    .map(settledRecord);
  return { ...input, words: PUBLISH_WORDS[language], holding, decisions };
}

/** Records of a kind, without those that a document says itself. */
export function recordsOf(facts: PublishFacts, kind: LearningKind, ownPath = ""): readonly LearningRecord[] {
  return facts.holding.filter((record) => record.kind === kind && record.source_artifact !== ownPath);
}

/** Decisions of these states guide nobody. */
const GONE: ReadonlySet<string> = new Set(["superseded", "deprecated", "rejected"]);

/** Whether a decision record no longer holds, or never did. */
export function isGone({ facts }: SourceRecord): boolean {
  return GONE.has(facts.adr?.status ?? "unknown");
}

/** Whether a record may guide people: what a decision says that is not in force any more may not. */
export function isInForce({ project }: PublishFacts, { source_artifact: path }: LearningRecord): boolean {
  const record = project.inventory.records.get(path);
  return record?.kind !== "adr" || !isGone(record);
}

/** What a reader has to know of a record before relying on it; empty where it holds. */
export function reserveOf({ project, words }: PublishFacts, record: LearningRecord): string {
  if (record.status === "stale") return words.moved;
  const source = project.inventory.records.get(record.source_artifact);
  const status = source?.kind === "adr" ? source.facts.adr?.status : undefined;
  return status === "proposed" || status === "draft" ? words.statuses[status] : "";
}

/** Records by orchestration: those of orchestrations in order, then what belongs to the whole project. */
export function byOrchestration(
  { project, words }: PublishFacts,
  records: readonly LearningRecord[],
): readonly (readonly [name: string, records: readonly LearningRecord[]])[] {
  const groups = project.orchestrations.map(({ slug, name }) => [slug, name] as const);
  return [...groups, [PROJECT_SLUG, words.wholeProject] as const].flatMap(([slug, name]) => {
    const own = records.filter((record) => record.orchestration_slug === slug);
    return own.length === 0 ? [] : [[name, own] as const];
  });
}
