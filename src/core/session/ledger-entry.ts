import { redactShort } from "../redaction/redact.js";

/** What changed, as it stands in `.sdd/ledger/changes.ndjson`, one a line, newest last. The names are the wire's. */

export const LEDGER_PATH = ".sdd/ledger/changes.ndjson";

/** The most that a ledger holds; older entries are dropped. */
export const MOST_ENTRIES = 500;
export const MOST_LEDGER_BYTES = 2 * 1024 * 1024;

/** Who changed something where nobody can tell. */
export const UNKNOWN_ACTOR = "unknown";

/** What happens to a file by hand. */
export const FILE_ACTIONS = ["created", "changed", "renamed", "deleted"] as const;
export type FileAction = (typeof FILE_ACTIONS)[number];

/** What brings many files at once through git: one entry, with a count. */
export const ARRIVAL_ACTIONS = ["committed", "pulled", "checked_out"] as const;
export type ArrivalAction = (typeof ARRIVAL_ACTIONS)[number];

/** The domain of what the ledger says of itself; no digest counts it. */
export const LEDGER_DOMAIN = "ledger";
/** The first entry of a ledger that dropped older ones; its time is that of the last one dropped. */
export const DROPPED_ACTION = "dropped";

export interface LedgerEntry {
  /** `ch-` and a ULID. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** A person, an agent, `sdd`, or `unknown`. Compared as it is. */
  readonly actor: string;
  /** For files their area (`areaOf`); for SDD's own acts `guidance`, `intent`, `squads`, … */
  readonly domain: string;
  /** One of `FILE_ACTIONS` and `ARRIVAL_ACTIONS`, or a past participle for SDD's own acts (`proposed`, `built`). */
  readonly action: string;
  /** A path relative to the root, the short id of a commit, or the id of a record. */
  readonly target: string;
  /** One short sentence for people. */
  readonly summary: string;
  /** Where a renamed file was before. */
  readonly from?: string;
  /** How many files an entry stands for, where it is not one. */
  readonly count?: number;
  /** Their paths, as many as an entry may name (`MOST_FILES`). */
  readonly files?: readonly string[];
  /** Short or full ids of commits that arrived. */
  readonly commits?: readonly string[];
  readonly lines_added?: number;
  readonly lines_removed?: number;
}

/** How many paths one entry names, and how many commits. */
export const MOST_FILES = 100;
/** UTF-16 units that a field of text may have: a line stays far below what one write keeps together. */
const MOST_UNITS = 500;

/** What is said of a change; the ledger adds id and time. */
export type LedgerChange = Omit<LedgerEntry, "id" | "at">;

/** A change with the time at which it happened, ISO 8601 UTC; that of recording it where it is missing. */
export type RecordedChange = LedgerChange & { readonly at?: string };

export function isFileAction(action: string): action is FileAction {
  return FILE_ACTIONS.some((each) => each === action);
}

export function isArrivalAction(action: string): action is ArrivalAction {
  return ARRIVAL_ACTIONS.some((each) => each === action);
}

function short(text: string): string {
  const whole = redactShort(text).replace(/\s+/g, " ").trim();
  if (whole.length <= MOST_UNITS) return whole;
  const end = MOST_UNITS - 1;
  return `${whole.slice(0, /[\ud800-\udbff]/.test(whole.charAt(end - 1)) ? end - 1 : end)}…`;
}

function shortList(list: readonly string[]): readonly string[] {
  return list.slice(0, MOST_FILES).map(short);
}

/**
 * The line of an entry: fields in a fixed order, texts redacted and cut to 500 units, lists to 100.
 *
 * @returns JSON without an end of line.
 */
export function ledgerLine(entry: LedgerEntry): string {
  const { id, at, actor, domain, action, target, summary, from, count, files, commits } = entry;
  return JSON.stringify({
    id,
    at,
    actor: short(actor),
    domain: short(domain),
    action: short(action),
    target: short(target),
    summary: short(summary),
    ...(from === undefined ? {} : { from: short(from) }),
    ...(count === undefined ? {} : { count }),
    ...(files === undefined ? {} : { files: shortList(files) }),
    ...(commits === undefined ? {} : { commits: shortList(commits) }),
    ...(entry.lines_added === undefined ? {} : { lines_added: entry.lines_added }),
    ...(entry.lines_removed === undefined ? {} : { lines_removed: entry.lines_removed }),
  });
}

const TEXTS = ["id", "at", "actor", "domain", "action", "target", "summary"] as const;
const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** An entry as it was read; `undefined` where it is none. What is optional and wrong is left out. */
export function parseLedgerEntry(value: Readonly<Record<string, unknown>>): LedgerEntry | undefined {
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  if (!TEXTS.every((name) => isText(own(name))) || Number.isNaN(Date.parse(own("at") as string))) {
    return undefined;
  }
  const texts = Object.fromEntries(TEXTS.map((name) => [name, own(name)])) as unknown as LedgerEntry;
  const optional = {
    from: isText,
    count: isCount,
    files: isTexts,
    commits: isTexts,
    lines_added: isCount,
    lines_removed: isCount,
  };
  const right = Object.entries(optional).filter(([name, check]) => check(own(name)));
  return { ...texts, ...Object.fromEntries(right.map(([name]) => [name, own(name)])) };
}
