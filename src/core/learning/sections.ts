import type { SafeText } from "../context/document.js";
import type { Hasher } from "../ports.js";
import { splitFrontMatter } from "../project/yaml/front-matter.js";
import { outlineOf } from "../text/outline.js";
import type { Block } from "../text/markdown.js";
import { useOfSection, type SectionUse } from "./heading-kinds.js";
import { plainText } from "./plain-text.js";

/** A section of a document with what it may be learned as. */
export interface LearningSection {
  /** Titles from the outside in, plain, joined by ` › `: what a record calls its section. */
  readonly path: string;
  readonly titles: readonly string[];
  readonly level: number;
  /** 1-based, in the redacted text. */
  readonly line: number;
  readonly use: SectionUse | undefined;
  /** Whether a heading above names the use, and the section's own says what it is about. */
  readonly isInherited: boolean;
  readonly blocks: readonly Block[];
  /** Offsets in the redacted text, the heading included. */
  readonly start: number;
  readonly end: number;
}

const SECTION_SEPARATOR = " › ";

export interface SectionedText {
  readonly front: string | undefined;
  readonly sections: readonly LearningSection[];
}

/** Takes a redacted document apart. */
export function sectionsOf(
  { text }: Pick<SafeText, "text">,
  document: { readonly path: string; readonly isReview: boolean },
): SectionedText {
  const front = splitFrontMatter(text);
  const from = front.unclosed ? 0 : front.bodyStart;
  const firstLine = front.unclosed ? 1 : front.bodyStartLine;
  const above: { title: string; level: number }[] = [];
  const sections = outlineOf(text, from, firstLine).map((section): LearningSection => {
    while ((above.at(-1)?.level ?? -1) >= section.level) above.pop();
    if (section.level > 0) above.push({ title: plainText(section.title), level: section.level });
    const titles = above.map(({ title }) => title);
    const named = useOfSection(above, document);
    const { level, line, blocks, start, end } = section;
    return { path: titles.join(SECTION_SEPARATOR), titles, level, line, ...named, blocks, start, end };
  });
  return { front: front.raw, sections };
}

/**
 * The hash of each section's redacted text, by its path. Line ends, blanks at line ends, and how many lines are blank do
 * not count: a generated region in it, which is blank here, may grow. Sections of one path are hashed together.
 */
export function sectionHashes(
  text: string,
  sections: readonly LearningSection[],
  hasher: Hasher,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { path, start, end } of sections) {
    const own = text
      .slice(start, end)
      .replace(/[ \t\r]+$/gm, "")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
    const before = texts.get(path);
    texts.set(path, before === undefined ? own : `${before}\n\0\n${own}`);
  }
  return new Map([...texts].map(([path, own]) => [path, hasher.sha256(own)]));
}
