import * as fs from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  cacheFileFor,
  createIndexStore,
  PROJECT_INDEX_PATH,
  projectIndexStore,
  userCacheFolder,
} from "../../../src/node/index-store.js";
import { linkTo, tempFolder } from "./temp.js";

describe("a file", () => {
  test("missing, a folder, or over 64 MiB: there is no index", () => {
    const root = tempFolder({ "folder/": "", huge: "" });
    fs.truncateSync(join(root, "huge"), 64 * 1024 * 1024 + 1);
    const load = (name: string): unknown => createIndexStore(join(root, name)).load();
    expect([load("none"), load("folder"), load("huge"), load("huge/below")]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("where it cannot be saved, nothing happens", () => {
    const root = tempFolder({ file: "x" });
    createIndexStore(join(root, "file/below/index")).save("text");
    createIndexStore("").save("text");
    expect(fs.readdirSync(root)).toEqual(["file"]);
  });

  test("saved is loaded, folders are made, and no other file is left", () => {
    const root = tempFolder();
    const store = createIndexStore(join(root, "x/y/index"));
    store.save("ação\n");
    store.save("second\n");
    expect([store.load(), fs.readdirSync(join(root, "x/y"))]).toEqual(["second\n", ["index"]]);
    if (process.platform !== "win32") expect(fs.statSync(join(root, "x/y/index")).mode & 0o777).toBe(0o600);
  });
});

describe("in the project", () => {
  test.skipIf(process.platform === "win32")("never through a link, at whatever time it came", () => {
    const outside = tempFolder({ "intelligence/sources.index.jsonl": "planted" });
    const root = tempFolder();
    const store = projectIndexStore(root);
    store.save("mine");
    expect(store.load()).toBe("mine");
    fs.rmSync(join(root, ".sdd"), { recursive: true });
    fs.symlinkSync(outside, join(root, ".sdd"));
    store.save("again");
    expect([store.load(), projectIndexStore(root).load()]).toEqual([undefined, undefined]);
    expect(fs.readFileSync(join(outside, "intelligence/sources.index.jsonl"), "utf8")).toBe("planted");
    expect(projectIndexStore(tempFolder({ x: linkTo("x") })).load()).toBeUndefined();
  });

  test("it lies where the design says, with git told to pass it over", () => {
    const root = tempFolder();
    projectIndexStore(root).save("x");
    expect(fs.readFileSync(join(root, ".sdd/intelligence/sources.index.jsonl"), "utf8")).toBe("x");
    expect([PROJECT_INDEX_PATH, fs.existsSync(join(root, ".sdd/.gitignore"))]).toEqual([
      ".sdd/intelligence/sources.index.jsonl",
      true,
    ]);
  });
});

describe("the user's cache", () => {
  const env = { XDG_CACHE_HOME: "/xdg", LOCALAPPDATA: "/local" };
  test.each([
    ["linux", env, "/home/u", "/xdg/sdd-layer"],
    ["linux", { XDG_CACHE_HOME: "relative" }, "/home/u", "/home/u/.cache/sdd-layer"],
    ["linux", {}, undefined, undefined],
    ["linux", {}, "", undefined],
    ["darwin", env, "/Users/u", "/Users/u/Library/Caches/sdd-layer"],
    ["win32", env, "/u", "/local/sdd-layer"],
    ["win32", {}, "/u", "/u/AppData/Local/sdd-layer"],
  ] as const)("on %s with %j and home %j: %j", (platform, variables, home, expected) => {
    expect(userCacheFolder({ platform, env: variables, home })?.replaceAll("\\", "/")).toBe(expected);
  });

  test("one file a root, the same through a link to it", () => {
    const base = tempFolder({ "a/": "", "b/": "", link: linkTo("a") });
    const [a, b, link] = ["a", "b", "link"].map((name) => cacheFileFor(join(base, name), "/cache"));
    expect(a).toMatch(/^.cache.sources.[0-9a-f]{32}\.index\.jsonl$/);
    expect([link === a, b === a]).toEqual([true, false]);
  });
});
