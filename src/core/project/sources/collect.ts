import type { Diagnostic, DiagnosticCode } from "../../diagnostics.js";
import type { Cancellation, EntryKind, FolderEntry, ProjectFiles } from "../../ports.js";
import { SddError } from "../../errors.js";
import { compareCodeUnits } from "../../text/fold.js";
import { baseName, folderOf, joinPath } from "../paths.js";

/** Folders that are never entered, wherever they stand. */
const EXCLUDED_FOLDERS: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "target",
  "dist",
  "build",
  ".next",
]);

/** Folders that are walked as a whole, where they exist. */
const ROOT_FOLDERS = ["docs", "doc", "decision-records", ".cursor/rules", ".github/instructions"];

/** Single files outside those folders. */
const ROOT_FILES = ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md", "sdd.config.yaml"];

/** The only files below `.sdd` that may feed a pack, beside the learnings; each is redacted like any other source. */
const SAFE_STATE_FILES = [".sdd/decisions.jsonl", ".sdd/events.jsonl", ".sdd/history.jsonl"] as const;

/** More documents than this are a mistake in the folder, not a project. */
const MAX_FILES = 50_000;

export interface Collected {
  /** Sorted by path, in code-unit order. */
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** What each folder that was walked holds, whatever it is. */
  readonly folders: ReadonlyMap<string, readonly FolderEntry[]>;
}

function isWanted(path: string): boolean {
  if (path.startsWith(".cursor/")) return path.endsWith(".mdc");
  if (path.startsWith(".github/instructions/")) return path.endsWith(".instructions.md");
  return path.endsWith(".md") || path.endsWith("/traceability-map.yaml");
}

function isExcluded(name: string): boolean {
  return EXCLUDED_FOLDERS.has(name) || name.startsWith(".env");
}

/**
 * In the order that the paths below have, so that the list of all is as good as sorted: a folder's name is followed by
 * its slash, and `a-b.md` comes before `a/b.md`.
 */
function sorted(entries: readonly FolderEntry[]): readonly FolderEntry[] {
  const key = ({ name, kind }: FolderEntry): string => (kind === "folder" ? `${name}/` : name);
  const isSorted = entries.every((entry, index) => {
    const before = entries[index - 1];
    return before === undefined || key(before) <= key(entry);
  });
  // Many file systems list in order.
  return isSorted ? entries : [...entries].sort((a, b) => compareCodeUnits(key(a), key(b)));
}

class Collector {
  readonly paths: string[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly folders = new Map<string, readonly FolderEntry[]>();
  readonly #project: ProjectFiles;
  readonly #cancellation: Cancellation | undefined;
  #isFull = false;

  constructor(project: ProjectFiles, cancellation?: Cancellation) {
    this.#project = project;
    this.#cancellation = cancellation;
  }

  walk(folder: string): void {
    if (this.#cancellation?.isCancelled() === true) throw new SddError("cancelled");
    const entries = this.#project.list(folder) ?? [];
    this.folders.set(folder, entries);
    for (const entry of sorted(entries)) {
      if (isExcluded(entry.name)) continue;
      const path = joinPath(folder, entry.name);
      if (entry.kind === "folder") this.walk(path);
      else this.entry(path, entry.kind);
    }
  }

  /** A file, or a link to one, or something that is neither and is reported where its name says it was meant as one. */
  entry(path: string, kind: EntryKind): void {
    if (kind === "link") {
      this.#link(path);
      return;
    }
    if (!isWanted(path) && !ROOT_FILES.includes(path) && !path.startsWith(".sdd/")) return;
    if (kind === "file") this.#add(path);
    else this.#report("not-regular", path, "warning");
  }

  #link(path: string): void {
    const target = this.#project.resolveLink(path);
    if (!target.ok) {
      const code = target.problem === "broken" ? "link-broken" : "link-outside";
      this.#report(code, path, "warning");
    } else if (target.kind === "folder") this.#report("link-folder", path, "info");
    else if (target.kind === "file" && !target.path.split("/").some(isExcluded)) this.entry(path, "file");
  }

  #add(path: string): void {
    if (this.paths.length < MAX_FILES) this.paths.push(path);
    else if (!this.#isFull) {
      this.#isFull = true;
      this.#report("too-many-files", path, "warning", String(MAX_FILES));
    }
  }

  #report(code: DiagnosticCode, path: string, severity: "warning" | "info", ...params: string[]): void {
    this.diagnostics.push({ code, severity, path, line: 1, column: 1, params });
  }
}

/**
 * Finds the files that may be sources, without opening any, and without asking for their stamps: a file that will be
 * read anyway gives its stamp then.
 *
 * @param extraFolders further folders of decisions, as `.adr-dir` and the like name them.
 * @param indexDir the folder of the learnings.
 * @throws SddError `cancelled`
 */
export function collectFiles(
  project: ProjectFiles,
  extraFolders: readonly string[],
  indexDir: string,
  cancellation?: Cancellation,
): Collected {
  const collector = new Collector(project, cancellation);
  const roots = [...ROOT_FOLDERS];
  for (const folder of extraFolders) {
    if (!roots.some((root) => folder === root || folder.startsWith(`${root}/`))) roots.push(folder);
  }
  const kindAt = kindsIn(project);
  for (const folder of roots) {
    const kind = kindAt(folder);
    if (kind === "folder") collector.walk(folder);
    else if (kind === "link") collector.entry(folder, "link");
  }
  const learnings = [`${indexDir}/learnings.jsonl`, `${indexDir}/recent/learnings.jsonl`];
  for (const path of [...ROOT_FILES, ...learnings, ...SAFE_STATE_FILES]) {
    const kind = kindAt(path);
    if (kind !== undefined) collector.entry(path, kind);
  }
  const { paths, diagnostics, folders } = collector;
  return { paths: paths.sort(compareCodeUnits), diagnostics, folders };
}

/** What stands at a path, found in its folder's listing: as it is spelled, and with each folder listed once. */
function kindsIn(project: ProjectFiles): (path: string) => EntryKind | undefined {
  const listed = new Map<string, ReadonlyMap<string, EntryKind>>();
  return (path) => {
    const folder = folderOf(path);
    let entries = listed.get(folder);
    if (entries === undefined) {
      entries = new Map((project.list(folder) ?? []).map(({ name, kind }) => [name, kind]));
      listed.set(folder, entries);
    }
    return entries.get(baseName(path));
  };
}
