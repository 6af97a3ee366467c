import { redactShort } from "../redaction/redact.js";
import { LEARNING_KINDS, LEARNING_STATUSES, STALE_REASONS, type LearningRecord } from "./learning-record.js";
import type { CurrentLearnings, LearningsStatus } from "./service-types.js";

function counted<K extends string>(keys: readonly K[], values: Iterable<K>): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const value of values) counts[value]++;
  return counts;
}

const standing = ({ status, dismissed }: LearningRecord) => (dismissed === undefined ? status : "dismissed");

/** What is wrong with the index itself, for a person to look at. */
function errorOf({ rejected, problems: [problem] }: CurrentLearnings): string | null {
  if (problem !== undefined) return redactShort(problem.message);
  const [first] = rejected;
  if (first === undefined) return null;
  const more = rejected.length === 1 ? "" : `, and ${rejected.length - 1} more`;
  return redactShort(`learnings.jsonl, line ${first.line}${more}: no record; the next learn sets it aside.`);
}

/** What `sdd intelligence status` tells. */
export function statusOf(current: CurrentLearnings, indexDir: string, conflicts: number): LearningsStatus {
  const { project, records } = current;
  const used = records.filter(({ status, dismissed }) => status !== "superseded" && dismissed === undefined);
  const stale = used.filter(({ status }) => status === "stale");
  return {
    index_dir: indexDir,
    learnings: used.length,
    sources_indexed: project.inventory.records.size,
    stale_sources: new Set(stale.map(({ source_artifact: path }) => path)).size,
    conflicts,
    last_error: errorOf(current),
    kinds: counted(
      LEARNING_KINDS,
      used.map(({ kind }) => kind),
    ),
    statuses: counted([...LEARNING_STATUSES, "dismissed"], records.map(standing)),
    stale_reasons: counted(
      STALE_REASONS,
      stale.flatMap(({ stale_reason: reason }) => reason ?? []),
    ),
  };
}
