import * as fs from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { SddError } from "../../../src/core/errors.js";
import { UNKNOWN_OWNER_MS, withLock } from "../../../src/node/lock.js";
import { heirOf, type LockDisk } from "../../../src/node/lock-file.js";
import { type Owner, systemProcesses } from "../../../src/node/process-identity.js";
import { scale } from "../scale.js";
import { bundleChild, type Child, startChild } from "./child.js";
import { linkTo, tempFolder } from "./temp.js";

const linux = process.platform === "linux";
const windows = process.platform === "win32";
const self = systemProcesses().self;
const token = (n: number): string => n.toString(16).padStart(32, "0");

/** A process that held the lock and was killed: its lock file's words, with another token each time. */
let dead: Owner;
beforeAll(async () => {
  const folder = fs.mkdtempSync(join(fs.realpathSync("/tmp"), "sdd-test-"));
  const file = join(folder, "a.lock");
  const child = startChild(await bundleChild("lock-child", folder), ["hold", file]);
  await child.started;
  dead = JSON.parse(fs.readFileSync(file, "utf8")) as Owner;
  child.process.kill("SIGKILL");
  await child.closed;
  fs.rmSync(folder, { recursive: true });
});

const plant = (file: string, owner: Owner, n = 1): void => {
  fs.writeFileSync(file, JSON.stringify({ ...owner, token: token(n) }));
};

const age = (file: string, ms: number): void => {
  const then = (Date.now() - ms) / 1000;
  fs.utimesSync(file, then, then);
};

/** Tries for a short time; what it throws as a list. */
async function tryLock(file: string, waitMs = 60, disk?: LockDisk): Promise<unknown> {
  try {
    return await withLock(file, ".sdd/store.json", () => "held", { waitMs, ...(disk && { disk }) });
  } catch (error) {
    return error instanceof SddError ? [error.code, ...error.params] : error;
  }
}

const refusedBy = ({ pid, host }: Owner): unknown => [
  "store-locked",
  ".sdd/store.json",
  String(pid),
  host,
  "s.lock",
];

/** A lock in a fresh folder, owned by someone. */
function lockOf(owner: Partial<Owner>, base: Owner = dead): { readonly file: string; readonly owner: Owner } {
  const file = join(tempFolder(), "s.lock");
  plant(file, { ...base, ...owner });
  return { file, owner: { ...base, ...owner } };
}

describe("whose lock is taken over", () => {
  test("one of a process that is gone: at once, and nothing is left over", async () => {
    const { file } = lockOf({});
    const start = performance.now();
    expect(await tryLock(file, 2_000)).toBe("held");
    expect(performance.now() - start).toBeLessThan(500);
    expect(fs.readdirSync(join(file, ".."))).toEqual([]);
  });

  test.skipIf(!linux)("one whose number belongs to another process or thread now", async () => {
    for (const owner of [
      { ...self, started: "1" },
      { ...self, thread: 2 ** 30 },
    ]) {
      const { file } = lockOf({}, owner);
      expect(await tryLock(file)).toBe("held");
    }
  });

  test("not one of a process that lives, however old", async () => {
    const { file, owner } = lockOf({}, self);
    if (linux) age(file, 10 * UNKNOWN_OWNER_MS);
    expect(await tryLock(file)).toEqual(refusedBy(owner));
    expect(fs.existsSync(file)).toBe(true);
  });

  test.each<[string, Partial<Owner>]>([
    ["another machine", { host: "elsewhere.example" }],
    ["another container on this one", { space: "pid:[1]" }],
    ["another boot", { boot: "00000000-0000-0000-0000-000000000000" }],
    ["a number that none can have", { pid: -1 }],
  ])("one of %s: not before ten minutes", async (_, change) => {
    const { file, owner } = lockOf(change);
    // The rule for other boots is below; here the lock is younger than this one.
    expect(await tryLock(file)).toEqual(refusedBy(owner));
    age(file, Math.min(UNKNOWN_OWNER_MS - 5_000, uptime() * 900));
    expect(await tryLock(file)).toEqual(refusedBy(owner));
    age(file, UNKNOWN_OWNER_MS + 5_000);
    expect(await tryLock(file)).toBe("held");
  });

  test("one from before this machine's last start", () => {
    const processes = systemProcesses();
    const owner = { ...dead, boot: "00000000-0000-0000-0000-000000000000" };
    const minute = 60_000;
    const lives = [-minute, minute].map((more) => processes.lifeOf(owner, uptime() * 1000 + more));
    expect(lives).toEqual(["unknown", "dead"]);
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    '{"pid":1}',
    '{"token":"../../x","host":"","boot":"","space":"","started":"","pid":1,"thread":1}',
  ])("one that says nothing (%j): after ten minutes", async (text) => {
    const file = join(tempFolder({ "s.lock": text }), "s.lock");
    expect(await tryLock(file)).toEqual(["store-locked", ".sdd/store.json", "?", "?", "s.lock"]);
    age(file, UNKNOWN_OWNER_MS + 5_000);
    expect(await tryLock(file)).toBe("held");
  });

  test("heirs that died while taking over, one after the other", async () => {
    const { file } = lockOf({});
    plant(heirOf(file, token(1)), dead, 2);
    plant(heirOf(file, token(2)), dead, 3);
    expect(await tryLock(file)).toBe("held");
    expect(fs.readdirSync(join(file, ".."))).toEqual([]);
  });

  test("not where an heir lives", async () => {
    const { file, owner } = lockOf({});
    plant(heirOf(file, token(1)), self, 2);
    expect(await tryLock(file)).toEqual(refusedBy(owner));
    expect(fs.readdirSync(join(file, "..")).length).toBe(2);
  });
});

describe("in the way", () => {
  test.skipIf(windows)("a link, a folder, a folder that is missing", async () => {
    const root = tempFolder({ "s.lock": linkTo("victim"), victim: "{}", "folder.lock/": "" });
    expect(await tryLock(join(root, "s.lock"))).toEqual(["path-refused", ".sdd/store.json"]);
    expect(await tryLock(join(root, "folder.lock"))).toEqual([
      "unreadable-file",
      ".sdd/store.json",
      "it is no regular file",
    ]);
    expect(await tryLock(join(root, "none/s.lock"))).toEqual([
      "write-failed",
      ".sdd/store.json",
      "its folder is missing",
    ]);
    expect(fs.readFileSync(join(root, "victim"), "utf8")).toBe("{}");
  });
});

describe("holding", () => {
  test("one after the other, in this process too, and free afterwards, also after a failure", async () => {
    const file = join(tempFolder(), "s.lock");
    let inside = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        withLock(file, "s", async () => {
          inside += 1;
          expect([inside, fs.existsSync(file)]).toEqual([1, true]);
          await sleep(1);
          inside -= 1;
          if (n % 5 === 0) throw new Error("broken");
          return n;
        }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled").length).toBe(16);
    expect(fs.readdirSync(join(file, ".."))).toEqual([]);
  });

  test("a lock that another took meanwhile is not confirmed, and not removed", async () => {
    const file = join(tempFolder(), "s.lock");
    const result = withLock(file, ".sdd/store.json", (held) => {
      held.confirm();
      plant(file, dead, 5);
      held.confirm();
    });
    await expect(result).rejects.toMatchObject({
      code: "store-locked",
      params: [".sdd/store.json", String(dead.pid), dead.host, "s.lock"],
    });
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).toMatchObject({ token: token(5) });
  });

  test("is awaited without blocking, for as long as was said", async () => {
    const { file } = lockOf({}, self);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const start = performance.now();
    const result = await tryLock(file, 300);
    clearInterval(timer);
    expect(result).toEqual(refusedBy(self));
    expect(performance.now() - start).toBeGreaterThan(290);
    expect(ticks).toBeGreaterThan(10);
  });

  test.skipIf(windows)("is private", async () => {
    const file = join(tempFolder(), "s.lock");
    expect(await withLock(file, "s", () => fs.statSync(file).mode & 0o777)).toBe(0o600);
  });

  test("a disk without hard links: the same, only that a lock is not complete at once", async () => {
    const disk: LockDisk = {
      linkSync: () => {
        throw Object.assign(new Error("EPERM"), { code: windows ? "ENOTSUP" : "EPERM" });
      },
    };
    const { file } = lockOf({});
    expect(await tryLock(file, 60, disk)).toBe("held");
    const living = lockOf({}, self);
    expect(await tryLock(living.file, 60, disk)).toEqual(refusedBy(living.owner));
    expect(fs.readdirSync(join(file, ".."))).toEqual([]);
  });
});

describe("between processes", () => {
  const start = async (
    mode: string,
    more: readonly string[] = [],
  ): Promise<{ folder: string; file: string; child: Child }> => {
    const folder = tempFolder();
    const file = join(folder, "s.lock");
    const child = startChild(await bundleChild("lock-child", folder), [mode, file, ...more]);
    await child.started;
    return { folder, file, child };
  };

  test("a killed holder's lock is free within a second; a stopped one's is not", async () => {
    const { file, child } = await start("hold");
    if (linux) {
      child.process.kill("SIGSTOP");
      const holder = JSON.parse(fs.readFileSync(file, "utf8")) as Owner;
      expect([holder.pid, await tryLock(file, 200)]).toEqual([child.process.pid, refusedBy(holder)]);
    }
    child.process.kill("SIGKILL");
    const killed = performance.now();
    expect(await tryLock(file, 5_000)).toBe("held");
    expect(performance.now() - killed).toBeLessThan(1_000);
    await child.closed;
  });

  test.skipIf(!linux)("a worker that was stopped leaves no lock, though its process lives", async () => {
    const { file, child } = await start("stopped-worker");
    expect([child.lines, fs.existsSync(file), child.process.exitCode]).toEqual([["stopped"], true, null]);
    expect(await tryLock(file, 1_000)).toBe("held");
    child.process.kill("SIGKILL");
    await child.closed;
  });

  test("a stale lock with 6 processes: never two holders", { timeout: 240_000 }, async () => {
    const folder = tempFolder();
    const file = join(folder, "s.lock");
    const script = await bundleChild("lock-child", folder);
    const children = Array.from({ length: 6 }, () =>
      startChild(script, ["race", file, join(folder, "inside")]),
    );
    await Promise.all(children.map((child) => child.started));
    const rounds = scale(100);
    for (let round = 1; round <= rounds; round++) {
      plant(`${file}.new`, dead, round);
      fs.renameSync(`${file}.new`, file);
      for (const child of children) child.process.stdin?.write(`${round}\n`);
      while (children.some((child) => child.lines.length <= round)) await sleep(2);
    }
    for (const child of children) child.process.stdin?.end();
    await Promise.all(children.map((child) => child.closed));
    const answers = children.flatMap((child) => child.lines.filter((line) => line !== "ready"));
    expect(answers.length).toBe(6 * rounds);
    expect(answers.filter((line) => !line.endsWith("alone"))).toEqual([]);
    expect(fs.readdirSync(folder)).toEqual(["lock-child.mjs"]);
  });
});
