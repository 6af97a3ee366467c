import { candidatesOf, type OpenSource } from "../../src/core/context/candidates.js";
import { PACK_STRINGS } from "../../src/core/context/pack-strings.js";
import { quotableSections } from "../../src/core/context/quotes.js";
import { ROW_WEIGHTS, type RankingRow } from "../../src/core/context/ranking.js";
import { Selection } from "../../src/core/context/select.js";
import type { Orchestration } from "../../src/core/project/project.js";
import { fold } from "../../src/core/text/fold.js";
import { numberOf } from "../../src/core/context/coverage.js";
import { countTerms, termsOf } from "../../src/core/text/terms.js";
import { FIGURE_COLUMNS, printAtLeast, printTitle } from "./support/report.js";
import { heldOutDocuments, type Doc, type HeldOut } from "./support/heldout-trees.js";

/**
 * How much of what a document will need a pack holds, before the document is written: real documents are held out one
 * by one, and the share of their words that stand somewhere in the sources ("reachable") and that the quoted text holds
 * is measured at 24,000 characters, for our selection and for simpler ones in the same run.
 */

const LIMIT = 24_000;
/** What the frame of a pack takes: title, headings of parts, manifest. */
const FRAME = 900;

const wordsOf = (text: string): Set<string> =>
  new Set(Array.from(fold(text).matchAll(/[\p{L}\p{N}_]{3,}/gu), ([word]) => word));

/** Sections are the same whichever document is held out, so each document is taken apart once. */
const sectionsByDoc = new Map<Doc, ReturnType<typeof quotableSections>>();
function sectionsOf(doc: Doc): ReturnType<typeof quotableSections> {
  let sections = sectionsByDoc.get(doc);
  if (sections === undefined) sectionsByDoc.set(doc, (sections = quotableSections(doc.text, doc.path)));
  return sections;
}

function sourceOf(doc: Doc, row: RankingRow, own: boolean, bonus: number): OpenSource {
  const base = ROW_WEIGHTS[row];
  const record = {
    path: doc.path,
    kind: "artifact",
    hash: "",
    last_seen_at: "",
    status: "active",
    size: 0,
    mtime_ms: 0,
    ino: 0,
    facts: {},
  } as const;
  const score = {
    total: base + bonus,
    row,
    base,
    nearest: bonus > 15 ? 20 : 0,
    slug: own ? 15 : 0,
    stale: 0,
  };
  const ranked = { record, stage: undefined, state: undefined, score, excluded: undefined, own };
  return { ranked, document: { ok: true, hash: "", sections: sectionsOf(doc), headings: [] } };
}

interface Task {
  readonly held: HeldOut;
  readonly set: ReturnType<typeof candidatesOf>;
  readonly texts: readonly string[];
}

function taskOf(held: HeldOut): Task {
  const sources = [
    ...held.own.map((doc, index) => sourceOf(doc, "earlier-artifact", true, index === 0 ? 35 : 15)),
    ...held.others.map((doc) => sourceOf(doc, "approved-spec", false, 0)),
  ];
  const name = held.name.replace(/[/._-]+/g, " ");
  const orchestration: Orchestration = {
    slug: "",
    name,
    folder: "",
    mapPath: "",
    mapRecord: undefined,
    map: undefined,
    artifacts: [],
    missing: [],
    foreign: [],
  };
  const set = candidatesOf(sources, orchestration, PACK_STRINGS.en);
  const texts = set.candidates.map(
    ({ section, index }) => set.sections[section]?.passages[index]?.text ?? "",
  );
  return { held, set, texts };
}

type Strategy = (task: Task) => readonly string[];

const firstCharacters = (docs: readonly Doc[]): string[] => [
  docs
    .map(({ text }) => text)
    .join("\n")
    .slice(0, LIMIT),
];

/** Takes passages in an order until nothing fits, at the same prices that our selection pays. */
function inOrder({ set, texts }: Task, order: readonly number[]): string[] {
  const taken: string[] = [];
  const sections = new Set<number>();
  let spent = FRAME;
  for (const number of order) {
    const candidate = set.candidates[number];
    if (candidate === undefined) continue;
    const cost = candidate.cost + (sections.has(candidate.section) ? 0 : candidate.sectionCost);
    if (spent + cost > LIMIT) continue;
    spent += cost;
    sections.add(candidate.section);
    taken.push(texts[number] ?? "");
  }
  return taken;
}

const byRelevance = ({ set }: Task): number[] =>
  [...set.candidates.keys()].sort(
    (a, b) => (set.model.relevance[b] ?? 0) - (set.model.relevance[a] ?? 0) || a - b,
  );

function selected(task: Task, chanceOf?: (term: string) => number): string[] {
  const chances = new Map<number, number>();
  for (const text of chanceOf === undefined ? [] : task.texts) {
    for (const term of termsOf(text)) chances.set(numberOf(term), chanceOf?.(term) ?? 0);
  }
  const chance = chanceOf === undefined ? undefined : (term: number): number => chances.get(term) ?? 0;
  const { size } = task.set.model;
  const model =
    chance === undefined ? task.set.model : { size, chance, relevance: task.set.candidates.map(() => 1) };
  const candidates =
    chance === undefined ? task.set.candidates : task.set.candidates.map((item) => ({ ...item, weight: 1 }));
  const selection = new Selection(candidates, model);
  selection.fill({ budget: LIMIT - FRAME, perSource: chance === undefined ? LIMIT * 0.4 : LIMIT });
  selection.fill({ budget: LIMIT - FRAME, perSource: LIMIT });
  return [...selection.taken].map((number) => task.texts[number] ?? "");
}

const STRATEGIES: Readonly<Record<string, Strategy>> = {
  "whole tree": ({ held }) =>
    firstCharacters([...held.own, ...held.others].sort((a, b) => (a.path < b.path ? -1 : 1))),
  earlier: ({ held }) => firstCharacters(held.own),
  BM25: (task) => inOrder(task, byRelevance(task)),
  "nearest, BM25": (task) => {
    const nearest = [...task.set.candidates.keys()].filter(
      (number) => task.set.candidates[number]?.source === 0,
    );
    return inOrder(task, [...nearest, ...byRelevance(task).filter((number) => !nearest.includes(number))]);
  },
  ours: (task) => selected(task),
  oracle: (task) => {
    const needed = countTerms(termsOf(task.held.target));
    return selected(task, (term) => (needed.has(term) ? 1 : 0));
  },
};

function share(held: HeldOut, taken: readonly string[]): number {
  const reachable = wordsOf([...held.own, ...held.others].map(({ text }) => text).join("\n"));
  const quoted = wordsOf(taken.join("\n"));
  const wanted = [...wordsOf(held.target)].filter((word) => reachable.has(word));
  return wanted.filter((word) => quoted.has(word)).length / Math.max(1, wanted.length);
}

const corpora = process.env["SDD_CORPORA"] ?? "../shared/corpora";
const most = Number(process.env["HELDOUT_MOST"] ?? 6);
const trees = heldOutDocuments(corpora, most);
if (trees.size === 0) console.log(`Skipped: ${corpora} has none of the trees.`);
const names = Object.keys(STRATEGIES);
const row = (label: string, values: readonly number[]): string =>
  `| ${[label, ...values.map((value) => value.toFixed(2).replace(/^0/, ""))].join(" | ")} |`;
console.log(`| tree (documents held out) | ${names.join(" | ")} |\n| --- |${" ---: |".repeat(names.length)}`);
const means: number[][] = [];
for (const [tree, list] of trees) {
  const sums = names.map(() => 0);
  for (const held of list) {
    const task = taskOf(held);
    for (const [index, name] of names.entries())
      sums[index] = (sums[index] ?? 0) + share(held, STRATEGIES[name]?.(task) ?? []);
  }
  const mean = sums.map((sum) => sum / list.length);
  means.push(mean);
  console.log(row(`${tree} (${list.length})`, mean));
}
if (means.length > 0) {
  const overall = names.map(
    (_, index) => means.reduce((sum, mean) => sum + (mean[index] ?? 0), 0) / means.length,
  );
  console.log(row("mean of the trees", overall));
  const of = (name: string): number => overall[names.indexOf(name)] ?? NaN;
  const simpler = ["whole tree", "earlier", "BM25", "nearest, BM25"];
  printTitle("Held out, against simpler selections", FIGURE_COLUMNS);
  for (const name of simpler) printAtLeast(`ours / ${name}`, of("ours") / of(name), "", 1);
}
