import { redactShort } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";
import type { Conflict, ConflictSide } from "./conflict.js";
import type { ReviewEvent, ReviewState } from "./reviews.js";

/** What a person said of a conflict: one side stands. It holds as long as both sides' texts stay as they are. */
export interface Settlement {
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Redacted. */
  readonly reason: string;
  /** The index of the side that stands. */
  readonly stands: number;
}

export interface SettledConflict extends Conflict {
  readonly settlement: Settlement;
}

/** Conflicts that wait for a person, and those that one settled; each in the order they were given. */
export interface SortedConflicts {
  readonly open: readonly Conflict[];
  readonly settled: readonly SettledConflict[];
}

/** How a review names a side: its path, and the beginning of its text's hash, for both may stand in one file. */
function nameOf({ path, hash }: ConflictSide): string {
  return `${path}#${hash.slice(0, 16)}`;
}

function sameHashes(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [[...a].sort(compareCodeUnits), [...b].sort(compareCodeUnits)];
  return left.length === right.length && left.every((hash, index) => hash === right[index]);
}

/** The settlement of a conflict, where a person settled it and both texts are still those that they saw. */
function settlementOf(conflict: Conflict, reviews: ReviewState): Settlement | undefined {
  const event = reviews.byTarget.get(conflict.id);
  if (event?.action !== "settled" || event.hashes === undefined) return undefined;
  if (
    !sameHashes(
      event.hashes,
      conflict.sides.map(({ hash }) => hash),
    )
  )
    return undefined;
  const stands = conflict.sides.findIndex((side) => nameOf(side) === event.stands);
  if (stands === -1) return undefined;
  const { by, at, reason = "" } = event;
  // What is kept may have come with the repository, or from an older version.
  return { by: redactShort(by), at, reason: redactShort(reason), stands };
}

/** Takes the settled conflicts apart from the open ones. */
export function sortConflicts(conflicts: readonly Conflict[], reviews: ReviewState): SortedConflicts {
  const open: Conflict[] = [];
  const settled: SettledConflict[] = [];
  for (const conflict of conflicts) {
    const settlement = settlementOf(conflict, reviews);
    if (settlement === undefined) open.push(conflict);
    else settled.push({ ...conflict, settlement });
  }
  return { open, settled };
}

/**
 * The event by which a conflict is settled, to be appended to the reviews.
 *
 * @param stands the index of the side that stands.
 * @param at ISO 8601 UTC.
 * @returns `undefined` where there is no such side, or no reason: neither is a settlement.
 */
export function settledEvent(
  conflict: Conflict,
  stands: number,
  by: string,
  reason: string,
  at: string,
): ReviewEvent | undefined {
  const side = conflict.sides[stands];
  if (side === undefined || reason.trim() === "") return undefined;
  const hashes = conflict.sides.map(({ hash }) => hash);
  const target = conflict.id;
  return {
    schema_version: 1,
    ...{ at, by, action: "settled", target, hashes, stands: nameOf(side), reason: reason.trim() },
  };
}
