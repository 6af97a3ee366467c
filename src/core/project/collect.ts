import type { Diagnostic, DiagnosticCode } from "../diagnostics.js";
import type { Cancellation, FileStamp, FolderEntry, ProjectFiles } from "../ports.js";
import { SddError } from "../errors.js";
import { compareCodeUnits } from "../text/fold.js";
import { folderOf, joinPath } from "./paths.js";

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

/** The only files below `.sdd` that may feed a pack; each is redacted like any other source. */
export const SAFE_STATE_FILES = [
  ".sdd/intelligence/learnings.jsonl",
  ".sdd/decisions.jsonl",
  ".sdd/events.jsonl",
  ".sdd/history.jsonl",
] as const;

/** More documents than this are a mistake in the folder, not a project. */
export const MAX_FILES = 50_000;

export interface FoundFile {
  readonly path: string;
  readonly stamp: FileStamp;
}

export interface Collected {
  /** Sorted by path, in code-unit order. */
  readonly files: readonly FoundFile[];
  readonly diagnostics: readonly Diagnostic[];
}

function isWanted(path: string): boolean {
  if (path.startsWith(".cursor/")) return path.endsWith(".mdc");
  if (path.startsWith(".github/instructions/")) return path.endsWith(".instructions.md");
  return path.endsWith(".md") || path.endsWith("/traceability-map.yaml");
}

function isExcluded(name: string): boolean {
  return EXCLUDED_FOLDERS.has(name) || name.startsWith(".env");
}

class Collector {
  readonly files: FoundFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: ProjectFiles;
  readonly #cancellation: Cancellation | undefined;

  constructor(project: ProjectFiles, cancellation?: Cancellation) {
    this.#project = project;
    this.#cancellation = cancellation;
  }

  walk(folder: string): void {
    if (this.#cancellation?.isCancelled() === true) throw new SddError("cancelled");
    for (const entry of this.#project.list(folder) ?? []) {
      if (isExcluded(entry.name)) continue;
      const path = joinPath(folder, entry.name);
      if (entry.kind === "folder") this.walk(path);
      else this.entry(path, entry.kind);
    }
  }

  /** A file, or a link to one, or something that is neither and is reported where its name says it was meant as one. */
  entry(path: string, kind: FolderEntry["kind"]): void {
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
    if (this.files.length >= MAX_FILES) {
      if (this.files.length === MAX_FILES) this.#report("too-many-files", path, "warning", String(MAX_FILES));
      return;
    }
    const stamp = this.#project.stamp(path);
    if (stamp !== undefined) this.files.push({ path, stamp });
  }

  #report(code: DiagnosticCode, path: string, severity: "warning" | "info", ...params: string[]): void {
    this.diagnostics.push({ code, severity, path, line: 1, column: 1, params });
  }
}

/**
 * Finds the files that may be sources, with their stamps, without opening any.
 *
 * @param extraFolders further folders of decisions, as `.adr-dir` and the like name them.
 * @throws SddError `cancelled`
 */
export function collectFiles(
  project: ProjectFiles,
  extraFolders: readonly string[],
  cancellation?: Cancellation,
): Collected {
  const collector = new Collector(project, cancellation);
  const roots = [...ROOT_FOLDERS];
  for (const folder of extraFolders) {
    if (!roots.some((root) => folder === root || folder.startsWith(`${root}/`))) roots.push(folder);
  }
  for (const folder of roots) {
    const parent = project.list(folderOf(folder));
    const entry = parent?.find(({ name }) => joinPath(folderOf(folder), name) === folder);
    if (entry?.kind === "folder") collector.walk(folder);
    else if (entry?.kind === "link") collector.entry(folder, "link");
  }
  for (const path of [...ROOT_FILES, ...SAFE_STATE_FILES]) {
    const folder = folderOf(path);
    const entry = project.list(folder)?.find(({ name }) => joinPath(folder, name) === path);
    if (entry !== undefined) collector.entry(path, entry.kind);
  }
  collector.files.sort((a, b) => compareCodeUnits(a.path, b.path));
  return { files: collector.files, diagnostics: collector.diagnostics };
}
