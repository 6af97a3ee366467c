import { baseName } from "../project/paths.js";
import type { Orchestration } from "../project/project.js";
import { termCounts, termModel, type TermCounts, type TermModel } from "./coverage.js";
import type { LoadedDocument } from "./document.js";
import type { PackStrings } from "./pack-strings.js";
import type { Passage, Piece, QuotableSection } from "./quotes.js";
import { redactShort } from "../redaction/redact.js";
import { STALE_MODIFIER, type RankedSource } from "./ranking.js";
import { sectionHeading, sourceHeading } from "./render.js";
import { GAP_COST, type Candidate } from "./select.js";
import { ROLES, type Part, type Role } from "./vocabulary.js";

/** A source whose text is there. */
export interface OpenSource {
  readonly ranked: RankedSource;
  readonly document: LoadedDocument;
}

/** A section with its place in the pack, after repeated paragraphs were taken out. */
export interface PlacedSection {
  readonly source: number;
  readonly title: string;
  readonly line: number;
  readonly part: Part;
  readonly heading: string;
  readonly passages: readonly PlacedPassage[];
  /** Characters of all its passages. */
  readonly length: number;
}

export interface PlacedPassage {
  readonly text: string;
  /** Whether it goes on with the list that ends the passage before it. */
  readonly continues: boolean;
  /** Places where the text may be cut, ascending. */
  readonly cuts: readonly number[];
}

export interface CandidateSet {
  readonly sections: readonly PlacedSection[];
  readonly candidates: readonly Candidate[];
  readonly model: TermModel;
  /** Heading of each source, by its number. */
  readonly headings: readonly string[];
  /** Paragraphs left out because a higher-ranked source has them, by source. */
  readonly repeated: readonly number[];
  /** Whether a source has anything to quote that no higher-ranked one has, by source. */
  readonly hasText: readonly boolean[];
}

const INTELLIGENCE_PARTS: Readonly<Record<string, Part>> = {
  "project-profile.md": "essential",
  "architecture-map.md": "artifacts",
  "decision-index.md": "decisions",
  "patterns-and-conventions.md": "patterns",
  "risk-register.md": "risks",
  "quality-health.md": "commands",
};

/** The part for what no heading places: decided by the kind of the source. */
function defaultPart({ record }: RankedSource): Part {
  if (record.kind === "adr") return "decisions";
  if (record.kind === "intelligence") return INTELLIGENCE_PARTS[baseName(record.path)] ?? "patterns";
  return record.kind === "artifact" ? "artifacts" : "patterns";
}

/**
 * The part a section is quoted in. A decision stays together; and what another orchestration requires is no requirement
 * of this one, so it can only serve as a pattern.
 */
function partOf(ranked: RankedSource, role: Role | undefined): Part {
  const named = role === undefined ? undefined : ROLES[role].part;
  const part = named ?? defaultPart(ranked);
  if (ranked.record.kind === "adr") return part === "risks" || part === "commands" ? part : "decisions";
  const foreign = !ranked.own && ranked.record.kind === "artifact";
  return foreign && (part === "essential" || part === "artifacts") ? "patterns" : part;
}

function notesOf({ record, stage, state, score }: RankedSource): string[] {
  const status =
    score.row === "proposed-adr" || score.row === "approved-adr" ? record.facts.adr?.status : undefined;
  return [stage, state ?? status].filter((note) => note !== undefined);
}

/** Keeps the pieces that no higher-ranked source (or earlier paragraph) had. */
function withoutRepeats(passage: Passage, seen: Set<string>): { pieces: Piece[]; repeated: number } {
  const pieces: Piece[] = [];
  let repeated = 0;
  for (const piece of passage.pieces) {
    if (piece.key !== undefined && seen.has(piece.key)) {
      repeated++;
      continue;
    }
    if (piece.key !== undefined) seen.add(piece.key);
    pieces.push(piece);
  }
  return { pieces, repeated };
}

function placed(pieces: readonly Piece[]): PlacedPassage {
  const cuts: number[] = [];
  let text = "";
  for (const piece of pieces) {
    if (text !== "" && piece.continues) {
      text += "\n";
      cuts.push(text.length);
    } else if (text !== "") {
      text += "\n\n";
      // A line that leads in ("as follows:") is worth nothing without what follows.
      if (!text.endsWith(":\n\n")) cuts.push(text.length);
    }
    cuts.push(...piece.cuts.map((cut) => cut + text.length));
    text += piece.text;
  }
  return { text, cuts, continues: pieces[0]?.continues === true };
}

/** Terms of each passage, kept as long as its document is: counting them is the dearest part of a pack. */
const TERMS = new WeakMap<Passage, TermCounts>();

function termsOfPassage(section: QuotableSection, passage: Passage): TermCounts {
  let terms = TERMS.get(passage);
  if (terms === undefined) {
    terms = termCounts(`${section.title} ${passage.pieces.map(({ text }) => text).join(" ")}`);
    TERMS.set(passage, terms);
  }
  return terms;
}

/** What another orchestration requires or plans is an example at best, whatever its heading. */
const FOREIGN_WEIGHT = 0.6;

function roleWeight({ own, record }: RankedSource, role: Role | undefined): number {
  const weight = role === undefined ? UNKNOWN_ROLE : ROLES[role].weight;
  return own || record.kind !== "artifact" ? weight : Math.min(weight, 1) * FOREIGN_WEIGHT;
}

/** A section whose heading is not known may be anything. */
const UNKNOWN_ROLE = 0.95;

/** Drafts are quoted, but what is approved comes first. */
const DRAFT_WEIGHT = 0.9;

/** Learnings and events go by their kind, which has a name; a document's heading stays as it is. */
function titleOf({ record }: RankedSource, section: QuotableSection, strings: PackStrings): string {
  const { title, isStale } = section;
  const named = record.kind === "learnings" || record.kind === "events";
  const name =
    (named && Object.hasOwn(strings.learnings, title) ? strings.learnings[title] : undefined) ?? title;
  return isStale === true ? `${name} (${strings.staleLearnings})` : name;
}

class CandidateBuilder {
  readonly sections: PlacedSection[] = [];
  readonly candidates: Candidate[] = [];
  readonly #documents: number[] = [];
  readonly #seen = new Set<string>();
  readonly repeated: number[] = [];
  readonly headings: string[] = [];

  add(source: number, { ranked, document }: OpenSource, strings: PackStrings): void {
    const path = redactShort(ranked.record.path);
    const heading = sourceHeading(path, notesOf(ranked));
    this.headings.push(heading);
    let repeated = 0;
    const draft = ranked.state === "draft" || ranked.state === "pending" ? DRAFT_WEIGHT : 1;
    for (const section of document.sections) {
      const part = partOf(ranked, section.role);
      const total = ranked.score.total + (section.isStale === true ? STALE_MODIFIER : 0);
      const weight = (total / 100) * roleWeight(ranked, section.role) * draft;
      const title = titleOf(ranked, section, strings);
      repeated += this.#section({ source, title, line: section.line, part, heading, path }, section, weight);
    }
    this.repeated.push(repeated);
  }

  #section(
    at: { source: number; title: string; line: number; part: Part; heading: string; path: string },
    section: QuotableSection,
    weight: number,
  ): number {
    const { source, title, line, part, heading, path } = at;
    // The document's own title says nothing that the path does not; the heading right above may say what this is of.
    const above = section.level > 2 ? section.parents.slice(1).slice(-1) : [];
    const sectionHead = sectionHeading(path, [...above, title], line);
    const number = this.sections.length;
    const passages: PlacedPassage[] = [];
    let repeated = 0;
    for (const passage of section.passages) {
      const rest = withoutRepeats(passage, this.#seen);
      repeated += rest.repeated;
      if (rest.pieces.length === 0) continue;
      const place = placed(rest.pieces);
      this.candidates.push({
        source,
        section: number,
        index: passages.length,
        cost: place.text.length + 2,
        sectionCost: sectionHead.length,
        headingCost: heading.length,
        headingKey: `${part} ${source}`,
        weight,
        terms: termsOfPassage(section, passage),
      });
      this.#documents.push(source);
      passages.push(place);
    }
    const length = passages.reduce((sum, { text }) => sum + text.length, 0);
    this.sections.push({ source, title, line, part, heading: sectionHead, passages, length });
    return repeated;
  }

  model(orchestration: Orchestration, sources: readonly OpenSource[]): TermModel {
    // The nearest earlier document has the highest score of the orchestration's own, so the ranking's order serves.
    const own = [...sources.keys()].filter((number) => {
      const ranked = sources[number]?.ranked;
      return ranked?.own === true && ranked.score.row === "earlier-artifact";
    });
    const passages = this.candidates.map(({ terms }, index) => ({
      document: this.#documents[index] ?? -1,
      terms,
    }));
    const name = `${orchestration.name} ${orchestration.slug.replaceAll("-", " ")}`;
    return termModel({ passages, documents: sources.length, own, name });
  }
}

/** Everything that may be quoted, weighed. `sources` come in the order of the ranking. */
export function candidatesOf(
  sources: readonly OpenSource[],
  orchestration: Orchestration,
  strings: PackStrings,
): CandidateSet {
  const builder = new CandidateBuilder();
  for (const [number, source] of sources.entries()) builder.add(number, source, strings);
  const { sections, candidates, headings, repeated } = builder;
  const hasText = sources.map(() => false);
  for (const { source } of candidates) hasText[source] = true;
  return { sections, candidates, headings, repeated, hasText, model: builder.model(orchestration, sources) };
}

/** The longest head of a passage that fits in `room` characters, ended at one of its cuts; `undefined` where none does. */
export function headOf({ text, cuts }: PlacedPassage, room: number): string | undefined {
  const fitting = cuts.findLast((cut) => cut <= room - GAP_COST);
  const head = fitting === undefined ? "" : text.slice(0, fitting).trimEnd();
  return head === "" || head.endsWith(":") ? undefined : head;
}
