import type { GuidanceContent, GuidanceEntry } from "./entry.js";

/**
 * What this user decided, kept outside the workspace: an entry that says it is approved is believed only where its
 * present content was approved here. What is recorded is data of one user and one project root.
 */

/**
 * `withdrawn`: approved once, and another content has taken its place. `undone`: a decision was taken back within its
 * minute, so there is none.
 */
export const DECISIONS = ["approved", "rejected", "archived", "withdrawn", "undone"] as const;
export type Decision = (typeof DECISIONS)[number];

export interface ApprovalDecision {
  readonly id: string;
  /** `contentHash` of what the person saw. */
  readonly sha256: string;
  readonly decision: Decision;
  readonly who: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** What holds now. */
export interface ApprovalDecisions {
  /** The last decision on a content of an entry. */
  find(id: string, sha256: string): ApprovalDecision | undefined;
  /** For each content of an entry that was decided on, the last decision, in the order of the log. */
  of(id: string): readonly ApprovalDecision[];
}

export interface ApprovalLedger {
  /** @throws SddError `unreadable-file`, `path-refused` */
  decisions(): ApprovalDecisions;
  /** All of them are on the disk when it returns. @throws SddError `write-failed`, `path-refused` */
  record(decisions: readonly ApprovalDecision[]): void;
}

/** Decisions in the order in which they were made, with the last one of each content in force. */
export class DecisionTable implements ApprovalDecisions {
  readonly #byId = new Map<string, Map<string, ApprovalDecision>>();

  add(decision: ApprovalDecision): void {
    const byHash = this.#byId.get(decision.id) ?? new Map<string, ApprovalDecision>();
    // Deleted first, so that it goes to the end.
    byHash.delete(decision.sha256);
    this.#byId.set(decision.id, byHash.set(decision.sha256, decision));
  }

  find(id: string, sha256: string): ApprovalDecision | undefined {
    return this.#byId.get(id)?.get(sha256);
  }

  of(id: string): readonly ApprovalDecision[] {
    return [...(this.#byId.get(id)?.values() ?? [])];
  }
}

/**
 * Whether an entry may be recalled: it says it is approved, and this user's last word on exactly this content is that
 * it is.
 */
export function isVerified(
  entry: GuidanceEntry,
  decisions: ApprovalDecisions,
  hashOf: (content: GuidanceContent) => string,
): boolean {
  return entry.status === "approved" && decisions.find(entry.id, hashOf(entry))?.decision === "approved";
}
