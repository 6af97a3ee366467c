import type { Stage } from "../project/stages.js";
import type { Block } from "../text/markdown.js";
import type { LearningKind } from "./learning-record.js";
import { sentencesOf, shortened, SUMMARY_UNITS } from "./plain-text.js";
import type { LearningSection } from "./sections.js";
import { standsAlone } from "./stands-alone.js";
import { unitOfParagraph, unitOfQuote, unitsOfList, unitsOfTable, type Unit } from "./units.js";

/** What is known of a document before it is read. */
export interface ExtractionSource {
  readonly path: string;
  readonly stage: Stage;
  readonly isAdr: boolean;
  /** A decision's, without its number; `undefined`: the first heading is the title. */
  readonly title: string | undefined;
}

/** Sentences of a paragraph that are looked at for one that stands alone. */
const SENTENCES_TRIED = 2;

/** Blocks of one kind read alike: each list, table and paragraph gives its units. */
export function unitsOfBlock(text: string, block: Block, before: string | undefined): Unit[] {
  const raw = text.slice(block.start, block.end).replace(/\r/g, "");
  if (block.kind === "list") return unitsOfList(raw, block.line, before);
  if (block.kind === "table") return unitsOfTable(raw, block.line);
  if (block.kind === "quote") return [unitOfQuote(raw, block.line)];
  return block.kind === "paragraph" ? [unitOfParagraph(raw, block.line)] : [];
}

/** The first of a unit's sentences that stands alone, cut to a summary's length. */
export function sentenceOf({ text, leadIn }: Unit): string | undefined {
  const own = sentencesOf(text).slice(0, SENTENCES_TRIED).find(standsAlone);
  if (leadIn === undefined) return own === undefined ? undefined : shortened(own);
  const [first = ""] = sentencesOf(text);
  const whole = `${leadIn}: ${first}`;
  if (whole.length <= SUMMARY_UNITS && standsAlone(whole)) return whole;
  return own === undefined ? undefined : shortened(own);
}

/** A sentence with its place, of whatever kind. */
export interface Found {
  readonly kind: LearningKind;
  readonly text: string;
  readonly line: number;
  readonly section: LearningSection;
}
