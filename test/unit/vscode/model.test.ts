import { describe, expect, test } from "vitest";
import type { Manifest, ManifestSource } from "../../../src/core/context/manifest.js";
import { STAGES } from "../../../src/core/project/stages.js";
import type { OrchestrationOverview, PackSummary, StageOverview } from "../../../src/node/engine-api.js";
import {
  childrenOf,
  fingerprint,
  hasChildren,
  leftOutCount,
  topOf,
  type NodeData,
} from "../../../src/vscode/packs/model.js";

function source(path: string, verdict: ManifestSource["verdict"]): ManifestSource {
  const score = { total: 100, row: "earlier-artifact", base: 100, nearest: 0, slug: 0, stale: 0 } as const;
  const section = { title: "Risks", line: 3, part: "risks", chars: 10, of: 10 } as const;
  return {
    path,
    kind: "artifact",
    hash: "",
    score,
    verdict,
    chars: 10,
    sections: verdict === "in" ? [section] : [],
    omitted: [],
    ...(verdict === "out" ? { reason: "no-room" as const } : {}),
  };
}

function manifest(): Manifest {
  return {
    schema_version: 1,
    derived: true,
    orchestration: "Checkout",
    orchestration_slug: "checkout",
    stage: "tasks",
    language: "en",
    generated_at: "2026-01-01T00:00:00Z",
    limit: 1_000,
    chars: 900,
    sha256: "a",
    counts: { considered: 3, included: 1, excluded: 2, stale: 0, cut: 0, omitted: 0, repeated: 0 },
    sources: [source("docs/checkout/02-prd.md", "in"), source("docs/checkout/01-idea.md", "out")],
    stale_sources: [],
    stale_learnings: 0,
    groups: [{ folder: "docs/other", reason: "other-orchestration", count: 4 }],
    missing: [{ path: "docs/checkout/03-techspec.md", stage: "techspec", state: "approved" }],
    conflicts: [],
  };
}

const paths = { pack: "p/tasks.md", manifest: "p/tasks.manifest.json", previous: "p/tasks.previous.md" };

function orchestration(change: Partial<Record<string, Partial<StageOverview>>> = {}): OrchestrationOverview {
  const stages = STAGES.map((stage): StageOverview => {
    const empty = {
      stage,
      path: undefined,
      state: undefined,
      mapLine: undefined,
      missing: false,
      pack: undefined,
    };
    return { ...empty, ...change[stage] };
  });
  const place = { slug: "checkout", name: "Checkout", folder: "docs/checkout", mapPath: "m", hasMap: true };
  return { ...place, nextStage: "tasks", stages };
}

const node = (overview: OrchestrationOverview): NodeData => ({
  type: "orchestration",
  root: "r",
  orchestration: overview,
  folded: false,
});
const stageOf = (overview: OrchestrationOverview): NodeData => {
  const child = childrenOf(node(overview)).find(({ key }) => key === "tasks");
  if (child === undefined) throw new Error("The stage is not shown.");
  return child.data;
};
const keys = (data: NodeData, of?: Manifest): readonly string[] => childrenOf(data, of).map(({ key }) => key);
const summary = (sha256 = "a"): PackSummary => ({
  sha256,
  generatedAt: "2026-01-01T00:00:00Z",
  limit: 1_000,
  chars: 900,
});

describe("the tree", () => {
  test("shows orchestrations at the top where there is one root, below their roots where there are several", () => {
    const filled = {
      id: "a",
      name: "A",
      overview: { orchestrations: [orchestration()] },
    };
    const bare = { id: "b", name: "B", overview: { orchestrations: [] } };
    expect(topOf([filled]).map(({ data }) => data.type)).toEqual(["orchestration"]);
    expect(topOf([filled, bare]).map(({ key, data }) => [key, data.type])).toEqual([["a", "root"]]);
    expect(topOf([bare])).toEqual([]);
    expect(topOf([{ ...bare, overview: undefined }])).toEqual([]);
  });

  test("shows many orchestrations folded", () => {
    const of = (count: number): readonly NodeData[] => {
      const all = Array.from({ length: count }, (_, at) => ({ ...orchestration(), slug: `s${at}` }));
      return topOf([{ id: "a", name: "A", overview: { orchestrations: all } }]).map(({ data }) => data);
    };
    expect(of(10)).toMatchObject(Array(10).fill({ folded: false }));
    expect(of(11)).toMatchObject(Array(11).fill({ folded: true }));
  });

  test("shows the stages that something is known of, and the next one", () => {
    const overview = orchestration({ prd: { path: "x" }, qa: { mapLine: 4, missing: true }, idea: {} });
    expect(keys(node(overview))).toEqual(["prd", "tasks", "qa"]);
  });

  test("shows a stage's quoted sources, and all others in a group of their own", () => {
    const stage = stageOf(
      orchestration({ tasks: { pack: { freshness: "fresh", paths, summary: summary() } } }),
    );
    expect(keys(stage, manifest())).toEqual(["pack", "source docs/checkout/02-prd.md", "left-out"]);
    const leftOut = childrenOf(stage, manifest()).at(-1)?.data;
    expect(leftOut && keys(leftOut)).toEqual([
      "source docs/checkout/01-idea.md",
      "missing docs/checkout/03-techspec.md",
      "group other-orchestration docs/other",
    ]);
    expect(leftOutCount(manifest())).toBe(6);
  });

  test("shows a pack whose manifest is gone", () => {
    const stage = stageOf(
      orchestration({ tasks: { pack: { freshness: "outdated", paths, summary: undefined } } }),
    );
    expect(keys(stage)).toEqual(["pack"]);
    expect(hasChildren(stage)).toBe(true);
    expect(hasChildren(stageOf(orchestration()))).toBe(false);
  });
});

describe("what is drawn again", () => {
  const before = orchestration({ tasks: { pack: { freshness: "fresh", paths, summary: summary() } } });

  test("nothing, where a look at the files gives equal values", () => {
    const again = orchestration({ tasks: { pack: { freshness: "fresh", paths, summary: summary() } } });
    expect(fingerprint(node(again))).toBe(fingerprint(node(before)));
    expect(fingerprint(stageOf(again))).toBe(fingerprint(stageOf(before)));
  });

  test("the stage alone, where its pack has been outgrown or rebuilt", () => {
    const outdated = orchestration({
      tasks: { pack: { freshness: "outdated", paths, summary: summary() } },
    });
    const rebuilt = orchestration({
      tasks: { pack: { freshness: "fresh", paths, summary: summary("b") } },
    });
    for (const after of [outdated, rebuilt]) {
      expect(fingerprint(node(after))).toBe(fingerprint(node(before)));
      expect(fingerprint(stageOf(after))).not.toBe(fingerprint(stageOf(before)));
    }
  });

  test("the orchestration, where a stage came or went, or its own line changed", () => {
    for (const after of [orchestration({ prd: { path: "x" } }), { ...before, name: "New" }]) {
      expect(fingerprint(node(after))).not.toBe(fingerprint(node(before)));
    }
  });
});
