import { join } from "node:path";
import { expect, test } from "vitest";
import { findProjectRoot, findRepositoryRoot } from "../../../src/node/roots.js";
import { tempFolder } from "./temp.js";

test.each<[string, readonly string[], string, string | undefined]>([
  ["docs", ["a/docs/x/", "a/src/deep/"], "a/src/deep", "a"],
  ["a config", ["a/sdd.config.yaml", "a/src/"], "a/src", "a"],
  [".sdd", ["a/.sdd/", "a/src/"], "a/src", "a"],
  ["the nearest", ["docs/", "a/b/docs/", "a/b/c/"], "a/b/c", "a/b"],
  ["from docs itself", ["a/docs/x/"], "a/docs/x", "a"],
  ["from a file", ["a/docs/x/f.md"], "a/docs/x/f.md", "a"],
  ["from what is not there", ["a/docs/"], "a/none/none", "a"],
  ["beside .git", ["a/.git/", "a/docs/"], "a", "a"],
  ["not above .git", ["docs/", "a/.git/", "a/src/"], "a/src", undefined],
  ["not above a worktree's .git", ["docs/", "a/.git", "a/src/"], "a/src", undefined],
  ["a file named docs is none", [".git/", "a/docs", "a/b/"], "a/b", undefined],
  ["a folder named as the config is none", [".git/", "a/sdd.config.yaml/"], "a", undefined],
])("%s", (_name, paths, from, expected) => {
  const base = tempFolder(Object.fromEntries(paths.map((path) => [path, ""])));
  expect(findProjectRoot(join(base, from))).toBe(expected === undefined ? undefined : join(base, expected));
});

test("the filesystem's root ends the search", () => {
  expect(() => findProjectRoot("/")).not.toThrow();
});

test.each<[string, readonly string[], string, string | undefined]>([
  ["above a nested folder", ["a/.git/", "a/src/deep/"], "a/src/deep", "a"],
  ["the nearest one", [".git/", "a/.git/", "a/src/"], "a/src", "a"],
  ["a worktree's", ["a/.git", "a/src/"], "a/src", "a"],
])("the folder of a repository: %s", (_name, paths, from, expected) => {
  const base = tempFolder(Object.fromEntries(paths.map((path) => [path, ""])));
  expect(findRepositoryRoot(join(base, from))).toBe(
    expected === undefined ? undefined : join(base, expected),
  );
});
