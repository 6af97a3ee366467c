import { SddError } from "../errors.js";
import type { Cancellation } from "../ports.js";
import type { Orchestration, Project } from "../project/project.js";
import type { Stage } from "../project/stages.js";
import { stageOrder, type ArtifactState } from "../project/stages.js";
import { candidatesOf, headOf, type CandidateSet, type OpenSource } from "./candidates.js";
import { conflictsOf, type Conflict } from "./conflicts.js";
import { readText, type DocumentCache, type DocumentPorts, type LoadResult } from "./document.js";
import { countSources, type Manifest, type ManifestSection, type ManifestSource } from "./manifest.js";
import { PACK_STRINGS } from "./pack-strings.js";
import {
  rankSources,
  type ExclusionReason,
  type RankedSource,
  STALE_MODIFIER,
  type Ranking,
} from "./ranking.js";
import {
  conflictLine,
  linkTarget,
  renderPack,
  type PackContent,
  type RenderedPassage,
  type RenderedSection,
  type RenderedSource,
} from "./render.js";
import { withoutStale } from "./records.js";
import { languageOfHeadings } from "./roles.js";
import { Selection } from "./select.js";
import { PARTS, type Language, type Part } from "./vocabulary.js";
import { compareCodeUnits } from "../text/fold.js";
import { redactShort } from "../redaction/redact.js";

export interface PackRequest {
  readonly orchestration: Orchestration;
  readonly stage: Stage;
  /** UTF-16 code units that the whole pack may have. */
  readonly limit: number;
  readonly language: "auto" | Language;
  /** ISO 8601 UTC with seconds: `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly generatedAt: string;
}

export interface BuiltPack {
  readonly text: string;
  readonly manifest: Manifest;
}

/** No source takes more than this share of the limit while others wait. */
const SOURCE_SHARE = 0.4;

/** The selection reckons with upper bounds; the room that turns out to be left is filled in this many rounds. */
const FILL_ROUNDS = 3;

/** What was quoted of a section: the passages taken, and the head of one that was cut short. */
interface Taken {
  readonly passages: ReadonlySet<number>;
  readonly head: { readonly index: number; readonly text: string } | undefined;
}

type HashOf = (path: string) => string | undefined;

class PackBuilder {
  readonly #request: PackRequest;
  readonly #ranking: Ranking;
  readonly #conflicts: readonly Conflict[];
  readonly #open: OpenSource[] = [];
  /** Sources that some learning names with another hash, and learnings of which nothing holds any more. */
  readonly #staleSources = new Set<string>();
  readonly #stale = new Set<RankedSource>();
  readonly #reasons = new Map<RankedSource, ExclusionReason>();
  readonly #language: Language;
  readonly #set: CandidateSet;
  #taken = new Map<number, Taken>();
  #lines: Partial<Record<Part, readonly string[]>> = {};

  constructor(
    ports: DocumentPorts,
    project: Project,
    request: PackRequest,
    cache: DocumentCache,
    cancellation: Cancellation | undefined,
  ) {
    this.#request = request;
    this.#ranking = rankSources(project, request.orchestration, request.stage);
    this.#load(ports, cache, (path) => project.inventory.records.get(path)?.hash, cancellation);
    const related = new Set(this.#ranking.sources.map(({ record }) => record.path));
    this.#conflicts = conflictsOf(project, request.orchestration, (path) => readText(ports, path), related);
    this.#language = request.language === "auto" ? this.#headingLanguage(ports, cache) : request.language;
    this.#set = candidatesOf(this.#open, request.orchestration, PACK_STRINGS[this.#language]);
  }

  /** Learnings are held against their sources as they are now: what is no longer true of them is not quoted. */
  #withoutStale(ranked: RankedSource, document: LoadResult, hashOf: HashOf): LoadResult {
    if (!document.ok || ranked.record.kind !== "learnings") return document;
    const { sections, staleSources } = withoutStale(document.sections, hashOf);
    for (const path of staleSources) this.#staleSources.add(path);
    if (sections.length === 0 && staleSources.size > 0) this.#stale.add(ranked);
    return { ...document, sections };
  }

  #load(
    ports: DocumentPorts,
    cache: DocumentCache,
    hashOf: HashOf,
    cancellation: Cancellation | undefined,
  ): void {
    for (const ranked of this.#ranking.sources) {
      if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
      if (ranked.excluded !== undefined) {
        this.#reasons.set(ranked, ranked.excluded);
        continue;
      }
      // The map and the configuration are told by what the pack does with them; their YAML is of no use to a reader.
      if (ranked.record.kind === "map" || ranked.record.kind === "config") continue;
      const document = this.#withoutStale(ranked, cache.load(ports, ranked.record, cancellation), hashOf);
      if (!document.ok) this.#reasons.set(ranked, document.reason);
      else if (this.#stale.has(ranked)) continue;
      else if (document.sections.length === 0) this.#reasons.set(ranked, "nothing-to-quote");
      else this.#open.push({ ranked, document });
    }
    if (cancellation?.isCancelled() === true) throw new SddError("cancelled");
  }

  /** The language of the orchestration's own documents: those quoted, else all of them. */
  #headingLanguage(ports: DocumentPorts, cache: DocumentCache): Language {
    const own = this.#open.filter(({ ranked }) => ranked.own).flatMap(({ document }) => document.headings);
    const quoted = languageOfHeadings(own);
    if (quoted !== undefined) return quoted;
    const all = this.#request.orchestration.artifacts.flatMap(({ record }) => {
      const document = record.status === "active" ? cache.load(ports, record) : undefined;
      return document?.ok === true ? document.headings : [];
    });
    return languageOfHeadings(all) ?? "en";
  }

  /** @throws SddError `limit-too-small` */
  build(): PackContent {
    const { limit } = this.#request;
    const least = renderPack(this.#content()).length;
    if (least > limit) throw new SddError("limit-too-small", String(limit), String(least));
    this.#addLines();
    this.#select();
    return this.#content();
  }

  /** Artifacts and conflicts are listed before anything is quoted, as far as they fit. */
  #addLines(): void {
    const lines = {
      artifacts: this.#artifactLines(),
      risks: this.#conflicts.map((item) => conflictLine(item, this.#language)),
    };
    const taken: Partial<Record<Part, string[]>> = {};
    for (const part of ["artifacts", "risks"] as const) {
      for (const line of lines[part]) {
        const list = (taken[part] ??= []);
        list.push(line);
        this.#lines = taken;
        if (renderPack(this.#content()).length + MANIFEST_SLACK <= this.#request.limit) continue;
        list.pop();
        if (list.length === 0) taken[part] = [];
        break;
      }
    }
  }

  #artifactLines(): string[] {
    const { orchestration, stage } = this.#request;
    const strings = PACK_STRINGS[this.#language];
    const lines: string[] = [];
    for (const { path, stage: own, state } of orchestration.artifacts) {
      if (own === undefined || stageOrder(own) >= stageOrder(stage)) continue;
      const label = redactShort(path);
      lines.push(`- ${own}${state === undefined ? "" : ` (${state})`}: [${label}](${linkTarget(label)})`);
    }
    for (const { path, entry } of orchestration.missing) {
      if (stageOrder(entry.stage) >= stageOrder(stage) || !isExpected(entry.state)) continue;
      lines.push(`- ${entry.stage} (${entry.state}): ${redactShort(path)} — ${strings.notThere}`);
    }
    return lines;
  }

  #select(): void {
    const { limit } = this.#request;
    const selection = new Selection(this.#set.candidates, this.#set.model);
    const perSource = Math.floor(limit * SOURCE_SHARE);
    for (let round = 0; round < FILL_ROUNDS; round++) {
      const room =
        limit - renderPack(this.#content()).length - (round === 0 ? MANIFEST_SLACK : MANIFEST_SLACK / 2);
      if (room <= 0) break;
      const budget = selection.spent + room;
      selection.fill({ budget, perSource });
      selection.fill({ budget, perSource: limit });
      this.#take(selection);
    }
    this.#cutOneShort(selection);
    this.#giveBack();
  }

  #take(selection: Selection): void {
    const bySection = new Map<number, Set<number>>();
    for (const number of selection.taken) {
      const candidate = this.#set.candidates[number];
      if (candidate === undefined) continue;
      const set = bySection.get(candidate.section) ?? new Set<number>();
      set.add(candidate.index);
      bySection.set(candidate.section, set);
    }
    this.#taken = new Map(
      [...bySection].map(([section, passages]) => [section, { passages, head: undefined }]),
    );
  }

  /** What is left is spent on the head of the passage that would have come next, at a sentence or list item. */
  #cutOneShort(selection: Selection): void {
    const room = this.#request.limit - renderPack(this.#content()).length - MANIFEST_SLACK / 2;
    let best: { section: number; index: number; text: string; gain: number } | undefined;
    for (const [number, candidate] of this.#set.candidates.entries()) {
      const passage = this.#set.sections[candidate.section]?.passages[candidate.index];
      if (selection.taken.has(number) || passage === undefined) continue;
      const head = headOf(passage, room - (selection.costOf(number) - candidate.cost) - 2);
      if (head === undefined || head.length < 80) continue;
      const gain = selection.gain(number) * head.length;
      if (best === undefined || gain > best.gain)
        best = { section: candidate.section, index: candidate.index, text: head, gain };
    }
    if (best === undefined) return;
    const old = this.#taken.get(best.section);
    this.#taken.set(best.section, {
      passages: old?.passages ?? new Set(),
      head: { index: best.index, text: best.text },
    });
    if (renderPack(this.#content()).length <= this.#request.limit) return;
    if (old === undefined) this.#taken.delete(best.section);
    else this.#taken.set(best.section, old);
  }

  /** The reckoning is an upper bound, so this has nothing to do; but the limit is a promise, and this keeps it. */
  #giveBack(): void {
    while (renderPack(this.#content()).length > this.#request.limit && this.#taken.size > 0) {
      const last = [...this.#taken.keys()].at(-1);
      if (last !== undefined) this.#taken.delete(last);
    }
  }

  #renderedSources(): Partial<Record<Part, RenderedSource[]>> {
    const result: Partial<Record<Part, RenderedSource[]>> = {};
    for (const part of PARTS) {
      const bySource = new Map<number, RenderedSource & { sections: RenderedSection[] }>();
      for (const [number, section] of this.#set.sections.entries()) {
        const taken = this.#taken.get(number);
        if (section.part !== part || taken === undefined) continue;
        let source = bySource.get(section.source);
        if (source === undefined) {
          source = { heading: this.#set.headings[section.source] ?? "", sections: [] };
          bySource.set(section.source, source);
        }
        source.sections.push({ heading: section.heading, passages: this.#passagesOf(number, taken) });
      }
      if (bySource.size > 0) result[part] = [...bySource.values()];
    }
    return result;
  }

  #passagesOf(number: number, taken: Taken): (RenderedPassage | undefined)[] {
    const all = this.#set.sections[number]?.passages ?? [];
    const shown: (RenderedPassage | undefined)[] = [];
    for (const [index, passage] of all.entries()) {
      const head = taken.head?.index === index ? taken.head.text : undefined;
      if (taken.passages.has(index)) shown.push(passage);
      else if (head !== undefined) shown.push({ text: head, continues: passage.continues }, undefined);
      else if (shown.length === 0 || shown.at(-1) !== undefined) shown.push(undefined);
    }
    return shown;
  }

  #sectionsOf(source: number): ManifestSection[] {
    const sections: ManifestSection[] = [];
    for (const [number, section] of this.#set.sections.entries()) {
      const taken = this.#taken.get(number);
      if (section.source !== source || taken === undefined) continue;
      const whole = section.passages.filter((_, index) => taken.passages.has(index));
      const chars = whole.reduce((sum, { text }) => sum + text.length, taken.head?.text.length ?? 0);
      const { title, line, part, length } = section;
      sections.push({ title, line, part, chars, of: length });
    }
    return sections;
  }

  manifestSources(): ManifestSource[] {
    const numbers = new Map(this.#open.map(({ ranked }, number) => [ranked, number]));
    return this.#ranking.sources.map((ranked): ManifestSource => {
      const { record, stage, state, score } = ranked;
      const number = numbers.get(ranked);
      const sections = number === undefined ? [] : this.#sectionsOf(number);
      const chars = sections.reduce((sum, section) => sum + section.chars, 0);
      const known = {
        path: redactShort(record.path),
        kind: record.kind,
        ...(stage === undefined ? {} : { stage }),
        ...(state === undefined ? {} : { state }),
        hash: number === undefined ? record.hash : (this.#open[number]?.document.hash ?? record.hash),
        score,
      };
      const reason = this.#reasonOf(ranked, number, sections);
      if (this.#stale.has(ranked)) {
        const stale = { ...score, stale: STALE_MODIFIER, total: score.total + STALE_MODIFIER };
        return { ...known, score: stale, verdict: "stale", chars: 0, sections: [] };
      }
      if (reason !== undefined) return { ...known, verdict: "out", reason, chars: 0, sections: [] };
      const cut = sections.some((section) => section.chars < section.of);
      return { ...known, verdict: cut ? "cut" : "in", chars, sections };
    });
  }

  #reasonOf(
    ranked: RankedSource,
    number: number | undefined,
    sections: readonly ManifestSection[],
  ): ExclusionReason | undefined {
    const reason = this.#reasons.get(ranked);
    if (reason !== undefined || sections.length > 0) return reason;
    if (ranked.record.kind === "map" || ranked.record.kind === "config") return undefined;
    if (number === undefined) return "not-quoted";
    const hasText = this.#set.sections.some(
      ({ source, passages }) => source === number && passages.length > 0,
    );
    return hasText ? "no-room" : "repeats-others";
  }

  #content(): PackContent {
    const { orchestration, stage, limit, generatedAt } = this.#request;
    const repeated = this.#set.repeated.reduce((sum, count) => sum + count, 0);
    const { groups, missing } = this.#ranking;
    const expected = missing.filter(({ entry }) => isExpected(entry.state)).length;
    return {
      name: orchestration.name,
      slug: orchestration.slug,
      stage,
      generatedAt,
      canonical: orchestration.mapRecord === undefined ? orchestration.folder : orchestration.mapPath,
      language: this.#language,
      limit,
      lines: this.#lines,
      sources: this.#renderedSources(),
      counts: countSources(this.manifestSources(), groups, expected, {
        stale: this.#staleSources.size,
        repeated,
      }),
    };
  }

  manifest(content: PackContent, text: string, sha256: string): Manifest {
    const { orchestration, stage, limit, generatedAt } = this.#request;
    const { considered, included, excluded, stale, cut, repeated } = content.counts;
    return {
      schema_version: 1,
      derived: true,
      orchestration: redactShort(orchestration.name),
      orchestration_slug: orchestration.slug,
      stage,
      language: this.#language,
      generated_at: generatedAt,
      limit,
      chars: text.length,
      sha256,
      counts: { considered, included, excluded, stale, cut, repeated },
      sources: this.manifestSources(),
      stale_sources: [...this.#staleSources].sort(compareCodeUnits),
      groups: this.#ranking.groups,
      missing: this.#ranking.missing.map(({ path, entry }) => ({
        path,
        stage: entry.stage,
        state: entry.state,
      })),
      conflicts: this.#conflicts.map((item) => ({ ...item, params: item.params.map(redactShort) })),
    };
  }
}

/** Whether a document should be there: one that is pending or optional is work to do, no gap. */
function isExpected(state: ArtifactState): boolean {
  return state !== "pending" && state !== "optional";
}

/** Room kept for the short manifest to grow in, while sources move from "not quoted" to "included" or "cut short". */
const MANIFEST_SLACK = 160;

/**
 * Builds the pack of one stage: ranks, loads what may be quoted, selects, renders. The same project, request and files
 * give the same bytes. Nothing is written.
 *
 * @throws SddError `limit-too-small`, with the least that would fit; `cancelled`.
 */
export function buildPack(
  ports: DocumentPorts,
  project: Project,
  request: PackRequest,
  cache: DocumentCache,
  cancellation?: Cancellation,
): BuiltPack {
  const builder = new PackBuilder(ports, project, request, cache, cancellation);
  const content = builder.build();
  const text = renderPack(content);
  return { text, manifest: builder.manifest(content, text, ports.hasher.sha256(text)) };
}
