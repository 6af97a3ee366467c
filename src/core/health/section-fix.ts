import type { HealthConfig } from "../project/config/config.js";
import type { Stage } from "../project/stages.js";
import { fold } from "../text/fold.js";
import type { Section } from "../text/markdown.js";
import { LANGUAGES } from "../text/language.js";
import { proseOf } from "./prose.js";
import { missingSections, requiredSectionsOf, type RequiredSection } from "./required-sections.js";

/** The sections of the list, by their places, that a heading names. */
function named(required: readonly RequiredSection[], title: string): ReadonlySet<number> {
  const missing = new Set(missingSections(required, [title]));
  return new Set(required.flatMap((section, place) => (missing.has(section) ? [] : [place])));
}

/** The level that the document's sections stand at: that of the first required one, else 2. */
function levelOf(required: readonly RequiredSection[], sections: readonly Section[]): number {
  const first = sections.find(({ level, title }) => level > 1 && named(required, title).size > 0);
  return first?.level ?? 2;
}

/** Where a section ends with all below it. */
function endOf(sections: readonly Section[], index: number): number {
  const level = sections[index]?.level ?? 0;
  const next = sections.findIndex((each, at) => at > index && each.level > 0 && each.level <= level);
  return next === -1 ? Infinity : (sections[next]?.start ?? Infinity);
}

/**
 * Where the section at `place` of the list belongs: behind the nearest earlier one that the document has, else before
 * the nearest later one, else at the end.
 */
function insertAt(
  required: readonly RequiredSection[],
  place: number,
  sections: readonly Section[],
  level: number,
): number {
  const places = sections.map((each) => (each.level === level ? named(required, each.title) : undefined));
  const at = (index: number): number => places.findIndex((each) => each?.has(index) === true);
  for (let index = place - 1; index >= 0; index--) {
    const found = at(index);
    if (found !== -1) return endOf(sections, found);
  }
  for (let index = place + 1; index < required.length; index++) {
    const found = at(index);
    if (found !== -1) return sections[found]?.start ?? Infinity;
  }
  return Infinity;
}

/**
 * The document with the heading of a missing section, where the template's order has it; `undefined` where the title is
 * none of the stage's sections, or the document has no Markdown headings to go by.
 *
 * @param title of the section, in the document's language.
 */
export function withSection(
  text: string,
  stage: Stage,
  title: string,
  config: HealthConfig,
): string | undefined {
  const required = requiredSectionsOf(stage, config.requiredSections);
  const folded = fold(title);
  const place = required.findIndex(({ titles }) =>
    LANGUAGES.some((language) => fold(titles[language]) === folded),
  );
  const { sections } = proseOf(text);
  if (place === -1 || !sections.some(({ level }) => level > 0)) return undefined;
  const level = levelOf(required, sections);
  const at = Math.min(insertAt(required, place, sections, level), text.length);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const before = text.slice(0, at).replace(/[\r\n]*$/, "");
  const after = text.slice(at);
  const head = before === "" ? "" : `${before}${eol}${eol}`;
  return `${head}${"#".repeat(level)} ${title}${eol}${after === "" ? "" : eol}${after}`;
}
