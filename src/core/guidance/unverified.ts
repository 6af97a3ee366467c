import { compareCodeUnits } from "../text/fold.js";
import { type ApprovalDecisions, isVerified } from "./approvals.js";
import type { GuidanceContent, GuidanceEntry } from "./entry.js";

/**
 * "Approved elsewhere or edited": what says it is approved, and this user did not approve as it is now. It is recalled
 * only after this user has accepted it.
 */

export interface UnverifiedEntry {
  /** As it would be after accepting. */
  readonly entry: GuidanceEntry;
  /** `contentHash` of it, to be handed back with the decision. */
  readonly sha256: string;
  /** The store, or a tracked file of the team's. */
  readonly from: "store" | "shared";
  /** `new`: nobody approved it here. `edited`: another content was. `archived`: the team archived it. */
  readonly change: "new" | "edited" | "archived";
  /** What stands in the store now, where it comes from a file and differs. */
  readonly current: GuidanceEntry | undefined;
}

export interface UnverifiedSources {
  readonly guidance: readonly GuidanceEntry[];
  readonly shared: ReadonlyMap<string, GuidanceEntry>;
  readonly decisions: ApprovalDecisions;
  readonly hashOf: (content: GuidanceContent) => string;
}

function wasApproved(id: string, { decisions }: UnverifiedSources): boolean {
  return decisions.of(id).some(({ decision }) => decision === "approved" || decision === "withdrawn");
}

/** What a team's file asks of this user; `undefined` where nothing, or where they decided on it already. */
function fromShared(
  shared: GuidanceEntry,
  current: GuidanceEntry | undefined,
  sources: UnverifiedSources,
): UnverifiedEntry | undefined {
  const sha256 = sources.hashOf(shared);
  const found = { entry: shared, sha256, from: "shared", current } as const;
  if (shared.status === "archived") {
    const isOpen = current?.status === "approved" && sources.hashOf(current) === sha256;
    return isOpen ? { ...found, change: "archived" } : undefined;
  }
  if (shared.status !== "approved") return undefined;
  const decided = sources.decisions.find(shared.id, sha256)?.decision;
  if (decided === "rejected" || decided === "archived") return undefined;
  if (current === undefined) return { ...found, change: "new" };
  if (current.status === "pending") return { ...found, change: "new" };
  // What was rejected or archived here stays so, and what is the same waits once, as the store's.
  if (current.status !== "approved" || sources.hashOf(current) === sha256) return undefined;
  // This very content was approved here, and then another one in its place.
  if (decided === "withdrawn") return undefined;
  return { ...found, change: "edited" };
}

/** All that waits, sorted by id; of one entry what the store says comes before what a file says. */
export function unverifiedEntries(sources: UnverifiedSources): readonly UnverifiedEntry[] {
  const { guidance, shared, decisions, hashOf } = sources;
  const found: UnverifiedEntry[] = [];
  for (const entry of guidance) {
    if (entry.status !== "approved" || isVerified(entry, decisions, hashOf)) continue;
    const change = wasApproved(entry.id, sources) ? "edited" : "new";
    found.push({ entry, sha256: hashOf(entry), from: "store", change, current: undefined });
  }
  const byId = new Map(guidance.map((entry) => [entry.id, entry]));
  for (const [id, entry] of shared) {
    const waiting = fromShared(entry, byId.get(id), sources);
    if (waiting !== undefined) found.push(waiting);
  }
  return found.sort(
    (a, b) =>
      compareCodeUnits(a.entry.id, b.entry.id) || (a.from === b.from ? 0 : a.from === "store" ? -1 : 1),
  );
}
