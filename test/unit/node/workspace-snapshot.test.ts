import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { WorkspaceChanges } from "../../../src/core/session/snapshot.js";
import { watchWorkspace } from "../../../src/node/workspace-snapshot.js";
import { tempFolder } from "./temp.js";

function git(root: string, ...args: string[]): string {
  const identity = [
    "-c",
    "user.name=Ana",
    "-c",
    "user.email=ana@example.org",
    "-c",
    "init.defaultBranch=main",
  ];
  return execFileSync("git", [...identity, "-C", root, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

function write(root: string, path: string, text: string): void {
  fs.mkdirSync(dirname(join(root, path)), { recursive: true });
  fs.writeFileSync(join(root, path), text);
}

const BASE = {
  "src/a.ts": "a\nb\n",
  "src/b.ts": "one\ntwo\nthree\n",
  "src/c.ts": "c\n",
  "docs/x.md": "x\n",
  ".gitignore": "ignored/\n",
};

/** A repository with some files in one commit. */
function repository(files: Readonly<Record<string, string>> = BASE): string {
  const root = tempFolder(files);
  git(root, "init", "-q");
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "first");
  return root;
}

const told = ({ edits, arrivals }: WorkspaceChanges): readonly string[] => [
  ...arrivals.map(({ action, files }) => `${action} ${files.join(" ")}`),
  ...edits.map(({ action, path, from, lines_added: added, lines_removed: removed }) => {
    const lines = added === undefined ? "" : ` +${added} -${removed}`;
    return `${action} ${from === undefined ? "" : `${from} -> `}${path}${lines}`;
  }),
];

const watch = (root: string, cacheFolder = tempFolder()): ReturnType<typeof watchWorkspace> => {
  const made = watchWorkspace(root, "s-1", { cacheFolder });
  made.begin();
  return made;
};

describe("what happened in a work tree", () => {
  test("edits are told with lines: created, changed, deleted, renamed; what is ignored and .sdd are not", () => {
    const root = repository();
    const session = watch(root);
    write(root, "src/a.ts", "a\nB\nmore\n");
    write(root, "src/new é.ts", "1\n2\n");
    write(root, "ignored/z.ts", "z\n");
    write(root, ".sdd/store.json", "{}");
    fs.rmSync(join(root, "src/c.ts"));
    fs.renameSync(join(root, "src/b.ts"), join(root, "src/moved.ts"));
    expect(told(session.changes())).toEqual([
      "changed src/a.ts +2 -1",
      "deleted src/c.ts +0 -1",
      "renamed src/b.ts -> src/moved.ts",
      "created src/new é.ts +2 -0",
    ]);
  });

  test("what was dirty before and stays as it was is no edit; what goes on being edited is one", () => {
    const root = repository();
    write(root, "src/a.ts", "dirty\n");
    write(root, "src/b.ts", "dirty\n");
    write(root, "untracked.ts", "u\n");
    write(root, "untracked-2.ts", "u2\n");
    const session = watch(root);
    expect(told(session.changes())).toEqual([]);
    write(root, "src/b.ts", "dirtier\n");
    fs.rmSync(join(root, "untracked.ts"));
    git(root, "checkout", "-q", "--", "src/a.ts");
    expect(told(session.changes())).toEqual(["changed src/a.ts", "changed src/b.ts", "deleted untracked.ts"]);
  });

  test("a commit is one entry with its files, and what was edited before it in the session is an edit", () => {
    const root = repository();
    write(root, "docs/x.md", "dirty before\n");
    const session = watch(root);
    write(root, "src/a.ts", "edited\n");
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "second");
    write(root, "src/c.ts", "edited\n");
    const changes = session.changes();
    expect(told(changes)).toEqual([
      "committed docs/x.md src/a.ts",
      "changed src/a.ts +1 -2",
      "changed src/c.ts +1 -1",
    ]);
    expect(changes.arrivals[0]?.commits).toEqual([git(root, "rev-parse", "HEAD")]);
  });

  test("what a pull brings is told apart from edits, as one entry with a count", () => {
    const origin = repository();
    const root = join(tempFolder(), "clone");
    execFileSync("git", ["clone", "-q", origin, root]);
    const session = watch(root);
    write(origin, "lib/one.ts", "1\n");
    write(origin, "src/a.ts", "theirs\n");
    git(origin, "add", "-A");
    git(origin, "commit", "-q", "-m", "theirs");
    write(origin, "lib/two.ts", "2\n");
    git(origin, "add", "-A");
    git(origin, "commit", "-q", "-m", "theirs too");
    git(root, "pull", "-q", "--ff-only");
    write(root, "src/b.ts", "mine\n");
    write(root, "lib/one.ts", "mine as well\n");
    const changes = session.changes();
    expect(told(changes)).toEqual([
      "pulled lib/one.ts lib/two.ts src/a.ts",
      "changed lib/one.ts",
      "changed src/b.ts +1 -3",
    ]);
    expect(changes.arrivals[0]?.commits).toHaveLength(2);
  });

  test("a pull that rebases is one entry as well, and a new branch where HEAD stays is none", () => {
    const origin = repository();
    const root = join(tempFolder(), "clone");
    execFileSync("git", ["clone", "-q", origin, root]);
    write(root, "src/c.ts", "mine\n");
    git(root, "commit", "-q", "-am", "mine");
    const session = watch(root);
    write(origin, "lib/one.ts", "1\n");
    git(origin, "add", "-A");
    git(origin, "commit", "-q", "-m", "theirs");
    git(root, "pull", "-q", "--rebase");
    git(root, "checkout", "-q", "-b", "topic");
    expect(told(session.changes())).toEqual(["pulled lib/one.ts"]);
  });

  test("a checkout is one entry", () => {
    const root = repository();
    git(root, "checkout", "-q", "-b", "other");
    for (let n = 0; n < 30; n++) write(root, `gen/${n}.ts`, `${n}\n`);
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "many");
    git(root, "checkout", "-q", "main");
    const session = watch(root);
    git(root, "checkout", "-q", "other");
    const { edits, arrivals } = session.changes();
    expect(edits).toEqual([]);
    expect(arrivals.map(({ action, files }) => [action, files.length])).toEqual([["checked_out", 30]]);
  });

  test("a soft reset changes no file, and the first commit of all brings what was made", () => {
    const root = repository();
    write(root, "src/a.ts", "second\n");
    git(root, "commit", "-q", "-am", "second");
    const session = watch(root);
    git(root, "reset", "-q", "--soft", "HEAD~1");
    expect(session.changes().edits).toEqual([]);
    const young = tempFolder();
    git(young, "init", "-q");
    const begun = watch(young);
    write(young, "a.ts", "a\n");
    git(young, "add", "-A");
    git(young, "commit", "-q", "-m", "first");
    expect(told(begun.changes())).toEqual(["committed a.ts", "created a.ts +1 -0"]);
  });

  test("paths are relative to the root, which may lie below the repository's", () => {
    const top = repository({ "app/src/a.ts": "a\n", "other/b.ts": "b\n" });
    const root = join(top, "app");
    const session = watch(root);
    write(root, "src/a.ts", "aa\n");
    write(root, "new.ts", "n\n");
    write(top, "other/b.ts", "bb\n");
    expect(told(session.changes())).toEqual(["created new.ts +1 -0", "changed src/a.ts +1 -1"]);
    git(top, "add", "-A");
    git(top, "commit", "-q", "-m", "all");
    expect(told(session.changes())[0]).toBe("committed new.ts src/a.ts");
  });

  test("no program that the repository names is run", () => {
    const root = repository({ ...BASE, ".gitattributes": "*.ts filter=evil\n" });
    const mark = join(tempFolder(), "ran");
    const evil = join(root, ".git/evil.sh");
    fs.writeFileSync(evil, `#!/bin/sh\ntouch '${mark}'\ncat\n`, { mode: 0o755 });
    for (const name of ["post-index-change", "post-checkout"])
      fs.copyFileSync(evil, join(root, ".git/hooks", name));
    git(root, "config", "filter.evil.clean", evil);
    git(root, "config", "filter.evil.required", "true");
    git(root, "config", "core.fsmonitor", evil);
    git(root, "config", "diff.external", evil);
    const session = watch(root);
    write(root, "src/a.ts", "changed\n");
    expect(told(session.changes())).toEqual(["changed src/a.ts +1 -2"]);
    expect(fs.existsSync(mark)).toBe(false);
  });

  test("a file that was moved and edited counts as moved where its name is the same", () => {
    const root = repository();
    const session = watch(root);
    fs.rmSync(join(root, "src/c.ts"));
    write(root, "lib/c.ts", "something else\n");
    expect(told(session.changes())).toEqual(["renamed src/c.ts -> lib/c.ts"]);
  });
});

describe("without git", () => {
  test("sizes and times tell what changed; what tools make is passed over", () => {
    const root = tempFolder({ "a.ts": "a", "b.ts": "b", "c/d.ts": "d", "node_modules/x/i.js": "x" });
    const session = watch(root);
    write(root, "a.ts", "longer");
    write(root, "new.ts", "n");
    write(root, "node_modules/x/i.js", "longer");
    fs.rmSync(join(root, "b.ts"));
    fs.renameSync(join(root, "c/d.ts"), join(root, "c/e.ts"));
    expect(told(session.changes())).toEqual([
      "changed a.ts",
      "deleted b.ts",
      "renamed c/d.ts -> c/e.ts",
      "created new.ts",
    ]);
  });

  test("where a repository is made meanwhile, nothing is made up", () => {
    const root = tempFolder({ "a.ts": "a" });
    const session = watch(root);
    git(root, "init", "-q");
    expect(session.changes()).toMatchObject({ edits: [], arrivals: [], cut: true });
  });
});

describe("the snapshot of a session", () => {
  test("outlives its process in the user's cache, writes nothing into the workspace, and moves on when settled", () => {
    const root = repository();
    const cache = tempFolder();
    const since = watchWorkspace(root, "s-1", { cacheFolder: cache }).begin();
    write(root, "src/a.ts", "edited\n");
    const later = watchWorkspace(root, "s-1", { cacheFolder: cache });
    expect(later.begin()).toBe(since);
    const changes = later.changes();
    expect(told(changes)).toEqual(["changed src/a.ts +1 -2"]);
    expect(changes.since).toBe(since);
    expect(Date.parse(changes.edits[0]?.at ?? "")).toBeGreaterThanOrEqual(Date.parse(since));
    changes.settle();
    const third = watchWorkspace(root, "s-1", { cacheFolder: cache });
    expect(told(third.changes())).toEqual([]);
    expect(third.begin()).toBe(since);
    expect(told(watchWorkspace(root, "s-2", { cacheFolder: cache }).changes())).toEqual([]);
    expect(git(root, "status", "--porcelain")).toBe("M src/a.ts");
    expect(fs.existsSync(join(root, ".sdd"))).toBe(false);
  });

  test("old ones are taken away, damaged ones taken anew, and an id that is a path is kept in memory only", () => {
    const root = repository();
    const cache = tempFolder();
    watchWorkspace(root, "s-1", { cacheFolder: cache }).begin();
    const [folder = ""] = fs.readdirSync(join(cache, "snapshots"));
    const file = join(cache, "snapshots", folder, "s-1.json");
    fs.writeFileSync(file, "{}");
    write(root, "src/a.ts", "edited\n");
    expect(told(watchWorkspace(root, "s-1", { cacheFolder: cache }).changes())).toEqual([]);
    fs.utimesSync(file, 1, 1);
    watchWorkspace(root, "s-3", { cacheFolder: cache }).begin();
    watchWorkspace(root, "../../s-4", { cacheFolder: cache }).begin();
    expect(fs.readdirSync(join(cache, "snapshots", folder))).toEqual(["s-3.json"]);
    expect(fs.readdirSync(cache)).toEqual(["snapshots"]);
  });
});
