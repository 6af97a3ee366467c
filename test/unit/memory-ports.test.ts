import { expect, test } from "vitest";
import { fifo, linkTo, memoryProject, unreadable } from "./memory-ports.js";

const problem = (project: ReturnType<typeof memoryProject>, path: string): string => {
  const result = project.files.read(path, 100);
  return result.ok ? "ok" : result.problem;
};

test("what a disk would refuse is refused here", () => {
  const project = memoryProject({
    "docs/a.md": "text",
    "docs/leak.md": linkTo("../../etc/passwd"),
    "docs/abs.md": linkTo("/etc/passwd"),
    "docs/self": linkTo("self"),
    "docs/pipe": fifo,
    "docs/locked.md": unreadable,
    "docs/big.md": "x".repeat(101),
  });
  const answers = [
    "docs/leak.md",
    "docs/abs.md",
    "../x",
    "/x",
    "docs/self",
    "docs/pipe",
    "docs/locked.md",
    "docs/big.md",
    "docs",
  ].map((path) => problem(project, path));
  expect(answers).toEqual([
    ...["outside-root", "outside-root", "outside-root", "outside-root", "missing"],
    ...["not-regular", "unreadable", "too-large", "not-regular"],
  ]);
});

test("a link that stays inside is followed, and the view of a read is lost at the next", () => {
  const project = memoryProject({
    "docs/a.md": "first",
    "b.md": linkTo("docs/a.md"),
    l: linkTo("docs"),
    c: "22",
  });
  const first = project.files.read("b.md", 100);
  expect(first.ok && Buffer.from(first.bytes).toString()).toBe("first");
  project.files.read("c", 100);
  expect(first.ok && Buffer.from(first.bytes).toString()).not.toBe("first");
  expect(project.files.resolveLink("b.md")).toEqual({ ok: true, path: "docs/a.md", kind: "file" });
  expect(project.files.list("l")).toEqual([{ name: "a.md", kind: "file" }]);
  expect(project.files.list("")?.map((entry) => `${entry.name} ${entry.kind}`)).toEqual([
    "docs folder",
    "b.md link",
    "l link",
    "c file",
  ]);
});

test("changes keep or change inode and time as a disk does, and reads are counted", () => {
  const project = memoryProject({ "docs/a.md": "one" });
  const before = project.files.stamp("docs/a.md");
  project.clock.advance(5);
  project.write("docs/a.md", "two!");
  const after = project.files.stamp("docs/a.md");
  expect([after?.ino === before?.ino, after?.size, after?.mtimeMs]).toEqual([true, 4, project.clock.now()]);
  project.writer.writeDocument({ path: "docs/a.md", text: "three" }, "replace");
  expect(project.files.stamp("docs/a.md")?.ino).not.toBe(before?.ino);
  project.rename("docs", "doc");
  expect([project.text("doc/a.md"), project.text("docs/a.md"), project.files.list("docs")]).toEqual([
    "three",
    undefined,
    undefined,
  ]);
  project.files.read("doc/a.md", 100);
  expect([project.readCount("doc/a.md"), project.readCount()]).toEqual([1, 1]);
  project.remove("doc");
  expect(project.files.list("")).toEqual([]);
});

test("the writer refuses links on the way, paths outside .sdd, and an existing file", () => {
  const project = memoryProject({ ".sdd": linkTo("docs"), "docs/a.md": "one" });
  const code = (action: () => void): unknown => {
    try {
      action();
    } catch (error) {
      return error instanceof Error && "code" in error ? error.code : error;
    }
    return "done";
  };
  const { writer } = project;
  expect(
    [
      () => {
        writer.writeDerived([{ path: ".sdd/x", text: "" }]);
      },
      () => {
        writer.writeDerived([{ path: "docs/x", text: "" }]);
      },
      () => {
        writer.writeDocument({ path: "docs/a.md", text: "" }, "create");
      },
      () => {
        memoryProject({}, { diskFull: true }).writer.writeDocument({ path: "x", text: "" }, "create");
      },
    ].map(code),
  ).toEqual(["path-refused", "path-refused", "already-exists", "write-failed"]);
  expect(project.written).toEqual([]);
});
