import type { Hasher } from "../ports.js";
import { conflict, conflictSide, type Conflict } from "./conflict.js";
import type { TextOf } from "./conflict-adr.js";
import { quoteOf, type PlacedDecision } from "./conflict-decisions.js";
import { opposedPairs, type OpposedPair } from "./conflict-pairs.js";
import { lineOfSentence } from "./conflict-place.js";
import { statementsOfSentence } from "./conflict-statements.js";
import type { LearningRecord } from "./learning-record.js";
import { higherOf, type Authority } from "./precedence.js";

/** A learning that a higher source contradicts. */
export interface ContradictedLearning {
  /** The learning's id. */
  readonly learning: string;
  readonly conflict: Conflict;
}

/** What a learning may rest on, by the path of its source. */
export type AuthorityOfPath = (path: string) => Authority | undefined;

interface Compared extends PlacedDecision {
  readonly learning?: LearningRecord;
}

/** What a learning prescribes. One that went stale is not backed by its source any more, only by the index. */
function comparedOf(learning: LearningRecord, authorityOfPath: AuthorityOfPath): readonly Compared[] {
  const { id, source_artifact: path, line, summary, status } = learning;
  const authority = status === "stale" ? "derived-index" : (authorityOfPath(path) ?? "derived-index");
  return statementsOfSentence(summary).map((statement) => ({
    ...statement,
    ...{ path, section: -1, sectionLine: line, authority, group: id, learning },
  }));
}

/** The learning of a pair and the decision that is higher; `undefined` where the pair is not of this kind. */
function contradicted({ first, second }: OpposedPair<Compared>) {
  const [low, high] = first.learning === undefined ? [second, first] : [first, second];
  const { learning } = low;
  if (learning === undefined || high.learning !== undefined) return undefined;
  return higherOf(high.authority, low.authority) === "first" ? { learning, high } : undefined;
}

/**
 * Learnings that a decision of a higher source contradicts, once each: the first such decision in the order given.
 * Superseded and dismissed ones claim nothing.
 *
 * @param learnings of one orchestration, or of the whole project.
 * @param decisions of the same.
 */
export function contradictedLearnings(
  hasher: Hasher,
  learnings: readonly LearningRecord[],
  decisions: readonly PlacedDecision[],
  authorityOfPath: AuthorityOfPath,
  textOf: TextOf,
): readonly ContradictedLearning[] {
  const binding: readonly Compared[] = decisions.filter(({ authority }) => authority !== undefined);
  if (binding.length === 0) return [];
  const claims = learnings
    .filter(({ status, dismissed }) => status !== "superseded" && dismissed === undefined)
    .flatMap((learning) => comparedOf(learning, authorityOfPath));
  const found = new Map<string, ContradictedLearning>();
  for (const pair of opposedPairs([...binding, ...claims])) {
    const both = contradicted(pair);
    if (both === undefined || found.has(both.learning.id)) continue;
    const { learning, high } = both;
    const { id, source_artifact: path, line, summary } = learning;
    const highLine = lineOfSentence(textOf(high.path), high.sectionLine, high.text);
    const sides = [
      conflictSide(hasher, high.path, highLine, high.text),
      conflictSide(hasher, path, line, summary),
    ];
    const params = [quoteOf(summary), quoteOf(high.text), high.path];
    const parts = { code: "learning-contradicted", severity: "info", path, line, params, sides } as const;
    found.set(id, { learning: id, conflict: conflict(hasher, parts) });
  }
  return [...found.values()];
}
