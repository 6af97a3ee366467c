import type { Block } from "../text/markdown.js";
import { commandsInline, commandsOfFence } from "./commands.js";
import { sentenceOf, unitsOfBlock, type Found } from "./found.js";
import { isNamedTable, useOfLabel, type SectionUse } from "./heading-kinds.js";
import { shortened, SUMMARY_UNITS } from "./plain-text.js";
import type { LearningSection } from "./sections.js";
import { isStatement, standsAlone } from "./stands-alone.js";
import { headerCells, type Unit } from "./units.js";

/** What one section has to teach, by what its heading, and the labels in it, name. */

type Statement = "decision" | "pattern" | "risk" | "quality_signal";
const STATEMENTS: ReadonlySet<string> = new Set<Statement>(["decision", "pattern", "risk", "quality_signal"]);

const isOfStatements = (use: SectionUse | undefined): use is Statement =>
  use !== undefined && STATEMENTS.has(use);

/** A heading without its number. */
function plainTitle({ titles }: LearningSection): string {
  return (titles.at(-1) ?? "")
    .replace(/^(?:\d+(?:\.\d+)*[.)]?|[A-ZА-Я]\d+[.)]?|[A-ZА-Я][.)])\s+/u, "")
    .replace(/[:.]$/, "");
}

/** Whether a heading says something without the sentence below it. */
function isTelling(title: string, use: Statement): boolean {
  return standsAlone(title) && isStatement(title, use === "decision" ? "risk" : use);
}

/**
 * Below a heading such as "Decisions" or "Risks", each section with a heading of its own is one of them: its heading and
 * its first sentence together.
 */
function titled(section: LearningSection, sentences: readonly Found[]): Found | undefined {
  const title = plainTitle(section);
  const [first] = sentences;
  if (first !== undefined) {
    const whole = `${title}: ${first.text}`;
    return whole.length <= SUMMARY_UNITS && !first.text.startsWith(title) ? { ...first, text: whole } : first;
  }
  if (!isOfStatements(section.use) || !isTelling(title, section.use)) return undefined;
  return { kind: section.use, text: shortened(title), line: section.line, section };
}

function commandsOf(block: Block, raw: string, use: SectionUse | undefined): Unit[] {
  const isCommands = use === "command";
  if (block.kind === "code") return commandsOfFence(raw, block.line, block.info, isCommands);
  return isCommands && (block.kind === "list" || block.kind === "paragraph")
    ? commandsInline(raw, block.line)
    : [];
}

/** Tables compare and enumerate; only one whose columns are named after the kind makes statements of it. */
function isTold(block: Block, raw: string, use: Statement): boolean {
  if (block.kind !== "table") return true;
  const headers = headerCells(raw);
  if (use === "risk" || use === "quality_signal") return !isNamedTable(headers.slice(0, 1), "none");
  return isNamedTable(headers, use);
}

/** Whether a paragraph may lead in to what follows: it ends in a colon, or in bold. */
function isLead(raw: string): boolean {
  return /[:：*_][\s*_]*$/.test(raw.slice(-20));
}

/** A line that ends in a colon, or is bold as a whole. */
function isLabel(raw: string): boolean {
  const line = raw.trim();
  return !line.includes("\n") && (/[:：][*_]*$/.test(line) || /^(\*\*|__)[^*_]+\1$/.test(line));
}

/** In the section's order. */
export function findInSection(text: string, section: LearningSection, isReview: boolean): Found[] {
  const commands: Found[] = [];
  const statements: Found[] = [];
  let { use } = section;
  let before: string | undefined;
  let previous: Block | undefined;
  for (const block of section.blocks) {
    const raw = text.slice(block.start, block.end).replace(/\r/g, "");
    // A label's list ends at the next paragraph.
    if (block.kind === "paragraph" && previous?.kind === "list") use = section.use;
    previous = block;
    for (const unit of commandsOf(block, raw, use)) {
      commands.push({ kind: "command", text: unit.text, line: unit.line, section });
    }
    const isOpening = block.kind === "paragraph" && isLead(raw);
    // What is neither learned nor leads in to anything need not be made plain.
    const units = isOpening || isOfStatements(use) ? unitsOfBlock(text, block, before) : [];
    const lead = isOpening ? units[0]?.text : undefined;
    const label = lead === undefined || !isLabel(raw) ? undefined : useOfLabel(lead, isReview);
    before = label === undefined ? lead : section.isInherited ? `${plainTitle(section)}:` : undefined;
    if (label !== undefined) {
      // What stands below "Decision:" is the decision; what led up to it was not.
      if (label === section.use) statements.length = 0;
      use = label;
      continue;
    }
    if (!isOfStatements(use) || !isTold(block, raw, use)) continue;
    for (const unit of units) {
      const sentence = sentenceOf(unit);
      if (sentence === undefined || (block.kind !== "table" && !isStatement(sentence, use))) continue;
      statements.push({ kind: use, text: sentence, line: unit.line, section });
    }
  }
  const asOne = section.isInherited && (section.use === "decision" || section.use === "risk");
  const one = asOne ? titled(section, statements) : undefined;
  return [...commands, ...(asOne ? (one === undefined ? [] : [one]) : statements)];
}
