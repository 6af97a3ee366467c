import { areaOf } from "./area.js";
import {
  type FileAction,
  isArrivalAction,
  type RecordedChange,
  type LedgerEntry,
  MOST_FILES,
  UNKNOWN_ACTOR,
} from "./ledger-entry.js";
import type { Arrival, FileChange, WorkspaceChanges } from "./snapshot.js";

/** More edits than this are put together by area, so that one of them does not drive all else out of the ledger. */
const MOST_SINGLE = 100;
const SHORT_ID = 10;

const NAMES: Readonly<Record<Arrival["action"], string>> = {
  committed: "commit",
  pulled: "pull",
  checked_out: "checkout",
};

function linesOf({ lines_added: added, lines_removed: removed }: FileChange): string {
  return added === undefined || removed === undefined ? "" : ` (+${added} −${removed})`;
}

function entryOfEdit(edit: FileChange, actor: string): RecordedChange {
  const { action, path, from, lines_added: added, lines_removed: removed } = edit;
  const what = from === undefined ? path : `${from} to ${path}`;
  return {
    ...{ actor, domain: areaOf(path), action, target: path, summary: `${action} ${what}${linesOf(edit)}` },
    ...(from === undefined ? {} : { from }),
    ...(edit.at === undefined ? {} : { at: edit.at }),
    ...(added === undefined ? {} : { lines_added: added }),
    ...(removed === undefined ? {} : { lines_removed: removed }),
  };
}

function entryOfArrival({ action, id, at, files, commits }: Arrival, actor: string): RecordedChange {
  const target = id.slice(0, SHORT_ID);
  const summary = `${NAMES[action]} ${target}: ${files.length} ${files.length === 1 ? "file" : "files"}`;
  const ids = commits.map((commit) => commit.slice(0, SHORT_ID));
  return {
    ...{ at, actor, domain: "git", action, target, summary, count: files.length },
    files: files.slice(0, MOST_FILES),
    commits: ids.slice(0, MOST_FILES),
  };
}

/** Edits of one kind in one area as one entry. */
function entryOfMany(
  area: string,
  action: FileAction,
  edits: readonly FileChange[],
  actor: string,
): RecordedChange {
  const paths = edits.map(({ path }) => path);
  const summary = `${action} ${paths.length} files in ${area}`;
  return {
    ...{ actor, domain: area, action, target: area, summary, count: paths.length },
    files: paths.slice(0, MOST_FILES),
  };
}

function entriesOfEdits(edits: readonly FileChange[], actor: string): readonly RecordedChange[] {
  if (edits.length <= MOST_SINGLE) return edits.map((edit) => entryOfEdit(edit, actor));
  const groups = new Map<string, FileChange[]>();
  for (const edit of edits) {
    const key = `${edit.action} ${areaOf(edit.path)}`;
    groups.set(key, [...(groups.get(key) ?? []), edit]);
  }
  return [...groups.values()].flatMap((group): readonly RecordedChange[] => {
    const [first] = group;
    // A renaming cannot be told without where it came from.
    if (first === undefined || group.length < 3 || first.action === "renamed") {
      return group.map((edit) => entryOfEdit(edit, actor));
    }
    return [entryOfMany(areaOf(first.path), first.action, group, actor)];
  });
}

/** What the ledger holds since a time, to be asked whether it has something already. */
class Known {
  readonly #edits = new Set<string>();
  readonly #arrivals: string[] = [];

  constructor(entries: readonly LedgerEntry[]) {
    for (const { action, target, from, files = [] } of entries) {
      if (isArrivalAction(action)) this.#arrivals.push(target);
      for (const path of [target, ...files]) this.#edits.add(`${action} ${path}`);
      if (from !== undefined) this.#edits.add(`deleted ${from}`);
    }
  }

  hasEdit({ action, path }: FileChange): boolean {
    if (this.#edits.has(`${action} ${path}`)) return true;
    // A new file that was written to again, or one that was replaced.
    return action === "changed" && (this.#edits.has(`created ${path}`) || this.#edits.has(`renamed ${path}`));
  }

  hasArrival({ id }: Arrival): boolean {
    return this.#arrivals.some((known) => known.length >= 7 && id.startsWith(known));
  }
}

/**
 * What a snapshot's comparison adds to the ledger: what stands there already, because an editor watched, is left out. It
 * is put down to this session where nobody else known was at work meanwhile, and otherwise to `unknown`: a file does not
 * say who wrote it.
 *
 * @param entries the ledger.
 * @param since when the snapshot was taken, ISO 8601.
 * @param actor this session's own.
 */
export function unrecorded(
  changes: WorkspaceChanges,
  entries: readonly LedgerEntry[],
  since: string,
  actor: string,
): readonly RecordedChange[] {
  const recent = entries.filter(({ at }) => Date.parse(at) >= Date.parse(since));
  const known = new Known(recent);
  const isAlone = recent.every((entry) => [actor, UNKNOWN_ACTOR, "sdd"].includes(entry.actor));
  const who = isAlone ? actor : UNKNOWN_ACTOR;
  const edits = changes.edits.filter((edit) => !known.hasEdit(edit));
  const arrivals = changes.arrivals.filter((arrival) => !known.hasArrival(arrival));
  return [...arrivals.map((arrival) => entryOfArrival(arrival, who)), ...entriesOfEdits(edits, who)];
}
