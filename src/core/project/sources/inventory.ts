import type { Diagnostic } from "../../diagnostics.js";
import { SddError } from "../../errors.js";
import type { Cancellation, Clock, FileStamp, FolderEntry } from "../../ports.js";
import { adrFolders, adrPathTest } from "../adr/adr-folders.js";
import { collectFiles } from "./collect.js";
import { DEFAULT_CONFIG } from "../config/config.js";
import { nativeLayout, type Layout } from "../layout.js";
import { folderOf } from "../paths.js";
import { FactsReader, type ReadingPorts } from "./facts.js";
import { IndexedRecord } from "./indexed-record.js";
import { readSource } from "./read-source.js";
import { kindOfPath } from "./source-index.js";
import type { SourceKind, SourceRecord } from "./sources.js";

export interface InventoryPorts extends ReadingPorts {
  /** The machine's own time, against which the files' times are held; never a fixed one. */
  readonly wallClock: Clock;
}

/** What each file is, with what it was found out from: the same files are of the same kinds. */
interface KnownKinds {
  readonly paths: readonly string[];
  readonly adrFolders: readonly string[];
  readonly layout: Layout;
  readonly byPath: ReadonlyMap<string, SourceKind>;
}

/** What is known from before: a kept index, or an earlier inventory. */
export interface Previous {
  readonly records: ReadonlyMap<string, SourceRecord>;
  readonly kinds?: KnownKinds;
  readonly reader?: FactsReader;
  /** The usual one where it is not given. */
  readonly indexDir?: string;
}

/** Every source of a project, with what is known of it. */
export interface Inventory {
  /** By path, in path order. */
  readonly records: ReadonlyMap<string, SourceRecord>;
  /** What was found on the way that belongs to no record: links that lead out, FIFOs, too many files. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many files were opened for it. */
  readonly filesRead: number;
  readonly kinds: KnownKinds;
  /** What the folders that were walked hold, documents or not. */
  readonly folders: ReadonlyMap<string, readonly FolderEntry[]>;
  /** Reads the facts of the records when they are asked for. */
  readonly reader: FactsReader;
  /** Whether the records differ from the previous ones, so that keeping them is worth a write. */
  readonly changed: boolean;
  /** The folder in which learnings were looked for. */
  readonly indexDir: string;
}

/**
 * A file written this shortly before it was read may change again within the same timestamp, so its stamp proves
 * nothing ("racy git", https://git-scm.com/docs/racy-git); some file systems keep two-second times.
 */
const RACY_MS = 2_000;

/** Whether a record still holds for a file with this stamp. */
type StillHolds = (previous: SourceRecord, stamp: FileStamp) => boolean;

function stillHolds(): StillHolds {
  // Records of one reading carry one time: it is parsed once, not for each of thousands.
  let text = "";
  let readAt = NaN;
  return (previous, stamp) => {
    if (previous.last_seen_at !== text) {
      text = previous.last_seen_at;
      readAt = Date.parse(text);
    }
    // What could not be read has no hash; it is tried again, for rights change without a change of the stamp.
    return (
      previous.hash !== "" &&
      previous.size === stamp.size &&
      previous.mtime_ms === stamp.mtimeMs &&
      previous.ino === stamp.ino &&
      stamp.mtimeMs < readAt - RACY_MS
    );
  };
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** What each path is: by itself, as a decision, or by the orchestration whose folder it lies in. */
function kindsOf(
  paths: readonly string[],
  adrFolders: readonly string[],
  layout: Layout,
  before: KnownKinds | undefined,
): KnownKinds {
  if (before?.layout === layout && sameList(adrFolders, before.adrFolders) && sameList(paths, before.paths))
    return before;
  const places = layout.orchestrations(paths);
  const maps = new Set(places.map(({ mapPath }) => mapPath));
  const isBelow = belowTest(new Set(places.map(({ folder }) => folder)));
  const isAdrPath = adrPathTest(adrFolders);
  const byPath = new Map<string, SourceKind>();
  // Sorted paths come folder by folder: what holds for a folder's files is asked once for each run of them.
  let prefix: string | undefined;
  let below = false;
  for (const path of paths) {
    const own = kindOfPath(path);
    if (own !== undefined) {
      byPath.set(path, own);
      continue;
    }
    if (path.endsWith(".yaml")) {
      if (maps.has(path)) byPath.set(path, "map");
      continue;
    }
    const end = path.lastIndexOf("/") + 1;
    if (prefix?.length !== end || !path.startsWith(prefix)) {
      prefix = path.slice(0, end);
      below = isBelow(folderOf(path));
    }
    if (isAdrPath(path)) byPath.set(path, "adr");
    else if (below) byPath.set(path, "artifact");
  }
  return { paths, adrFolders, layout, byPath };
}

/** Whether a folder is one of these, or lies in one; each is looked up once. */
function belowTest(folders: ReadonlySet<string>): (folder: string) => boolean {
  const known = new Map<string, boolean>([["", false]]);
  const isBelow = (folder: string): boolean => {
    let answer = known.get(folder);
    if (answer === undefined) {
      answer = folders.has(folder) || isBelow(folderOf(folder));
      known.set(folder, answer);
    }
    return answer;
  };
  return isBelow;
}

const CONFIG = "sdd.config.yaml";

/** The folder of the learnings, as the configuration says once it was read. */
function indexDirOf({ records }: Inventory): string {
  return (records.get(CONFIG)?.facts.config ?? DEFAULT_CONFIG).intelligence.indexDir;
}

/**
 * Brings the index of a project's sources up to date: walks, and opens only the files that are new, or whose size, time
 * or inode moved. What the files say of themselves is read when it is asked for.
 *
 * @param previous the inventory of an earlier call, or the records of a kept index.
 * @throws SddError `cancelled`
 */
export function indexSources(
  ports: InventoryPorts,
  previous: Previous,
  cancellation?: Cancellation,
  layout: Layout = nativeLayout,
): Inventory {
  const reader = previous.reader ?? new FactsReader();
  reader.use(ports);
  const extra = adrFolders(ports);
  const seenAt = new Date(ports.wallClock.now()).toISOString();
  const holds = stillHolds();
  const indexDir = previous.indexDir ?? DEFAULT_CONFIG.intelligence.indexDir;
  const { paths, diagnostics, folders } = collectFiles(ports.files, extra, indexDir, cancellation);
  const kinds = kindsOf(paths, extra, layout, previous.kinds);
  const records = new Map<string, SourceRecord>();
  let filesRead = 0;
  let changed = false;
  // Under a running session few files change at a time, and what they say is asked for at once.
  const now = previous.kinds !== undefined;
  for (const [path, kind] of kinds.byPath) {
    const known = previous.records.get(path);
    if (known?.kind === kind) {
      // Only a file that is known needs a look at its stamp: opening another gives it along with the bytes.
      const stamp = ports.files.stamp(path);
      if (stamp === undefined) continue;
      if (holds(known, stamp)) {
        records.set(path, known);
        continue;
      }
    }
    if (filesRead % 64 === 0 && cancellation?.isCancelled() === true) throw new SddError("cancelled");
    filesRead++;
    const record = readSource(ports, reader, { path, kind, previous: known, seenAt, now });
    if (record !== undefined) records.set(path, record);
    changed ||= record !== known;
  }
  changed ||= records.size !== previous.records.size;
  return { records, diagnostics, filesRead, kinds, folders, reader, changed, indexDir };
}

/**
 * As `indexSources`, and reads the maps, the configuration and front matter: whatever may need the YAML library, which has
 * to be waited for, and without which there is no project to speak of.
 *
 * @throws SddError `cancelled`
 */
export async function refreshInventory(
  ports: InventoryPorts,
  previous: Previous,
  cancellation?: Cancellation,
  layout: Layout = nativeLayout,
): Promise<Inventory> {
  const inventory = indexSources(ports, previous, cancellation, layout);
  await prepare(inventory, cancellation);
  const indexDir = indexDirOf(inventory);
  if (indexDir === inventory.indexDir) return inventory;
  // Where the learnings lie is known only now that the configuration was read.
  const again = indexSources(ports, { ...inventory, indexDir }, cancellation, layout);
  await prepare(again, cancellation);
  const filesRead = inventory.filesRead + again.filesRead;
  return { ...again, filesRead, changed: inventory.changed || again.changed };
}

/** Gets ready what reads the records' facts. */
async function prepare({ records }: Inventory, cancellation: Cancellation | undefined): Promise<void> {
  for (const record of records.values()) {
    if (!(record instanceof IndexedRecord)) continue;
    const prepared = record.prepare();
    if (prepared === undefined) continue;
    if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
    await prepared;
  }
}
