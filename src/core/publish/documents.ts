import { languageOfHeadings } from "../context/roles.js";
import { redactShort } from "../redaction/redact.js";
import type { LearningRecord } from "../learning/learning-record.js";
import { LANGUAGES, type Language } from "../text/language.js";
import type { ProposedDocument, RegionText } from "./apply.js";
import { architectureRegions } from "./architecture.js";
import { decisionRegions } from "./decisions.js";
import { factsOf, type PublishFacts, type PublishInput } from "./input.js";
import { patternRegions, riskRegions } from "./lists.js";
import { INTELLIGENCE_FOLDER } from "./paths.js";
import { profileRegions } from "./profile.js";
import { qualityRegions } from "./quality.js";
import { INTELLIGENCE_FILES, type IntelligenceFile } from "./files.js";

type RegionsOf = (facts: PublishFacts, ownPath: string) => readonly RegionText[];

const REGIONS: Readonly<Record<IntelligenceFile, RegionsOf>> = {
  "project-profile": profileRegions,
  "architecture-map": architectureRegions,
  "decision-index": decisionRegions,
  "patterns-and-conventions": patternRegions,
  "risk-register": riskRegions,
  "quality-health": qualityRegions,
};

/** No run of blank lines, none at the end; and no secret that only came about by putting texts together. */
function tidy({ name, text }: RegionText): RegionText {
  return { name, text: redactShort(text.replace(/\n{3,}/g, "\n\n").trim()) };
}

/** The six documents, in the order in which they are best read. The same input gives the same bytes; no time is in them. */
export function intelligenceDocuments(input: PublishInput): readonly ProposedDocument[] {
  const facts = factsOf(input);
  return INTELLIGENCE_FILES.map((file) => {
    const path = `${INTELLIGENCE_FOLDER}/${file}.md`;
    return { path, title: facts.words.titles[file], regions: REGIONS[file](facts, path).map(tidy) };
  });
}

/** Records whose headings are looked at for the language of a project without orchestrations. */
const HEADINGS_TRIED = 4_000;

/**
 * The language of the generated headings: the configuration's, else that of most orchestrations (ties by the order of
 * `LANGUAGES`), else that of the headings that something was learned under.
 */
export function publishLanguage(
  configured: Language | "auto",
  languages: Iterable<Language>,
  learnings: readonly LearningRecord[],
): Language {
  if (configured !== "auto") return configured;
  const all = [...languages];
  const count = (language: Language): number => all.filter((each) => each === language).length;
  if (all.length > 0) {
    return LANGUAGES.reduce((best, language) => (count(language) > count(best) ? language : best));
  }
  const titles = learnings.slice(0, HEADINGS_TRIED).flatMap(({ section }) => section.split(" › "));
  return languageOfHeadings(titles) ?? "en";
}
