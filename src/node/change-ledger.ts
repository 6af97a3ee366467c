import * as fs from "node:fs";
import {
  DROPPED_ACTION,
  LEDGER_DOMAIN,
  LEDGER_PATH,
  type LedgerEntry,
  ledgerLine,
  MOST_ENTRIES,
  MOST_LEDGER_BYTES,
  parseLedgerEntry,
  type RecordedChange,
} from "../core/session/ledger-entry.js";
import type { AppendLog, Clock, IdSource, LogCursor } from "../core/ports.js";
import { createAppendLog } from "./append-log.js";
import { commitFile, prepareFile, type WriteDisk } from "./atomic-write.js";
import { systemTime } from "./clock.js";
import { systemIds } from "./ids.js";
import { setAside } from "./json-store-write.js";
import { type HeldLock, withLock } from "./lock.js";
import { writeError } from "./own-folder.js";
import { attempt } from "./paths.js";
import { openPrivately, readRange } from "./private-file.js";
import { PRIVATE_FILE, projectArea, type StateArea } from "./state-area.js";

/** How much a ledger holds, and how much is kept of it once it is full: so that not each entry writes it anew. */
interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

const FULL: Limits = { entries: MOST_ENTRIES, bytes: MOST_LEDGER_BYTES };
const KEPT_SHARE = 0.8;
/** Somebody else wrote a file that is larger; the rest of it is not looked at. */
const MOST_READ = 64 * 1024 * 1024;
const LF = 0x0a;

export interface LedgerOptions {
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** How long a record waits for the lock, in milliseconds. */
  readonly waitMs?: number;
  readonly limits?: Limits;
  readonly disk?: WriteDisk;
}

/** What changed in a project. Several processes record at the same time. */
export interface ChangeLedger {
  /**
   * Appends entries, on the disk when it resolves. Where the ledger would be over its limits the oldest whole lines are
   * dropped first, under the lock, and the first line says so.
   *
   * @returns the entries with id and time.
   * @throws SddError `store-locked`, `write-failed`, `path-refused`
   */
  record(changes: readonly RecordedChange[]): Promise<readonly LedgerEntry[]>;
  /** All entries that can be read, oldest first; what is none is passed over. @throws SddError `unreadable-file`, `path-refused` */
  entries(): readonly LedgerEntry[];
}

/** The ledger of a project, `.sdd/ledger/changes.ndjson`. Nothing is made before the first record. */
export function openChangeLedger(root: string, options: LedgerOptions = {}): ChangeLedger {
  return new LoggedLedger(projectArea(root), options);
}

class LoggedLedger implements ChangeLedger {
  readonly #log: AppendLog;
  readonly #ids: IdSource;
  readonly #clock: Clock;
  #cursor: LogCursor | undefined;
  #entries: readonly LedgerEntry[] = [];

  constructor(
    private readonly area: StateArea,
    private readonly options: LedgerOptions,
  ) {
    this.#log = createAppendLog(area);
    this.#clock = options.clock ?? systemTime;
    this.#ids = options.ids ?? systemIds(this.#clock);
  }

  entries(): readonly LedgerEntry[] {
    const { records, cursor, restarted } = this.#log.read(LEDGER_PATH, this.#cursor);
    const read = records.flatMap(({ value }) => parseLedgerEntry(value) ?? []);
    if (restarted) this.#entries = read;
    else if (read.length > 0) this.#entries = [...this.#entries, ...read];
    this.#cursor = cursor;
    return this.#entries;
  }

  async record(changes: readonly RecordedChange[]): Promise<readonly LedgerEntry[]> {
    if (changes.length === 0) return [];
    const { absolute } = this.area.place(LEDGER_PATH);
    const { waitMs } = this.options;
    return withLock(
      `${absolute}.lock`,
      LEDGER_PATH,
      (held) => this.#append(changes, absolute, held),
      waitMs === undefined ? {} : { waitMs },
    );
  }

  #append(changes: readonly RecordedChange[], absolute: string, held: HeldLock): readonly LedgerEntry[] {
    const now = new Date(this.#clock.now()).toISOString();
    const entries = changes.map((change): LedgerEntry => ({
      ...change,
      id: this.#ids.next("ch"),
      at: change.at ?? now,
    }));
    const lines = entries.map((entry) => Buffer.from(`${ledgerLine(entry)}\n`, "utf8"));
    const limits = this.options.limits ?? FULL;
    const there = readLines(absolute);
    held.confirm();
    if (fits([...there.lines, ...lines], limits) && there.isWhole) {
      this.#log.append(
        LEDGER_PATH,
        lines.map((line) => line.toString("utf8")),
      );
    } else this.#rotate([...there.lines, ...lines], absolute, limits, held);
    return entries;
  }

  /**
   * Replaces the ledger by its newest lines: a reader sees it before or after, and a kill leaves it as it was. What is no
   * entry, and would be dropped, is kept in a file beside it.
   */
  #rotate(lines: readonly Buffer[], absolute: string, limits: Limits, held: HeldLock): void {
    const { disk = fs } = this.options;
    try {
      const { kept, unread } = newest(lines, limits, this.#ids);
      if (unread.length > 0) setAside(absolute, Buffer.concat(unread), this.#clock.now(), disk);
      const prepared = prepareFile(absolute, Buffer.concat(kept), PRIVATE_FILE, disk);
      held.confirm();
      commitFile(prepared, disk);
    } catch (error) {
      throw writeError(LEDGER_PATH, error);
    }
  }
}

/** The lines of a file with their ends, blank ones left out; of one that is far too large the newest. */
function readLines(absolute: string): { readonly lines: readonly Buffer[]; readonly isWhole: boolean } {
  const fd = openPrivately(absolute, LEDGER_PATH, fs.constants.O_RDONLY);
  if (fd === undefined) return { lines: [], isWhole: true };
  try {
    const { size } = fs.fstatSync(fd);
    const from = Math.max(size - MOST_READ, 0);
    const lines = splitLines(readRange(fd, from, size));
    // Cut at its beginning, the first one is no whole line.
    return { lines: from === 0 ? lines : lines.slice(1), isWhole: from === 0 };
  } finally {
    fs.closeSync(fd);
  }
}

function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LF, start);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    if (line.toString("latin1").trim() !== "") lines.push(Buffer.concat([line, Buffer.of(LF)]));
    start = end + 1;
  }
  return lines;
}

function fits(lines: readonly Buffer[], { entries, bytes }: Limits): boolean {
  return lines.length <= entries && lines.reduce((sum, line) => sum + line.length, 0) <= bytes;
}

interface Newest {
  readonly kept: readonly Buffer[];
  /** Dropped lines that are no entries. */
  readonly unread: readonly Buffer[];
}

/** The newest lines that may stay, after a line that says how many were dropped, and of which time the last of them was. */
function newest(lines: readonly Buffer[], limits: Limits, ids: IdSource): Newest {
  const kept: Buffer[] = [];
  const room = {
    entries: Math.max(Math.floor(limits.entries * KEPT_SHARE) - 1, 1),
    bytes: limits.bytes * KEPT_SHARE,
  };
  let size = 0;
  for (const line of [...lines].reverse()) {
    size += line.length;
    if (kept.length >= room.entries || size > room.bytes) break;
    kept.unshift(line);
  }
  const dropped = lines.slice(0, lines.length - kept.length);
  const note = noteOf(
    dropped.flatMap((line) => entryIn(line) ?? []),
    ids,
  );
  return {
    kept: note === undefined ? kept : [note, ...kept],
    unread: dropped.filter((line) => entryIn(line) === undefined),
  };
}

function entryIn(line: Buffer): LedgerEntry | undefined {
  return attempt(() =>
    parseLedgerEntry(JSON.parse(line.toString("utf8")) as Readonly<Record<string, unknown>>),
  );
}

function noteOf(dropped: readonly LedgerEntry[], ids: IdSource): Buffer | undefined {
  if (dropped.length === 0) return undefined;
  const at = dropped.map((entry) => entry.at).reduce((a, b) => (Date.parse(a) > Date.parse(b) ? a : b));
  const count = dropped.reduce(
    (sum, { domain, count: earlier = 1 }) => sum + (domain === LEDGER_DOMAIN ? earlier : 1),
    0,
  );
  const note: LedgerEntry = {
    id: ids.next("ch"),
    at,
    actor: "sdd",
    domain: LEDGER_DOMAIN,
    action: DROPPED_ACTION,
    target: LEDGER_PATH,
    summary: `${count} older entries were dropped.`,
    count,
  };
  return Buffer.from(`${ledgerLine(note)}\n`, "utf8");
}
