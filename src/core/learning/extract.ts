import type { SafeText } from "../context/document.js";
import type { Hasher } from "../ports.js";
import { redactShort } from "../redaction/redact.js";
import { fold } from "../text/fold.js";
import { sentenceOf, unitsOfBlock, type ExtractionSource, type Found } from "./found.js";
import { isIntelligence } from "../publish/paths.js";
import type { LearningKind } from "./learning-record.js";
import { SUMMARY_UNITS } from "./plain-text.js";
import { sectionHashes, sectionsOf, type LearningSection } from "./sections.js";
import { findInSection } from "./find.js";
import { summaryOf } from "./summary.js";
import { frontTags, headingTags, settledTags } from "./tags.js";

/** A record before it has a state: what was found, and where. */
export interface Draft {
  readonly id: string;
  readonly kind: LearningKind;
  readonly summary: string;
  readonly section: string;
  /** 1-based, in the file. */
  readonly line: number;
  readonly tags: readonly string[];
}

export interface Extraction {
  /** In the document's order, the summary first. */
  readonly drafts: readonly Draft[];
  readonly sectionHashes: ReadonlyMap<string, string>;
  /** How many more there were of each kind than are kept. */
  readonly leftOut: Partial<Readonly<Record<LearningKind, number>>>;
}

/** Records of one kind that a document gives at the most. */
const MOST_OF_A_KIND = 12;

/** A decision record decides one thing; what follows are its parts. */
const MOST_OF_AN_ADR = 6;

/** The same sentence, whatever its case, emphasis, white space and final stop. */
export function normalised(text: string): string {
  return fold(text)
    .replace(/\s+/g, " ")
    .replace(/[.…!]+$/, "")
    .trim();
}

/** @param text normalised. */
function idOf(hasher: Hasher, path: string, section: string, text: string): string {
  return `ln-${hasher.sha256(`${path}\0${section}\0${text}`).slice(0, 16)}`;
}

/** A decision's reason, told after it where both fit into one summary. */
function withReason(decision: Found, text: string, sections: readonly LearningSection[]): Found {
  for (const section of sections) {
    if (section.use !== "reason") continue;
    for (const block of section.blocks) {
      const [unit] = unitsOfBlock(text, block, undefined);
      const reason = unit === undefined ? undefined : sentenceOf(unit);
      if (reason === undefined) continue;
      const whole = `${decision.text.replace(/[.;]$/, "")} — ${reason}`;
      return whole.length <= SUMMARY_UNITS ? { ...decision, text: whole } : decision;
    }
  }
  return decision;
}

/** In a decision record the first sentence of the decision stands for it, with its reason. */
function adrDecisions(
  found: readonly Found[],
  text: string,
  sections: readonly LearningSection[],
): readonly Found[] {
  const at = found.findIndex(({ kind }) => kind === "decision");
  const first = found[at];
  return first === undefined ? found : found.with(at, withReason(first, text, sections));
}

/**
 * What a document has to teach: a sentence on what it is about, and its decisions, patterns, risks, commands and quality
 * signals, by the headings they stand under. Deterministic; nothing is looked up outside the text.
 */
export function extract(safe: SafeText, source: ExtractionSource, hasher: Hasher): Extraction {
  const { text, lineInFile } = safe;
  const isReview = source.stage === "review" || source.stage === "qa";
  const { front, sections } = sectionsOf(safe, { path: source.path, isReview });
  const inSections = sections.flatMap((section) => findInSection(text, section, isReview));
  const found = source.isAdr ? adrDecisions(inSections, text, sections) : inSections;
  // A generated page on which nobody wrote anything has its title only.
  const isBare = sections.every(({ blocks }) => blocks.length === 0);
  const summary = isBare && isIntelligence(source.path) ? undefined : summaryOf(text, sections, source);
  const fromFront = frontTags(front);
  const drafts = new Map<string, Draft>();
  const counts: Partial<Record<LearningKind, number>> = {};
  const leftOut: Partial<Record<LearningKind, number>> = {};
  const seen = new Set<string>();
  for (const { kind, text: said, line, section } of summary === undefined ? found : [summary, ...found]) {
    const plain = normalised(said);
    const id = idOf(hasher, source.path, section.path, plain);
    const key = `${kind} ${plain}`;
    // The first place of a sentence stands for all of a document.
    if (drafts.has(id) || seen.has(key)) continue;
    seen.add(key);
    const count = (counts[kind] = (counts[kind] ?? 0) + 1);
    const most = source.isAdr && kind === "decision" ? MOST_OF_AN_ADR : MOST_OF_A_KIND;
    if (count > most) {
      leftOut[kind] = count - most;
      continue;
    }
    const tags = settledTags(fromFront, headingTags(section.titles.slice(1))).map(redactShort);
    drafts.set(id, {
      id,
      kind,
      summary: redactShort(said),
      section: section.path,
      line: lineInFile(line),
      tags,
    });
  }
  return { drafts: [...drafts.values()], sectionHashes: sectionHashes(text, sections, hasher), leftOut };
}
