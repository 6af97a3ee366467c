import type { LearningRecord } from "../learning/learning-record.js";
import type { RegionText } from "./apply.js";
import { byOrchestration, isInForce, recordsOf, type PublishFacts } from "./input.js";
import { items, linkTo, plain, table } from "./markdown-out.js";

const MOST_SOURCES = 60;
const MOST_OF_SOURCE = 8;
const MOST_RISKS = 100;

/** The title of a record's document, else the name of its file. */
function sourceTitle({ project }: PublishFacts, path: string): string {
  const title = project.inventory.records.get(path)?.facts.title ?? "";
  return plain(title === "" ? path.slice(path.lastIndexOf("/") + 1) : title);
}

/** Records document by document: a document's title, and below it what it says. */
export function bySource(facts: PublishFacts, records: readonly LearningRecord[]): readonly string[] {
  const sources = new Map<string, LearningRecord[]>();
  for (const record of records) {
    const list = sources.get(record.source_artifact);
    if (list === undefined) sources.set(record.source_artifact, [record]);
    else list.push(record);
  }
  const { more } = facts.words;
  const blocks = [...sources].map(([path, own]) => {
    const lines = own.map(({ summary, line, status }) => {
      const mark = status === "stale" ? ` *(${facts.words.moved})*` : "";
      return `${plain(summary)} (${linkTo(path, line, String(line))})${mark}`;
    });
    const below = items(lines, MOST_OF_SOURCE, more).map((line) => `  ${line}`);
    return [linkTo(path, undefined, sourceTitle(facts, path)), ...below].join("\n");
  });
  return items(blocks, MOST_SOURCES, more);
}

/** Sections by orchestration; one line where there is nothing. */
export function grouped(
  facts: PublishFacts,
  records: readonly LearningRecord[],
  linesOf: (records: readonly LearningRecord[]) => readonly string[],
): readonly string[] {
  const groups = byOrchestration(facts, records);
  if (groups.length === 0) return [facts.words.nothing];
  if (groups.length === 1) return linesOf(records);
  return groups.flatMap(([name, own]) => [`### ${plain(name)}`, "", ...linesOf(own), ""]);
}

export function patternRegions(facts: PublishFacts, ownPath: string): readonly RegionText[] {
  const { words } = facts;
  const records = recordsOf(facts, "pattern", ownPath).filter((record) => isInForce(facts, record));
  const lines = grouped(facts, records, (own) => bySource(facts, own));
  return [{ name: "patterns", text: [`## ${words.patterns}`, "", ...lines].join("\n") }];
}

export function riskRegions(facts: PublishFacts, ownPath: string): readonly RegionText[] {
  const { words } = facts;
  const records = recordsOf(facts, "risk", ownPath).filter((record) => isInForce(facts, record));
  const headers = [words.risk, words.source, words.confidence, words.state];
  const lines = grouped(facts, records, (own) =>
    table(
      headers,
      own.map(({ summary, source_artifact: path, line, confidence, status }) => [
        plain(summary),
        linkTo(path, line),
        words.confidences[confidence],
        status === "stale" ? words.moved : words.holds,
      ]),
      MOST_RISKS,
      words.more,
    ),
  );
  return [{ name: "risks", text: [`## ${words.risks}`, "", ...lines].join("\n") }];
}
