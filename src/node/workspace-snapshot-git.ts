import {
  type Arrival,
  type FileChange,
  type FilePair,
  editsIn,
  NO_FILE,
  type WorkspaceChanges,
  type WorkspaceSnapshot,
} from "../core/session/snapshot.js";
import { git } from "./git.js";
import {
  bytesMark,
  contentMark,
  isOwnState,
  linesIn,
  MOST_FILES,
  writtenAt,
} from "./workspace-snapshot-files.js";

/** Snapshots of a work tree through git: what is dirty, and what came into HEAD between two of them. */

/** Steps of HEAD that are told one by one; more of them in one session are told as one. */
const MOST_STEPS = 40;
const MOST_COMMITS = 50;
/** Blobs that are read to see whether a file moved. */
const MOST_BLOBS = 100;
/** Paths that are given to git at once. */
const BATCH = 200;
const DIFF = ["--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--relative"];

/** Asks git about one root, with the repository's own filters off: they are programs. */
export class WorkTree {
  readonly #filters: readonly string[];

  private constructor(
    readonly root: string,
    filters: readonly string[],
  ) {
    this.#filters = filters.flatMap((key) => ["-c", `${key}=${key.endsWith(".required") ? "false" : ""}`]);
  }

  /** @returns `undefined` where the root is in no work tree, or git cannot be asked safely. */
  static open(root: string): WorkTree | undefined {
    if (git(root, ["rev-parse", "--is-inside-work-tree"])?.toString("latin1").trim() !== "true")
      return undefined;
    const keys = git(root, [
      "config",
      "-z",
      "--name-only",
      "--get-regexp",
      "^filter\\..*\\.(clean|smudge|process|required)$",
    ]);
    const names = splitZero(keys);
    // Such a name cannot be given on the command line.
    return names.some((name) => name.includes("=")) ? undefined : new WorkTree(root, names);
  }

  ask(args: readonly string[], input = ""): Buffer | undefined {
    return git(this.root, [...this.#filters, ...args], input);
  }

  list(args: readonly string[]): readonly string[] | undefined {
    const output = this.ask(args);
    return output && splitZero(output);
  }

  /** `""` before the first commit. */
  head(): string {
    return this.ask(["rev-parse", "--verify", "-q", "HEAD"])?.toString("latin1").trim() ?? "";
  }

  /** An id, or that of the empty tree for the time before the first commit. */
  treeOf(head: string): string {
    if (head !== "") return head;
    return this.ask(["hash-object", "-t", "tree", "--stdin"])?.toString("latin1").trim() ?? "";
  }
}

function splitZero(output: Buffer | undefined): readonly string[] {
  return (output?.toString("utf8") ?? "").split("\0").filter((text) => text !== "");
}

/** Paths that differ from HEAD or are untracked, relative to the root; `undefined` where git does not answer. */
function dirtyPaths(tree: WorkTree): readonly string[] | undefined {
  const prefix = tree.ask(["rev-parse", "--show-prefix"])?.toString("utf8").replace(/\n$/, "");
  const flags = ["--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all"];
  const lines = tree.list(["status", ...flags, "--", "."]);
  if (prefix === undefined || lines === undefined) return undefined;
  return lines.flatMap((line) => {
    // `1 XY sub mH mI mW hH hI path`, `u XY sub m1 m2 m3 mW h1 h2 h3 path`, `? path`
    const fields = { "1": 8, u: 10, "?": 1 }[line.charAt(0)];
    if (fields === undefined) return [];
    const path = line.split(" ").slice(fields).join(" ");
    if (!path.startsWith(prefix) || path.endsWith("/")) return [];
    const relative = path.slice(prefix.length);
    return isOwnState(relative) ? [] : [relative];
  });
}

/** @returns `undefined` where git does not answer. */
export function gitSnapshot(tree: WorkTree, at: string): WorkspaceSnapshot | undefined {
  const paths = dirtyPaths(tree);
  if (paths === undefined) return undefined;
  const marks = paths.slice(0, MOST_FILES).map((path) => [path, contentMark(tree.root, path)] as const);
  return {
    schema_version: 1,
    at,
    head: tree.head(),
    marks: Object.fromEntries(marks),
    cut: paths.length > MOST_FILES,
  };
}

interface Step {
  readonly before: string;
  readonly after: string;
  readonly seconds: number;
  /** The first word of what the reflog says. */
  readonly verb: string;
  /** Whether it is a commit of what was edited, not a merge, a revert or the like. */
  readonly isPlain: boolean;
}

/** The steps that HEAD took since a snapshot, oldest first. */
function stepsOf(tree: WorkTree, before: WorkspaceSnapshot, head: string): readonly Step[] {
  const start = before.head ?? "";
  const since = Math.floor(Date.parse(before.at) / 1000);
  const log = tree.ask(["log", "-g", "--date=unix", "--format=%H%x00%gd%x00%gs", "-n", "1000", "HEAD"]);
  const found: { readonly id: string; readonly seconds: number; readonly subject: string }[] = [];
  for (const line of (log?.toString("utf8") ?? "").split("\n")) {
    const [id = "", name = "", subject = ""] = line.split("\0");
    const seconds = Number(/\{(\d+)\}/.exec(name)?.[1] ?? "NaN");
    // Of the second in which the snapshot was taken, what led to its HEAD came before it.
    if (!(seconds >= since) || (seconds === since && id === start)) break;
    found.unshift({ id, seconds, subject });
  }
  const steps = found.map(({ id, seconds, subject }, index): Step => {
    const verb = /^[\w-]+/.exec(subject)?.[0] ?? "";
    const isPlain = /^commit(?: \((?:initial|amend)\))?:/.test(subject);
    return { before: found[index - 1]?.id ?? start, after: id, seconds, verb, isPlain };
  });
  const last = steps.at(-1);
  if (last?.after === head || head === start) return steps;
  // No reflog, or not of this time.
  return [{ before: start, after: head, seconds: since, verb: "pull", isPlain: false }];
}

/** A pull or rebase leaves several lines in the reflog. */
function together(steps: readonly Step[]): readonly Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    const isOne = last?.verb === step.verb && ["pull", "rebase"].includes(step.verb);
    if (isOne) joined[joined.length - 1] = { ...step, before: last.before };
    else joined.push(step);
  }
  const early = joined.slice(0, Math.max(joined.length - MOST_STEPS, 0));
  const [first] = early;
  const end = early.at(-1);
  if (first === undefined || end === undefined) return joined;
  return [{ ...end, before: first.before, verb: "pull", isPlain: false }, ...joined.slice(early.length)];
}

const COMMITS: readonly string[] = ["commit", "revert", "cherry-pick"];
const PULLS: readonly string[] = ["pull", "merge", "rebase", "am", "clone", "fetch"];

function actionOf(verb: string): Arrival["action"] {
  if (COMMITS.includes(verb)) return "committed";
  return PULLS.includes(verb) ? "pulled" : "checked_out";
}

function arrivalOf(tree: WorkTree, step: Step, since: string): Arrival {
  const { before, after, verb } = step;
  const action = actionOf(verb);
  const range = [tree.treeOf(before), after];
  const files = tree.list(["diff", "--name-only", "-z", ...DIFF, ...range, "--", "."]) ?? [];
  const came = ["rev-list", "-n", String(MOST_COMMITS), before === "" ? after : `${before}..${after}`];
  const commits = action === "pulled" ? (tree.ask(came)?.toString("latin1").split("\n") ?? []) : [];
  return {
    action,
    id: after,
    at: new Date(Math.max(step.seconds * 1000, Date.parse(since))).toISOString(),
    commits: action === "committed" ? [after] : commits.filter((id) => id !== ""),
    files: files.filter((path) => !isOwnState(path)),
  };
}

interface Difference {
  readonly status: string;
  /** The id of the blob before. */
  readonly blob: string;
}

/** Tracked files whose content now is another than in a commit. */
function differencesFrom(tree: WorkTree, head: string): ReadonlyMap<string, Difference> | undefined {
  const fields = tree.list(["diff", "--raw", "-z", "--no-abbrev", ...DIFF, tree.treeOf(head), "--", "."]);
  if (fields === undefined) return undefined;
  const found = new Map<string, Difference>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , blob = "", , status = ""] = fields[at]?.split(" ") ?? [];
    const path = fields[at + 1] ?? "";
    if (!isOwnState(path)) found.set(path, { status: status.charAt(0), blob });
  }
  return found;
}

/** Which of some paths a commit has. */
function inCommit(tree: WorkTree, head: string, paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at < paths.length && head !== ""; at += BATCH) {
    const args = ["ls-tree", "-z", "--name-only", head, "--", ...paths.slice(at, at + BATCH)];
    for (const path of tree.list(args) ?? []) found.add(path);
  }
  return found;
}

function blobMark(tree: WorkTree, id: string): string | undefined {
  const bytes = tree.ask(["cat-file", "blob", id]);
  return bytes && bytesMark(bytes);
}

/** How files looked at a snapshot and look now; what git brought, and nobody touched since, is left out. */
function pairsSince(
  tree: WorkTree,
  before: WorkspaceSnapshot,
  now: WorkspaceSnapshot,
  brought: ReadonlySet<string>,
): readonly FilePair[] | undefined {
  const head = before.head ?? "";
  const differences = differencesFrom(tree, head);
  if (differences === undefined) return undefined;
  const has = (snapshot: WorkspaceSnapshot, path: string): boolean => Object.hasOwn(snapshot.marks, path);
  const isBrought = (path: string): boolean => brought.has(path) && !has(now, path);
  const current = (path: string): string => now.marks[path] ?? contentMark(tree.root, path);
  const pairs: FilePair[] = Object.entries(before.marks).map(([path, mark]) => ({
    path,
    before: mark,
    after: current(path),
  }));
  let blobs = 0;
  for (const [path, { status, blob }] of differences) {
    if (has(before, path)) continue;
    const isGone = status === "D" && blobs++ < MOST_BLOBS;
    // One that git brought was there before it was edited.
    const known = status === "A" && !brought.has(path) ? NO_FILE : `blob:${blob}`;
    pairs.push({ path, before: (isGone ? blobMark(tree, blob) : undefined) ?? known, after: current(path) });
  }
  const others = Object.keys(now.marks).filter((path) => !has(before, path) && !differences.has(path));
  const tracked = inCommit(tree, head, others);
  for (const path of others)
    if (!tracked.has(path)) pairs.push({ path, before: NO_FILE, after: current(path) });
  return pairs.filter(({ path }) => !isBrought(path));
}

type Lines = ReadonlyMap<string, { readonly added: number; readonly removed: number }>;

function linesSince(tree: WorkTree, head: string): Lines {
  const lines = new Map<string, { readonly added: number; readonly removed: number }>();
  for (const line of tree.list(["diff", "--numstat", "-z", ...DIFF, tree.treeOf(head), "--", "."]) ?? []) {
    const [, added, removed, path] = /^(\d+)\t(\d+)\t(.+)$/su.exec(line) ?? [];
    if (path !== undefined) lines.set(path, { added: Number(added), removed: Number(removed) });
  }
  return lines;
}

/** What git cannot count is what was dirty before, came with HEAD, or moved. */
function withLines(tree: WorkTree, edit: FileChange, lines: Lines, isUncounted: boolean): FileChange {
  if (isUncounted || edit.action === "renamed") return edit;
  const known = lines.get(edit.path);
  if (known !== undefined) return { ...edit, lines_added: known.added, lines_removed: known.removed };
  const count = edit.action === "created" ? linesIn(tree.root, edit.path) : undefined;
  return count === undefined ? edit : { ...edit, lines_added: count, lines_removed: 0 };
}

/** What happened in a work tree between a snapshot and the present one. */
export function gitChanges(
  tree: WorkTree,
  before: WorkspaceSnapshot,
  now: WorkspaceSnapshot,
): WorkspaceChanges {
  const steps = together(stepsOf(tree, before, now.head ?? ""));
  const told = steps.map((step) => ({ step, arrival: arrivalOf(tree, step, before.at) }));
  const brought = new Set(told.flatMap(({ step, arrival }) => (step.isPlain ? [] : arrival.files)));
  const pairs = pairsSince(tree, before, now, brought);
  const lines = linesSince(tree, before.head ?? "");
  const edits = editsIn(pairs ?? []).map((edit) => {
    const isUncounted = Object.hasOwn(before.marks, edit.path) || brought.has(edit.path);
    const at = writtenAt(tree.root, edit.path, Date.parse(before.at), Date.parse(now.at));
    return { ...withLines(tree, edit, lines, isUncounted), ...(at === undefined ? {} : { at }) };
  });
  // A new branch where HEAD stays is no change of files.
  const arrivals = told
    .map(({ arrival }) => arrival)
    .filter(({ action, files }) => action === "committed" || files.length > 0);
  return { edits, arrivals, cut: before.cut || now.cut || pairs === undefined };
}
