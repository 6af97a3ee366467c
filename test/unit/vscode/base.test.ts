import { expect, test, vi } from "vitest";
import { Debounced } from "../../../src/vscode/base/debounce.js";
import { Disposables } from "../../../src/vscode/base/disposables.js";

test("disposables end in the opposite order, once, and at once after the end", () => {
  const ended: string[] = [];
  const all = new Disposables();
  for (const name of ["first", "second"]) all.add({ dispose: () => ended.push(name) });
  all.dispose();
  all.dispose();
  expect(ended).toEqual(["second", "first"]);
  all.add({ dispose: () => ended.push("late") });
  expect(ended).toEqual(["second", "first", "late"]);
});

test("a burst of calls is one call, and calls without a pause do not put it off for ever", () => {
  vi.useFakeTimers();
  try {
    let count = 0;
    const debounced = new Debounced(250, () => count++);
    for (let i = 0; i < 5; i++) debounced.call();
    vi.advanceTimersByTime(249);
    expect(count).toBe(0);
    vi.advanceTimersByTime(1);
    expect(count).toBe(1);
    for (let i = 0; i < 30; i++) {
      debounced.call();
      vi.advanceTimersByTime(100);
    }
    expect(count).toBe(2);
    debounced.dispose();
    vi.advanceTimersByTime(5_000);
    expect(count).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
