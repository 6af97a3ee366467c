import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { SddError } from "../../../src/core/errors.js";
import type { LogRead } from "../../../src/core/ports.js";
import { createAppendLog, type LogDisk } from "../../../src/node/append-log.js";
import { projectArea, userArea } from "../../../src/node/state-area.js";
import { scale, seed } from "../scale.js";
import { bundleChild, startChild } from "./child.js";
import { linkTo, tempFolder } from "./temp.js";

const windows = process.platform === "win32";
const PATH = ".sdd/intent/wl-a.events.ndjson";

const logIn = (root: string, disk?: LogDisk) => createAppendLog(projectArea(root), disk);
const line = (n: number, text = ""): string => JSON.stringify({ n, text });
const numbers = ({ records }: LogRead): readonly unknown[] => records.map(({ value }) => value["n"]);
const bytesOf = (root: string): string => fs.readFileSync(join(root, PATH), "utf8");
const failure = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error instanceof SddError ? [error.code, ...error.params] : error;
  }
  return "done";
};

/** A disk that does something of its own at the first write. */
function onFirstWrite(act: (fd: number, bytes: Buffer) => number | undefined): LogDisk {
  let first = true;
  return {
    ...fs,
    writeSync: ((fd: number, bytes: Buffer, offset: number, length: number) => {
      const answer = first ? act(fd, bytes) : undefined;
      first = false;
      return answer ?? fs.writeSync(fd, bytes, offset, length);
    }) as LogDisk["writeSync"],
  };
}

describe("appending", () => {
  test("makes the log, private, with git's two files; lines are whole and in order", () => {
    const root = tempFolder();
    const log = logIn(root);
    log.append(PATH, [line(1), `${line(2)}\n`]);
    log.append(PATH, [line(3, "zwei\nZeilen")]);
    expect(bytesOf(root)).toBe(`${line(1)}\n${line(2)}\n${line(3, "zwei\nZeilen")}\n`);
    expect(fs.readdirSync(join(root, ".sdd")).sort()).toEqual([".gitattributes", ".gitignore", "intent"]);
    if (windows) return;
    const bits = [PATH, ".sdd", ".sdd/.gitignore"].map((path) => fs.statSync(join(root, path)).mode & 0o777);
    expect(bits).toEqual([0o600, 0o700, 0o600]);
  });

  test("nothing: nothing is made", () => {
    const root = tempFolder();
    logIn(root).append(PATH, []);
    expect(fs.readdirSync(root)).toEqual([]);
  });

  test("a line with an end of line inside is refused, and nothing is written", () => {
    const root = tempFolder();
    for (const bad of ["{}\n{}", "{}\r{}"]) {
      expect(
        failure(() => {
          logIn(root).append(PATH, ["{}", bad]);
        }),
      ).toMatchObject(["internal", expect.any(String)]);
    }
    expect(fs.readdirSync(root)).toEqual([]);
  });

  test.each(['{"n":1,"te', '{"n":1', "\u00e7".slice(0, 1), '{"n":1}\r'])(
    "after a torn end %j: on a line of its own",
    (torn) => {
      const root = tempFolder({ [PATH]: `${line(7)}\n${torn}` });
      const log = logIn(root);
      log.append(PATH, [line(8)]);
      log.append(PATH, [line(9)]);
      expect(bytesOf(root)).toBe(`${line(7)}\n${torn}\n${line(8)}\n${line(9)}\n`);
      expect(numbers(log.read(PATH)).filter((n) => Number(n) > 1)).toEqual([7, 8, 9]);
    },
  );

  test("another writer dies between the look and the write: the line is written again, apart", () => {
    const root = tempFolder({ [PATH]: `${line(1)}\n` });
    const disk = onFirstWrite(() => {
      fs.appendFileSync(join(root, PATH), '{"n":2,"te');
      return undefined;
    });
    const log = logIn(root, disk);
    log.append(PATH, [line(3)]);
    expect(numbers(log.read(PATH))).toEqual([1, 3]);
    expect(log.read(PATH).flaws).toEqual([
      { line: 2, text: `{"n":2,"te${line(3)}`, problem: "invalid-json" },
    ]);
  });

  test("another writer comes between and ends well: nothing is written twice", () => {
    const root = tempFolder({ [PATH]: `${line(1)}\n` });
    const disk = onFirstWrite(() => {
      fs.appendFileSync(join(root, PATH), `${line(2)}\n`);
      return undefined;
    });
    const log = logIn(root, disk);
    log.append(PATH, [line(3)]);
    expect(numbers(log.read(PATH))).toEqual([1, 2, 3]);
  });

  test("a disk that takes a part: the line is written again, whole", () => {
    const root = tempFolder();
    const log = logIn(
      root,
      onFirstWrite((fd, bytes) => fs.writeSync(fd, bytes, 0, 4)),
    );
    log.append(PATH, [line(1)]);
    log.append(PATH, [line(2)]);
    expect([numbers(log.read(PATH)), log.read(PATH).flaws.map((flaw) => flaw.line)]).toEqual([[1, 2], [1]]);
  });

  test("a disk that always takes a part is an error, not an acknowledgement", () => {
    const root = tempFolder();
    const disk = { ...fs, writeSync: (() => 1) as LogDisk["writeSync"] };
    expect(
      failure(() => {
        logIn(root, disk).append(PATH, [line(1)]);
      }),
    ).toEqual(["write-failed", PATH, "the disk reported an error"]);
  });

  test.each([
    ["ENOSPC", "the disk is full"],
    ["EROFS", "the file system is read-only"],
    ["EACCES", "permission was denied"],
  ])("%s at any step is an error, and what stood there stays", (code, reason) => {
    for (const step of ["openSync", "writeSync", "fsyncSync"] as const) {
      const root = tempFolder({ [PATH]: `${line(1)}\n` });
      const disk: LogDisk = {
        ...fs,
        [step]: () => {
          throw Object.assign(new Error(code), { code });
        },
      };
      expect([
        step,
        failure(() => {
          logIn(root, disk).append(PATH, [line(2)]);
        }),
      ]).toEqual([step, ["write-failed", PATH, reason]]);
      expect(numbers(logIn(root).read(PATH))[0]).toBe(1);
    }
  });

  test.skipIf(windows)("really full: what was acknowledged is there, and room makes it go on", (context) => {
    const root = tempFolder();
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", root], { stdio: "ignore" });
    } catch {
      console.log("skipped: no file system can be mounted here");
      context.skip();
      return;
    }
    onTestFinished(() => {
      execFileSync("umount", [root]);
    });
    const log = logIn(root);
    log.append(PATH, [line(0)]);
    fs.writeFileSync(join(root, "ballast"), "x".repeat(50_000));
    let acknowledged = 0;
    const result = failure(() => {
      for (let n = 1; n < 1_000; n++) {
        log.append(PATH, [line(n, "x".repeat(1_000))]);
        acknowledged = n;
      }
    });
    expect(result).toEqual(["write-failed", PATH, "the disk is full"]);
    expect(acknowledged).toBeGreaterThan(5);
    fs.rmSync(join(root, "ballast"));
    log.append(PATH, [line(5_000)]);
    const all = Array.from({ length: acknowledged + 1 }, (_, n) => n);
    expect(numbers(log.read(PATH))).toEqual([...all, 5_000]);
    expect(log.read(PATH).flaws.length).toBeLessThanOrEqual(1);
  });
});

describe("refused", () => {
  test.skipIf(windows).each<[string, Parameters<typeof tempFolder>[0]]>([
    [".sdd", { ".sdd": linkTo("elsewhere"), "elsewhere/intent/wl-a.events.ndjson": "{}\n" }],
    ["the folder", { ".sdd/intent": linkTo("../elsewhere"), "elsewhere/wl-a.events.ndjson": "{}\n" }],
    ["the log", { [PATH]: linkTo("../../elsewhere"), elsewhere: "{}\n" }],
    ["a dangling log", { [PATH]: linkTo("../../elsewhere2") }],
  ])("a link as %s, to write and to read", (_, files) => {
    const root = tempFolder(files);
    const log = logIn(root);
    expect([
      failure(() => {
        log.append(PATH, ["{}"]);
      }),
      failure(() => log.read(PATH)),
    ]).toEqual([
      ["path-refused", PATH],
      ["path-refused", PATH],
    ]);
    expect(fs.existsSync(join(root, "elsewhere2"))).toBe(false);
  });

  test.each(["docs/a.ndjson", ".sdd/../a", ".sdd/a:b", "/a", ".sdd/.git/x"])("a log at %j", (path) => {
    const root = tempFolder({ ".sdd/": "" });
    const log = logIn(root);
    expect([
      failure(() => {
        log.append(path, ["{}"]);
      }),
      failure(() => log.read(path)),
    ]).toEqual([
      ["path-refused", path],
      ["path-refused", path],
    ]);
  });

  test.skipIf(windows)("what is no regular file: at once, also a FIFO that nobody writes to", () => {
    const root = tempFolder({ ".sdd/folder.ndjson/": "" });
    execFileSync("mkfifo", [join(root, ".sdd/fifo.ndjson")]);
    for (const path of [".sdd/folder.ndjson", ".sdd/fifo.ndjson"]) {
      expect(
        failure(() => {
          logIn(root).append(path, ["{}"]);
        }),
      ).toMatchObject(["write-failed", path, expect.any(String)]);
      expect(failure(() => logIn(root).read(path))).toEqual([
        "unreadable-file",
        path,
        "it is no regular file",
      ]);
    }
  });
});

describe("reading", () => {
  test("missing: empty, and nothing is made", () => {
    const root = tempFolder();
    const { cursor, ...rest } = logIn(root).read(PATH);
    expect(rest).toEqual({ records: [], flaws: [], torn: undefined, restarted: false });
    expect([logIn(root).read(PATH, cursor).restarted, fs.readdirSync(root)]).toEqual([false, []]);
  });

  test("BOM, CRLF and blank lines are read; what is no object is reported with its number", () => {
    const root = tempFolder({
      [PATH]: Buffer.concat([
        Buffer.from(`\uFEFF${line(1, "ação")}\r\n\r\n \n${line(4)}\n{"n":\n[1]\nnull\n5\n`),
        Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
        Buffer.from(`{"__proto__":{"n":1},"n":10}\n\uFEFF${line(11)}\n`),
      ]),
    });
    const read = logIn(root).read(PATH);
    expect(read.records.map(({ line: at, value }) => [at, value["n"]])).toEqual([
      [1, 1],
      [4, 4],
      [10, 10],
      [11, 11],
    ]);
    expect(read.records[0]).toEqual({ line: 1, text: line(1, "ação"), value: { n: 1, text: "ação" } });
    expect(Object.keys(read.records[2]?.value ?? {})).toEqual(["__proto__", "n"]);
    expect(read.flaws.map(({ line: at, problem }) => [at, problem])).toEqual([
      [5, "invalid-json"],
      [6, "not-an-object"],
      [7, "not-an-object"],
      [8, "not-an-object"],
      [9, "invalid-utf8"],
    ]);
    expect(read.torn).toBeUndefined();
  });

  test("deep nesting is a flaw, not a crash", () => {
    const root = tempFolder({ [PATH]: `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}\n${line(2)}\n` });
    const read = logIn(root).read(PATH);
    expect(numbers(read).at(-1)).toBe(2);
  });

  test("only what was appended since, with the right numbers, through JSON", () => {
    const root = tempFolder();
    const log = logIn(root);
    log.append(PATH, [line(1), line(2)]);
    const first = log.read(PATH);
    const kept = JSON.parse(JSON.stringify(first.cursor)) as typeof first.cursor;
    expect(log.read(PATH, kept)).toEqual({
      records: [],
      flaws: [],
      torn: undefined,
      cursor: kept,
      restarted: false,
    });
    fs.appendFileSync(join(root, PATH), "broken\n");
    log.append(PATH, [line(4)]);
    const second = log.read(PATH, kept);
    expect([second.records.map((record) => record.line), second.flaws[0]?.line, second.restarted]).toEqual([
      [4],
      3,
      false,
    ]);
    expect(second.cursor.lines).toBe(4);
  });

  test("a torn end is reported until it is whole, or cut off by the next line", () => {
    const root = tempFolder({ [PATH]: `${line(1)}\n{"n":2,` });
    const log = logIn(root);
    const first = log.read(PATH);
    expect([numbers(first), first.flaws, first.torn]).toEqual([[1], [], { line: 2, text: '{"n":2,' }]);
    fs.appendFileSync(join(root, PATH), '"text":""}\n');
    const whole = log.read(PATH, first.cursor);
    expect([numbers(whole), whole.torn, whole.records[0]?.line]).toEqual([[2], undefined, 2]);
    fs.appendFileSync(join(root, PATH), '{"n":3,');
    const torn = log.read(PATH, whole.cursor);
    log.append(PATH, [line(4)]);
    const after = log.read(PATH, torn.cursor);
    expect([torn.torn?.line, numbers(after), after.flaws.map((flaw) => flaw.line)]).toEqual([3, [4], [3]]);
  });

  test("a last object without an end of line counts, once", () => {
    const root = tempFolder({ [PATH]: `${line(1)}\n${line(2)}` });
    const log = logIn(root);
    const first = log.read(PATH);
    log.append(PATH, [line(3)]);
    const second = log.read(PATH, first.cursor);
    expect([numbers(first), first.torn, numbers(second), second.records[0]?.line]).toEqual([
      [1, 2],
      undefined,
      [3],
      3,
    ]);
  });

  test.each<[string, (file: string) => void]>([
    [
      "truncated",
      (file) => {
        fs.truncateSync(file, 3);
      },
    ],
    [
      "replaced by a longer one",
      (file) => {
        fs.writeFileSync(`${file}.x`, `${line(5)}\n`.repeat(9));
        fs.renameSync(`${file}.x`, file);
      },
    ],
    [
      "made anew, perhaps with the same inode",
      (file) => {
        fs.rmSync(file);
        fs.writeFileSync(file, `${line(1)}\n${line(2)}\n${line(5)}\n`);
      },
    ],
    [
      "written anew in place, longer",
      (file) => {
        fs.writeFileSync(file, `${line(3)}\n${line(4)}\n${line(5)}\n`);
      },
    ],
    [
      "removed",
      (file) => {
        fs.rmSync(file);
      },
    ],
  ])("%s: everything is read again, and said", (_, change) => {
    const root = tempFolder();
    const log = logIn(root);
    log.append(PATH, [line(1), line(2)]);
    const { cursor } = log.read(PATH);
    change(join(root, PATH));
    const again = log.read(PATH, cursor);
    const fresh = log.read(PATH);
    expect(again).toEqual({ ...fresh, restarted: true });
  });

  test("in a folder of the user, outside any project", () => {
    const folder = join(tempFolder(), "config/sdd-layer");
    const log = createAppendLog(userArea(folder));
    expect(log.read("approvals.ndjson").records).toEqual([]);
    log.append("approvals.ndjson", [line(1)]);
    expect([fs.readdirSync(folder), numbers(log.read("approvals.ndjson"))]).toEqual([
      ["approvals.ndjson"],
      [1],
    ]);
  });
});

test("any truncation loses at most the last line, and the next append no other", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 12 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.nat(), fc.boolean(), (all, cut, resume) => {
      const root = fs.mkdtempSync(join(tempFolder(), "round-"));
      const log = logIn(root);
      for (const [n, text] of all.entries()) log.append(PATH, [line(n, text)]);
      const file = join(root, PATH);
      const length = cut % (fs.statSync(file).size + 1);
      fs.truncateSync(file, length);
      const wholeLines = fs.readFileSync(file).filter((byte) => byte === 10).length;
      const first = log.read(PATH);
      const kept = all.slice(0, first.records.length).map((text, n) => ({ n, text }));
      expect(first.records.map(({ value }) => value)).toEqual(kept);
      expect([wholeLines, wholeLines + 1]).toContain(first.records.length);
      expect(first.flaws).toEqual([]);
      log.append(PATH, [line(99)]);
      const second = resume ? log.read(PATH, first.cursor) : log.read(PATH);
      expect(numbers(second)).toEqual([...(resume ? [] : kept.map(({ n }) => n)), 99]);
    }),
    { seed, numRuns: scale(500) },
  );
});

test("4 processes that append 1,000 lines each end with 4,000 whole ones", { timeout: 120_000 }, async () => {
  const root = tempFolder();
  const script = await bundleChild("append-log-child", root);
  const count = scale(1_000);
  const writers = ["a", "b", "c", "d"];
  const children = writers.map((writer) => startChild(script, [root, PATH, writer, String(count), "200"]));
  expect(await Promise.all(children.map((child) => child.closed))).toEqual([0, 0, 0, 0]);
  const { records, flaws, torn } = logIn(root).read(PATH);
  expect([records.length, flaws, torn]).toEqual([4 * count, [], undefined]);
  for (const writer of writers) {
    const own = records.filter(({ value }) => value["writer"] === writer).map(({ value }) => value["n"]);
    expect(own).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  }
});

test(
  "writers that are killed lose nothing acknowledged, neither theirs nor a neighbour's",
  { timeout: 600_000 },
  async () => {
    const root = tempFolder();
    const script = await bundleChild("append-log-child", root);
    const neighbour = startChild(script, [root, PATH, "neighbour", "0", "50"]);
    await neighbour.started;
    const delays = fc.sample(fc.integer({ min: 0, max: 30 }), { seed, numRuns: scale(200) });
    const acknowledged = new Map<string, number>();
    for (const [round, delay] of delays.entries()) {
      const child = startChild(script, [root, PATH, `w${round}`, "0", "10000"]);
      await child.started;
      await sleep(delay);
      child.process.kill("SIGKILL");
      await child.closed;
      acknowledged.set(`w${round}`, Number(child.lines.at(-1)));
    }
    neighbour.process.kill("SIGKILL");
    await neighbour.closed;
    acknowledged.set("neighbour", Number(neighbour.lines.at(-1)));
    const seen = new Set(
      logIn(root)
        .read(PATH)
        .records.map(({ value }) => `${String(value["writer"])} ${String(value["n"])}`),
    );
    const lost = [...acknowledged].flatMap(([writer, last]) => {
      expect(last).toBeGreaterThan(0);
      return Array.from({ length: last }, (_, n) => `${writer} ${n + 1}`).filter((line) => !seen.has(line));
    });
    expect(lost).toEqual([]);
  },
);
