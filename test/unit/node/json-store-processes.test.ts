import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scale, seed } from "../scale.js";
import { bundleChild, type Child, startChild } from "./child.js";
import { add, files, ids, saying, storeIn } from "./json-store-fixture.js";
import { tempFolder } from "./temp.js";

/** The numbers of changes that were acknowledged, and the revisions they were told. */
const toldBy = (child: Child): readonly (readonly number[])[] =>
  child.lines.map((line) => line.split(" ").map(Number));

test("two processes that make 1,000 changes each lose none", { timeout: 240_000 }, async () => {
  const root = tempFolder();
  const script = await bundleChild("json-store-child", root);
  const count = scale(1_000);
  const children = ["a", "b"].map((writer) => startChild(script, [root, writer, String(count)]));
  expect(await Promise.all(children.map((child) => child.closed))).toEqual([0, 0]);
  const store = storeIn(root);
  const { count: counted, revision } = store.read().document;
  expect([counted, revision, new Set(ids(store)).size]).toEqual([2 * count, 2 * count, 2 * count]);
  // Each revision was told to one of them only.
  expect(new Set(children.flatMap((child) => toldBy(child).map((told) => told[1]))).size).toBe(2 * count);
  expect(files(root)).toEqual(["store.json", "store.json.bak"]);
});

test(
  "killed 200 times: nothing acknowledged is lost, the store is always readable",
  { timeout: 600_000 },
  async () => {
    const root = tempFolder();
    const script = await bundleChild("json-store-child", root);
    const neighbour = startChild(script, [root, "neighbour", "0", "100"]);
    const acknowledged = new Set<string>();
    const remember = (writer: string, child: Child): void => {
      for (const [n] of toldBy(child)) acknowledged.add(`${writer} ${n ?? 0}`);
    };
    const delays = fc.sample(fc.integer({ min: 0, max: 40 }), { seed, numRuns: scale(200) });
    for (const [round, delay] of delays.entries()) {
      const victim = startChild(script, [root, `w${round}`, "0", "100"]);
      await victim.started;
      await sleep(delay);
      victim.process.kill("SIGKILL");
      await victim.closed;
      remember(`w${round}`, victim);
      remember("neighbour", neighbour);
      const store = storeIn(root);
      const present = new Set(ids(store));
      expect([saying(store), [...acknowledged].filter((id) => !present.has(id))]).toEqual([[], []]);
    }
    neighbour.process.kill("SIGKILL");
    await neighbour.closed;
    expect(neighbour.lines.length).toBeGreaterThan(delays.length);
    await storeIn(root).update(add("last"));
    expect(files(root).filter((name) => !name.endsWith(".tmp"))).toEqual(["store.json", "store.json.bak"]);
  },
);
