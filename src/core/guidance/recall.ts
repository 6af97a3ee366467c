import { SddError } from "../errors.js";
import { redactShort } from "../redaction/redact.js";
import { Domains } from "./domains.js";
import type { DomainState, GuidanceEntry, GuidanceType } from "./entry.js";
import {
  compareRanks,
  matchEntries,
  type RecallMatch,
  type RecallQuery,
  type RecallRank,
  type RecallReason,
} from "./recall-match.js";
import type { GuidanceStore, StoredSummary } from "./store-document.js";
import { tellUnreviewed, type Unreviewed } from "./unreviewed.js";

/**
 * `recall`: what an agent is told. A function of what is approved and of the request, so that everybody who asks the
 * same is told the same.
 */

/** UTF-16 units of the answer's JSON, without white space. */
export const RECALL_CHARS = { usual: 8_000, least: 2_000, most: 100_000 } as const;
export const RECALL_LIMIT = { least: 1, most: 1_000 } as const;

export interface RecallRequest extends RecallQuery {
  /** The most entries of one answer. */
  readonly limit?: number | undefined;
  /** From an answer before: goes on after what that one gave out. */
  readonly cursor?: string | undefined;
  /** See `RECALL_CHARS`. */
  readonly maxChars?: number | undefined;
}

/** The names here are the wire's. */
export interface RecalledRule {
  readonly id: string;
  readonly type: Exclude<GuidanceType, "fact">;
  readonly domain: string;
  readonly text: string;
  /** Each in words, as `keyword "stripe"`. */
  readonly why: readonly string[];
}

export interface RecalledFact {
  readonly id: string;
  readonly domain: string;
  readonly text: string;
  readonly rationale: string;
  /** ISO 8601 UTC: when it was approved. */
  readonly date: string;
  readonly why: readonly string[];
}

export interface RecallResult {
  /** Guardrails, then conventions, then instructions; among these in the fixed order. */
  readonly rules: readonly RecalledRule[];
  readonly facts: readonly RecalledFact[];
  /** Present in a first answer where there is something. Nobody approved it. */
  readonly unreviewed?: Unreviewed;
  readonly left_out: {
    /** Entries that matched and come after these. */
    readonly count: number;
    /** To be sent back for the next ones; `null` where there are none. */
    readonly cursor: string | null;
    /** Ids of entries that are longer than one answer may be. */
    readonly too_long: readonly string[];
  };
  /** Of the domain that was asked for; `unknown`: no entry has it. */
  readonly domain?: { readonly name: string; readonly state: DomainState | "unknown" };
}

/** What is recalled from. */
export interface RecallSources extends Pick<GuidanceStore, "domains" | "guidance"> {
  /** The entries that may be recalled: approved, and verified. */
  readonly verified: readonly GuidanceEntry[];
  readonly summaries: readonly StoredSummary[];
  readonly intent: string | undefined;
}

/** A longer keyword was never checked: it was written into the store by hand. */
const WHY_UNITS = 60;

/** A reason in a few English words. */
function reasonText(reason: RecallReason): string {
  switch (reason.kind) {
    case "always-on":
      return `domain ${reason.domain} is always on`;
    case "domain":
      return `domain ${reason.domain}`;
    case "keyword":
      return `keyword "${reason.keyword.slice(0, WHY_UNITS)}"${reason.of === "domain" ? " of its domain" : ""}`;
    case "path":
      return reason.path === reason.pattern
        ? `path ${reason.path}`
        : `path ${reason.path} (${reason.pattern})`;
    case "text":
      return `words ${reason.words.map((word) => `"${word}"`).join(", ")}`;
    case "all":
      return "nothing in particular was asked for";
  }
}

/** What an agent reads of one entry, redacted. */
export function agentView(
  entry: GuidanceEntry,
  why: readonly RecallReason[] = [],
): { readonly rule: RecalledRule } | { readonly fact: RecalledFact } {
  const { id, type, reviewed_at: reviewed, proposed_at: proposed } = entry;
  const common = {
    domain: redactShort(entry.domain),
    text: redactShort(entry.text),
    why: why.map((reason) => redactShort(reasonText(reason))),
  };
  if (type !== "fact") return { rule: { id, type, ...common } };
  const { domain, text, why: reasons } = common;
  const rationale = redactShort(entry.rationale);
  return { fact: { id, domain, text, rationale, date: reviewed ?? proposed, why: reasons } };
}

function clamped(value: number | undefined, usual: number, least: number, most: number): number {
  if (value === undefined || !Number.isFinite(value)) return usual;
  return Math.min(Math.max(Math.trunc(value), least), most);
}

const CURSOR = /^r([01])~(\d{1,4})~([0-9TZ:.-]{0,30})~(gm-[0-9A-Za-z]{1,64})$/;

function formatCursor({ isAlwaysOn, matches, at, id }: RecallRank): string {
  return `r${isAlwaysOn ? 1 : 0}~${matches}~${at}~${id}`;
}

/** @throws SddError `wrong-usage` */
function parseCursor(text: string): RecallRank {
  const [, on, matches, at = "", id = ""] = CURSOR.exec(text) ?? [];
  if (on === undefined) throw new SddError("wrong-usage", "The cursor is none that recall gave out.");
  return { isAlwaysOn: on === "1", matches: Number(matches), at, id };
}

const TYPE_ORDER: readonly RecalledRule["type"][] = ["guardrail", "convention", "instruction"];

/** Room for what comes round the entries: names of fields, the domain, the cursor, a face's session id and note. */
const FRAME_CHARS = 700;
/** The part of a first answer that what nobody approved may take. */
const UNREVIEWED_PART = 0.25;

class Answer {
  readonly rules: RecalledRule[] = [];
  readonly facts: RecalledFact[] = [];
  readonly tooLong: string[] = [];
  #left: number;

  constructor(private readonly room: number) {
    this.#left = room;
  }

  get count(): number {
    return this.rules.length + this.facts.length;
  }

  /** @returns whether it went in, or will never do. */
  take({ entry, why }: RecallMatch): boolean {
    const view = agentView(entry, why);
    const length = JSON.stringify("rule" in view ? view.rule : view.fact).length + 1;
    if (length > this.room) {
      const mention = entry.id.length + 3;
      if (mention > this.#left) return false;
      this.#left -= mention;
      this.tooLong.push(entry.id);
      return true;
    }
    if (length > this.#left) return false;
    this.#left -= length;
    if ("rule" in view) this.rules.push(view.rule);
    else this.facts.push(view.fact);
    return true;
  }
}

/**
 * Answers a request. The answer is filled in the fixed order, so what is left out is what matters least; within it, rules
 * stand by their types.
 *
 * @throws SddError `wrong-usage` for a cursor that is none.
 */
export function recallFrom(sources: RecallSources, request: RecallRequest): RecallResult {
  const maxChars = clamped(request.maxChars, RECALL_CHARS.usual, RECALL_CHARS.least, RECALL_CHARS.most);
  const limit = clamped(request.limit, RECALL_LIMIT.most, RECALL_LIMIT.least, RECALL_LIMIT.most);
  const domains = new Domains(sources);
  const after = request.cursor === undefined ? undefined : parseCursor(request.cursor);
  const matches = matchEntries(sources.verified, domains, request).filter(
    ({ rank }) => after === undefined || compareRanks(after, rank) < 0,
  );

  const unreviewed =
    after === undefined
      ? tellUnreviewed(sources.summaries, sources.intent, Math.floor(maxChars * UNREVIEWED_PART))
      : { summaries: [] };
  const hasUnreviewed = unreviewed.intent !== undefined || unreviewed.summaries.length > 0;
  const used = FRAME_CHARS + (hasUnreviewed ? JSON.stringify(unreviewed).length : 0);
  const answer = new Answer(maxChars - used);
  let taken = 0;
  for (const match of matches) {
    if (answer.count >= limit || !answer.take(match)) break;
    taken++;
  }
  const last = matches[taken - 1];
  const count = matches.length - taken;
  const cursor = count === 0 || last === undefined ? null : formatCursor(last.rank);
  return {
    rules: TYPE_ORDER.flatMap((type) => answer.rules.filter((rule) => rule.type === type)),
    facts: answer.facts,
    ...(hasUnreviewed ? { unreviewed } : {}),
    left_out: { count, cursor, too_long: answer.tooLong },
    ...domainAsked(domains, request.domain),
  };
}

function domainAsked(domains: Domains, name: string | undefined): Pick<RecallResult, "domain"> {
  if (name === undefined) return {};
  const found = domains.find(name);
  const shown = redactShort((found?.domain ?? name).slice(0, 100));
  return { domain: { name: shown, state: found?.state ?? "unknown" } };
}
