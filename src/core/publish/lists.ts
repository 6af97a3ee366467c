import type { LearningRecord } from "../learning/learning-record.js";
import type { RegionText } from "./apply.js";
import { byOrchestration, isInForce, recordsOf, reserveOf, type PublishFacts } from "./input.js";
import { items, linkTo, plain, table } from "./markdown-out.js";
import { isIntelligence } from "./paths.js";

const MOST_SOURCES = 60;
const MOST_OF_SOURCE = 8;
const MOST_RISKS = 100;

/** The title of a record's document, else the name of its file. */
function sourceTitle({ project }: PublishFacts, path: string): string {
  const title = project.inventory.records.get(path)?.facts.title ?? "";
  return plain(title === "" ? path.slice(path.lastIndexOf("/") + 1) : title);
}

/** A lead-in is shown once for the items below it, where it is long enough to be in the way. */
const SHORTEST_LEAD = 24;

function leadOf(summary: string): string {
  const colon = summary.indexOf(": ");
  return colon < SHORTEST_LEAD ? "" : summary.slice(0, colon + 1);
}

const indented = (line: string): readonly string[] => line.split("\n").map((each) => `  ${each}`);

/** What a document says, sentence by sentence; sentences that share their lead-in stand together below it. */
function linesOf(facts: PublishFacts, records: readonly LearningRecord[]): readonly string[] {
  const lineOf = (record: LearningRecord, from = 0): string => {
    const reserve = reserveOf(facts, record);
    const { summary, source_artifact: path, line } = record;
    // The document itself is linked above; of these very documents no line is named.
    const link = isIntelligence(path) ? "" : ` (${linkTo(path, line, String(line))})`;
    return `${plain(summary.slice(from))}${link}${reserve === "" ? "" : ` *(${reserve})*`}`;
  };
  const lines: string[] = [];
  for (let at = 0; at < records.length;) {
    const lead = leadOf(records[at]?.summary ?? "");
    const next = records.findIndex(({ summary }, index) => index > at && leadOf(summary) !== lead);
    const run = records.slice(at, next === -1 ? records.length : next);
    at += run.length;
    if (lead === "" || run.length === 1) lines.push(...run.map((record) => lineOf(record)));
    else lines.push([plain(lead), ...run.map((record) => `  - ${lineOf(record, lead.length)}`)].join("\n"));
  }
  return lines;
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
    const below = items(linesOf(facts, own), MOST_OF_SOURCE, more).flatMap(indented);
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
      own.map((record) => {
        const { summary, source_artifact: path, line, confidence } = record;
        const state = reserveOf(facts, record) || words.holds;
        return [plain(summary), linkTo(path, line), words.confidences[confidence], state];
      }),
      MOST_RISKS,
      words.more,
    ),
  );
  return [{ name: "risks", text: [`## ${words.risks}`, "", ...lines].join("\n") }];
}
