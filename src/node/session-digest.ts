import type { Clock } from "../core/ports.js";
import type { SessionWindow } from "../core/session/digest.js";
import { unrecorded } from "../core/session/recorded.js";
import { type SessionDigest, sessionDigest } from "../core/session/session-digest.js";
import type { ChangeLedger } from "./change-ledger.js";
import { systemTime } from "./clock.js";
import type { WorkspaceWatch } from "./workspace-snapshot.js";

export interface FinishedSession {
  readonly ledger: ChangeLedger;
  /** Of this session, begun at its first request. */
  readonly watch: WorkspaceWatch;
  /** The name under which this session's changes stand in the ledger. */
  readonly actor: string;
  /** Redacted. */
  readonly narrative: string;
  /** ISO 8601; since the watch began, and until now, where they are missing. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly clock?: Clock;
}

/**
 * Records what the watch saw and the ledger does not have yet, then digests the session's window. May be called several
 * times in one session.
 *
 * @returns the digest, and the window that it is of.
 * @throws SddError `store-locked`, `write-failed`, `path-refused`, `unreadable-file`
 */
export async function digestSession(
  session: FinishedSession,
): Promise<{ readonly digest: SessionDigest; readonly window: SessionWindow }> {
  const { ledger, watch, actor, narrative, clock = systemTime } = session;
  const began = watch.begin();
  const found = watch.changes();
  await ledger.record(unrecorded(found, ledger.entries(), found.since, actor));
  found.settle();
  const window = { start: session.start ?? began, end: session.end ?? new Date(clock.now()).toISOString() };
  // Where the snapshot was cut it is no witness that nothing else happened.
  const watchedFrom = found.cut ? {} : { watchedFrom: began };
  const entries = ledger.entries();
  return { digest: sessionDigest({ entries, window, narrative, actor, ...watchedFrom }), window };
}
