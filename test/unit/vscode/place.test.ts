import { expect, test } from "vitest";
import { placeOf } from "../../../src/vscode/project/place.js";

test("a place is read from itself, and from a tree item", () => {
  const place = { root: "file:///a", slug: "checkout", stage: "prd" };
  expect(placeOf(place)).toEqual(place);
  expect(placeOf({ place })).toEqual(place);
});

test("what is no place says nothing", () => {
  for (const other of [
    undefined,
    null,
    "prd",
    7,
    [],
    { stage: "nonsense", slug: 3, root: {} },
    { place: null },
  ]) {
    expect(placeOf(other)).toEqual({});
  }
});
