import { describe, expect, test } from "vitest";
import type { Conflict } from "../../../src/core/learning/conflict.js";
import {
  LEARNING_KINDS,
  STALE_REASONS,
  type LearningRecord,
} from "../../../src/core/learning/learning-record.js";
import {
  KIND_GROUPS,
  STALE_GROUPS,
  type LearningGroup,
  type LearningsOverview,
} from "../../../src/node/engine-learning-api.js";
import {
  childrenOf,
  conflictsBelow,
  fingerprint,
  recordsBelow,
  staleCounts,
  topOf,
  type NodeData,
} from "../../../src/vscode/learnings/model.js";

const GROUPS: readonly LearningGroup[] = [...STALE_REASONS, ...LEARNING_KINDS, "superseded", "dismissed"];

const NONE = { count: 0, revision: 0 };
const ONE = { count: 1, revision: 1 };

function overview(
  counts: Partial<Record<LearningGroup, number>>,
  more: Partial<LearningsOverview> = {},
): LearningsOverview {
  const groups = Object.fromEntries(
    GROUPS.map((group) => [group, { count: counts[group] ?? 0, revision: 1 }]),
  ) as unknown as LearningsOverview["groups"];
  return { state: "learned", groups, open: NONE, settled: NONE, ...more };
}

const root = (learnings: LearningsOverview | undefined, id = "r") => ({
  id,
  name: id.toUpperCase(),
  learnings,
});

function conflict(id: string): Conflict {
  const side = (path: string) => ({ path, line: 3, text: "Cards are kept.", hash: "a" });
  const sides = [side("docs/a/02-prd.md"), side("docs/a/03-techspec.md")];
  const finding = { code: "artifact-state-differs", severity: "info", column: 1, params: [] } as const;
  return { id, ...finding, path: "docs/a/02-prd.md", line: 3, between: [], sides };
}

function record(index: number, change: Partial<LearningRecord> = {}): LearningRecord {
  return {
    id: `ln-${String(index).padStart(16, "0")}`,
    kind: "decision",
    summary: `Sentence ${index}.`,
    orchestration: "Checkout",
    orchestration_slug: "checkout",
    source_stage: "prd",
    source_artifact: "docs/checkout/02-prd.md",
    source_hash: "0".repeat(64),
    section: "Decisions",
    section_hash: "0".repeat(64),
    line: index,
    tags: [],
    confidence: "high",
    status: "active",
    learned_at: "2026-01-01T00:00:00Z",
    derived: true,
    ...change,
  };
}

/** The data of the child at a place. */
function at(children: readonly { readonly data: NodeData }[], index = 0): NodeData {
  const child = children[index];
  if (child === undefined) throw new Error("There is no such child.");
  return child.data;
}

const keys = (children: readonly { readonly key: string }[]): readonly string[] =>
  children.map(({ key }) => key);

test("every reason and every kind has a group", () => {
  expect([...STALE_GROUPS].sort()).toEqual([...STALE_REASONS].sort());
  expect([...KIND_GROUPS].sort()).toEqual([...LEARNING_KINDS].sort());
});

describe("the tree of learnings", () => {
  test("has stale ones first, by reason, then conflicts, then what holds, and last what is out of the way", () => {
    const counts = Object.fromEntries(GROUPS.map((group) => [group, 1]));
    const all = overview(counts, { open: ONE, settled: ONE });
    expect(keys(topOf([root(all)]))).toEqual(
      [
        ["section_changed", "file_changed", "source_missing", "conflicts"],
        ["decision", "risk", "pattern", "command", "quality_signal", "artifact_summary"],
        ["settled", "superseded", "dismissed"],
      ]
        .flat()
        .map((name) => `r ${name}`),
    );
  });

  test("leaves out what is empty, and everything where learning is off or nothing was looked at", () => {
    expect(keys(topOf([root(overview({ risk: 2 }))]))).toEqual(["r risk"]);
    expect(topOf([root(overview({ risk: 2 }, { state: "off" }))])).toEqual([]);
    expect(topOf([root(undefined)])).toEqual([]);
  });

  test("says that nothing was learned where the list is not empty all the same", () => {
    const none = { state: "none" } as const;
    expect(topOf([root(overview({}, none))])).toEqual([]);
    const top = topOf([root(overview({}, { ...none, open: ONE }))]);
    expect(keys(top)).toEqual(["r none", "r conflicts"]);
  });

  test("shows groups below their roots where there are several", () => {
    const top = topOf([root(overview({ risk: 1 })), root(overview({}), "s")]);
    expect(top.map(({ key, data }) => [key, data.type])).toEqual([["r", "root"]]);
    expect(top.flatMap(({ data }) => keys(childrenOf(data)))).toEqual(["r risk"]);
  });

  test("shows a conflict from both sides", () => {
    const items = conflictsBelow("r", [conflict("cf-1")]);
    expect(keys(items)).toEqual(["cf-1"]);
    expect(childrenOf(at(items)).map(({ key, data }) => [key, data.type])).toEqual([
      ["0", "side"],
      ["1", "side"],
    ]);
  });

  test("divides a long list of conflicts by folders, and a long part of it by documents; many hide their sides", () => {
    const of = (count: number, path: string) =>
      Array.from({ length: count }, (_, index) => ({ ...conflict(`cf-${path}-${index}`), path }));
    const many = [
      ...of(205, "docs/b/x.md"),
      ...of(3, "docs/b/y.md"),
      ...of(30, "docs/a/x.md"),
      ...of(1, "x.md"),
    ];
    const parts = conflictsBelow("r", many);
    expect(keys(parts)).toEqual(["", "docs/a", "docs/b"]);
    const documents = childrenOf(at(parts, 2));
    expect(keys(documents)).toEqual(["docs/b/x.md", "docs/b/y.md"]);
    const items = [...childrenOf(at(documents, 1)), ...childrenOf(at(parts, 1))].map(({ data }) => data);
    expect(items.map((data) => data.type === "conflict" && data.folded)).toEqual([
      ...Array<boolean>(3).fill(false),
      ...Array<boolean>(30).fill(true),
    ]);
    expect(conflictsBelow("r", many.slice(0, 200))).toHaveLength(200);
  });

  test("divides a long list by orchestrations, and a long part of it by documents", () => {
    const many = Array.from({ length: 450 }, (_, index) =>
      record(index, index < 10 ? { orchestration: "Other", orchestration_slug: "other" } : {}),
    );
    expect(keys(recordsBelow("r", many.slice(0, 200)))).toHaveLength(200);
    const parts = recordsBelow("r", many);
    expect(keys(parts)).toEqual(["checkout", "other"]);
    expect(parts.map(({ data }) => childrenOf(data).length)).toEqual([1, 10]);
    const documents = childrenOf(at(parts));
    expect(keys(documents)).toEqual(["docs/checkout/02-prd.md"]);
    expect(childrenOf(at(documents))).toHaveLength(440);
  });
});

describe("what is drawn again", () => {
  const group = (learnings: LearningsOverview): NodeData => at(topOf([root(learnings)]));

  test("a group, where what stands in it is another thing though there are as many", () => {
    const before = overview({ risk: 2 });
    const risk = { count: 2, revision: 2 };
    const after = { ...before, groups: { ...before.groups, risk } };
    expect(fingerprint(group(before))).toBe(fingerprint(group(overview({ risk: 2 }))));
    expect(fingerprint(group(after))).not.toBe(fingerprint(group(before)));
  });

  test("the conflicts, where one came or a line moved", () => {
    const before = group(overview({}, { open: ONE }));
    const moved = group(overview({}, { open: { count: 1, revision: 2 } }));
    const more = group(overview({}, { open: { count: 2, revision: 1 } }));
    expect(new Set([before, moved, more].map(fingerprint)).size).toBe(3);
    expect(fingerprint(group(overview({}, { open: ONE })))).toBe(fingerprint(before));
  });
});

describe("what the badge counts", () => {
  test("is what has to be looked at, apart from what is probably fine", () => {
    const stale = overview({ section_changed: 2, source_missing: 1, file_changed: 7, risk: 4 });
    expect(staleCounts([root(stale), root(overview({ section_changed: 1 }), "s")])).toEqual({
      look: 4,
      fine: 7,
    });
  });

  test("is nothing where nothing was learned, or nothing is stale", () => {
    expect(staleCounts([root(overview({ risk: 4 })), root(undefined, "s")])).toEqual({ look: 0, fine: 0 });
    expect(staleCounts([root(overview({ section_changed: 4 }, { state: "off" }))])).toEqual({
      look: 0,
      fine: 0,
    });
  });
});
