import { PACK_STRINGS } from "../context/pack-strings.js";
import { diagnosticTemplate, type Diagnostic } from "../diagnostics.js";
import { fillTemplate } from "../errors.js";
import { LEARNING_KINDS } from "../learning/learning-record.js";
import { compareCodeUnits } from "../text/fold.js";
import type { RegionText } from "./apply.js";
import { isInForce, recordsOf, type PublishFacts } from "./input.js";
import { isIntelligence } from "./paths.js";
import { bySource, grouped } from "./lists.js";
import { code, items, linkTo, nearName, plain, table } from "./markdown-out.js";

const MOST_RULES = 60;
const MOST_FILES = 3;
const MOST_CONFLICTS = 50;

/** The files with most findings of a rule, the first ones by path where they are equal. */
function worstOf(findings: readonly Diagnostic[]): string {
  const counts = new Map<string, number>();
  for (const { path } of findings) counts.set(path, (counts.get(path) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b));
  const shown = sorted
    .slice(0, MOST_FILES)
    .map(([path, count]) =>
      linkTo(path, undefined, plain(count > 1 ? `${nearName(path)} ×${count}` : nearName(path))),
    );
  return `${shown.join(", ")}${sorted.length > MOST_FILES ? ", …" : ""}`;
}

/**
 * What publishing does not change itself: how many learnings are stale, and what stands in these very documents, is told
 * elsewhere.
 */
const isCounted = ({ code: rule, path }: Diagnostic): boolean =>
  rule !== "learnings-stale" && !isIntelligence(path);

const ORDER = { error: 0, warning: 1, info: 2 } as const;

function findings({ words, findings: all }: PublishFacts): readonly string[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const each of all.filter(isCounted)) {
    const key = `${ORDER[each.severity]} ${each.code}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [each]);
    else list.push(each);
  }
  const rows = [...groups]
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([, own]) => {
      const { code: rule = "", severity = "info" } = own[0] ?? {};
      return [code(rule), words.severities[severity], String(own.length), worstOf(own)];
    });
  const lines = [`## ${words.findings}`, ""];
  if (rows.length === 0) return [...lines, words.noFindings];
  const headers = [words.rule, words.severity, words.count, words.where];
  return [...lines, ...table(headers, rows, MOST_RULES, words.more), "", words.findingsNote];
}

function conflicts({ words, language, conflicts: all }: PublishFacts): readonly string[] {
  const lines = all
    .filter(({ path }) => !isIntelligence(path))
    .map(({ code: rule, path, line, params }) => {
      const template = PACK_STRINGS[language].conflicts[rule] ?? diagnosticTemplate(rule);
      const said = fillTemplate(template.replace("{path}: ", "").replace("{path}", nearName(path)), [
        ...params,
      ]);
      return `${linkTo(path, line, plain(`${nearName(path)}:${line}`))}: ${plain(said)}`;
    });
  return [
    `## ${words.conflicts}`,
    "",
    ...(lines.length === 0 ? [words.noConflicts] : items(lines, MOST_CONFLICTS, words.more)),
  ];
}

function learnings(facts: PublishFacts): readonly string[] {
  const { words, holding } = facts;
  if (holding.length === 0) return [`## ${words.learnings}`, "", words.unlearned];
  const rows = LEARNING_KINDS.map((kind) => {
    const own = holding.filter((record) => record.kind === kind);
    const moved = own.filter(({ status }) => status === "stale").length;
    return [words.kinds[kind], String(own.length - moved), String(moved)];
  });
  const headers = [words.kind, words.holds, words.moved];
  return [`## ${words.learnings}`, "", ...table(headers, rows, rows.length, words.more)];
}

export function qualityRegions(facts: PublishFacts, ownPath: string): readonly RegionText[] {
  const { words } = facts;
  const signals = recordsOf(facts, "quality_signal", ownPath).filter((record) => isInForce(facts, record));
  return [
    { name: "health", text: findings(facts).join("\n") },
    { name: "conflicts", text: conflicts(facts).join("\n") },
    { name: "learnings", text: learnings(facts).join("\n") },
    {
      name: "signals",
      text: [`## ${words.signals}`, "", ...grouped(facts, signals, (own) => bySource(facts, own))].join("\n"),
    },
  ];
}
