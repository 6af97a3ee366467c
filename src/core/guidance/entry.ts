/** Records of the project's memory, as they stand in `.sdd/store.json` (DESIGN §5). The names are the wire's. */

/** In the order in which an agent gets them; facts are given apart. */
export const GUIDANCE_TYPES = ["guardrail", "convention", "instruction", "fact"] as const;
export type GuidanceType = (typeof GUIDANCE_TYPES)[number];

export const GUIDANCE_STATUSES = ["pending", "approved", "rejected", "archived"] as const;
export type GuidanceStatus = (typeof GUIDANCE_STATUSES)[number];

export const GUIDANCE_SOURCES = ["manual", "agent_proposal", "session_summary_derived"] as const;
export type GuidanceSource = (typeof GUIDANCE_SOURCES)[number];

export const DOMAIN_STATES = ["active", "inactive"] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** The domain of what names none. */
export const DEFAULT_DOMAIN = "general";

/** What an approval is bound to: all that an agent reads, or by which it is found. */
export interface GuidanceContent {
  readonly type: GuidanceType;
  readonly domain: string;
  readonly text: string;
  readonly rationale: string;
  /** Words by which the entry is recalled. */
  readonly recall: readonly string[];
  /** Files or folders that it concerns, relative to the root; `*` and `**` stand for any part. */
  readonly paths: readonly string[];
}

export interface GuidanceEntry extends GuidanceContent {
  /** `gm-` and a ULID. */
  readonly id: string;
  readonly status: GuidanceStatus;
  readonly source: GuidanceSource;
  readonly proposed_by: string;
  /** ISO 8601 UTC, as every time here. */
  readonly proposed_at: string;
  readonly reviewed_by: string | null;
  readonly reviewed_at: string | null;
  readonly review_reason: string | null;
  /** The id of the entry whose place it took. */
  readonly supersedes: string | null;
  /** Ids of entries that said nearly the same when it was proposed. */
  readonly similar_to: readonly string[];
  /** `contentHash` when it was last written. What counts is the hash of the present content, not this. */
  readonly sha256: string;
}

export interface GuidanceDomain {
  readonly domain: string;
  readonly state: DomainState;
  /** Its entries are recalled whatever is asked. */
  readonly always_on: boolean;
  /** Words by which all its entries are recalled. */
  readonly recall: readonly string[];
  readonly description: string;
}

/** Whether a text may be an entry's id: it is also the name of a file. */
export function isGuidanceId(value: unknown): value is string {
  return typeof value === "string" && /^gm-[0-9A-Za-z]{1,64}$/.test(value);
}
