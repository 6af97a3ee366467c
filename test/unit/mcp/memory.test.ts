import { expect, test } from "vitest";
import { Memories } from "../../../src/mcp/memory.js";
import { projectOnDisk } from "./harness.js";

test("what takes turns goes one after the other, whatever becomes of one; each project has its own turns", async () => {
  const [one, two] = [projectOnDisk(), projectOnDisk()];
  const memories = new Memories({ configFolder: one.configFolder, log: () => undefined });
  const events: string[] = [];
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = memories.of(one.root).inTurn(async () => {
    await held;
    events.push("first");
    throw new Error("it failed");
  });
  const second = memories.of(one.root).inTurn(() => Promise.resolve(events.push("second")));
  await memories.of(two.root).inTurn(() => Promise.resolve(events.push("other")));
  release?.();
  await expect(first).rejects.toThrow("it failed");
  await second;
  expect(events).toEqual(["other", "first", "second"]);
});
