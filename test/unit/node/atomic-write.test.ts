import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitFile, commitNewFile, prepareFile, type WriteDisk } from "../../../src/node/atomic-write.js";
import { errorCode } from "../../../src/node/paths.js";
import { tempFolder } from "./temp.js";

const bytes = Buffer.from("new");
const codeOf = (action: () => void): string => {
  try {
    action();
  } catch (error) {
    return errorCode(error);
  }
  return "";
};

/** A disk whose renames fail so many times. */
function stubborn(code: string, times: number): WriteDisk & { readonly tries: () => number } {
  let tries = 0;
  return {
    ...fs,
    renameSync: (from, to) => {
      tries += 1;
      if (tries <= times) throw Object.assign(new Error(code), { code });
      fs.renameSync(from, to);
    },
    tries: () => tries,
  };
}

test.each(["EPERM", "EBUSY", "EACCES"])("Windows: a rename that meets %s is tried again", (code) => {
  const target = join(tempFolder({ a: "old" }), "a");
  const disk = stubborn(code, 3);
  commitFile(prepareFile(target, bytes, 0o600, disk), disk, true);
  expect([fs.readFileSync(target, "utf8"), disk.tries()]).toEqual(["new", 4]);
});

test("Windows: after two seconds it is given up, and the old file stays alone", () => {
  const root = tempFolder({ a: "old" });
  const disk = stubborn("EPERM", Infinity);
  const start = performance.now();
  const code = codeOf(() => {
    commitFile(prepareFile(join(root, "a"), bytes, 0o600, disk), disk, true);
  });
  const took = performance.now() - start;
  expect([code, fs.readdirSync(root), took > 1_900, took < 10_000]).toEqual(["EPERM", ["a"], true, true]);
});

test("elsewhere, and for other errors, the first failure is the answer", () => {
  for (const [code, windows] of [
    ["EPERM", false],
    ["ENOSPC", true],
  ] as const) {
    const root = tempFolder({ a: "old" });
    const disk = stubborn(code, 1);
    const got = codeOf(() => {
      commitFile(prepareFile(join(root, "a"), bytes, 0o600, disk), disk, windows);
    });
    expect([got, disk.tries(), fs.readdirSync(root)]).toEqual([code, 1, ["a"]]);
  }
});

test("a new file never replaces one that came meanwhile, also on a disk without hard links", () => {
  const noLinks: WriteDisk = {
    ...fs,
    linkSync: () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    },
  };
  for (const disk of [fs, noLinks]) {
    const root = tempFolder();
    const target = join(root, "a");
    expect(commitNewFile(prepareFile(target, bytes, undefined, disk), disk)).toBe(true);
    const second = prepareFile(target, Buffer.from("second"), undefined, disk);
    expect(commitNewFile(second, disk)).toBe(false);
    expect([fs.readFileSync(target, "utf8"), fs.readdirSync(root)]).toEqual(["new", ["a"]]);
  }
});
