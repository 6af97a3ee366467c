import { type ChangeDigest, digestOf, type SessionWindow } from "./digest.js";
import { type Divergence, divergencesOf, reasonOf } from "./divergence.js";
import type { LedgerEntry } from "./ledger-entry.js";

/** What an agent says of its session, and what is known of it. */
export interface SessionDigestRequest {
  /** The ledger, in any order, also outside the window. */
  readonly entries: readonly LedgerEntry[];
  readonly window: SessionWindow;
  /** Redacted. */
  readonly narrative: string;
  /** The name under which this session's own changes stand in the ledger. */
  readonly actor: string;
  /** Since when a snapshot watched beside the ledger, ISO 8601. */
  readonly watchedFrom?: string;
}

/** The digest as it is stored with a summary. The names are the wire's. */
export interface SessionDigest extends ChangeDigest {
  /** Whether narrative and facts differ. */
  readonly divergence: boolean;
  /** In English, one sentence each. */
  readonly reasons: readonly string[];
  /** The same as data, for those who say it in other languages. */
  readonly divergences: readonly Divergence[];
}

/** What really happened in a session, and where its narrative differs. The same request gives the same digest. */
export function sessionDigest(request: SessionDigestRequest): SessionDigest {
  const { entries, window, narrative, actor, watchedFrom } = request;
  const digest = digestOf(entries, window, watchedFrom);
  const divergences = divergencesOf({ entries, window, narrative, actor, partial: digest.partial });
  return {
    ...digest,
    divergence: divergences.length > 0,
    reasons: divergences.map(reasonOf),
    divergences,
  };
}
