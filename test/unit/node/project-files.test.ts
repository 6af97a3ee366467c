import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ProjectFiles } from "../../../src/core/ports.js";
import { createProjectFiles, type ReadDisk } from "../../../src/node/project-files.js";
import { linkTo, tempFolder } from "./temp.js";

const windows = process.platform === "win32";
const answer = (files: ProjectFiles, path: string, maxBytes = 1_000_000): string => {
  const result = files.read(path, maxBytes);
  return result.ok ? `text ${Buffer.from(result.bytes).toString()}` : result.problem;
};

describe.skipIf(windows)("what is no file of the project", () => {
  test("a FIFO, a device and a socket are listed as other and never hang a read", async () => {
    const root = tempFolder({ "docs/": "" });
    execFileSync("mkfifo", [join(root, "docs/pipe.md")]);
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(root, "docs/socket.md"), done));
    onTestFinished(() => {
      server.close();
    });
    fs.symlinkSync("pipe.md", join(root, "docs/to-pipe.md"));
    fs.symlinkSync("/dev/zero", join(root, "docs/zero.md"));
    const files = createProjectFiles(root);
    for (const name of ["pipe.md", "socket.md", "to-pipe.md"]) {
      expect([name, answer(files, `docs/${name}`), files.stamp(`docs/${name}`)]).toEqual([
        name,
        "not-regular",
        undefined,
      ]);
    }
    expect(answer(files, "docs/zero.md")).toBe("outside-root");
    expect(files.list("docs")?.find((entry) => entry.name === "pipe.md")?.kind).toBe("other");
    expect(files.resolveLink("docs/to-pipe.md")).toEqual({ ok: true, path: "docs/pipe.md", kind: "other" });
  });

  test("links out of the project, to nothing and to themselves", () => {
    const outside = tempFolder({ "secret.md": "secret", "more/secret.md": "secret" });
    const root = tempFolder({
      "docs/leak.md": linkTo("/etc/passwd"),
      "docs/twice.md": linkTo("leak.md"),
      "docs/up.md": linkTo(`../../${outside.split("/").at(-1) ?? ""}/secret.md`),
      "docs/folder": linkTo(outside),
      "docs/gone.md": linkTo("nothing.md"),
      "docs/self.md": linkTo("self.md"),
    });
    const files = createProjectFiles(root);
    const paths = ["leak.md", "twice.md", "up.md", "folder/secret.md", "folder/more/secret.md", "folder"];
    for (const path of paths.map((name) => `docs/${name}`)) {
      expect([path, answer(files, path), files.stamp(path), files.resolveLink(path)]).toEqual([
        path,
        "outside-root",
        undefined,
        { ok: false, problem: "outside-root" },
      ]);
    }
    expect([files.list("docs/folder"), files.list("docs/folder/more")]).toEqual([undefined, undefined]);
    for (const path of ["docs/gone.md", "docs/self.md"]) {
      expect([answer(files, path), files.resolveLink(path)]).toEqual([
        "missing",
        { ok: false, problem: "broken" },
      ]);
    }
  });

  test("a root beside one whose name it begins with is not inside it", () => {
    const base = tempFolder({ "root/docs/": "", "root-two/x.md": "x", "ROOT/x.md": "x" });
    fs.symlinkSync("../../root-two/x.md", join(base, "root/docs/a.md"));
    fs.symlinkSync("../../ROOT/x.md", join(base, "root/docs/b.md"));
    const files = createProjectFiles(join(base, "root"));
    expect([answer(files, "docs/a.md"), answer(files, "docs/b.md")]).toEqual([
      "outside-root",
      "outside-root",
    ]);
  });

  test("a folder that became a link out of the project is noticed by the next walk", () => {
    const outside = tempFolder({ "a.md": "secret" });
    const root = tempFolder({ "docs/x/a.md": "mine" });
    const files = createProjectFiles(root);
    expect([files.list("docs/x")?.length, answer(files, "docs/x/a.md")]).toEqual([1, "text mine"]);
    fs.rmSync(join(root, "docs/x"), { recursive: true });
    fs.symlinkSync(outside, join(root, "docs/x"));
    expect([files.list("docs/x"), answer(files, "docs/x/a.md")]).toEqual([undefined, "outside-root"]);
  });

  test("a file that its owner may not read", (context) => {
    if (process.getuid?.() === 0) {
      console.log("skipped: permission bits do not bind root");
      context.skip();
    }
    const root = tempFolder({ "a.md": "x" });
    fs.chmodSync(join(root, "a.md"), 0);
    expect(answer(createProjectFiles(root), "a.md")).toBe("unreadable");
  });
});

describe("paths", () => {
  test.each([
    "../a.md",
    "docs/../../a.md",
    "docs/./a.md",
    "/etc/passwd",
    "docs\\a.md",
    "docs/a.md\0",
    "docs//a.md",
  ])("%j is refused", (path) => {
    const files = createProjectFiles(tempFolder({ "docs/a.md": "x" }));
    expect([answer(files, path), files.stamp(path), files.resolveLink(path), files.list(path)]).toEqual([
      "outside-root",
      undefined,
      { ok: false, problem: "outside-root" },
      undefined,
    ]);
  });

  test("what is not there, a folder, and a path through a file", () => {
    const files = createProjectFiles(tempFolder({ "docs/a.md": "x" }));
    const paths = ["docs/b.md", "no/b.md", "docs", "", "docs/a.md/b.md", `docs/${"x".repeat(300)}`];
    expect(paths.map((path) => answer(files, path))).toEqual([
      ...["missing", "missing", "not-regular", "not-regular", "missing", "unreadable"],
    ]);
    expect([files.stamp("docs"), files.list("docs/a.md"), files.list("none")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("a root that is missing has nothing, and is found once it is there", () => {
    const root = join(tempFolder(), "later");
    const files = createProjectFiles(root);
    expect([answer(files, "a.md"), files.list(""), files.resolveLink("a.md").ok]).toEqual([
      "missing",
      undefined,
      false,
    ]);
    fs.mkdirSync(root);
    fs.writeFileSync(join(root, "a.md"), "x");
    expect(answer(files, "a.md")).toBe("text x");
  });
});

describe.skipIf(windows)("links that stay inside", () => {
  test("a file link, a folder link and a loop", () => {
    const root = tempFolder({
      "docs/a.md": "text",
      "b.md": linkTo("docs/a.md"),
      linked: linkTo("docs"),
      "docs/loop": linkTo(".."),
    });
    const files = createProjectFiles(root);
    expect(["b.md", "linked/a.md", "docs/loop/docs/loop/b.md"].map((path) => answer(files, path))).toEqual([
      ...["text text", "text text", "text text"],
    ]);
    expect(files.stamp("b.md")).toEqual(files.stamp("docs/a.md"));
    expect(files.resolveLink("b.md")).toEqual({ ok: true, path: "docs/a.md", kind: "file" });
    expect(files.resolveLink("docs/loop")).toEqual({ ok: true, path: "", kind: "folder" });
    expect(files.resolveLink("docs/loop/linked/a.md")).toEqual({ ok: true, path: "docs/a.md", kind: "file" });
    expect(answer(files, "linked")).toBe("not-regular");
    const kinds = files.list("")?.map((entry) => `${entry.name} ${entry.kind}`);
    expect(kinds?.sort()).toEqual(["b.md link", "docs folder", "linked link"]);
  });

  test("a root that is itself a link", () => {
    const base = tempFolder({
      "real/docs/a.md": "text",
      "real/b.md": linkTo("docs/a.md"),
      root: linkTo("real"),
    });
    const files = createProjectFiles(join(base, "root"));
    expect([answer(files, "docs/a.md"), answer(files, "b.md")]).toEqual(["text text", "text text"]);
  });
});

describe("reading", () => {
  test("the stamp is the file's, and the bytes are a view of one reused buffer", () => {
    const root = tempFolder({ "a.md": "first", "b.md": "other", "big.md": "x".repeat(200_000) });
    const files = createProjectFiles(root);
    const first = files.read("a.md", 100);
    const stat = fs.statSync(join(root, "a.md"));
    expect(first).toMatchObject({ ok: true, stamp: { size: 5, mtimeMs: stat.mtimeMs, ino: stat.ino } });
    files.read("b.md", 100);
    expect(first.ok && Buffer.from(first.bytes).toString()).toBe("other");
    expect(answer(files, "big.md")).toBe(`text ${"x".repeat(200_000)}`);
    expect(answer(files, "a.md")).toBe("text first");
  });

  test.each([
    [5, 5, "text 12345"],
    [5, 4, "too-large"],
    [0, 0, "text "],
    [65_536, 65_536, `text ${"12345".repeat(13_108).slice(0, 65_536)}`],
  ])("a file of %d bytes under a limit of %d", (size, limit, expected) => {
    const root = tempFolder({ "a.md": "12345".repeat(20_000).slice(0, size) });
    expect(answer(createProjectFiles(root), "a.md", limit)).toBe(expected);
  });

  /** A disk on which something happens after each `fstat`, that is between the stamp and the bytes. */
  const changing = (change: () => void, also: Partial<ReadDisk> = {}): ReadDisk => ({
    ...fs,
    fstatSync: ((fd: number) => {
      const stat = fs.fstatSync(fd);
      change();
      return stat;
    }) as ReadDisk["fstatSync"],
    ...also,
  });

  test("a file that grows once while it is read comes whole, with the stamp of its new size", () => {
    const root = tempFolder({ "a.md": "old" });
    let left = 1;
    const disk = changing(() => {
      if (left-- > 0) fs.appendFileSync(join(root, "a.md"), "+".repeat(100_000));
    });
    const result = createProjectFiles(root, disk).read("a.md", 1_000_000);
    expect(result).toMatchObject({ ok: true, stamp: { size: 100_003 } });
    expect(result.ok && result.bytes.length).toBe(100_003);
  });

  test("a file that never stops growing ends, keeps a stamp that is already old, and never passes the limit", () => {
    const root = tempFolder({ "a.md": "old" });
    const disk = changing(() => {
      fs.appendFileSync(join(root, "a.md"), "+".repeat(1_000));
    });
    const files = createProjectFiles(root, disk);
    const result = files.read("a.md", 1_000_000);
    expect(result.ok && result.stamp.size < result.bytes.length).toBe(true);
    expect(result.ok && result.stamp).not.toEqual(files.stamp("a.md"));
    expect(answer(files, "a.md", 3_500)).toBe("too-large");
    expect(answer(files, "a.md", 4_500)).toBe("too-large");
  });

  test("a file that is cut off while it is read", () => {
    const root = tempFolder({ "a.md": "x".repeat(5_000) });
    const disk = changing(() => {
      fs.truncateSync(join(root, "a.md"), 10);
    });
    expect(answer(createProjectFiles(root, disk), "a.md")).toBe("text xxxxxxxxxx");
  });

  test("a disk that gives a few bytes at a time, and one that fails half-way", () => {
    const root = tempFolder({ "a.md": "0123456789" });
    const closed: number[] = [];
    const slow: ReadDisk = {
      ...fs,
      readSync: ((fd: number, buffer: Buffer, offset: number, length: number, position: number) =>
        fs.readSync(fd, buffer, offset, Math.min(length, 3), position)) as ReadDisk["readSync"],
    };
    const broken: ReadDisk = {
      ...fs,
      readSync: () => {
        throw Object.assign(new Error("EIO"), { code: "EIO" });
      },
      closeSync: (fd) => {
        closed.push(fd);
        fs.closeSync(fd);
      },
    };
    expect(answer(createProjectFiles(root, slow), "a.md")).toBe("text 0123456789");
    expect(answer(createProjectFiles(root, broken), "a.md")).toBe("unreadable");
    expect(closed.length).toBe(1);
  });
});
