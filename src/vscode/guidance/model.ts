import type { DomainSummary } from "../../core/guidance/domains.js";
import {
  GUIDANCE_GROUPS,
  type GuidanceGroup,
  type GuidanceLine,
  type GuidanceOverview,
} from "../../node/engine-guidance-api.js";

/** The view Guidance as data: which items it has, and below which. */

export interface GuidanceRoot {
  readonly id: string;
  readonly name: string;
  /** `undefined` until it was asked for once. */
  readonly guidance: GuidanceOverview | undefined;
}

export type NodeData =
  | { readonly type: "root"; readonly root: GuidanceRoot }
  | { readonly type: "group"; readonly root: string; readonly group: GuidanceGroup; readonly count: number }
  | { readonly type: "approved"; readonly root: string; readonly domain: string; readonly count: number }
  | { readonly type: "entry"; readonly root: string; readonly line: GuidanceLine }
  | { readonly type: "domains"; readonly root: string; readonly domains: readonly DomainSummary[] }
  | { readonly type: "domain"; readonly root: string; readonly domain: DomainSummary };

export interface Child {
  /** Unique among its siblings, and the same for as long as the item is there. */
  readonly key: string;
  readonly data: NodeData;
}

function isEmpty({ counts, domains }: GuidanceOverview): boolean {
  return domains.length === 0 && GUIDANCE_GROUPS.every((group) => counts[group] === 0);
}

/** Groups of nothing are left out, but for what is pending: that nothing waits is worth a line. */
function groupsOf({ id, guidance }: GuidanceRoot): readonly Child[] {
  if (guidance === undefined || isEmpty(guidance)) return [];
  const { counts, domains } = guidance;
  const groups = GUIDANCE_GROUPS.filter((group) => group === "pending" || counts[group] > 0).map(
    (group): Child => ({ key: group, data: { type: "group", root: id, group, count: counts[group] } }),
  );
  return [...groups, { key: "domains", data: { type: "domains", root: id, domains } }];
}

/** What stands at the top: each root where several are open, else what the one has. */
export function topOf(roots: readonly GuidanceRoot[]): readonly Child[] {
  const [only] = roots;
  if (roots.length === 1 && only !== undefined) return groupsOf(only);
  return roots
    .filter(({ guidance }) => guidance !== undefined && !isEmpty(guidance))
    .map((root) => ({ key: root.id, data: { type: "root", root } }));
}

/** Items below one whose children need no question; `undefined` where they are lines that have to be asked for. */
export function childrenOf(data: NodeData, roots: readonly GuidanceRoot[]): readonly Child[] | undefined {
  switch (data.type) {
    case "root":
      return groupsOf(roots.find(({ id }) => id === data.root.id) ?? data.root);
    case "domains":
      return data.domains.map((domain) => ({
        key: domain.domain,
        data: { type: "domain", root: data.root, domain },
      }));
    case "group": {
      if (data.group !== "approved") return undefined;
      const approved = roots.find(({ id }) => id === data.root)?.guidance?.approved ?? [];
      return approved.map(({ domain, count }) => ({
        key: domain,
        data: { type: "approved", root: data.root, domain, count },
      }));
    }
    case "approved":
      return undefined;
    case "entry":
    case "domain":
      return [];
  }
}

export function linesBelow(root: string, lines: readonly GuidanceLine[]): readonly Child[] {
  return lines.map((line) => ({ key: `${line.from} ${line.id}`, data: { type: "entry", root, line } }));
}

/** How many entries wait for a first decision, in all roots: the badge. */
export function pendingIn(roots: readonly GuidanceRoot[]): number {
  return roots.reduce((sum, { guidance }) => sum + (guidance?.counts.pending ?? 0), 0);
}

/** Whether any root has something to show; `undefined` where not all have been asked yet. */
export function hasAny(roots: readonly GuidanceRoot[]): boolean | undefined {
  const known = roots.flatMap(({ guidance }) => guidance ?? []);
  if (known.some((guidance) => !isEmpty(guidance))) return true;
  return known.length < roots.length ? undefined : false;
}
