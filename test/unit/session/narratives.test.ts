import { describe, expect, test } from "vitest";
import type { NarrativeCase } from "./narrative-case.js";
import { FIRST } from "./narratives-first.js";
import { wrongAbout } from "./narratives.js";

function wrongIn(cases: readonly NarrativeCase[]): readonly string[] {
  return cases.flatMap((one) => wrongAbout(one) ?? []);
}

describe("narratives with known answers", () => {
  test("each of the first thirty", () => {
    expect(wrongIn(FIRST)).toEqual([]);
  });
});
