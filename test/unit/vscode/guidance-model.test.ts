import { expect, test } from "vitest";
import type { GuidanceOverview } from "../../../src/node/engine-guidance-api.js";
import {
  childrenOf,
  hasAny,
  pendingIn,
  topOf,
  type GuidanceRoot,
} from "../../../src/vscode/guidance/model.js";

const NONE = { pending: 0, unverified: 0, approved: 0, rejected: 0, archived: 0 };

function root(id: string, counts: Partial<GuidanceOverview["counts"]> | undefined): GuidanceRoot {
  if (counts === undefined) return { id, name: id, guidance: undefined };
  const approved = counts.approved === undefined ? [] : [{ domain: "checkout", count: counts.approved }];
  const guidance = {
    version: "",
    counts: { ...NONE, ...counts },
    approved,
    domains: [],
    approvals: undefined,
  };
  return { id, name: id, guidance };
}

const keys = (roots: readonly GuidanceRoot[]): readonly string[] => topOf(roots).map(({ key }) => key);

test("lists come in the order in which they matter; those of nothing are left out, but for what is pending", () => {
  expect(keys([root("a", { approved: 2, archived: 1 })])).toEqual([
    "pending",
    "approved",
    "archived",
    "domains",
  ]);
  expect(keys([root("a", { pending: 1, unverified: 1 })])).toEqual(["pending", "unverified", "domains"]);
  expect(keys([root("a", {})])).toEqual([]);
});

test("several roots stand above their lists; those without any guidance are left out", () => {
  const roots = [root("a", { pending: 1 }), root("b", {}), root("c", { rejected: 1 })];
  expect(keys(roots)).toEqual(["a", "c"]);
});

test("approved entries stand below their domains, and lines have to be asked for", () => {
  const roots = [root("a", { approved: 2, pending: 1 })];
  const [pending, approved] = topOf(roots);
  if (pending === undefined || approved === undefined) throw new Error("A list is missing.");
  expect(childrenOf(approved.data, roots)?.map(({ key }) => key)).toEqual(["checkout"]);
  expect(childrenOf(pending.data, roots)).toBeUndefined();
});

test("the badge counts what is pending and nothing else", () => {
  expect(pendingIn([root("a", { pending: 2, unverified: 5, approved: 1 }), root("b", { pending: 1 })])).toBe(
    3,
  );
});

test("whether there is anything is said once all roots were asked", () => {
  expect(hasAny([root("a", {}), root("b", undefined)])).toBeUndefined();
  expect(hasAny([root("a", {}), root("b", {})])).toBe(false);
  expect(hasAny([root("a", { rejected: 1 }), root("b", undefined)])).toBe(true);
});
