import { SddError } from "../errors.js";
import type { Cancellation } from "../ports.js";
import type { Orchestration, Project } from "../project/project.js";
import type { Conflict } from "../learning/conflict.js";
import type { ReviewState } from "../learning/reviews.js";
import { stageFileName, stageOrder, type Stage } from "../project/stages.js";
import { redactShort } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";
import { accountFor, countsOf, isExpected, type TakenSection } from "./account.js";
import { candidatesOf, headOf, type CandidateSet } from "./candidates.js";
import type { DocumentCache, DocumentPorts } from "./document.js";
import { gather, type Gathered } from "./gather.js";
import type { Manifest } from "./manifest.js";
import { PACK_STRINGS } from "./pack-strings.js";
import {
  conflictLine,
  linkTarget,
  renderPack,
  type PackContent,
  type RenderedPassage,
  type RenderedSource,
} from "./render.js";
import { Selection } from "./select.js";
import type { Language } from "../text/language.js";
import { PARTS, type Part } from "./vocabulary.js";

export interface PackRequest {
  readonly orchestration: Orchestration;
  readonly stage: Stage;
  /** UTF-16 code units that the whole pack may have. */
  readonly limit: number;
  readonly language: "auto" | Language;
  /** ISO 8601 UTC with seconds: `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly generatedAt: string;
  /** What people settled; nothing where it is not given. */
  readonly reviews?: ReviewState | undefined;
}

export interface BuiltPack {
  readonly text: string;
  readonly manifest: Manifest;
}

/** No source takes more than this share of the limit while others wait. */
const SOURCE_SHARE = 0.4;

/** The selection reckons with upper bounds; the room that turns out to be left is filled in this many rounds. */
const FILL_ROUNDS = 3;

/** Room kept for the short manifest to grow in, while sources move from "no room" to "included" or "cut short". */
const MANIFEST_SLACK = 240;

/** The head of a passage is not worth quoting below this many characters. */
const LEAST_HEAD = 80;

/** The documents that the stage builds on (those there are, and those that should be there), and the one it writes. */
function artifactLines({ orchestration, stage, language }: Gathered): string[] {
  const lines: string[] = [];
  for (const { path, stage: own, state } of orchestration.artifacts) {
    if (own === undefined || stageOrder(own) >= stageOrder(stage)) continue;
    const label = redactShort(path);
    lines.push(`- ${own}${state === undefined ? "" : ` (${state})`}: [${label}](${linkTarget(label)})`);
  }
  for (const { path, entry } of orchestration.missing) {
    if (stageOrder(entry.stage) >= stageOrder(stage) || !isExpected(entry.state)) continue;
    lines.push(
      `- ${entry.stage} (${entry.state}): ${redactShort(path)} — ${PACK_STRINGS[language].notThere}`,
    );
  }
  const { ownDocument, toWrite } = PACK_STRINGS[language];
  const own = orchestration.artifacts.find((item) => item.stage === stage);
  const entry = own?.entry ?? orchestration.map?.artifacts.find((item) => item.stage === stage);
  const path = redactShort(own?.path ?? `${orchestration.folder}/${entry?.file ?? stageFileName(stage)}`);
  lines.push(
    own === undefined
      ? `- ${stage}: ${path} — ${ownDocument}, ${toWrite}`
      : `- ${stage} (${own.state ?? "draft"}): [${path}](${linkTarget(path)}) — ${ownDocument}`,
  );
  return lines;
}

/** One pack in the making: what is taken so far, and what it would look like. */
class Composition {
  readonly #request: PackRequest;
  readonly #gathered: Gathered;
  readonly #set: CandidateSet;
  readonly #filled: ReadonlySet<Part>;
  #lines: Partial<Record<Part, readonly string[]>> = {};
  #taken = new Map<number, TakenSection>();
  #rendered: string | undefined;

  constructor(request: PackRequest, gathered: Gathered) {
    this.#request = request;
    this.#gathered = gathered;
    this.#set = candidatesOf(gathered.open, request.orchestration, PACK_STRINGS[gathered.language]);
    this.#filled = new Set(this.#set.sections.filter(({ length }) => length > 0).map(({ part }) => part));
  }

  /** @throws SddError `limit-too-small` */
  compose(): void {
    const { limit } = this.#request;
    const least = this.render().length;
    if (least > limit) throw new SddError("limit-too-small", String(limit), String(least));
    this.#addLines(
      "risks",
      this.#gathered.conflicts.open.map((item) => conflictLine(item, this.#gathered.language)),
    );
    this.#addLines("artifacts", artifactLines(this.#gathered));
    const selection = new Selection(this.#set.candidates, this.#set.model);
    for (let round = 0; round < FILL_ROUNDS && this.#fill(selection, round); round++);
    this.#addHead(selection);
    // The reckoning is by upper bounds, so nothing is left to do here; but the limit is a promise.
    while (this.#taken.size > 0 && this.render().length > limit) {
      this.#taken.delete([...this.#taken.keys()].at(-1) ?? -1);
      this.#rendered = undefined;
    }
  }

  /** Lines that stand at the head of a part come before anything is quoted, as far as they fit. */
  #addLines(part: Part, lines: readonly string[]): void {
    let room = this.#request.limit - this.render().length - MANIFEST_SLACK;
    const fitting: string[] = [];
    for (const line of lines) {
      room -= line.length + 2;
      if (room < 0) break;
      fitting.push(line);
    }
    this.#lines = { ...this.#lines, [part]: fitting };
    this.#rendered = undefined;
  }

  #fill(selection: Selection, round: number): boolean {
    const { limit } = this.#request;
    const room = limit - this.render().length - (round === 0 ? MANIFEST_SLACK : MANIFEST_SLACK / 2);
    if (room <= 0) return false;
    const budget = selection.spent + room;
    const before = selection.taken.size;
    selection.fill({ budget, perSource: Math.floor(limit * SOURCE_SHARE) });
    selection.fill({ budget, perSource: limit });
    const bySection = new Map<number, Set<number>>();
    for (const number of selection.taken) {
      const candidate = this.#set.candidates[number];
      if (candidate === undefined) continue;
      const passages = bySection.get(candidate.section) ?? new Set<number>();
      bySection.set(candidate.section, passages.add(candidate.index));
    }
    if (selection.taken.size > before) this.#rendered = undefined;
    this.#taken = new Map([...bySection].map(([section, passages]) => [section, { passages }]));
    return selection.taken.size > before;
  }

  /** What is left is spent on the head of the passage that is worth most, cut at a sentence or list item. */
  #addHead(selection: Selection): void {
    const room = this.#request.limit - this.render().length - MANIFEST_SLACK / 2;
    let best: { section: number; index: number; text: string; gain: number } | undefined;
    for (const [number, { section, index, cost }] of this.#set.candidates.entries()) {
      const passage = this.#set.sections[section]?.passages[index];
      if (selection.taken.has(number) || passage === undefined) continue;
      const text = headOf(passage, room - (selection.costOf(number) - cost) - 2);
      if (text === undefined || text.length < LEAST_HEAD) continue;
      const gain = selection.gain(number) * text.length;
      if (best === undefined || gain > best.gain) best = { section, index, text, gain };
    }
    if (best === undefined) return;
    const old = this.#taken.get(best.section);
    this.#taken.set(best.section, {
      passages: old?.passages ?? new Set(),
      head: { index: best.index, text: best.text },
    });
    const before = this.#rendered;
    this.#rendered = undefined;
    if (this.render().length <= this.#request.limit) return;
    this.#rendered = before;
    if (old === undefined) this.#taken.delete(best.section);
    else this.#taken.set(best.section, old);
  }

  #passagesOf(section: number, taken: TakenSection): (RenderedPassage | undefined)[] {
    const shown: (RenderedPassage | undefined)[] = [];
    for (const [index, passage] of (this.#set.sections[section]?.passages ?? []).entries()) {
      if (taken.passages.has(index)) shown.push(passage);
      else if (taken.head?.index === index)
        shown.push({ text: taken.head.text, continues: passage.continues }, undefined);
      else if (shown.length === 0 || shown.at(-1) !== undefined) shown.push(undefined);
    }
    return shown;
  }

  /** What is taken, by part and source, in the order of the ranking and of each document. */
  #sources(): Partial<Record<Part, RenderedSource[]>> {
    const result: Partial<Record<Part, RenderedSource[]>> = {};
    const numbers = [...this.#taken.keys()].sort((a, b) => a - b);
    for (const part of PARTS) {
      const bySource = new Map<
        number,
        { heading: string; sections: { heading: string; passages: (RenderedPassage | undefined)[] }[] }
      >();
      for (const number of numbers) {
        const section = this.#set.sections[number];
        const taken = this.#taken.get(number);
        if (section?.part !== part || taken === undefined) continue;
        const source = bySource.get(section.source) ?? {
          heading: this.#set.headings[section.source] ?? "",
          sections: [],
        };
        source.sections.push({ heading: section.heading, passages: this.#passagesOf(number, taken) });
        bySource.set(section.source, source);
      }
      if (bySource.size > 0) result[part] = [...bySource.values()];
    }
    return result;
  }

  /** The pack as it stands; kept until something is taken or left. */
  render(): string {
    return (this.#rendered ??= this.#render());
  }

  #render(): string {
    const { orchestration, stage, limit, generatedAt } = this.#request;
    const content: PackContent = {
      name: orchestration.name,
      slug: orchestration.slug,
      stage,
      generatedAt,
      canonical: orchestration.mapRecord === undefined ? orchestration.folder : orchestration.mapPath,
      language: this.#gathered.language,
      limit,
      lines: this.#lines,
      sources: this.#sources(),
      filled: this.#filled,
      conflicts: this.#gathered.conflicts.open.length,
      counts: countsOf(this.#gathered, this.#set, accountFor(this.#gathered, this.#set, this.#taken)),
    };
    return renderPack(content);
  }

  manifest(text: string, sha256: string): Manifest {
    const { orchestration, stage, limit, generatedAt } = this.#request;
    const { ranking, language, staleSources, conflicts } = this.#gathered;
    const sources = accountFor(this.#gathered, this.#set, this.#taken);
    const { considered, included, excluded, stale, cut, omitted, repeated } = countsOf(
      this.#gathered,
      this.#set,
      sources,
    );
    return {
      schema_version: 1,
      derived: true,
      orchestration: redactShort(orchestration.name),
      orchestration_slug: orchestration.slug,
      stage,
      language,
      generated_at: generatedAt,
      limit,
      chars: text.length,
      sha256,
      counts: { considered, included, excluded, stale, cut, omitted, repeated },
      sources,
      stale_sources: [...staleSources].sort(compareCodeUnits),
      stale_learnings: this.#gathered.staleLearnings,
      groups: ranking.groups.map((group) => ({ ...group, folder: redactShort(group.folder) })),
      missing: ranking.missing.map(({ path, entry }) => ({
        path: redactShort(path),
        stage: entry.stage,
        state: entry.state,
      })),
      conflicts: conflicts.open.map(shownConflict),
      ...(conflicts.settled.length === 0
        ? {}
        : { settled_conflicts: conflicts.settled.map((item) => shownConflict(item)) }),
    };
  }
}

/** A conflict as a manifest holds it: names of files may be made of secrets too. */
function shownConflict<T extends Conflict>(item: T): T {
  return {
    ...item,
    path: redactShort(item.path),
    params: item.params.map(redactShort),
    between: item.between.map(redactShort),
    sides: item.sides.map((side) => ({ ...side, path: redactShort(side.path) })),
  };
}

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
  const composition = new Composition(request, gather(ports, cache, project, request, cancellation));
  composition.compose();
  const text = composition.render();
  return { text, manifest: composition.manifest(text, ports.hasher.sha256(text)) };
}
