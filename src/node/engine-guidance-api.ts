import type { DomainInput, ProposalInput, ProposalProblem } from "../core/guidance/checks.js";
import type { DomainSummary } from "../core/guidance/domains.js";
import type { DomainState, GuidanceEntry, GuidanceStatus, GuidanceType } from "../core/guidance/entry.js";
import type { ReviewProblem, Shown } from "../core/guidance/review-plan.js";
import type { DryRun } from "../core/guidance/service.js";
import type { SimilarEntry } from "../core/guidance/similarity.js";
import type { UnverifiedEntry } from "../core/guidance/unverified.js";

/** What the extension asks of the engine about the project's memory. Everything that crosses is plain data, and redacted. */

/** The lists of the view Guidance. `approved` holds what this user approved as it is; the rest is `unverified`. */
export const GUIDANCE_GROUPS = ["pending", "unverified", "approved", "rejected", "archived"] as const;
export type GuidanceGroup = (typeof GUIDANCE_GROUPS)[number];

/** One entry, in the store or in a tracked file of the team's: of one id there may be both. */
export interface EntryRef {
  readonly id: string;
  readonly from: UnverifiedEntry["from"];
}

/** What a list shows of an entry. */
export interface GuidanceLine extends EntryRef {
  readonly group: GuidanceGroup;
  readonly status: GuidanceStatus;
  readonly type: GuidanceType;
  readonly domain: string;
  /** The beginning of its text. */
  readonly text: string;
  readonly by: string;
  /** ISO 8601 UTC: when it was proposed. */
  readonly at: string;
  readonly reviewedBy: string | null;
  readonly reviewedAt: string | null;
  readonly reason: string | null;
  /** Of an unverified one: why. */
  readonly change: UnverifiedEntry["change"] | undefined;
}

export interface GuidanceOverview {
  /** Changes whenever something that the view shows does. */
  readonly version: string;
  readonly counts: Readonly<Record<GuidanceGroup, number>>;
  /** Approved entries by domain, sorted by name. */
  readonly approved: readonly { readonly domain: string; readonly count: number }[];
  readonly domains: readonly DomainSummary[];
  /** Absolute folder where decisions are kept, to be watched; `undefined` where there is none. */
  readonly approvals: string | undefined;
}

export interface LinesPart {
  readonly lines: readonly GuidanceLine[];
  /** Whether there are more after them. */
  readonly more: boolean;
}

/** A near entry, with the hash that a supersession binds to. */
export interface Neighbour extends SimilarEntry {
  readonly sha256: string;
  readonly isVerified: boolean;
}

/** All that a review shows of an entry. */
export interface GuidanceView extends EntryRef {
  readonly group: GuidanceGroup;
  readonly entry: GuidanceEntry;
  /** Of its present content: what a decision binds to. */
  readonly sha256: string;
  /** What an agent would be given of it; a rule's rationale is not. */
  readonly agent: { readonly text: string; readonly rationale: string | undefined };
  readonly similar: readonly Neighbour[];
  readonly change: UnverifiedEntry["change"] | undefined;
  /** What stands in the store, where it comes from a file and differs. */
  readonly current: GuidanceEntry | undefined;
  /** Why it cannot be approved as it is. */
  readonly problems: readonly ProposalProblem[];
  /** How many secrets stand in it: they are replaced here, and it can be approved only so. */
  readonly secrets: number;
}

/** What a person decided in the review, on what they were shown. */
export type GuidanceDecision =
  | { readonly act: "approve"; readonly shown: Shown }
  | { readonly act: "edit"; readonly shown: Shown; readonly edits: ProposalInput }
  | { readonly act: "reject" | "archive"; readonly shown: Shown; readonly reason: string }
  | { readonly act: "supersede"; readonly shown: Shown; readonly superseded: Shown }
  | { readonly act: "accept"; readonly shown: Shown & EntryRef }
  | { readonly act: "decline"; readonly shown: Shown & EntryRef; readonly reason: string };

export type DecisionOutcome =
  | {
      readonly ok: true;
      /** For `undoGuidance`, within a minute. */
      readonly undo: string | undefined;
      /** Why the team's files could not be written, where they could not: the decision stands. */
      readonly notShared: string | undefined;
    }
  | ({ readonly ok: false } & ReviewProblem);

/** What became of an entry that a person wrote. */
export type ManualOutcome =
  | { readonly outcome: "queued" | "exists"; readonly ref: EntryRef; readonly redacted: number }
  | { readonly outcome: "refused"; readonly problems: readonly ProposalProblem[] };

export interface GuidanceMethods {
  guidance(params: Record<string, never>): GuidanceOverview;
  /** The entries of a list from the given one on: pending ones oldest first, the others latest first. */
  guidanceLines(params: {
    readonly group: GuidanceGroup;
    readonly domain?: string;
    readonly from: number;
  }): LinesPart;
  /** `undefined` where there is no such entry. */
  guidanceEntry(params: EntryRef): GuidanceView | undefined;
  /** What approving it would change for a prompt. @param params `edits` are passed over where they could not be approved. */
  guidanceDryRun(
    params: EntryRef & {
      readonly prompt: string;
      readonly edits?: ProposalInput;
    },
  ): DryRun | undefined;
  /** Only the review calls this. @param params `share` also writes the team's tracked files. */
  decideGuidance(params: { readonly decision: GuidanceDecision; readonly share: boolean }): DecisionOutcome;
  undoGuidance(params: { readonly undo: string }): DecisionOutcome;
  /** Queues what a person wrote. */
  proposeGuidance(params: ProposalInput): ManualOutcome;
  /** Makes a domain, or changes the one of this name. @returns what is wrong; nothing where it was saved */
  saveDomain(params: DomainInput): readonly ProposalProblem[];
  setDomainState(params: { readonly domain: string; readonly state: DomainState }): DomainState;
}

/** What waits for trust. */
export const GUIDANCE_WRITING_METHODS = [
  "decideGuidance",
  "undoGuidance",
  "proposeGuidance",
  "saveDomain",
  "setDomainState",
] as const satisfies readonly (keyof GuidanceMethods)[];
