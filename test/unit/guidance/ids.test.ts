import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createIdSource } from "../../../src/core/ids.js";
import { systemIds } from "../../../src/node/ids.js";
import { memoryClock } from "../memory-ports.js";
import { scale, seed } from "../scale.js";

const constant = (byte: number) => ({ bytes: (count: number) => new Uint8Array(count).fill(byte) });

describe("an id", () => {
  test("is a prefix and a ULID of the time and the random bytes", () => {
    // The time of the specification's own example, 01ARYZ6S41.
    const ids = createIdSource(memoryClock(1_469_918_176_385), constant(31));
    expect(ids.next("gm")).toBe("gm-01ARYZ6S41ZZZZZZZZZZZZZZZZ");
  });

  test("grows within a millisecond, over the end of the random part, and where the clock goes back", () => {
    const clock = memoryClock(1_469_918_176_385);
    const ids = createIdSource(clock, constant(31));
    const made = [ids.next("gm"), ids.next("gm"), ids.next("gm")];
    clock.advance(-5_000);
    made.push(ids.next("gm"));
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(4);
    expect(made[1]).toBe("gm-01ARYZ6S420000000000000000");
  });

  test("grows whatever the clock does", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2_000, max: 2_000 }), { maxLength: 50 }), (moves) => {
        const clock = memoryClock(1_000_000);
        const ids = createIdSource(clock, constant(7));
        const made = moves.map((by) => {
          clock.advance(by);
          return ids.next("ss");
        });
        expect([...new Set(made)].sort()).toEqual(made);
        for (const id of made) expect(id).toMatch(/^ss-[0-9A-HJKMNP-TV-Z]{26}$/);
      }),
      { seed, numRuns: scale(1_000) },
    );
  });

  test("of the system is another each time", () => {
    const ids = [systemIds(), systemIds()].flatMap((source) =>
      Array.from({ length: 500 }, () => source.next("gm")),
    );
    expect(new Set(ids).size).toBe(1_000);
  });
});
