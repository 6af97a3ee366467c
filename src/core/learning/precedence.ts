import type { AdrStatus } from "../project/adr/adr.js";
import type { ArtifactState, Stage } from "../project/stages.js";
import type { SourceKind } from "../project/sources/sources.js";

/** What a source may rest on where sources disagree, highest first (DESIGN §6). */
export const PRECEDENCE = [
  "approved-adr",
  "approved-techspec",
  "approved-prd",
  "final-memory",
  "derived-index",
] as const;
export type Authority = (typeof PRECEDENCE)[number];

/** What is known of a source by which its authority is told. */
export interface Standing {
  readonly kind: SourceKind;
  readonly stage?: Stage | undefined;
  readonly state?: ArtifactState | undefined;
  /** Of a decision record. */
  readonly status?: AdrStatus | undefined;
}

/**
 * Which standing gives which authority: every field that a row names must be met. Drafts and recorded artifacts stand in
 * no row, for only what a person approved binds; what is final of a memory is that it was approved.
 */
const ROWS: readonly (Standing & { readonly gives: Authority })[] = [
  { gives: "approved-adr", kind: "adr", status: "accepted" },
  { gives: "approved-adr", kind: "artifact", stage: "adr", state: "approved" },
  { gives: "approved-techspec", kind: "artifact", stage: "techspec", state: "approved" },
  { gives: "approved-prd", kind: "artifact", stage: "prd", state: "approved" },
  { gives: "final-memory", kind: "artifact", stage: "memory", state: "approved" },
  { gives: "derived-index", kind: "learnings" },
];

/** The authority of a source; `undefined` where it has none, as a draft. */
export function authorityOf({ kind, stage, state, status }: Standing): Authority | undefined {
  return ROWS.find(
    (row) =>
      row.kind === kind &&
      (row.stage ?? stage) === stage &&
      (row.state ?? state) === state &&
      (row.status ?? status) === status,
  )?.gives;
}

export type Higher = "first" | "second" | "none";

/**
 * Which of two sources is the higher one. Equal ones have none. Something approved is above a source without authority;
 * the derived index is not, since it only repeats what sources say.
 */
export function higherOf(first: Authority | undefined, second: Authority | undefined): Higher {
  const [a, b] = [rankOf(first), rankOf(second)];
  return a === b ? "none" : a < b ? "first" : "second";
}

/** Without authority a source stands beside the derived index. */
function rankOf(authority: Authority | undefined): number {
  return PRECEDENCE.indexOf(authority ?? "derived-index");
}
