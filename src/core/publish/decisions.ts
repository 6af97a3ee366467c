import { isApproved } from "../project/adr/adr.js";
import { folderOf } from "../project/paths.js";
import { linkedPaths } from "../project/sources/links.js";
import type { RegionText } from "./apply.js";
import { byOrchestration, isGone, recordsOf, type DecisionEntry, type PublishFacts } from "./input.js";
import { folderLink, items, linkTo, plain, table } from "./markdown-out.js";

const MOST_IN_FOLDER = 250;
const MOST_OF_ORCHESTRATION = 40;

const DATE_LINES = 40;
const DATE_FIELD =
  /^[\s>*_|-]*(?:date|data|дата|fecha|datum)[\s*_]*[:|：][\s*_:]*(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})/iu;
const DATE_NAME = /(?:^|\/)(\d{4})-?(\d{2})-?(\d{2})-[^/]+(?:\/[^/]+)?$/;

/** The day a decision says it was taken, else that of its file's name; empty where neither says. */
function dateOf(path: string, text: string | undefined): string {
  for (const line of (text ?? "").split("\n", DATE_LINES)) {
    const date = DATE_FIELD.exec(line)?.[1];
    if (date === undefined) continue;
    const [day = "", month = "", year] = date.split(/[./]/);
    return year === undefined ? date : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  const [, year, month = "", day = ""] = DATE_NAME.exec(path) ?? [];
  return year === undefined ? "" : `${year}-${month}-${day}`;
}

/** The title, as a link, with the other languages behind it. */
function titleCell({ record, title, translations }: DecisionEntry): string {
  const others = translations.map(([code, path]) => linkTo(path, undefined, plain(code)));
  const link = linkTo(record.path, undefined, plain(title));
  return others.length === 0 ? link : `${link} (${others.join(", ")})`;
}

/** The status in the documents' language, with a remark that the decision makes on it. */
function statusCell({ words }: PublishFacts, { record }: DecisionEntry): string {
  const { status = "unknown", label = "" } = record.facts.adr ?? {};
  return status === "unknown" && label.trim() !== "" ? plain(label) : words.statuses[status];
}

function currentTables(facts: PublishFacts): readonly string[] {
  const { words, decisions, read } = facts;
  const current = decisions.filter(({ record }) => !isGone(record));
  const lines = [`## ${words.current}`, ""];
  if (current.length === 0) return [...lines, words.nothing];
  const folders = [...new Set(current.map(({ record }) => folderOf(record.path)))];
  for (const folder of folders) {
    const own = current.filter(({ record }) => folderOf(record.path) === folder);
    const rows = own
      .slice(0, MOST_IN_FOLDER)
      .map((each) => [
        plain(each.number),
        titleCell(each),
        statusCell(facts, each),
        dateOf(each.record.path, read(each.record.path)?.text),
      ]);
    // What is over the limit is counted by the table, so it has to be there.
    while (rows.length < own.length) rows.push([]);
    if (folders.length > 1) lines.push(`### ${folderLink(folder)}`, "");
    const headers = [words.number, words.title, words.status, words.date];
    lines.push(...table(headers, rows, MOST_IN_FOLDER, words.more), "");
  }
  return lines;
}

/** Decisions by what others may call them: their path, and within a folder their number. */
class Successors {
  readonly #byPath = new Map<string, DecisionEntry>();
  readonly #byNumber = new Map<string, DecisionEntry>();
  readonly #successors = new Map<string, DecisionEntry>();

  constructor(decisions: readonly DecisionEntry[]) {
    for (const each of decisions) {
      const { path } = each.record;
      this.#byPath.set(path, each);
      const key = `${folderOf(path)} ${each.number}`;
      if (each.number !== "" && !this.#byNumber.has(key)) this.#byNumber.set(key, each);
    }
    for (const each of decisions) {
      for (const name of each.record.facts.adr?.supersedes ?? []) {
        const gone = this.#named(name, each.record.path);
        if (gone !== undefined && isApproved(each.record.facts.adr?.status ?? "unknown"))
          this.#successors.set(gone.record.path, each);
      }
    }
  }

  #named(name: string, from: string): DecisionEntry | undefined {
    const [linked] = linkedPaths(`[x](<${name}>)`, from);
    const found = linked === undefined ? undefined : this.#byPath.get(linked);
    if (found !== undefined) return found;
    const number = /(\d{1,8})\D*$/.exec(name)?.[1]?.replace(/^0+(?=\d)/, "");
    return number === undefined ? undefined : this.#byNumber.get(`${folderOf(from)} ${number}`);
  }

  /** What took a decision's place, as a link, or as the decision says it. */
  of({ record }: DecisionEntry): string {
    const named = record.facts.adr?.supersededBy;
    const successor =
      (named === undefined ? undefined : this.#named(named, record.path)) ??
      this.#successors.get(record.path);
    if (successor === undefined || successor.record.path === record.path) return plain(named ?? "");
    const { number, title } = successor;
    return linkTo(successor.record.path, undefined, plain(number === "" ? title : `${number} ${title}`));
  }
}

function goneTable(facts: PublishFacts): readonly string[] {
  const { words, decisions } = facts;
  const successors = new Successors(decisions);
  const rows = decisions
    .filter(({ record }) => isGone(record))
    .map((each) => [plain(each.number), titleCell(each), statusCell(facts, each), successors.of(each)]);
  const headers = [words.number, words.title, words.status, words.successor];
  const lines = table(headers, rows, MOST_IN_FOLDER, words.more);
  return [`## ${words.gone}`, "", ...(lines.length === 0 ? [words.nothing] : lines)];
}

function fromDocuments(facts: PublishFacts, ownPath: string): readonly string[] {
  const { words, project } = facts;
  const { records } = project.inventory;
  const told = recordsOf(facts, "decision", ownPath).filter(
    ({ source_artifact: path }) => records.get(path)?.kind !== "adr",
  );
  const groups = byOrchestration(facts, told);
  const lines = groups.flatMap(([name, own]) => [
    `### ${plain(name)}`,
    "",
    ...items(
      own.map(({ summary, source_artifact: path, line }) => `${plain(summary)} (${linkTo(path, line)})`),
      MOST_OF_ORCHESTRATION,
      words.more,
    ),
    "",
  ]);
  return [`## ${words.fromDocuments}`, "", ...(lines.length === 0 ? [words.nothing] : lines)];
}

export function decisionRegions(facts: PublishFacts, ownPath: string): readonly RegionText[] {
  return [
    { name: "decisions", text: currentTables(facts).join("\n") },
    { name: "superseded", text: goneTable(facts).join("\n") },
    { name: "document-decisions", text: fromDocuments(facts, ownPath).join("\n") },
  ];
}
