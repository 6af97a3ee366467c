import type { Conflict } from "../learning/conflict.js";
import type { SettledConflict } from "../learning/settlements.js";
import type { ExcludedGroup, ExclusionReason, Score } from "./ranking.js";
import type { Language } from "../text/language.js";
import type { Part } from "./vocabulary.js";
import type { ArtifactState, Stage } from "../project/stages.js";
import type { SourceKind } from "../project/sources/sources.js";

/** What became of a source. `cut`: it is quoted, but not all of it. */
export type SourceVerdict = "in" | "cut" | "out" | "stale";

export interface ManifestSection {
  readonly title: string;
  /** 1-based line of the heading in the source. */
  readonly line: number;
  readonly part: Part;
  /** Characters quoted, and characters that the section has. */
  readonly chars: number;
  readonly of: number;
}

export interface ManifestSource {
  readonly path: string;
  readonly kind: SourceKind;
  readonly stage?: Stage;
  readonly state?: ArtifactState;
  readonly hash: string;
  readonly score: Score;
  readonly verdict: SourceVerdict;
  readonly reason?: ExclusionReason;
  /** Characters quoted. */
  readonly chars: number;
  readonly sections: readonly ManifestSection[];
  /** Sections of a quoted source that are not: `chars` is 0 in each. */
  readonly omitted: readonly ManifestSection[];
}

/** `<stage>.manifest.json`: everything that was considered for a pack, and what became of it. */
export interface Manifest {
  readonly schema_version: 1;
  readonly derived: true;
  readonly orchestration: string;
  readonly orchestration_slug: string;
  readonly stage: Stage;
  readonly language: Language;
  /** ISO 8601 UTC; the pack's own. */
  readonly generated_at: string;
  readonly limit: number;
  /** Characters of the pack (UTF-16 code units). */
  readonly chars: number;
  /** Hash of the pack's bytes. */
  readonly sha256: string;
  readonly counts: Omit<ShortCounts, "reasons">;
  /** In the order of the ranking. */
  readonly sources: readonly ManifestSource[];
  /** Sources that some learning names with another hash. */
  readonly stale_sources: readonly string[];
  /** How many learnings were considered of which a source moved. */
  readonly stale_learnings: number;
  readonly groups: readonly ExcludedGroup[];
  readonly missing: readonly {
    readonly path: string;
    readonly stage: Stage;
    readonly state: ArtifactState;
  }[];
  /** Those that wait for a person. */
  readonly conflicts: readonly Conflict[];
  /** Those that a person settled; not there where there are none. */
  readonly settled_conflicts?: readonly SettledConflict[];
}

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** The counts of the short manifest in the pack: considered, included, excluded by reason. */
export interface ShortCounts {
  readonly considered: number;
  readonly included: number;
  readonly excluded: number;
  /** Sources that some learning names with another hash. */
  readonly stale: number;
  readonly cut: number;
  readonly omitted: number;
  readonly repeated: number;
  /** Most frequent first, ties by name. */
  readonly reasons: readonly (readonly [ExclusionReason, number])[];
}

const totals = new WeakMap<readonly ExcludedGroup[], ReadonlyMap<ExclusionReason, number>>();

/** How many sources the groups count, by reason; a pack asks it again each time it is measured. */
function totalsOf(groups: readonly ExcludedGroup[]): ReadonlyMap<ExclusionReason, number> {
  const known = totals.get(groups);
  if (known !== undefined) return known;
  const found = new Map<ExclusionReason, number>();
  for (const { reason, count } of groups) found.set(reason, (found.get(reason) ?? 0) + count);
  totals.set(groups, found);
  return found;
}

export function countSources(
  sources: readonly Pick<ManifestSource, "verdict" | "reason" | "sections" | "omitted">[],
  groups: readonly ExcludedGroup[],
  missing: number,
  { stale, repeated }: Pick<ShortCounts, "stale" | "repeated">,
): ShortCounts {
  const reasons = new Map<ExclusionReason, number>();
  const add = (reason: ExclusionReason, count: number): void => {
    if (count > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  };
  let included = 0;
  let staleRecords = 0;
  let cut = 0;
  let omittedSections = 0;
  for (const { verdict, reason, sections, omitted } of sources) {
    omittedSections += omitted.length;
    if (verdict === "in" || verdict === "cut") included++;
    else if (verdict === "stale") staleRecords++;
    if (verdict === "out") add(reason ?? "not-quoted", 1);
    cut += sections.filter((section) => section.chars < section.of).length;
  }
  for (const [reason, count] of totalsOf(groups)) add(reason, count);
  add("missing", missing);
  const excluded = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const sorted = [...reasons].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    considered: included + staleRecords + excluded,
    included,
    excluded,
    stale,
    cut,
    omitted: omittedSections,
    repeated,
    reasons: sorted,
  };
}
