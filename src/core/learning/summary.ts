import { sentenceOf, unitsOfBlock, type ExtractionSource, type Found } from "./found.js";
import type { SectionUse } from "./heading-kinds.js";
import { plainText, shortened } from "./plain-text.js";
import type { LearningSection } from "./sections.js";

/** Sections that say what a document is about, the best first. A decision's title comes before its context. */
const ABOUT: readonly SectionUse[] = ["summary", "goal", "problem", "context"];
const ABOUT_ADR: readonly SectionUse[] = ["summary"];

/** Blocks of a section that are looked at for a sentence. */
const BLOCKS_TRIED = 4;

/** Lines that say something of the document itself: a state, a date, an author. */
function isFacts(raw: string): boolean {
  return raw
    .split("\n")
    .every((line) => line.trim() === "" || /^[\s>*_•-]*\p{L}[\p{L}\s/-]{0,40}[*_]*:/u.test(line));
}

function firstSentence(text: string, section: LearningSection): Found | undefined {
  let before: string | undefined;
  for (const block of section.blocks.slice(0, BLOCKS_TRIED)) {
    const raw = text.slice(block.start, block.end);
    if (block.kind !== "paragraph" && block.kind !== "quote" && block.kind !== "list") continue;
    const units = unitsOfBlock(text, block, before);
    before = block.kind === "paragraph" ? units[0]?.text : undefined;
    if (section.level <= 1 && isFacts(raw)) continue;
    for (const unit of units) {
      const sentence = sentenceOf(unit);
      if (sentence !== undefined)
        return { kind: "artifact_summary", text: sentence, line: unit.line, section };
    }
  }
  return undefined;
}

function firstOf(text: string, sections: readonly LearningSection[]): Found | undefined {
  for (const section of sections) {
    const found = firstSentence(text, section);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fromTitle({ title }: ExtractionSource, sections: readonly LearningSection[]): Found | undefined {
  const section = sections.find(({ level }) => level > 0) ?? sections[0];
  const text = plainText(title ?? section?.titles[0] ?? "");
  if (section === undefined || !/\p{L}{2}/u.test(text)) return undefined;
  return { kind: "artifact_summary", text: shortened(text), line: section.line, section };
}

/** Whether a title says something by itself, as a decision's mostly does. */
const isTelling = (title: string): boolean =>
  (title.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3 || /[\u3040-\u9fff]{6}/.test(title);

/** One sentence on what a document is about; its title where no sentence stands alone. */
export function summaryOf(
  text: string,
  sections: readonly LearningSection[],
  source: ExtractionSource,
): Found | undefined {
  const about = (uses: readonly SectionUse[]): Found | undefined => {
    for (const use of uses) {
      const found = firstOf(
        text,
        sections.filter((section) => section.use === use),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const title = fromTitle(source, sections);
  if (source.isAdr) {
    const summary = about(ABOUT_ADR);
    if (summary !== undefined) return summary;
    if (title !== undefined && isTelling(title.text)) return title;
  }
  const opening = sections.filter(({ use }) => use === undefined || use === "none");
  return about(ABOUT) ?? firstOf(text, opening) ?? title;
}
