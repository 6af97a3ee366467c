import type { Manifest, ManifestSection, ManifestSource } from "../../core/context/manifest.js";
import type { ExcludedGroup } from "../../core/context/ranking.js";
import type { Stage } from "../../core/project/stages.js";
import type { OrchestrationOverview, StageOverview } from "../../node/engine-api.js";
import type { ProjectOverview } from "../project/overview.js";

/** What the view Context Packs shows, as data: what stands under what, and when an item has changed. */

/** A project root, as far as the tree is concerned. */
export interface RootData {
  readonly id: string;
  readonly name: string;
  readonly overview: Pick<ProjectOverview, "orchestrations"> | undefined;
}

interface StagePlace {
  readonly root: string;
  readonly orchestration: OrchestrationOverview;
  readonly stage: StageOverview;
}
type Pack = NonNullable<StageOverview["pack"]>;

export type NodeData =
  | { readonly type: "root"; readonly root: RootData }
  | {
      readonly type: "orchestration";
      readonly root: string;
      readonly orchestration: OrchestrationOverview;
      /** Whether it has so many siblings that its stages are shown only where someone asks. */
      readonly folded: boolean;
    }
  | ({ readonly type: "stage" } & StagePlace)
  | ({ readonly type: "pack"; readonly pack: Pack } & StagePlace)
  | { readonly type: "source"; readonly root: string; readonly source: ManifestSource }
  | {
      readonly type: "section";
      readonly root: string;
      readonly path: string;
      readonly section: ManifestSection;
    }
  | { readonly type: "left-out"; readonly root: string; readonly manifest: Manifest }
  | { readonly type: "missing"; readonly root: string; readonly missing: Manifest["missing"][number] }
  | { readonly type: "group"; readonly root: string; readonly group: ExcludedGroup };

/** An item and what names it among its siblings, for as long as it is there. */
export interface Child {
  readonly key: string;
  readonly data: NodeData;
}

/** Stages that something is known of, and the next one; the rest would be noise. */
function shownStages({ stages, nextStage }: OrchestrationOverview): readonly StageOverview[] {
  return stages.filter(
    ({ stage, path, mapLine, pack, missing }) =>
      stage === nextStage || path !== undefined || mapLine !== undefined || missing || pack !== undefined,
  );
}

const isQuoted = ({ verdict }: ManifestSource): boolean => verdict === "in" || verdict === "cut";

/** How many sources a manifest lists as left out, those in groups and those that are missing included. */
export function leftOutCount({ sources, groups, missing }: Manifest): number {
  const grouped = groups.reduce((sum, { count }) => sum + count, 0);
  return sources.filter((source) => !isQuoted(source)).length + grouped + missing.length;
}

/** The top of the tree: the orchestrations, below their roots where there are several. */
export function topOf(roots: readonly RootData[]): readonly Child[] {
  const filled = roots.filter(({ overview }) => (overview?.orchestrations.length ?? 0) > 0);
  const [only] = filled;
  if (only !== undefined && roots.length === 1) return childrenOf({ type: "root", root: only });
  return filled.map((root) => ({ key: root.id, data: { type: "root", root } }));
}

/** So many orchestrations fit a side bar with their stages; of more a person looks for one. */
const UNFOLDED = 10;

/** Whether there is anything below an item. Of a stage this is known without its pack's manifest. */
export function hasChildren(data: NodeData): boolean {
  return data.type === "stage" ? data.stage.pack !== undefined : childrenOf(data).length > 0;
}

/** @param manifest of a stage's pack, where there is one; below other items nothing depends on it */
export function childrenOf(data: NodeData, manifest?: Manifest): readonly Child[] {
  switch (data.type) {
    case "root": {
      const { id, overview } = data.root;
      const all = overview?.orchestrations ?? [];
      return all.map((orchestration) => ({
        key: `${id} ${orchestration.slug}`,
        data: { type: "orchestration", root: id, orchestration, folded: all.length > UNFOLDED },
      }));
    }
    case "orchestration": {
      const { root, orchestration } = data;
      return shownStages(orchestration).map((stage) => ({
        key: stage.stage,
        data: { type: "stage", root, orchestration, stage },
      }));
    }
    case "stage":
      return stageChildren(data, manifest);
    case "source":
      return [...data.source.sections, ...data.source.omitted].map((section, index) => ({
        key: `${section.line} ${section.part} ${index}`,
        data: { type: "section", root: data.root, path: data.source.path, section },
      }));
    case "left-out":
      return leftOutChildren(data.root, data.manifest);
    default:
      return [];
  }
}

function stageChildren(place: StagePlace, manifest: Manifest | undefined): readonly Child[] {
  const { root, stage, orchestration } = place;
  const { pack } = stage;
  if (pack === undefined) return [];
  const children: Child[] = [{ key: "pack", data: { type: "pack", root, orchestration, stage, pack } }];
  if (manifest === undefined) return children;
  for (const source of manifest.sources.filter(isQuoted)) children.push(sourceChild(root, source));
  if (leftOutCount(manifest) > 0)
    children.push({ key: "left-out", data: { type: "left-out", root, manifest } });
  return children;
}

function sourceChild(root: string, source: ManifestSource): Child {
  return { key: `source ${source.path}`, data: { type: "source", root, source } };
}

function leftOutChildren(root: string, manifest: Manifest): readonly Child[] {
  const sources = manifest.sources.filter((source) => !isQuoted(source));
  return [
    ...sources.map((source) => sourceChild(root, source)),
    ...manifest.missing.map((missing): Child => ({
      key: `missing ${missing.path}`,
      data: { type: "missing", root, missing },
    })),
    ...manifest.groups.map((group): Child => ({
      key: `group ${group.reason} ${group.folder}`,
      data: { type: "group", root, group },
    })),
  ];
}

/** Two manifests of one pack's hash and time are the same, so a stage with its pack's summary tells all. */
function stagePrint(stage: StageOverview, next: Stage): unknown {
  return [stage, stage.stage === next];
}

/**
 * A text that changes when an item must be drawn again. Of a root and an orchestration it tells their own line and
 * which children they have, since those are compared for themselves; of a stage it tells all that is below.
 */
export function fingerprint(data: NodeData): string {
  switch (data.type) {
    case "root":
      return JSON.stringify([data.root.name, childrenOf(data).map(({ key }) => key)]);
    case "orchestration": {
      const { stages, ...line } = data.orchestration;
      return JSON.stringify([line, stages.length, childrenOf(data).map(({ key }) => key)]);
    }
    case "stage":
    case "pack":
      return JSON.stringify(stagePrint(data.stage, data.orchestration.nextStage));
    default:
      return JSON.stringify(data);
  }
}
