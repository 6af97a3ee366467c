import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFoldersInSteps } from "../../../src/node/step-folders.js";
import { linkTo, tempFolder } from "./temp.js";

const PACK = ".sdd/intelligence/context-packs/checkout/tasks.md";

test("the folders of a path are made, for the user alone, and no file", async () => {
  const root = tempFolder();
  await makeFoldersInSteps(root, PACK);
  for (const folder of [".sdd", ".sdd/intelligence", ".sdd/intelligence/context-packs/checkout"]) {
    expect(statSync(join(root, folder)).mode & 0o077).toBe(0);
  }
  expect(readdirSync(join(root, ".sdd/intelligence/context-packs/checkout"))).toEqual([]);
});

test("where they are there, nothing is waited for", async () => {
  const root = tempFolder({ ".sdd/intelligence/context-packs/checkout/": "" });
  const started = performance.now();
  await makeFoldersInSteps(root, PACK);
  expect(performance.now() - started).toBeLessThan(35);
});

test("a link on the way is refused", async () => {
  const outside = tempFolder();
  const root = tempFolder({ ".sdd/intelligence": linkTo(outside) });
  await expect(makeFoldersInSteps(root, PACK)).rejects.toMatchObject({ code: "path-refused" });
  expect(readdirSync(outside)).toEqual([]);
});
