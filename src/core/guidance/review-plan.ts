import type { ApprovalDecision, ApprovalDecisions, Decision } from "./approvals.js";
import { checkProposal, type ProposalInput, type ProposalProblem } from "./checks.js";
import type { GuidanceContent, GuidanceEntry, GuidanceStatus } from "./entry.js";
import { type GuidanceStore, parseEntry } from "./store-document.js";
import { mayBecome } from "./transitions.js";
import type { UnverifiedEntry } from "./unverified.js";

/** What an act of a person's review does to the store, decided on the store as it is under the lock. Pure. */

/** Why nothing was done. */
export type ReviewProblem =
  | { readonly problem: "missing"; readonly id: string }
  /** It is not what was shown. `now`: what it is, for the difference. */
  | { readonly problem: "changed"; readonly now: GuidanceEntry; readonly sha256: string }
  | {
      readonly problem: "transition";
      readonly id: string;
      readonly from: GuidanceStatus;
      readonly to: GuidanceStatus;
    }
  | { readonly problem: "refused"; readonly problems: readonly ProposalProblem[] }
  /** Secrets would be replaced: this is what would be approved, and must be looked at first. */
  | { readonly problem: "redacted"; readonly content: GuidanceContent }
  | { readonly problem: "reason-missing" }
  | { readonly problem: "undo-expired" };

/** An entry before and after; `undefined` where it is not in the store. The same one twice: only a decision is made. */
export interface EntryChange {
  readonly before: GuidanceEntry | undefined;
  readonly after: GuidanceEntry | undefined;
}

export interface ReviewPlan {
  readonly changes: readonly EntryChange[];
  readonly decisions: readonly ApprovalDecision[];
  /** The team's files said so first: they are not written. */
  readonly keepsFiles?: boolean;
}

/** Who decides, and when (ISO 8601 UTC). */
export interface Act {
  readonly who: string;
  readonly at: string;
}

/** An entry as a person saw it. */
export interface Shown {
  readonly id: string;
  /** `contentHash` of what was shown. */
  readonly sha256: string;
}

export interface PlanSources {
  readonly document: GuidanceStore;
  readonly decisions: ApprovalDecisions;
  readonly hashOf: (content: GuidanceContent) => string;
}

export function isProblem(value: object): value is ReviewProblem {
  return "problem" in value;
}

/** The entry that was shown, if it is that still and may become so. */
function demand(sources: PlanSources, shown: Shown, to: GuidanceStatus): GuidanceEntry | ReviewProblem {
  const entry = sources.document.guidance.find(({ id }) => id === shown.id);
  if (entry === undefined) return { problem: "missing", id: shown.id };
  if (!mayBecome(entry.status, to)) return { problem: "transition", id: entry.id, from: entry.status, to };
  const sha256 = sources.hashOf(entry);
  return sha256 === shown.sha256 ? entry : { problem: "changed", now: entry, sha256 };
}

function reviewed(
  entry: GuidanceEntry,
  status: GuidanceStatus,
  act: Act,
  reason: string | null,
): GuidanceEntry {
  return { ...entry, status, reviewed_by: act.who, reviewed_at: act.at, review_reason: reason };
}

/** The approval of a content, and the end of those of other contents of the same entry. */
function approvals(
  id: string,
  sha256: string,
  { decisions }: Pick<PlanSources, "decisions">,
  { who, at }: Act,
): readonly ApprovalDecision[] {
  const others = decisions.of(id).filter((each) => each.decision === "approved" && each.sha256 !== sha256);
  return [
    ...others.map((each) => ({ id, sha256: each.sha256, decision: "withdrawn" as const, who, at })),
    { id, sha256, decision: "approved", who, at },
  ];
}

function asInput({ type, domain, text, rationale, recall, paths }: GuidanceContent): ProposalInput {
  return { type, domain, text, rationale, recall, paths };
}

/** Checks what is to be approved as a proposal is checked, whoever wrote it into the store. */
function checkedContent(input: ProposalInput): GuidanceContent | ReviewProblem {
  const checked = checkProposal(input);
  if (!checked.ok) return { problem: "refused", problems: checked.problems };
  return checked.redacted > 0 ? { problem: "redacted", content: checked.content } : checked.content;
}

/** @param edits a new content, which is approved instead of the one that was shown. */
export function planApproval(
  sources: PlanSources,
  shown: Shown,
  act: Act,
  edits?: ProposalInput,
): ReviewPlan | ReviewProblem {
  const entry = demand(sources, shown, "approved");
  if (isProblem(entry)) return entry;
  const checked = checkedContent(edits ?? asInput(entry));
  if (isProblem(checked)) return checked;
  const content = edits === undefined ? entry : { ...entry, ...checked };
  const sha256 = sources.hashOf(content);
  const after = { ...reviewed(content, "approved", act, null), sha256 };
  return { changes: [{ before: entry, after }], decisions: approvals(entry.id, sha256, sources, act) };
}

/** @param reason already checked; a rejection needs one. */
export function planClosing(
  sources: PlanSources,
  shown: Shown,
  act: Act,
  status: "rejected" | "archived",
  reason: string | null,
): ReviewPlan | ReviewProblem {
  if (status === "rejected" && reason === null) return { problem: "reason-missing" };
  const entry = demand(sources, shown, status);
  if (isProblem(entry)) return entry;
  const decision = { id: entry.id, sha256: shown.sha256, decision: status, ...act };
  return { changes: [{ before: entry, after: reviewed(entry, status, act, reason) }], decisions: [decision] };
}

/** Approves an entry in the place of an approved one, which is archived. */
export function planSupersession(
  sources: PlanSources,
  shown: Shown,
  superseded: Shown,
  act: Act,
): ReviewPlan | ReviewProblem {
  const approval = planApproval(sources, shown, act);
  if (isProblem(approval)) return approval;
  const closing = planClosing(sources, superseded, act, "archived", `superseded by ${shown.id}`);
  if (isProblem(closing)) return closing;
  const changes = approval.changes.map(({ before, after }) => ({
    before,
    after: after && { ...after, supersedes: superseded.id },
  }));
  return {
    changes: [...changes, ...closing.changes],
    decisions: [...approval.decisions, ...closing.decisions],
  };
}

/** Accepts what was approved elsewhere or edited, as it was shown. */
export function planAcceptance(
  sources: PlanSources,
  found: UnverifiedEntry,
  act: Act,
): ReviewPlan | ReviewProblem {
  const { entry, sha256, change, from } = found;
  const before = sources.document.guidance.find(({ id }) => id === entry.id);
  if (change === "archived") {
    const closing = planClosing(sources, { id: entry.id, sha256 }, act, "archived", null);
    return isProblem(closing) ? closing : { ...closing, keepsFiles: true };
  }
  const checked = checkedContent(asInput(entry));
  if (isProblem(checked)) return checked;
  // Who approved it first, and when, stays: by that everybody's recall has one order.
  const after: GuidanceEntry = from === "store" ? entry : { ...entry, sha256 };
  const decisions = approvals(entry.id, sha256, sources, act);
  return { changes: [{ before, after }], decisions, keepsFiles: from === "shared" };
}

/** Turns down what was approved elsewhere: a file's content is not asked for again, what is in the store is archived. */
export function planDecline(
  sources: PlanSources,
  found: UnverifiedEntry,
  act: Act,
  reason: string | null,
): ReviewPlan | ReviewProblem {
  const { entry, sha256, from } = found;
  if (from === "store") return planClosing(sources, { id: entry.id, sha256 }, act, "archived", reason);
  const current = sources.document.guidance.find(({ id }) => id === entry.id);
  const decision = { id: entry.id, sha256, decision: "rejected", ...act } as const;
  return { changes: [{ before: current, after: current }], decisions: [decision], keepsFiles: true };
}

/** Whether two entries are the same in every field. */
export function isSameEntry(a: GuidanceEntry, b: GuidanceEntry): boolean {
  return a === b || JSON.stringify(parseEntry(a)) === JSON.stringify(parseEntry(b));
}

/** The document with each change's `after` in the place of the entry of its id; new ones come last. */
export function replaceEntries(document: GuidanceStore, changes: readonly EntryChange[]): GuidanceStore {
  const real = changes.filter(({ before, after }) => before !== after);
  if (real.length === 0) return document;
  const byId = new Map(real.map(({ before, after }) => [(after ?? before)?.id, after]));
  const present = new Set(document.guidance.map(({ id }) => id));
  const kept = document.guidance.flatMap((entry) =>
    byId.has(entry.id) ? (byId.get(entry.id) ?? []) : entry,
  );
  const added = real.flatMap(({ after }) => (after === undefined || present.has(after.id) ? [] : after));
  return { ...document, guidance: [...kept, ...added] };
}

/** Decisions that bring back what held before others are made. To be asked before those are recorded. */
export function reversals(
  made: readonly ApprovalDecision[],
  decisions: ApprovalDecisions,
): readonly ApprovalDecision[] {
  return made.map((each) => {
    const decision: Decision = decisions.find(each.id, each.sha256)?.decision ?? "undone";
    return { ...each, decision };
  });
}
