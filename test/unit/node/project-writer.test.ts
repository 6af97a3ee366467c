import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { SddError } from "../../../src/core/errors.js";
import type { WriteDisk } from "../../../src/node/atomic-write.js";
import { createProjectWriter } from "../../../src/node/project-writer.js";
import { scale, seed } from "../scale.js";
import { linkTo, tempFolder } from "./temp.js";

const windows = process.platform === "win32";

const failure = (action: () => void): unknown => {
  try {
    action();
  } catch (error) {
    return error instanceof SddError ? [error.code, ...error.params] : error;
  }
  return "done";
};

/** Every path below a folder, folders with a slash at their end. */
function tree(root: string, folder = ""): readonly string[] {
  return fs
    .readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...tree(root, path)] : [path];
    })
    .sort();
}

const read = (root: string, path: string): string => fs.readFileSync(join(root, path), "utf8");
const bits = (root: string, path: string): string => (fs.statSync(join(root, path)).mode & 0o777).toString(8);
const broken = (code: string): Error => Object.assign(new Error(code), { code });

/** A disk that takes so many bytes and no more, in pieces of at most 1,000. */
function smallDisk(room: number): WriteDisk {
  let left = room;
  return {
    ...fs,
    writeSync: ((fd: number, bytes: Buffer, offset: number, length: number) => {
      if (left === 0) throw broken("ENOSPC");
      const count = fs.writeSync(fd, bytes, offset, Math.min(length, left, 1_000));
      left -= count;
      return count;
    }) as WriteDisk["writeSync"],
  };
}

describe.skipIf(windows)("links in the way", () => {
  test.each<[string, Readonly<Record<string, string | ReturnType<typeof linkTo>>>]>([
    [".sdd", { ".sdd": linkTo("elsewhere"), "elsewhere/": "" }],
    [".sdd out of the root", { ".sdd": linkTo("/tmp") }],
    ["a folder in it", { ".sdd/x": linkTo("../elsewhere"), "elsewhere/": "" }],
    ["the file itself", { ".sdd/x/y.json": linkTo("../../victim"), victim: "untouched" }],
    ["a dangling file", { ".sdd/x/y.json": linkTo("../../victim") }],
    [".gitignore", { ".sdd/x/y.json": "old", ".sdd/.gitignore": linkTo("../victim") }],
  ])("%s: refused, and nothing written through it", (name, files) => {
    const root = tempFolder(files);
    const before = tree(root);
    const result = failure(() => {
      createProjectWriter(root).writeDerived([{ path: ".sdd/x/y.json", text: "new" }]);
    });
    if (name === ".gitignore") {
      // A link that is there already is no missing file: it is neither followed nor replaced.
      expect([result, fs.existsSync(join(root, "victim"))]).toEqual(["done", false]);
      return;
    }
    expect(result).toEqual(["path-refused", ".sdd/x/y.json"]);
    expect(tree(root).filter((path) => !before.includes(path) && !path.startsWith(".sdd/"))).toEqual([]);
    if (fs.existsSync(join(root, "victim"))) expect(read(root, "victim")).toBe("untouched");
  });

  test("docs, for a document", () => {
    const outside = tempFolder();
    const root = tempFolder({ docs: linkTo(outside) });
    const write = (mode: "create" | "replace"): unknown =>
      failure(() => {
        createProjectWriter(root).writeDocument({ path: "docs/x/a.md", text: "x" }, mode);
      });
    expect([write("create"), write("replace"), tree(outside)]).toEqual([
      ["path-refused", "docs/x/a.md"],
      ["path-refused", "docs/x/a.md"],
      [],
    ]);
  });
});

describe("refused", () => {
  test.each([
    "../a",
    "/a",
    "docs/../../a",
    "docs\\a",
    "a\0",
    "",
    "docs/a.md:x",
    ".git/hooks/x",
    "x/.GIT/x",
    "docs/",
  ])("a document at %j", (path) => {
    const root = tempFolder({ "docs/": "" });
    const result = failure(() => {
      createProjectWriter(root).writeDocument({ path, text: "x" }, "replace");
    });
    expect([result, tree(root)]).toEqual([["path-refused", path], ["docs/"]]);
  });

  test("derived files outside .sdd, before any of the set is written", () => {
    const root = tempFolder();
    const result = failure(() => {
      createProjectWriter(root).writeDerived([
        { path: ".sdd/a", text: "x" },
        { path: "docs/a.md", text: "x" },
      ]);
    });
    expect([result, tree(root)]).toEqual([["path-refused", "docs/a.md"], []]);
  });

  test("what stands in the way", () => {
    const root = tempFolder({ "docs/a.md": "x", "docs/folder/b.md": "x", ".sdd": "a file" });
    const writer = createProjectWriter(root);
    const document = (path: string, mode: "create" | "replace"): unknown =>
      failure(() => {
        writer.writeDocument({ path, text: "new" }, mode);
      });
    expect([
      document("docs/a.md", "create"),
      document("docs/folder", "replace"),
      document("docs/a.md/c.md", "create"),
      failure(() => {
        writer.writeDerived([{ path: ".sdd/a", text: "" }]);
      }),
    ]).toEqual([
      ["already-exists", "docs/a.md"],
      ["write-failed", "docs/folder", "a folder stands in its place"],
      ["write-failed", "docs/a.md/c.md", "a file stands where a folder is needed"],
      ["write-failed", ".sdd/a", "a file stands where a folder is needed"],
    ]);
    expect(read(root, "docs/a.md")).toBe("x");
  });

  test("a root that is not there is not made", () => {
    const root = join(tempFolder(), "none");
    const result = failure(() => {
      createProjectWriter(root).writeDocument({ path: "a.md", text: "" }, "create");
    });
    expect([result, fs.existsSync(root)]).toEqual([["write-failed", "a.md", "its folder is missing"], false]);
  });
});

describe("a disk that fails", () => {
  test("full, after any number of bytes: a set is written whole or not at all", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000 }), fc.boolean(), (room, fresh) => {
        const root = fs.mkdtempSync(join(tempFolder(), "round-"));
        const set = (text: string) =>
          [1, 2, 3].map((n) => ({ path: `.sdd/x/${n}/f.md`, text: text.repeat(2_500) }));
        if (!fresh) createProjectWriter(root).writeDerived(set("o"));
        const before = tree(root);
        const result = failure(() => {
          createProjectWriter(root, smallDisk(room)).writeDerived(set("n"));
        });
        const after = tree(root);
        if (result === "done") {
          expect(read(root, ".sdd/x/3/f.md")).toBe("n".repeat(2_500));
          return;
        }
        expect(result).toEqual(["write-failed", expect.stringContaining(".sdd/"), "the disk is full"]);
        expect(after).toEqual(before);
        if (!fresh) for (const { path, text } of set("o")) expect(read(root, path)).toBe(text);
      }),
      { seed, numRuns: scale(300) },
    );
  });

  test.each([
    ["ENOSPC", "the disk is full"],
    ["EROFS", "the file system is read-only"],
    ["EACCES", "permission was denied"],
    ["EWHATEVER", "EWHATEVER"],
  ])("%s at any step of a document: the old one stays and nothing is left over", (code, reason) => {
    for (const step of ["openSync", "writeSync", "fsyncSync", "renameSync"] as const) {
      const root = tempFolder({ "docs/a.md": "old" });
      const disk: WriteDisk = {
        ...fs,
        [step]: () => {
          throw broken(code);
        },
      };
      const write = (path: string): unknown =>
        failure(() => {
          createProjectWriter(root, disk).writeDocument({ path, text: "new" }, "replace");
        });
      expect([step, write("docs/a.md"), write("docs/new/b.md")]).toEqual([
        step,
        ["write-failed", "docs/a.md", reason],
        ["write-failed", "docs/new/b.md", reason],
      ]);
      expect([read(root, "docs/a.md"), tree(root)]).toEqual(["old", ["docs/", "docs/a.md"]]);
    }
  });

  test.skipIf(windows)("really full: a file system of 256 KiB", (context) => {
    const root = tempFolder();
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", root], { stdio: "ignore" });
    } catch {
      console.log("skipped: no file system can be mounted here");
      context.skip();
      return;
    }
    onTestFinished(() => {
      execFileSync("umount", [root]);
    });
    const writer = createProjectWriter(root);
    const set = (text: string) => [1, 2].map((n) => ({ path: `.sdd/${n}.md`, text: text.repeat(90_000) }));
    writer.writeDerived([{ path: ".sdd/1.md", text: "old" }]);
    const before = tree(root);
    expect(
      failure(() => {
        writer.writeDerived([...set("n"), { path: ".sdd/3.md", text: "n".repeat(90_000) }]);
      }),
    ).toEqual(["write-failed", ".sdd/3.md", "the disk is full"]);
    expect([tree(root), read(root, ".sdd/1.md")]).toEqual([before, "old"]);
    writer.writeDerived(set("n"));
    expect(read(root, ".sdd/2.md").length).toBe(90_000);
  });

  test.skipIf(windows)("really read-only", (context) => {
    const root = tempFolder({ "docs/a.md": "old" });
    if (process.getuid?.() === 0) {
      console.log("skipped: permission bits do not bind root");
      context.skip();
    }
    fs.chmodSync(join(root, "docs"), 0o555);
    onTestFinished(() => {
      fs.chmodSync(join(root, "docs"), 0o755);
    });
    expect(
      failure(() => {
        createProjectWriter(root).writeDocument({ path: "docs/a.md", text: "new" }, "replace");
      }),
    ).toEqual(["write-failed", "docs/a.md", "permission was denied"]);
  });

  test("a killed writer leaves the old or the new file, whole", { timeout: 120_000 }, async () => {
    const base = tempFolder();
    const bundle = join(base, "child.cjs");
    await build({
      entryPoints: [join(import.meta.dirname, "writer-child.ts")],
      outfile: bundle,
      bundle: true,
      platform: "node",
      logLevel: "warning",
    });
    const delays = fc.sample(fc.integer({ min: 0, max: 25 }), { seed, numRuns: scale(100) });
    for (const [round, delay] of delays.entries()) {
      const root = join(base, `round-${round}`);
      fs.mkdirSync(root);
      const child = spawn(process.execPath, [bundle, root, "200000"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const closed = new Promise((done) => child.once("close", done));
      await new Promise((done) => child.stdout.once("data", done));
      await new Promise((done) => setTimeout(done, delay));
      child.kill("SIGKILL");
      await closed;
      for (const path of ["docs/a.md", ".sdd/intelligence/b.json"]) {
        expect(read(root, path)).toMatch(/^([a-z])\1{199999}end$/);
      }
    }
  });
});

describe("what is written", () => {
  test.skipIf(windows)("under .sdd: private, with git's two files, which are never overwritten", () => {
    const root = tempFolder();
    const writer = createProjectWriter(root);
    writer.writeDerived([{ path: ".sdd/intelligence/a.json", text: "{}" }]);
    expect(tree(root)).toEqual([
      ...[
        ".sdd/",
        ".sdd/.gitattributes",
        ".sdd/.gitignore",
        ".sdd/intelligence/",
        ".sdd/intelligence/a.json",
      ],
    ]);
    expect([".sdd", ".sdd/intelligence", ".sdd/intelligence/a.json"].map((path) => bits(root, path))).toEqual(
      [...["700", "700", "600"]],
    );
    fs.writeFileSync(join(root, ".sdd/.gitignore"), "mine");
    fs.rmSync(join(root, ".sdd/.gitattributes"));
    writer.writeDerived([{ path: ".sdd/b.json", text: "ação" }]);
    expect([read(root, ".sdd/.gitignore"), read(root, ".sdd/b.json")]).toEqual(["mine", "ação"]);
    expect(fs.existsSync(join(root, ".sdd/.gitattributes"))).toBe(true);
  });

  test("git ignores what is derived, keeps the rest, and joins intent logs", (context) => {
    const root = tempFolder();
    try {
      execFileSync("git", ["init", "-q", root], { stdio: "ignore" });
    } catch {
      console.log("skipped: there is no git");
      context.skip();
    }
    createProjectWriter(root).writeDerived([{ path: ".sdd/a.json", text: "" }]);
    const git = (...args: readonly string[]): string => {
      try {
        return execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
      } catch {
        return "";
      }
    };
    const ignored = [
      "intelligence/x",
      "memory/x",
      "ledger/x",
      "runs/x",
      "store.json",
      "store.json.bak",
      "a.lock",
    ];
    const kept = [
      "intent/wl-a.events.ndjson",
      "squads/x.json",
      ".gitignore",
      ".gitattributes",
      "intent/runs/x",
    ];
    const refused = [...ignored, "x/.a.0123456789abcdef.tmp", ...kept].filter(
      (name) => git("check-ignore", `.sdd/${name}`) !== "",
    );
    expect(refused).toEqual([...ignored, "x/.a.0123456789abcdef.tmp"]);
    expect(git("check-attr", "merge", ".sdd/intent/wl-a.events.ndjson")).toContain("merge: union");
  });

  test("nothing, for an empty set", () => {
    const root = tempFolder();
    createProjectWriter(root).writeDerived([]);
    expect(tree(root)).toEqual([]);
  });

  test.skipIf(windows)("documents: the mode of what stood there stays, folders are made, .sdd is not", () => {
    const root = tempFolder({ "docs/a.md": "old" });
    fs.chmodSync(join(root, "docs/a.md"), 0o664);
    const writer = createProjectWriter(root);
    writer.writeDocument({ path: "docs/a.md", text: "new" }, "replace");
    writer.writeDocument({ path: "docs/x/b.md", text: "b" }, "create");
    expect(tree(root)).toEqual(["docs/", "docs/a.md", "docs/x/", "docs/x/b.md"]);
    expect([read(root, "docs/a.md"), bits(root, "docs/a.md"), read(root, "docs/x/b.md")]).toEqual([
      "new",
      "664",
      "b",
    ]);
    fs.writeFileSync(join(root, "usual"), "");
    expect(bits(root, "docs/x/b.md")).toBe(bits(root, "usual"));
  });

  test("the same bytes again: the file is not touched", () => {
    const root = tempFolder();
    const writer = createProjectWriter(root);
    const stamp = (path: string): unknown => {
      const { ino, mtimeMs } = fs.statSync(join(root, path));
      return [ino, mtimeMs];
    };
    const write = (text: string): void => {
      writer.writeDerived([{ path: ".sdd/a.json", text }]);
      writer.writeDocument({ path: "docs/a.md", text }, "replace");
    };
    write("same");
    const before = [stamp(".sdd/a.json"), stamp("docs/a.md")];
    write("same");
    expect([stamp(".sdd/a.json"), stamp("docs/a.md")]).toEqual(before);
    write("Same");
    expect([read(root, ".sdd/a.json"), read(root, "docs/a.md")]).toEqual(["Same", "Same"]);
  });

  test("a name of 255 bytes leaves room for the temporary one", () => {
    const root = tempFolder();
    const path = `.sdd/${"x".repeat(255)}`;
    createProjectWriter(root).writeDerived([{ path, text: "x" }]);
    expect(read(root, path)).toBe("x");
  });

  test("what killed writers left over an hour ago is swept, and nothing else", () => {
    const left = ".sdd/.a.json.0123456789abcdef.tmp";
    const root = tempFolder({ [left]: "", ".sdd/.b.json.0123456789abcdef.tmp": "", ".sdd/mine.tmp": "" });
    fs.utimesSync(join(root, left), 1, 1);
    fs.utimesSync(join(root, ".sdd/mine.tmp"), 1, 1);
    createProjectWriter(root).writeDerived([{ path: ".sdd/a.json", text: "x" }]);
    expect(tree(root).filter((path) => path.endsWith(".tmp"))).toEqual([
      ".sdd/.b.json.0123456789abcdef.tmp",
      ".sdd/mine.tmp",
    ]);
  });
});
