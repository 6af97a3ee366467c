/**
 * The JSON store and the logs: a change of a document of 10,000 entries against only writing the same bytes; a look at a
 * document that did not change; a line appended against a bare append; a log of 100,000 events against parsing its lines.
 */
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentSchema, StoredDocument } from "../../src/core/ports.js";
import { createAppendLog } from "../../src/node/append-log.js";
import { createDocumentStore } from "../../src/node/json-store.js";
import { projectArea } from "../../src/node/state-area.js";
import { median, sideBySide } from "./support/measure.js";
import { FIGURE_COLUMNS, printFigure, printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";

const ENTRIES = 10_000;
const EVENTS = 100_000;
const ROUNDS = 41;
const UPDATE_BOUND = 1.5;
const READ_BOUND_MS = 1;
const COLD_LOG_BOUND_MS = 1_000;

/** As large as a piece of guidance. */
interface Entry {
  readonly id: string;
  readonly domain: string;
  readonly text: string;
  readonly rationale: string;
  readonly recall: readonly string[];
  readonly status: string;
  readonly proposed_at: string;
}

interface Entries extends StoredDocument {
  readonly guidance: readonly Entry[];
}

const SCHEMA: DocumentSchema<Entries> = {
  version: 1,
  empty: { schema_version: 1, revision: 0, guidance: [] },
  // Looks at every entry, as a real check does.
  parse(value) {
    const list: unknown = value["guidance"];
    const isEntry = (entry: Partial<Entry>): boolean =>
      typeof entry.id === "string" && typeof entry.text === "string" && Array.isArray(entry.recall);
    if (!Array.isArray(list) || !(list as readonly Partial<Entry>[]).every(isEntry))
      return "no list of entries";
    return value as unknown as Entries;
  },
};

const entryOf = (n: number): Entry => ({
  id: `gm-${String(n).padStart(26, "0")}`,
  domain: `domain-${n % 40}`,
  text: `Payments of kind ${n} are retried at most three times, with a pause that doubles.`,
  rationale: `The provider answers 429 after the fourth, and ${n % 7} incidents came of it.`,
  recall: ["payment", `retry-${n % 90}`],
  status: n % 3 === 0 ? "pending" : "approved",
  proposed_at: "2026-11-30T18:00:00Z",
});

const root = realpathSync(mkdtempSync(join(tmpdir(), "sdd-bench-store-")));
const store = createDocumentStore(projectArea(root), ".sdd/store.json", SCHEMA);
await store.update((document) => ({
  ...document,
  guidance: Array.from({ length: ENTRIES }, (_, n) => entryOf(n)),
}));

/** One entry gets another text; the document stays as large as it is. */
let turn = 0;
const change = (document: Entries): Entries => ({
  ...document,
  guidance: document.guidance.map((entry, n) =>
    n === 17 ? { ...entry, status: String(++turn).padStart(8) } : entry,
  ),
});

/** Writes, flushes and renames, and knows nothing of other processes, links, backups or a crash of the machine. */
function bareWrite(document: Entries): void {
  const temp = join(root, "bare.json.tmp");
  const fd = openSync(temp, "w");
  writeSync(fd, Buffer.from(JSON.stringify(document), "utf8"));
  fsyncSync(fd);
  closeSync(fd);
  renameSync(temp, join(root, "bare.json"));
}

printTitle("JSON store", RATIO_COLUMNS);
const { document } = store.read();
const size = `${ENTRIES.toLocaleString("en")} entries (${(statSync(join(root, ".sdd/store.json")).size / 1e6).toFixed(1)} MB)`;
const update = { run: () => store.update(change) };
const bare = {
  run: () => {
    bareWrite(document);
  },
};
printRatio(
  `update, ${size} / stringify, write, fsync, rename`,
  await sideBySide(update, bare, ROUNDS),
  UPDATE_BOUND,
);

printTitle("A look at the unchanged store, in a warm process", FIGURE_COLUMNS);
const timesOf = (action: () => unknown): readonly number[] =>
  Array.from({ length: 1_000 }, () => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
printFigure(`read, ${size}`, median(timesOf(() => store.read())), "ms", READ_BOUND_MS);
printFigure(`stamp, ${size}`, median(timesOf(() => store.stamp())), "ms", READ_BOUND_MS);

const LOG = ".sdd/intent/wl-bench.events.ndjson";
const log = createAppendLog(projectArea(root));
const line = JSON.stringify({ event_id: "ev-0", at: "2026-11-30T18:00:00Z", card: entryOf(1) });
printTitle("Append-only log", RATIO_COLUMNS);
const append = {
  run: () => {
    for (let n = 0; n < 10; n++) log.append(LOG, [line]);
  },
};
const bareAppend = {
  run: () => {
    for (let n = 0; n < 10; n++) {
      const fd = openSync(join(root, "bare.ndjson"), "a");
      writeSync(fd, `${line}\n`);
      fsyncSync(fd);
      closeSync(fd);
    }
  },
};
printRatio(
  "10 lines, each flushed / open, append, fsync, close",
  await sideBySide(append, bareAppend, ROUNDS),
);

const file = join(root, LOG);
writeFileSync(file, Array.from({ length: EVENTS }, () => `${line}\n`).join(""));
const cold = { run: () => log.read(LOG) };
const parsing = {
  run: () =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((text) => JSON.parse(text) as unknown),
};
const reading = await sideBySide(cold, parsing, 9);
printRatio(
  `${EVENTS.toLocaleString("en")} events (${(statSync(file).size / 1e6).toFixed(0)} MB) / reading and parsing each`,
  reading,
);
const { cursor } = log.read(LOG);
const since = {
  prepare: () => {
    log.append(LOG, [line]);
  },
  run: () => log.read(LOG, cursor),
};
const one = { prepare: since.prepare, run: () => statSync(file) };
const sinceThen = await sideBySide(since, one, ROUNDS);
/** Processor time, since the wall clock also counts what else the machine does. */
const processorTime = (action: () => unknown): number => {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
printTitle("Times of the log", FIGURE_COLUMNS);
const colds = Array.from({ length: 5 }, () => processorTime(() => log.read(LOG)));
printFigure(
  `${EVENTS.toLocaleString("en")} events from cold, processor time`,
  median(colds),
  "ms",
  COLD_LOG_BOUND_MS,
);
printFigure("what was appended to them since", sinceThen.ours, "ms");
rmSync(root, { recursive: true, force: true });
