import type { FileStamp, ProjectFiles, ProjectWriter, TextCodec } from "../ports.js";
import { compareCodeUnits } from "../text/fold.js";
import { decodeText } from "../text/decode.js";
import { type GuidanceEntry, isGuidanceId } from "./entry.js";
import { parseEntry } from "./store-document.js";

/** Approved entries that a team shares through its repository: `.sdd/guidance/<id>.json`, one file an entry. */

const SHARED_FOLDER = ".sdd/guidance";

const MAX_BYTES = 64 * 1024;
const MOST_FILES = 5_000;
const NAME = /^(gm-[0-9A-Za-z]{1,64})\.json$/;

export interface SharedGuidance {
  /** What the files say, by id. A file that holds no entry, or another one than its name says, is passed over. */
  list(): ReadonlyMap<string, GuidanceEntry>;
  /** @throws SddError `write-failed`, `path-refused` */
  write(entries: readonly GuidanceEntry[]): void;
}

/** The text of a shared file. */
export function sharedText(entry: GuidanceEntry): string {
  return `${JSON.stringify({ schema_version: 1, ...entry }, undefined, 2)}\n`;
}

/** An entry from such a text; `undefined` where it is none. */
export function parseShared(text: string, id: string): GuidanceEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if ((value as { readonly schema_version?: unknown }).schema_version !== 1) return undefined;
  const entry = parseEntry(value);
  return entry?.id === id && isGuidanceId(id) ? entry : undefined;
}

interface KnownFile {
  readonly stamp: FileStamp;
  readonly entry: GuidanceEntry | undefined;
}

function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}

/** The shared files of a project. A file that did not change is not read again. */
export class SharedFiles implements SharedGuidance {
  #known = new Map<string, KnownFile>();

  /** @param openFiles a fresh view, which has not remembered folders. */
  constructor(
    private readonly openFiles: () => ProjectFiles,
    private readonly writer: Pick<ProjectWriter, "writeDerived">,
    private readonly codec: TextCodec,
  ) {}

  list(): ReadonlyMap<string, GuidanceEntry> {
    const files = this.openFiles();
    const names = (files.list(SHARED_FOLDER) ?? [])
      .filter(({ name, kind }) => kind === "file" && NAME.test(name))
      .map(({ name }) => name)
      .sort(compareCodeUnits)
      .slice(0, MOST_FILES);
    const known = new Map<string, KnownFile>();
    const entries = new Map<string, GuidanceEntry>();
    for (const name of names) {
      const id = name.slice(0, -".json".length);
      const file = this.#read(files, name, id);
      if (file === undefined) continue;
      known.set(name, file);
      if (file.entry !== undefined) entries.set(id, file.entry);
    }
    this.#known = known;
    return entries;
  }

  write(entries: readonly GuidanceEntry[]): void {
    this.writer.writeDerived(
      entries.map((entry) => ({ path: `${SHARED_FOLDER}/${entry.id}.json`, text: sharedText(entry) })),
    );
  }

  #read(files: ProjectFiles, name: string, id: string): KnownFile | undefined {
    const path = `${SHARED_FOLDER}/${name}`;
    const stamp = files.stamp(path);
    const before = this.#known.get(name);
    if (stamp !== undefined && before !== undefined && isSameStamp(stamp, before.stamp)) return before;
    const read = files.read(path, MAX_BYTES);
    if (!read.ok) return undefined;
    const decoded = decodeText(read.bytes, this.codec, path);
    return { stamp: read.stamp, entry: decoded.ok ? parseShared(decoded.text, id) : undefined };
  }
}
