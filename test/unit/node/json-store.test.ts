import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { SddError } from "../../../src/core/errors.js";
import type { DocumentSchema } from "../../../src/core/ports.js";
import type { WriteDisk } from "../../../src/node/atomic-write.js";
import { systemProcesses } from "../../../src/node/process-identity.js";
import { scale, seed } from "../scale.js";
import { add, files, ids, type Notes, NOTES, PATH, saying, storeIn } from "./json-store-fixture.js";
import { linkTo, tempFolder } from "./temp.js";

const windows = process.platform === "win32";
const ASIDE = "store.json.corrupt-20261130T181256007Z";

const put = (root: string, text: string | Uint8Array, suffix = ""): void => {
  fs.writeFileSync(join(root, PATH + suffix), text);
};
const textOf = (root: string, suffix = ""): string => fs.readFileSync(join(root, PATH + suffix), "utf8");

async function failure(action: () => unknown): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return error instanceof SddError ? [error.code, ...error.params] : error;
  }
  return "done";
}

/** A store with two changes made: `a`, then `b`; the backup has only `a`. */
async function filled(): Promise<string> {
  const root = tempFolder();
  const store = storeIn(root);
  await store.update(add("a"));
  await store.update(add("b"));
  return root;
}

describe("reading and changing", () => {
  test("nothing there: the empty document, and nothing is made", () => {
    const root = tempFolder();
    const store = storeIn(root);
    expect(store.read()).toEqual({ document: NOTES.empty, stamp: "", readOnly: false, notices: [] });
    expect([store.stamp(), fs.readdirSync(root)]).toEqual(["", []]);
  });

  test("a change is counted, on the disk, private, and the state before is kept", async () => {
    const root = await filled();
    expect(JSON.parse(textOf(root))).toEqual({
      ...{ schema_version: 1, revision: 2, count: 2 },
      notes: [
        { id: "a", text: "" },
        { id: "b", text: "" },
      ],
    });
    expect(JSON.parse(textOf(root, ".bak"))).toMatchObject({ revision: 1, count: 1 });
    expect(files(root)).toEqual(["store.json", "store.json.bak"]);
    if (!windows) expect(fs.statSync(join(root, PATH)).mode & 0o777).toBe(0o600);
  });

  test("the same object until the file changes, then the new one; the stamp tells", async () => {
    const root = await filled();
    const [mine, theirs] = [storeIn(root), storeIn(root)];
    const before = mine.read();
    expect([mine.read() === before, mine.stamp()]).toEqual([true, before.stamp]);
    const changed = await theirs.update(add("c"));
    expect(mine.stamp()).toBe(changed.stamp);
    expect(mine.stamp()).not.toBe(before.stamp);
    expect([ids(mine), mine.read().document.revision]).toEqual([["a", "b", "c"], 3]);
  });

  test("a file of the same inode, size and time is another where its revision is", async () => {
    const root = await filled();
    fs.utimesSync(join(root, PATH), 1_000_000, 1_000_000);
    const store = storeIn(root);
    const { stamp } = store.read();
    put(root, textOf(root).replace('"revision":2,"count":2', '"revision":3,"count":9'));
    fs.utimesSync(join(root, PATH), 1_000_000, 1_000_000);
    expect([store.stamp() === stamp, store.read().document.count]).toEqual([false, 9]);
  });

  test("answering the same document writes nothing", async () => {
    const root = await filled();
    const store = storeIn(root);
    const { stamp } = store.read();
    await store.update((document) => document);
    expect(store.stamp()).toBe(stamp);
  });

  test("a mutator cannot change what is read, and one that throws changes nothing", async () => {
    const root = await filled();
    const store = storeIn(root);
    const before = store.read();
    const bad = (document: Notes): Notes => {
      (document.notes as Notes["notes"][number][]).push({ id: "half-way", text: "" });
      return document;
    };
    expect(await failure(() => store.update(bad))).toBeInstanceOf(TypeError);
    const broken = new Error("broken");
    expect(
      await failure(() =>
        store.update((document) => {
          add("x")(document);
          throw broken;
        }),
      ),
    ).toBe(broken);
    expect(store.read()).toBe(before);
    await store.update(add("c"));
    expect([ids(store), ids(storeIn(root)), files(root)]).toEqual([
      ["a", "b", "c"],
      ["a", "b", "c"],
      ["store.json", "store.json.bak"],
    ]);
  });

  test("what the schema does not take is refused, and counters are the store's", async () => {
    const root = await filled();
    const store = storeIn(root);
    const before = store.read();
    const result = await failure(() =>
      store.update((document) => ({ ...document, count: "3" as unknown as number })),
    );
    expect([result, store.read() === before, files(root)]).toEqual([
      ["store-refused", PATH, "its count is no number"],
      true,
      ["store.json", "store.json.bak"],
    ]);
    const { document } = await store.update((old) => ({ ...old, revision: 99, schema_version: 7 }));
    expect([document.revision, document.schema_version]).toEqual([3, 1]);
  });

  test("keys such as __proto__ are data, everywhere", async () => {
    const root = await filled();
    put(
      root,
      '{"schema_version":1,"revision":5,"__proto__":{"count":7},"count":1,"notes":[{"id":"a","__proto__":{"admin":true},"constructor":{"prototype":{}}}]}',
    );
    const store = storeIn(root);
    const { document } = await store.update(add("b"));
    expect(Object.keys(document)).toContain("__proto__");
    expect(textOf(root)).toBe(
      '{"schema_version":1,"revision":6,"__proto__":{"count":7},"count":2,"notes":[{"id":"a","__proto__":{"admin":true},"constructor":{"prototype":{}}},{"id":"b","text":""}]}\n',
    );
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
  });

  test("20 changes at once in one process: each one counts", async () => {
    const root = tempFolder();
    const [one, two] = [storeIn(root), storeIn(root)];
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : two).update(add(String(n)))));
    expect([one.read().document.count, two.read().document.count]).toEqual([20, 20]);
  });
});

describe("a damaged file", () => {
  const DAMAGED: readonly [string, string | Uint8Array, string][] = [
    ["empty", "", "it is empty"],
    ["torn", '{"schema_version":1,"revision":2,"count":2,"no', "it is no valid JSON"],
    ["null", "null\n", "it is no JSON object"],
    ["0", "0", "it is no JSON object"],
    ["a list", "[]", "it is no JSON object"],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "it is not valid UTF-8"],
    ["foreign", '{"name":"x","version":"1.0.0"}', "it has no usable schema_version and revision"],
    ["an odd version", '{"schema_version":"1","revision":2}', "it has no usable schema_version and revision"],
    ["an odd revision", '{"schema_version":1,"revision":-1}', "it has no usable schema_version and revision"],
    ["of another shape", '{"schema_version":1,"revision":2,"count":2}', "its notes are no list"],
  ];

  test.each(DAMAGED)(
    "%s: the last good copy is read, and the next change sets the file aside",
    async (_, text, reason) => {
      const root = await filled();
      put(root, text);
      const store = storeIn(root);
      expect([ids(store), saying(store)]).toEqual([["a"], [["store-damaged", reason]]]);
      expect(files(root)).toEqual(["store.json", "store.json.bak"]);
      const { notices, document } = await store.update(add("c"));
      expect(notices.map(({ code, params }) => [code, ...params])).toEqual([
        ["store-set-aside", reason, ASIDE],
      ]);
      // Revision 2 was the one that was lost.
      expect([document.revision, ids(storeIn(root)), saying(storeIn(root))]).toEqual([3, ["a", "c"], []]);
      expect(fs.readFileSync(join(root, ".sdd", ASIDE))).toEqual(Buffer.from(text));
      expect(JSON.parse(textOf(root, ".bak"))).toMatchObject({ revision: 1 });
      expect(files(root)).toEqual(["store.json", "store.json.bak", ASIDE]);
    },
  );

  test.each(DAMAGED)("%s, and no good copy: refused, kept, copied once", async (_, text, reason) => {
    for (const copy of [undefined, "null"]) {
      const root = await filled();
      fs.rmSync(join(root, `${PATH}.bak`));
      if (copy !== undefined) put(root, copy, ".bak");
      put(root, text);
      const store = storeIn(root);
      const change = (): Promise<unknown> => failure(() => store.update(add("c")));
      expect(await failure(() => store.read())).toEqual(["unreadable-file", PATH, reason]);
      expect([await change(), await change()]).toEqual([
        ["store-unreadable", PATH, reason, ASIDE],
        ["store-unreadable", PATH, reason, ASIDE],
      ]);
      expect(fs.readFileSync(join(root, PATH))).toEqual(Buffer.from(text));
      expect(files(root).filter((name) => name.includes("corrupt"))).toEqual([ASIDE]);
    }
  });

  test("gone, but with a copy: the copy is used", async () => {
    const root = await filled();
    fs.rmSync(join(root, PATH));
    const store = storeIn(root);
    expect([ids(store), saying(store)]).toEqual([["a"], [["store-damaged", "it is gone"]]]);
    await store.update(add("c"));
    expect([ids(storeIn(root)), saying(store)]).toEqual([["a", "c"], []]);
  });

  test("damaged while it was open: noticed, and mended by the same store", async () => {
    const root = await filled();
    const store = storeIn(root);
    expect(ids(store)).toEqual(["a", "b"]);
    put(root, "{");
    expect(ids(store)).toEqual(["a"]);
    await store.update((document) => document);
    expect([ids(store), ids(storeIn(root))]).toEqual([["a"], ["a"]]);
  });

  test("a mutator that throws sets nothing aside", async () => {
    const root = await filled();
    put(root, "{");
    await failure(() =>
      storeIn(root).update(() => {
        throw new Error("broken");
      }),
    );
    expect([files(root), textOf(root)]).toEqual([["store.json", "store.json.bak"], "{"]);
  });

  test("another file under the name of the copy is not overwritten", async () => {
    const root = await filled();
    put(root, "{");
    fs.writeFileSync(join(root, ".sdd", ASIDE), "older");
    await storeIn(root).update(add("c"));
    expect(fs.readFileSync(join(root, ".sdd", ASIDE), "utf8")).toBe("older");
    expect(files(root).filter((name) => /corrupt-20261130T181256007Z-[0-9a-f]{8}$/.test(name)).length).toBe(
      1,
    );
  });

  test("an editor's byte order mark and layout are no damage", async () => {
    const root = await filled();
    put(root, `\uFEFF${JSON.stringify(JSON.parse(textOf(root)), undefined, 2)}`);
    expect([ids(storeIn(root)), saying(storeIn(root))]).toEqual([["a", "b"], []]);
  });
});

describe("a later version", () => {
  test("is read and never changed", async () => {
    const root = await filled();
    const later = '{"schema_version":2,"revision":9,"count":1,"notes":[{"id":"z","text":"","new":true}]}';
    put(root, later);
    const store = storeIn(root);
    expect([ids(store), store.read().readOnly, saying(store)]).toEqual([["z"], true, [["store-newer", "2"]]]);
    expect(await failure(() => store.update(add("c")))).toEqual(["store-newer", PATH, "2"]);
    expect([textOf(root), files(root)]).toEqual([later, ["store.json", "store.json.bak"]]);
  });

  test("of another shape is refused, also to read", async () => {
    const root = await filled();
    put(root, '{"schema_version":2,"revision":9,"memories":{}}');
    const store = storeIn(root);
    expect([await failure(() => store.read()), await failure(() => store.update(add("c")))]).toEqual([
      ["store-newer", PATH, "2"],
      ["store-newer", PATH, "2"],
    ]);
    expect(files(root)).toEqual(["store.json", "store.json.bak"]);
  });

  test("an earlier one is brought up to date by the schema", async () => {
    const root = await filled();
    const schema: DocumentSchema<Notes> = { ...NOTES, version: 3 };
    const { document } = await storeIn(root, {}, schema).update(add("c"));
    expect([document.schema_version, document.revision]).toEqual([3, 3]);
  });
});

describe("what is in the way", () => {
  test.skipIf(windows)("links are refused, or replaced, and never written through", async () => {
    const root = tempFolder({
      [PATH]: linkTo("../victim"),
      victim: '{"schema_version":1,"revision":1,"count":0,"notes":[]}',
    });
    const store = storeIn(root);
    expect([await failure(() => store.read()), await failure(() => store.update(add("c")))]).toEqual([
      ["path-refused", PATH],
      ["path-refused", PATH],
    ]);
    const second = await filled();
    for (const name of [`${PATH}.bak`, `.sdd/${ASIDE}`]) {
      fs.rmSync(join(second, name), { force: true });
      fs.symlinkSync("../victim", join(second, name));
    }
    fs.writeFileSync(join(second, "victim"), "untouched");
    await storeIn(second).update(add("c"));
    expect([
      fs.readFileSync(join(second, "victim"), "utf8"),
      fs.lstatSync(join(second, `${PATH}.bak`)).isFile(),
    ]).toEqual(["untouched", true]);
    put(second, "{");
    await storeIn(second).update(add("d"));
    expect(fs.readFileSync(join(second, "victim"), "utf8")).toBe("untouched");
    fs.symlinkSync("../victim", join(second, `${PATH}.lock`));
    expect(await failure(() => storeIn(second).update(add("e")))).toEqual(["path-refused", PATH]);
  });

  test.skipIf(windows)("a folder, a FIFO", async () => {
    const root = tempFolder({ [`${PATH}/x`]: "" });
    expect([
      await failure(() => storeIn(root).read()),
      await failure(() => storeIn(root).update(add("c"))),
    ]).toEqual([
      ["unreadable-file", PATH, "it is no regular file"],
      ["write-failed", PATH, "a folder stands in its place"],
    ]);
    const other = tempFolder({ ".sdd/": "" });
    execFileSync("mkfifo", [join(other, PATH)]);
    expect(await failure(() => storeIn(other).read())).toEqual([
      "unreadable-file",
      PATH,
      "it is no regular file",
    ]);
  });

  test("a lock that is held too long: an error that names the holder, and nothing changed", async () => {
    const root = await filled();
    const { self } = systemProcesses();
    put(root, JSON.stringify({ ...self, token: "0".repeat(32) }), ".lock");
    const store = storeIn(root, { waitMs: 100 });
    const before = store.read();
    expect(await failure(() => store.update(add("c")))).toEqual([
      ...["store-locked", PATH, String(self.pid), self.host, "store.json.lock"],
    ]);
    expect([store.read() === before, files(root)]).toEqual([
      true,
      ["store.json", "store.json.bak", "store.json.lock"],
    ]);
  });

  test("a lock that is lost on the way: nothing takes effect, and the other's lock stays", async () => {
    const root = await filled();
    const store = storeIn(root);
    const before = store.read();
    const other = { ...systemProcesses().self, pid: 1, token: "0".repeat(32) };
    const result = await failure(() =>
      store.update((document) => {
        put(root, JSON.stringify(other), ".lock");
        return add("c")(document);
      }),
    );
    expect(result).toEqual(["store-locked", PATH, "1", other.host, "store.json.lock"]);
    expect([store.read() === before, files(root)]).toEqual([
      true,
      ["store.json", "store.json.bak", "store.json.lock"],
    ]);
  });

  test.each([
    ["ENOSPC", "the disk is full"],
    ["EROFS", "the file system is read-only"],
    ["EIO", "the disk reported an error"],
  ])("%s at any step: an error, and the state before, on the disk and in memory", async (code, reason) => {
    for (const step of ["openSync", "writeSync", "fsyncSync", "renameSync"] as const) {
      const root = await filled();
      let broken = true;
      const disk: WriteDisk = {
        ...fs,
        [step]: (...args: readonly unknown[]) => {
          if (broken) throw Object.assign(new Error(code), { code });
          return (fs[step] as (...all: readonly unknown[]) => unknown)(...args);
        },
      };
      const store = storeIn(root, { disk });
      const before = store.read();
      const text = textOf(root);
      expect([step, await failure(() => store.update(add("c")))]).toEqual([
        step,
        ["write-failed", PATH, reason],
      ]);
      expect([store.read() === before, textOf(root), files(root)]).toEqual([
        true,
        text,
        ["store.json", "store.json.bak"],
      ]);
      broken = false;
      await store.update(add("d"));
      expect(ids(storeIn(root))).toEqual(["a", "b", "d"]);
    }
  });

  test("a disk without hard links: the same", async () => {
    const root = await filled();
    const disk: WriteDisk = {
      ...fs,
      linkSync: () => {
        throw Object.assign(new Error("EPERM"), { code: "EPERM" });
      },
    };
    await storeIn(root, { disk }).update(add("c"));
    put(root, "{");
    await storeIn(root, { disk }).update(add("d"));
    expect([ids(storeIn(root)), JSON.parse(textOf(root, ".bak")), files(root)]).toMatchObject([
      ["a", "b", "d"],
      { revision: 2 },
      ["store.json", "store.json.bak", ASIDE],
    ]);
  });

  test.skipIf(windows)("really full, and really read-only: a file system of 256 KiB", async (context) => {
    const root = tempFolder();
    const mount = (...args: readonly string[]): void => {
      execFileSync("mount", [...args, root], { stdio: "ignore" });
    };
    try {
      mount("-t", "tmpfs", "-o", "size=256k", "tmpfs");
    } catch {
      console.log("skipped: no file system can be mounted here");
      context.skip();
      return;
    }
    onTestFinished(() => {
      execFileSync("umount", [root]);
    });
    const store = storeIn(root);
    let acknowledged = 0;
    const result = await failure(async () => {
      for (let n = 1; n < 100; n++) {
        await store.update(add(String(n), "x".repeat(10_000)));
        acknowledged = n;
      }
    });
    expect([result, acknowledged > 3]).toEqual([["write-failed", PATH, "the disk is full"], true]);
    expect([ids(store).length, ids(storeIn(root)).length]).toEqual([acknowledged, acknowledged]);
    expect(files(root)).toEqual(["store.json", "store.json.bak"]);
    mount("-o", "remount,ro");
    expect(await failure(() => store.update((old) => ({ ...old, count: 0 })))).toEqual([
      "write-failed",
      PATH,
      "the file system is read-only",
    ]);
    expect(ids(store).length).toBe(acknowledged);
    mount("-o", "remount,rw");
    await store.update((old) => ({ ...old, notes: [] }));
    expect(ids(storeIn(root))).toEqual([]);
  });
});

test("any file whatever: it is read, or refused, and never lost", async () => {
  const texts = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.boolean(), async (text, hasCopy) => {
      const root = fs.mkdtempSync(join(tempFolder(), "round-"));
      const store = storeIn(root);
      await store.update(add("a"));
      await store.update(add("b"));
      if (!hasCopy) fs.rmSync(join(root, `${PATH}.bak`));
      put(root, text);
      const result = await failure(() => store.update(add("c")));
      const kept = files(root).filter((name) => name.includes("corrupt"));
      expect(kept.map((name) => fs.readFileSync(join(root, ".sdd", name)))).toEqual([Buffer.from(text)]);
      expect(result).toEqual(hasCopy ? "done" : ["store-unreadable", PATH, expect.any(String), kept[0]]);
      if (hasCopy) expect(ids(storeIn(root))).toEqual(["a", "c"]);
      else expect(fs.readFileSync(join(root, PATH))).toEqual(Buffer.from(text));
    }),
    { seed, numRuns: scale(300) },
  );
});
