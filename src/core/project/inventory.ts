import type { Diagnostic } from "../diagnostics.js";
import { SddError } from "../errors.js";
import type { Cancellation, Clock } from "../ports.js";
import { adrFolders, isAdrPath } from "./adr-folders.js";
import { collectFiles, type FoundFile } from "./collect.js";
import { nativeLayout, type Layout } from "./layout.js";
import { folderOf } from "./paths.js";
import { readSource, type ReadingPorts } from "./read-source.js";
import { kindOfPath } from "./source-index.js";
import type { SourceKind, SourceRecord } from "./sources.js";

export interface InventoryPorts extends ReadingPorts {
  /** The machine's own time, against which the files' times are held; never a fixed one. */
  readonly wallClock: Clock;
}

/** Every source of a project, with what is known of it. */
export interface Inventory {
  /** By path, in path order. */
  readonly records: ReadonlyMap<string, SourceRecord>;
  /** What was found on the way that belongs to no record: links that lead out, FIFOs, too many files. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many files were opened for it. */
  readonly filesRead: number;
  /** Whether the records differ from the previous ones, so that keeping them is worth a write. */
  readonly changed: boolean;
}

/**
 * A file written this shortly before it was read may change again within the same timestamp, so its stamp proves
 * nothing ("racy git", https://git-scm.com/docs/racy-git); some file systems keep two-second times.
 */
const RACY_MS = 2_000;

function isUnchanged(found: FoundFile, previous: SourceRecord, kind: SourceKind): boolean {
  const { stamp } = found;
  return (
    previous.kind === kind &&
    previous.size === stamp.size &&
    previous.mtime_ms === stamp.mtimeMs &&
    previous.ino === stamp.ino &&
    stamp.mtimeMs < Date.parse(previous.last_seen_at) - RACY_MS
  );
}

/** What each path is: by itself, as a decision, or by the orchestration whose folder it lies in. */
function kindsOf(
  paths: readonly string[],
  layout: Layout,
  extraAdrFolders: readonly string[],
): Map<string, SourceKind> {
  const places = layout.orchestrations(paths);
  const maps = new Set(places.map(({ mapPath }) => mapPath));
  const folders = new Set(places.map(({ folder }) => folder));
  const kinds = new Map<string, SourceKind>();
  for (const path of paths) {
    const own = kindOfPath(path);
    if (own !== undefined) kinds.set(path, own);
    else if (maps.has(path)) kinds.set(path, "map");
    else if (path.endsWith(".yaml")) continue;
    else if (isAdrPath(path, extraAdrFolders)) kinds.set(path, "adr");
    else if (isBelow(path, folders)) kinds.set(path, "artifact");
  }
  return kinds;
}

function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
    if (folders.has(folder)) return true;
  }
  return false;
}

/**
 * Brings the inventory up to date: walks, and opens only the files that are new, or whose size, time or inode moved.
 *
 * @param previous records of an earlier call, or of a kept index.
 * @throws SddError `cancelled`
 */
export async function refreshInventory(
  ports: InventoryPorts,
  previous: ReadonlyMap<string, SourceRecord>,
  cancellation?: Cancellation,
  layout: Layout = nativeLayout,
): Promise<Inventory> {
  const extra = adrFolders(ports);
  const collected = collectFiles(ports.files, extra, cancellation);
  const kinds = kindsOf(
    collected.files.map(({ path }) => path),
    layout,
    extra,
  );
  const seenAt = new Date(ports.wallClock.now()).toISOString();
  const records = new Map<string, SourceRecord>();
  let filesRead = 0;
  for (const found of collected.files) {
    const kind = kinds.get(found.path);
    if (kind === undefined) continue;
    const known = previous.get(found.path);
    if (known !== undefined && isUnchanged(found, known, kind)) {
      records.set(found.path, known);
      continue;
    }
    if (filesRead % 64 === 0 && cancellation?.isCancelled() === true) throw new SddError("cancelled");
    filesRead++;
    records.set(found.path, await readSource(ports, found, kind, known, seenAt));
  }
  const changed = filesRead > 0 || records.size !== previous.size;
  return { records, diagnostics: collected.diagnostics, filesRead, changed };
}
