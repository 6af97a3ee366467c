import { compareCodeUnits } from "../text/fold.js";
import { isArrivalAction, LEDGER_DOMAIN, type LedgerEntry } from "./ledger-entry.js";

/** From when to when a session lasted, ISO 8601; both ends belong to it. */
export interface SessionWindow {
  readonly start: string;
  readonly end: string;
}

/** What changed in a session. The names are the wire's. */
export interface ChangeDigest {
  readonly source: "change_ledger";
  /** Entries in the window. */
  readonly entries_count: number;
  /** Entries by domain, in code-unit order. */
  readonly by_domain: Readonly<Record<string, number>>;
  /** What was edited, made, or taken away, without repetitions, in code-unit order; at most `MOST_TARGETS`. */
  readonly targets: readonly string[];
  /** How many targets are not named. */
  readonly targets_left_out: number;
  /** What came by commits, pulls and checkouts, told apart from edits. */
  readonly arrived: { readonly entries_count: number; readonly files_count: number };
  /** Lines in edits, where git knows; `null` where it knows of none. */
  readonly lines_added: number | null;
  readonly lines_removed: number | null;
  /** Whether the window begins before what is known, so that something may be missing. */
  readonly partial: boolean;
}

const MOST_TARGETS = 200;

function inWindow({ at }: LedgerEntry, { start, end }: SessionWindow): boolean {
  const time = Date.parse(at);
  return time >= Date.parse(start) && time <= Date.parse(end);
}

/** The entries in a window, by time and then by id; none twice, and none that the ledger says of itself. */
export function entriesIn(entries: readonly LedgerEntry[], window: SessionWindow): readonly LedgerEntry[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  return [...known.values()]
    .filter((entry) => entry.domain !== LEDGER_DOMAIN && inWindow(entry, window))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || compareCodeUnits(a.id, b.id));
}

function sumOf(entries: readonly LedgerEntry[], field: "lines_added" | "lines_removed"): number | null {
  const known = entries.flatMap((entry) => entry[field] ?? []);
  return known.length === 0 ? null : known.reduce((sum, lines) => sum + lines, 0);
}

function countBy(domains: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const domain of domains) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => compareCodeUnits(a, b)));
}

/**
 * Whether a window begins before the oldest entry, and before anything else that watched. An empty ledger has lost
 * nothing.
 *
 * @param watchedFrom since when a snapshot saw what changed, ISO 8601.
 */
function isPartial(
  entries: readonly LedgerEntry[],
  window: SessionWindow,
  watchedFrom: string | undefined,
): boolean {
  const known = [...entries.map(({ at }) => at), ...(watchedFrom === undefined ? [] : [watchedFrom])];
  return known.length > 0 && known.every((at) => Date.parse(at) > Date.parse(window.start));
}

/**
 * What changed in a window: a function of the entries, in whatever order, and the window.
 *
 * @param watchedFrom see `isPartial`.
 */
export function digestOf(
  entries: readonly LedgerEntry[],
  window: SessionWindow,
  watchedFrom?: string,
): ChangeDigest {
  const inside = entriesIn(entries, window);
  const arrived = inside.filter(({ action }) => isArrivalAction(action));
  const edited = inside.filter(({ action }) => !isArrivalAction(action));
  const targets = [...new Set(edited.map(({ target }) => target))].sort(compareCodeUnits);
  return {
    source: "change_ledger",
    entries_count: inside.length,
    by_domain: countBy(inside.map(({ domain }) => domain)),
    targets: targets.slice(0, MOST_TARGETS),
    targets_left_out: Math.max(targets.length - MOST_TARGETS, 0),
    arrived: {
      entries_count: arrived.length,
      files_count: arrived.reduce((sum, { count }) => sum + (count ?? 0), 0),
    },
    lines_added: sumOf(edited, "lines_added"),
    lines_removed: sumOf(edited, "lines_removed"),
    partial: isPartial(entries, window, watchedFrom),
  };
}
