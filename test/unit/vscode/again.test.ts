import { expect, test } from "vitest";
import { Again } from "../../../src/vscode/base/again.js";

test("calls that come while the work runs share one more run, which sees what they know", async () => {
  let state = 0;
  const seen: number[] = [];
  const releases: (() => void)[] = [];
  const again = new Again(async () => {
    const now = state;
    await new Promise<void>((resolve) => releases.push(resolve));
    seen.push(now);
  });
  const first = again.run();
  state = 1;
  const others = [again.run(), again.run()];
  expect(releases).toHaveLength(1);
  releases[0]?.();
  await first;
  await Promise.resolve();
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(releases).toHaveLength(2);
  releases[1]?.();
  await Promise.all(others);
  expect(seen).toEqual([0, 1]);
});

test("work that fails does not keep the next from running", async () => {
  let runs = 0;
  const again = new Again(() => (++runs === 1 ? Promise.reject(new Error("no")) : Promise.resolve()));
  await expect(again.run()).rejects.toThrow("no");
  await again.run();
  expect(runs).toBe(2);
});
