import { expect, test } from "vitest";
import { childOf, isPlainPath, nameOf, parentOf } from "../../../src/node/paths.js";

test.each([
  "a.md:stream",
  "C:/x",
  "docs/NUL",
  "docs/aux.md",
  "com1/a",
  "docs/a.",
  "a/b..",
  "docs /a",
  "lpt9.txt",
])("%j is refused on Windows only", (path) => {
  expect([isPlainPath(path, true), isPlainPath(path, false)]).toEqual([false, true]);
});

test.each(["", "a", "docs/a.md", ".sdd/x", "..a/b", "docs/nullable.md", "auxiliary/a", "docs/...a"])(
  "%j is plain everywhere",
  (path) => {
    expect([isPlainPath(path, true), isPlainPath(path, false)]).toEqual([true, true]);
  },
);

test("the parts of a path", () => {
  expect([parentOf("docs/x/a.md"), parentOf("a.md"), parentOf("")]).toEqual(["docs/x", "", ""]);
  expect([nameOf("docs/x/a.md"), nameOf("a.md")]).toEqual(["a.md", "a.md"]);
  expect(childOf("/", "a")).toBe("/a");
});
