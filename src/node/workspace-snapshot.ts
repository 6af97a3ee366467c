import * as fs from "node:fs";
import { join } from "node:path";
import {
  editsIn,
  pairsOf,
  parseSnapshot,
  type WorkspaceChanges,
  type WorkspaceSnapshot,
} from "../core/session/snapshot.js";
import type { Clock } from "../core/ports.js";
import { rootIdentity } from "./approvals.js";
import { systemTime } from "./clock.js";
import { createIndexStore, userCacheFolder } from "./index-store.js";
import { attempt, childOf } from "./paths.js";
import { walkMarks, writtenAt } from "./workspace-snapshot-files.js";
import { gitChanges, gitSnapshot, WorkTree } from "./workspace-snapshot-git.js";

/** Snapshots of sessions that nobody came back to are taken away after so long. */
const KEPT_MS = 7 * 24 * 3_600_000;
const SESSION_ID = /^[\w-]{1,80}$/;

/**
 * How a workspace stands now. Only for workspaces that are trusted: git is run, with filters, hooks and file system
 * monitor off. Without git files are told apart by size and time.
 *
 * @param root absolute.
 */
function takeSnapshot(root: string, now: number = systemTime.now()): WorkspaceSnapshot {
  const at = new Date(now).toISOString();
  const tree = WorkTree.open(root);
  const found = tree && gitSnapshot(tree, at);
  return found ?? { schema_version: 1, at, head: null, ...walkMarks(root) };
}

/** What happened since a snapshot, and how the workspace stands now. */
function changesSince(
  root: string,
  before: WorkspaceSnapshot,
  now: number = systemTime.now(),
): { readonly changes: WorkspaceChanges; readonly present: WorkspaceSnapshot } {
  const present = takeSnapshot(root, now);
  if ((present.head === null) !== (before.head === null)) {
    // A repository was made or taken away, or git does not answer: the two cannot be compared.
    return { present, changes: { edits: [], arrivals: [], cut: true } };
  }
  const tree = present.head === null ? undefined : WorkTree.open(root);
  if (tree !== undefined) return { present, changes: gitChanges(tree, before, present) };
  const edits = editsIn(pairsOf(before.marks, present.marks)).map((edit) => {
    const at = writtenAt(root, edit.path, Date.parse(before.at), now);
    return at === undefined ? edit : { ...edit, at };
  });
  return { present, changes: { edits, arrivals: [], cut: before.cut || present.cut } };
}

export interface WatchPlace {
  /** The user's cache of this product; without one the snapshot lives in memory only. */
  readonly cacheFolder?: string | undefined;
  readonly clock?: Clock;
}

/** Watches a workspace for one session by comparing how it stood with how it stands. */
export interface WorkspaceWatch {
  /**
   * Takes the first snapshot, unless this session has one; to be called at its first request.
   *
   * @returns since when changes are seen, ISO 8601 UTC: `watchedFrom` of the digest.
   */
  begin(): string;
  /**
   * What happened since the last call of `settle`, or since the beginning. `settle` is called once the changes stand in
   * the ledger, so that they are not told again.
   */
  changes(): WorkspaceChanges & { readonly since: string; settle(): void };
}

/** What is kept of a session. */
interface KeptWatch {
  readonly began: string;
  readonly snapshot: WorkspaceSnapshot;
}

function parseKept(text: string | undefined): KeptWatch | undefined {
  const value = text === undefined ? undefined : attempt((): unknown => JSON.parse(text));
  if (typeof value !== "object" || value === null) return undefined;
  const { began, snapshot } = value as Readonly<Record<string, unknown>>;
  const parsed = parseSnapshot(snapshot);
  if (typeof began !== "string" || Number.isNaN(Date.parse(began)) || parsed === undefined) return undefined;
  return { began, snapshot: parsed };
}

/** Takes away what is left of old sessions. Never throws. */
function sweep(folder: string, now: number): void {
  for (const name of attempt(() => fs.readdirSync(folder)) ?? []) {
    attempt(() => {
      const file = childOf(folder, name);
      if (name.endsWith(".json") && now - fs.lstatSync(file).mtimeMs > KEPT_MS) fs.unlinkSync(file);
    });
  }
}

/**
 * A watch that outlives its process: the snapshot is kept in the user's cache, under the root and the session's id.
 *
 * @param root absolute, of a trusted workspace.
 */
export function watchWorkspace(root: string, sessionId: string, place: WatchPlace = {}): WorkspaceWatch {
  const { clock = systemTime } = place;
  const cache = "cacheFolder" in place ? place.cacheFolder : userCacheFolder();
  const folder = cache && join(cache, "snapshots", rootIdentity(root));
  const isKept = folder !== undefined && SESSION_ID.test(sessionId);
  const store = isKept ? createIndexStore(join(folder, `${sessionId}.json`)) : undefined;
  let kept: KeptWatch | undefined;
  const keep = (next: KeptWatch): KeptWatch => {
    store?.save(JSON.stringify(next));
    return (kept = next);
  };
  const present = (): KeptWatch => {
    kept ??= parseKept(store?.load());
    if (kept !== undefined) return kept;
    if (folder !== undefined) sweep(folder, clock.now());
    const snapshot = takeSnapshot(root, clock.now());
    return keep({ began: snapshot.at, snapshot });
  };
  return {
    begin: () => present().began,
    changes() {
      const { began, snapshot } = present();
      const found = changesSince(root, snapshot, clock.now());
      return {
        ...found.changes,
        since: snapshot.at,
        settle: () => void keep({ began, snapshot: found.present }),
      };
    },
  };
}
