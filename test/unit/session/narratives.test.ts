import { describe, expect, test } from "vitest";
import type { NarrativeCase } from "./narrative-case.js";
import { FIRST } from "./narratives-first.js";
import { SECOND } from "./narratives-second.js";
import { THIRD } from "./narratives-third.js";
import { wrongAbout } from "./narratives.js";

function wrongIn(cases: readonly NarrativeCase[]): readonly string[] {
  return cases.flatMap((one) => wrongAbout(one) ?? []);
}

describe("narratives with known answers", () => {
  test("each of the first thirty", () => {
    expect(wrongIn(FIRST)).toEqual([]);
  });

  test("each of the second thirty", () => {
    expect(wrongIn(SECOND)).toEqual([]);
  });

  test("longer ones", () => {
    expect(wrongIn(THIRD)).toEqual([]);
  });
});
