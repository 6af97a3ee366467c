import { expect, test } from "vitest";
import { sourceDateEpoch, systemClock, systemTime } from "../../../src/node/clock.js";

test.each(["", " ", "abc", "-1", "1.5", "1e9", "0x10", "99999999999999", "9999999999999", "12 "])(
  "SOURCE_DATE_EPOCH=%j is ignored",
  (value) => {
    expect(sourceDateEpoch({ SOURCE_DATE_EPOCH: value })).toBeUndefined();
    expect(systemClock({ SOURCE_DATE_EPOCH: value })).toBe(systemTime);
  },
);

test("a usable SOURCE_DATE_EPOCH stops the clock", () => {
  expect(systemClock({ SOURCE_DATE_EPOCH: "1700000000" }).now()).toBe(1_700_000_000_000);
  expect(systemClock({ SOURCE_DATE_EPOCH: "0" }).now()).toBe(0);
  expect(new Date(systemClock({ SOURCE_DATE_EPOCH: "8640000000000" }).now()).getTime()).not.toBeNaN();
});

test("without it the clock is the system's", () => {
  const before = Date.now();
  const now = systemClock({}).now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
