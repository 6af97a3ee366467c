import { redactShort } from "../redaction/redact.js";
import type { ArtifactState } from "../project/stages.js";
import type { CandidateSet } from "./candidates.js";
import type { Gathered } from "./gather.js";
import { countSources, type ManifestSection, type ManifestSource, type ShortCounts } from "./manifest.js";
import { STALE_MODIFIER, type ExclusionReason, type RankedSource } from "./ranking.js";

/** Says of every source what became of it, for a given selection. */

/** What is quoted of a section: the passages taken whole, and the head of one that was cut short. */
export interface TakenSection {
  readonly passages: ReadonlySet<number>;
  readonly head?: { readonly index: number; readonly text: string };
}

/** By the number of the section. */
export type TakenSections = ReadonlyMap<number, TakenSection>;

/** Whether a document should be there: one that is pending or optional is work to do, no gap. */
export function isExpected(state: ArtifactState): boolean {
  return state !== "pending" && state !== "optional";
}

/** The sections quoted of each source, by its number. One pass over what is taken. */
function sectionsBySource(set: CandidateSet, taken: TakenSections): Map<number, ManifestSection[]> {
  const bySource = new Map<number, ManifestSection[]>();
  for (const number of [...taken.keys()].sort((a, b) => a - b)) {
    const section = set.sections[number];
    const what = taken.get(number);
    if (section === undefined || what === undefined) continue;
    let chars = what.head?.text.length ?? 0;
    for (const index of what.passages) chars += section.passages[index]?.text.length ?? 0;
    const { title, line, part, length } = section;
    const list = bySource.get(section.source) ?? [];
    list.push({ title, line, part, chars, of: length });
    bySource.set(section.source, list);
  }
  return bySource;
}

function reasonOf(
  gathered: Gathered,
  set: CandidateSet,
  ranked: RankedSource,
  number: number | undefined,
): ExclusionReason | undefined {
  const reason = gathered.reasons.get(ranked);
  if (reason !== undefined) return reason;
  if (ranked.record.kind === "map" || ranked.record.kind === "config") return undefined;
  if (number === undefined) return "not-quoted";
  return set.hasText[number] === true ? "no-room" : "repeats-others";
}

/** What a manifest says of a section that nothing is quoted of; made once, for a pack is measured many times. */
const unquoted = new WeakMap<CandidateSet, readonly (ManifestSection | undefined)[]>();

function unquotedOf(set: CandidateSet): readonly (ManifestSection | undefined)[] {
  let sections = unquoted.get(set);
  if (sections === undefined) {
    sections = set.sections.map(({ title, line, part, length, passages }) =>
      passages.length === 0 ? undefined : { title, line, part, chars: 0, of: length },
    );
    unquoted.set(set, sections);
  }
  return sections;
}

/** The sections that nothing is quoted of, of each source, by its number. */
function omittedBySource(set: CandidateSet, taken: TakenSections): Map<number, ManifestSection[]> {
  const bySource = new Map<number, ManifestSection[]>();
  for (const [number, section] of unquotedOf(set).entries()) {
    if (section === undefined || taken.has(number)) continue;
    const source = set.sections[number]?.source ?? -1;
    const list = bySource.get(source);
    if (list === undefined) bySource.set(source, [section]);
    else list.push(section);
  }
  return bySource;
}

/** What a manifest says of a source whatever is taken of it; `number` is its place among the open ones. */
interface Named {
  readonly ranked: RankedSource;
  readonly number: number | undefined;
  readonly known: Pick<ManifestSource, "path" | "kind" | "stage" | "state" | "hash" | "score">;
}

/** Made once, for a pack is measured many times. */
const named = new WeakMap<Gathered, readonly Named[]>();

function namedSources(gathered: Gathered): readonly Named[] {
  const before = named.get(gathered);
  if (before !== undefined) return before;
  const numbers = new Map(gathered.open.map(({ ranked }, number) => [ranked, number]));
  const list = gathered.ranking.sources.map((ranked): Named => {
    const { record, stage, state, score } = ranked;
    const number = numbers.get(ranked);
    const hash = (number === undefined ? undefined : gathered.open[number]?.document.hash) ?? record.hash;
    const known = {
      path: redactShort(record.path),
      kind: record.kind,
      ...(stage === undefined ? {} : { stage }),
      ...(state === undefined ? {} : { state }),
      hash,
      score,
    };
    return { ranked, number, known };
  });
  named.set(gathered, list);
  return list;
}

/** Every ranked source with its verdict, in the order of the ranking. */
export function accountFor(gathered: Gathered, set: CandidateSet, taken: TakenSections): ManifestSource[] {
  const quoted = sectionsBySource(set, taken);
  const notQuoted = omittedBySource(set, taken);
  return namedSources(gathered).map(({ ranked, number, known }): ManifestSource => {
    const { score } = ranked;
    const sections = (number === undefined ? undefined : quoted.get(number)) ?? [];
    if (gathered.stale.has(ranked)) {
      const stale = { ...score, stale: STALE_MODIFIER, total: score.total + STALE_MODIFIER };
      const chars = sections.reduce((sum, section) => sum + section.chars, 0);
      return { ...known, score: stale, verdict: "stale", chars, sections, omitted: [] };
    }
    const reason = sections.length > 0 ? undefined : reasonOf(gathered, set, ranked, number);
    if (reason !== undefined) return { ...known, verdict: "out", reason, chars: 0, sections, omitted: [] };
    const omitted = (number === undefined ? undefined : notQuoted.get(number)) ?? [];
    const cut = omitted.length > 0 || sections.some((section) => section.chars < section.of);
    const chars = sections.reduce((sum, section) => sum + section.chars, 0);
    return { ...known, verdict: cut ? "cut" : "in", chars, sections, omitted };
  });
}

/** The counts that the pack itself shows. */
export function countsOf(
  gathered: Gathered,
  set: CandidateSet,
  sources: readonly ManifestSource[],
): ShortCounts {
  const expected = gathered.ranking.missing.filter(({ entry }) => isExpected(entry.state)).length;
  const repeated = set.repeated.reduce((sum, count) => sum + count, 0);
  return countSources(sources, gathered.ranking.groups, expected, {
    stale: gathered.staleSources.size,
    repeated,
  });
}
