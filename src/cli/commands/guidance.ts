import { homedir } from "node:os";
import { SddError } from "../../core/errors.js";
import { GUIDANCE_STATUSES, type GuidanceStatus } from "../../core/guidance/entry.js";
import { RECALL_LIMIT, type RecallResult } from "../../core/guidance/recall.js";
import { type GuidanceDetails, type GuidanceItem, GuidanceService } from "../../core/guidance/service.js";
import type { Opposition } from "../../core/guidance/similarity.js";
import type { Unreviewed } from "../../core/guidance/unreviewed.js";
import { redactShort } from "../../core/redaction/redact.js";
import { userConfigFolder } from "../../node/approvals.js";
import { openGuidance } from "../../node/guidance.js";
import { attempt } from "../../node/paths.js";
import type { ExitCode } from "../exit-code.js";
import { printJson, printMessage, printResult, type CliIo } from "../io.js";
import { printProblems } from "../problems.js";
import { rootFor } from "../project.js";

/** Reading the project's memory. Nothing here decides, proposes or writes. */

export interface RecallOptions {
  readonly domain?: string;
  readonly hint?: string;
  readonly path?: readonly string[];
  readonly limit?: string;
  readonly cursor?: string;
  readonly json?: boolean;
  readonly root?: string;
}

export interface ListOptions {
  readonly status?: string;
  readonly json?: boolean;
  readonly root?: string;
}

export interface ShowOptions {
  readonly json?: boolean;
  readonly root?: string;
}

function serviceFor(io: CliIo, root: string | undefined): GuidanceService {
  const configFolder = userConfigFolder({ env: io.env, platform: process.platform, home: attempt(homedir) });
  const ports = openGuidance(rootFor(io, root), { configFolder });
  printProblems(io, ports.store.read().notices);
  return new GuidanceService(ports);
}

function limitFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < RECALL_LIMIT.least || limit > RECALL_LIMIT.most)
    throw new SddError(
      "wrong-usage",
      `--limit must be a whole number from ${RECALL_LIMIT.least} to ${RECALL_LIMIT.most}.`,
    );
  return limit;
}

function unreviewedLines({ intent, summaries }: Unreviewed): readonly string[] {
  return [
    "Unreviewed (nobody approved this)",
    ...(intent === undefined ? [] : [`  intent: ${intent}`]),
    ...summaries.map(({ at, agent, narrative, divergence }) => {
      const mark = divergence ? " [diverges from the facts]" : "";
      return `  ${at} ${agent}${mark}: ${narrative.replace(/\s*\n\s*/g, " ")}`;
    }),
    "",
  ];
}

/** A result for people: each entry with what it is about and why it is here. */
function recallText(result: RecallResult): string {
  const { rules, facts, left_out: left, unreviewed, domain } = result;
  const lines: string[] = [];
  for (const { id, type, domain: of, text, why } of rules) {
    lines.push(
      `${type} · ${of}`,
      ...text.split("\n").map((line) => `  ${line}`),
      `  (${why.join("; ")}; ${id})`,
      "",
    );
  }
  for (const { id, domain: of, text, rationale, date, why } of facts) {
    lines.push(`fact · ${of} · ${date.slice(0, 10)}`, ...text.split("\n").map((line) => `  ${line}`));
    lines.push(`  because: ${rationale.replace(/\s*\n\s*/g, " ")}`, `  (${why.join("; ")}; ${id})`, "");
  }
  if (domain !== undefined && domain.state !== "active")
    lines.push(
      domain.state === "unknown"
        ? `No entry has the domain ${domain.name}.`
        : `The domain ${domain.name} is switched off.`,
    );
  if (rules.length + facts.length === 0) lines.push("Nothing that is approved matches.");
  if (unreviewed !== undefined) lines.push(...unreviewedLines(unreviewed));
  if (left.cursor !== null) lines.push(`${left.count} more: --cursor ${left.cursor}`);
  if (left.too_long.length > 0) lines.push(`Too long for one answer: ${left.too_long.join(", ")}`);
  return `${lines.join("\n").trimEnd()}\n`;
}

/** `sdd recall` */
export function recall(io: CliIo, options: RecallOptions): ExitCode {
  const limit = limitFrom(options.limit);
  const { domain, hint: intentHint, path: paths, cursor } = options;
  const result = serviceFor(io, options.root).recall({ domain, intentHint, paths, limit, cursor });
  if (options.json === true) printJson(io, result);
  else printResult(io, recallText(result));
  return 0;
}

function statusFrom(text: string | undefined): GuidanceStatus | undefined {
  if (text === undefined) return undefined;
  const status = GUIDANCE_STATUSES.find((each) => each === text);
  if (status === undefined) throw new SddError("wrong-usage", `--status: ${GUIDANCE_STATUSES.join(", ")}.`);
  return status;
}

/** Redacts every text of a value: what stands in the store may have been written there by anybody. */
function redacted(value: unknown): unknown {
  if (typeof value === "string") return redactShort(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each)]));
}

function itemJson({ entry, sha256, verified }: GuidanceItem): Readonly<Record<string, unknown>> {
  return { ...(redacted(entry) as Readonly<Record<string, unknown>>), sha256, verified };
}

const LINE_UNITS = 120;

/** `approved` is said only of what this user approved as it is. */
function stateOf({ entry, verified }: GuidanceItem): string {
  return entry.status === "approved" && !verified ? "unverified" : entry.status;
}

/** `sdd guidance list` */
export function guidanceList(io: CliIo, options: ListOptions): ExitCode {
  const status = statusFrom(options.status);
  const service = serviceFor(io, options.root);
  const items = service.list(status);
  if (options.json === true) {
    printJson(io, { counts: service.counts(), guidance: items.map(itemJson) });
    return 0;
  }
  const lines = items.map((item) => {
    const { id, type, domain, text } = item.entry;
    const line = redactShort(`${type} · ${domain}: ${text}`).replace(/\s+/g, " ");
    return `${id}  ${stateOf(item).padEnd(10)}  ${line.length > LINE_UNITS ? `${line.slice(0, LINE_UNITS)}…` : line}`;
  });
  printResult(io, lines.length === 0 ? "There is no guidance.\n" : `${lines.join("\n")}\n`);
  const { unverified } = service.counts();
  if (unverified > 0)
    printMessage(
      io,
      `Approved elsewhere or edited, so not recalled: ${unverified}. They are reviewed in the editor.`,
    );
  return 0;
}

const OPPOSITIONS: Readonly<Record<Opposition, string>> = { negation: "opposite", values: "other values" };

function showText(details: GuidanceDetails): string {
  const { entry, similar } = details;
  const fields = [
    ["id", entry.id],
    ["state", stateOf(details)],
    ["type", entry.type],
    ["domain", entry.domain],
    ["text", entry.text],
    ["rationale", entry.rationale],
    ["recall", entry.recall.join(", ")],
    ["paths", entry.paths.join(", ")],
    ["proposed", `${entry.proposed_at} by ${entry.proposed_by} (${entry.source})`],
    [
      "reviewed",
      entry.reviewed_at === null ? "" : `${entry.reviewed_at} by ${entry.reviewed_by ?? "unknown"}`,
    ],
    ["reason", entry.review_reason ?? ""],
    ["supersedes", entry.supersedes ?? ""],
    ["sha256", details.sha256],
    ...similar.map(({ id, status, relation, opposition, text }) => [
      "similar",
      `${id} (${status}, ${relation}${opposition === undefined ? "" : `, ${OPPOSITIONS[opposition]}`}): ${text}`,
    ]),
  ] as const;
  const lines = fields.flatMap(([name = "", value = ""]) =>
    value === "" ? [] : [`${name.padEnd(10)}  ${value.replaceAll("\n", `\n${" ".repeat(12)}`)}`],
  );
  return redactShort(`${lines.join("\n")}\n`);
}

/** `sdd guidance show` */
export function guidanceShow(io: CliIo, id: string, options: ShowOptions): ExitCode {
  const details = serviceFor(io, options.root).show(id);
  if (details === undefined) throw new SddError("wrong-usage", `There is no guidance ${id}.`);
  if (options.json === true) printJson(io, { ...itemJson(details), similar: redacted(details.similar) });
  else printResult(io, showText(details));
  return 0;
}
