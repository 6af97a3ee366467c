import type { QuotableSection } from "../context/quotes.js";
import type { Hasher } from "../ports.js";
import type { Orchestration } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { fold } from "../text/fold.js";
import { conflict, conflictSide, cutAt, type Conflict, type ConflictParts } from "./conflict.js";
import type { TextOf } from "./conflict-adr.js";
import { lineOfSentence } from "./conflict-place.js";
import { opposedPairs, type OpposedPair, type Placed } from "./conflict-pairs.js";
import { statementsOf, type Statement } from "./conflict-statements.js";
import { authorityOf, higherOf, type Authority } from "./precedence.js";

/** A document whose decisions are compared, and what they rest on. */
export interface DecisionSource {
  readonly record: SourceRecord;
  readonly authority: Authority | undefined;
}

/** The sections of a document, redacted; `undefined` where it is not to be read. */
export type SectionsOf = (record: SourceRecord) => readonly QuotableSection[] | undefined;

/** A decision with its source's authority. */
export interface PlacedDecision extends Placed {
  readonly authority: Authority | undefined;
}

/** Decisions that are proposed, were turned down or no longer hold contradict nothing. */
const HOLDS: ReadonlySet<string> = new Set(["accepted", "unknown"]);

function belongsTo(
  { path, facts }: SourceRecord,
  { folder, slug, name }: Orchestration,
  linked: ReadonlySet<string>,
): boolean {
  if (path.startsWith(`${folder}/`) || linked.has(path)) return true;
  const said = facts.header?.slug;
  return said !== undefined && (fold(said) === fold(slug) || fold(said) === fold(name));
}

/**
 * The documents of an orchestration that decide something: its artifacts, and the decision records that lie in its
 * folder, are linked from an artifact or name it.
 *
 * @param adrs all decision records of the project.
 */
export function decisionSources(
  orchestration: Orchestration,
  adrs: readonly SourceRecord[],
): readonly DecisionSource[] {
  const linked = new Set(orchestration.artifacts.flatMap(({ record }) => record.facts.refs ?? []));
  const own = orchestration.artifacts.map(({ record, stage, state }): DecisionSource => ({
    record,
    authority: authorityOf({ kind: record.kind, stage, state }),
  }));
  const decided = adrs
    .filter((record) => HOLDS.has(record.facts.adr?.status ?? "unknown"))
    .filter((record) => belongsTo(record, orchestration, linked))
    .map((record): DecisionSource => {
      const { status } = record.facts.adr ?? {};
      return { record, authority: authorityOf({ kind: "adr", status }) };
    });
  return [...own, ...decided].filter(({ record }) => record.status === "active");
}

/** Statements by the record of their document. Records live as long as their files do not change. */
const kept = new WeakMap<SourceRecord, readonly Statement[]>();

function statementsIn(record: SourceRecord, sectionsOf: SectionsOf): readonly Statement[] {
  const known = kept.get(record);
  if (known !== undefined) return known;
  const sections = sectionsOf(record);
  if (sections === undefined) return [];
  const statements = statementsOf(sections);
  kept.set(record, statements);
  return statements;
}

/** What the decision sections of these documents prescribe. */
export function decisionsIn(
  sources: readonly DecisionSource[],
  sectionsOf: SectionsOf,
): readonly PlacedDecision[] {
  return sources.flatMap(({ record, authority }) =>
    statementsIn(record, sectionsOf).map((statement) => ({ ...statement, path: record.path, authority })),
  );
}

/** More of them in one orchestration would bury each of them. */
const MOST_CONFLICTS = 50;
const LONGEST_QUOTE = 120;

/** A sentence as a message quotes it. */
export function quoteOf(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${cutAt(text, LONGEST_QUOTE)}…`;
}

/** Decisions of one orchestration that say opposite things, the higher one first where one is. Remarks, not warnings. */
export function decisionConflicts(
  hasher: Hasher,
  decisions: readonly PlacedDecision[],
  textOf: TextOf,
): Conflict[] {
  return opposedPairs(decisions)
    .slice(0, MOST_CONFLICTS)
    .map((pair) => decisionConflict(hasher, pair, textOf));
}

function decisionConflict(hasher: Hasher, pair: OpposedPair<PlacedDecision>, textOf: TextOf): Conflict {
  const isTurned = higherOf(pair.first.authority, pair.second.authority) === "second";
  const [upper, lower] = isTurned ? [pair.second, pair.first] : [pair.first, pair.second];
  const sides = [upper, lower].map(({ path, text, sectionLine }) =>
    conflictSide(hasher, path, lineOfSentence(textOf(path), sectionLine, text), text),
  );
  const at = {
    path: lower.path,
    line: sides[1]?.line ?? lower.sectionLine,
    sides,
    severity: "info" as const,
  };
  const [first, second] = pair.settings ?? [];
  const said: Pick<ConflictParts, "code" | "params"> =
    first === undefined || second === undefined
      ? { code: "decisions-opposed", params: [quoteOf(lower.text), quoteOf(upper.text), upper.path] }
      : {
          code: "decision-values-differ",
          params: [
            first.label,
            (isTurned ? first : second).shown,
            (isTurned ? second : first).shown,
            upper.path,
          ],
        };
  return conflict(hasher, { ...said, ...at });
}
