import { roleOfHeading } from "../context/roles.js";
import type { Artifact, Orchestration } from "../project/project.js";
import { splitFrontMatter } from "../project/yaml/front-matter.js";
import { plainText } from "../learning/plain-text.js";
import { outlineOf } from "../text/outline.js";
import type { Block, Section } from "../text/markdown.js";
import type { RegionText } from "./apply.js";
import { isGone, recordsOf, type PublishFacts } from "./input.js";
import { items, linkTo, plain } from "./markdown-out.js";
import { aboutOf } from "./profile.js";
import { topicsOf } from "./topics.js";

const MOST_SECTIONS = 25;
const MOST_PARTS = 10;
const MOST_DECISIONS = 12;
const MOST_ORCHESTRATIONS = 60;
const MOST_TOPICS = 40;
const MOST_OF_TOPIC = 30;
const LONGEST_PART = 60;

/** Headings whose sections tell how something is built. */
const BUILDING: ReadonlySet<string> = new Set(["design", "contracts"]);
const isBuilding = (title: string): boolean => BUILDING.has(roleOfHeading(title)?.role ?? "");

/** The first cells of a table's rows. */
function firstCells(text: string, { start, end }: Block): readonly string[] {
  return text
    .slice(start, end)
    .split(/\r?\n/)
    .slice(2)
    .map((row) => plainText(/^[ \t]*\|?((?:\\\||[^|])*)\|/.exec(row)?.[1] ?? ""))
    .filter((cell) => cell !== "" && cell.length <= LONGEST_PART);
}

/** What a section enumerates: the rows of its first table. */
function partsOf(text: string, { blocks }: Section): readonly string[] {
  const first = blocks.find(({ kind }) => kind === "table");
  return first === undefined ? [] : [...new Set(firstCells(text, first))];
}

/** The sections of a document that tell how something is built, with what they enumerate. */
function buildingSections(facts: PublishFacts, { path }: Artifact): readonly string[] {
  const safe = facts.read(path);
  if (safe === undefined) return [];
  const { text, lineInFile } = safe;
  const front = splitFrontMatter(text);
  const from = front.unclosed ? 0 : front.bodyStart;
  const sections = outlineOf(text, from, front.unclosed ? 1 : front.bodyStartLine);
  const shown = sections.filter(
    ({ level, title, parents }) =>
      level > 1 && level <= 3 && (isBuilding(title) || parents.slice(1).some(isBuilding)),
  );
  const lines = shown.map((section) => {
    const parts = partsOf(text, section);
    const named = parts.slice(0, MOST_PARTS).map(plain).join(", ");
    const rest = parts.length > MOST_PARTS ? ", …" : "";
    const indent = section.parents.slice(1).some(isBuilding) ? "  " : "";
    const link = linkTo(path, lineInFile(section.line), plain(plainText(section.title)));
    return `${indent}- ${link}${named === "" ? "" : `: ${named}${rest}`}`;
  });
  // A sub-section without the section it belongs to would be read as another one's.
  if (lines[0]?.startsWith(" ") === true) lines[0] = lines[0].trimStart();
  return lines.slice(0, MOST_SECTIONS);
}

function orchestrationArea(facts: PublishFacts, orchestration: Orchestration): readonly string[] {
  const { words } = facts;
  const specs = orchestration.artifacts.filter(
    ({ stage, record }) => stage === "techspec" && record.status === "active",
  );
  if (specs.length === 0) return [];
  const paths = new Set(specs.map(({ path }) => path));
  const decided = recordsOf(facts, "decision")
    .filter(({ source_artifact: path }) => paths.has(path))
    .map(({ summary, source_artifact: path, line }) => `${plain(summary)} (${linkTo(path, line)})`);
  const sections = specs.flatMap((spec) => buildingSections(facts, spec));
  const about = aboutOf(facts, orchestration);
  return [
    `## ${plain(orchestration.name)}`,
    "",
    ...(about === "" ? [] : [about, ""]),
    specs.map(({ path }) => linkTo(path)).join(", "),
    "",
    ...(sections.length === 0 ? [] : [`### ${words.components}`, "", ...sections, ""]),
    ...(decided.length === 0
      ? []
      : [`### ${words.kinds.decision}`, "", ...items(decided, MOST_DECISIONS, words.more), ""]),
  ];
}

/** Decision records by what their names have in common. */
function topics(facts: PublishFacts): readonly string[] {
  const { words } = facts;
  const found = topicsOf(facts.decisions.filter(({ record }) => !isGone(record)));
  if (found.length === 0) return [];
  const blocks = found.slice(0, MOST_TOPICS).flatMap(({ name, decisions }) => {
    const lines = decisions.map(({ record, number, title }) =>
      linkTo(record.path, undefined, plain(number === "" ? title : `${number} ${title}`)),
    );
    return [`### ${plain(name ?? words.otherTopics)}`, "", ...items(lines, MOST_OF_TOPIC, words.more), ""];
  });
  return [`## ${words.topics}`, "", ...blocks];
}

export function architectureRegions(facts: PublishFacts): readonly RegionText[] {
  const areas = facts.project.orchestrations.flatMap((each) => {
    const lines = orchestrationArea(facts, each);
    return lines.length === 0 ? [] : [lines];
  });
  const lines = [...areas.slice(0, MOST_ORCHESTRATIONS).flat(), ...topics(facts)];
  return [{ name: "architecture", text: (lines.length === 0 ? [facts.words.nothing] : lines).join("\n") }];
}
