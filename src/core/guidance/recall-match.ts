import { plainPath } from "../project/plain-path.js";
import { compareCodeUnits } from "../text/fold.js";
import type { Domains } from "./domains.js";
import type { GuidanceDomain, GuidanceEntry } from "./entry.js";
import { hintText, type HintText, keywordMatches } from "./keywords.js";
import { languageOf, type StemLanguage } from "./language.js";
import { pathMatches } from "./path-match.js";
import { sharedWords } from "./shared-words.js";

/** Which entries a request is about, why, and in which order. */

/** Why an entry was recalled. */
export type RecallReason =
  | { readonly kind: "always-on"; readonly domain: string }
  /** The request named its domain. */
  | { readonly kind: "domain"; readonly domain: string }
  | { readonly kind: "keyword"; readonly keyword: string; readonly of: "entry" | "domain" }
  | { readonly kind: "path"; readonly path: string; readonly pattern: string }
  /** It has no keywords of its own, and these words of its text stand in the request. */
  | { readonly kind: "text"; readonly words: readonly string[] }
  /** Nothing was asked for in particular. */
  | { readonly kind: "all" };

/** By which entries are put in order; ends with the id, so no two are alike. */
export interface RecallRank {
  readonly isAlwaysOn: boolean;
  /** Keywords that matched, and paths. */
  readonly matches: number;
  /** ISO 8601 UTC: when it was approved. */
  readonly at: string;
  readonly id: string;
}

export interface RecallMatch {
  readonly entry: GuidanceEntry;
  readonly rank: RecallRank;
  readonly why: readonly RecallReason[];
}

/** What an agent asks for. */
export interface RecallQuery {
  readonly domain?: string | undefined;
  readonly intentHint?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}

interface ReadQuery {
  readonly domain: string | undefined;
  readonly hint: HintText | undefined;
  readonly paths: readonly string[];
  readonly asksAll: boolean;
}

/** Longer hints are cut: a whole file is no hint. */
const HINT_UNITS = 10_000;

function readQuery({ domain, intentHint, paths }: RecallQuery): ReadQuery {
  const hint = intentHint?.trim().slice(0, HINT_UNITS);
  const plain = (paths ?? []).map(plainPath).filter((path) => path !== undefined);
  const asksHint = hint !== undefined && hint !== "";
  const asksAll = domain === undefined && !asksHint && (paths ?? []).length === 0;
  return { domain, hint: asksHint ? hintText(hint) : undefined, paths: plain, asksAll };
}

/** Always-on domains first, then by matches, then the latest, then by id. */
export function compareRanks(a: RecallRank, b: RecallRank): number {
  return (
    Number(b.isAlwaysOn) - Number(a.isAlwaysOn) ||
    b.matches - a.matches ||
    compareCodeUnits(b.at, a.at) ||
    compareCodeUnits(a.id, b.id)
  );
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** When it was approved, or else proposed; a time that is none counts as the oldest. */
function recency({ reviewed_at, proposed_at }: GuidanceEntry): string {
  const at = reviewed_at ?? proposed_at;
  return TIME.test(at) ? at : "";
}

function keywordReasons(
  entry: GuidanceEntry,
  domain: GuidanceDomain,
  hint: HintText,
  language: StemLanguage | undefined,
): readonly RecallReason[] {
  const found = new Map<string, RecallReason>();
  const look = (keywords: readonly string[], of: "entry" | "domain"): void => {
    for (const keyword of keywords) {
      const key = keyword.toLowerCase();
      if (!found.has(key) && keywordMatches(keyword, hint, language))
        found.set(key, { kind: "keyword", keyword, of });
    }
  };
  look(entry.recall, "entry");
  look([domain.domain, ...domain.recall], "domain");
  return [...found.values()];
}

function pathReasons(entry: GuidanceEntry, paths: readonly string[]): readonly RecallReason[] {
  return entry.paths.flatMap((pattern): readonly RecallReason[] => {
    const path = paths.find((each) => pathMatches(pattern, each));
    return path === undefined ? [] : [{ kind: "path", path, pattern }];
  });
}

/** Fewer words in common are chance. */
const LEAST_SHARED = 2;

function textReasons(entry: GuidanceEntry, hint: HintText | undefined): readonly RecallReason[] {
  if (hint === undefined || entry.recall.length > 0) return [];
  const words = sharedWords(entry.text, hint);
  return words.length < LEAST_SHARED ? [] : [{ kind: "text", words }];
}

function matchOf(entry: GuidanceEntry, domain: GuidanceDomain, query: ReadQuery): RecallMatch | undefined {
  const language = languageOf(`${entry.text} ${entry.rationale}`);
  const keywords = query.hint === undefined ? [] : keywordReasons(entry, domain, query.hint, language);
  const paths = pathReasons(entry, query.paths);
  const why: RecallReason[] = [];
  const name = domain.domain;
  if (domain.always_on) why.push({ kind: "always-on", domain: name });
  if (query.domain !== undefined && query.domain === name) why.push({ kind: "domain", domain: name });
  const isElsewhere = query.domain !== undefined && query.domain !== name;
  if (isElsewhere && !domain.always_on) return undefined;
  why.push(...keywords, ...paths);
  if (keywords.length === 0 && paths.length === 0) why.push(...textReasons(entry, query.hint));
  if (why.length === 0 && query.asksAll) why.push({ kind: "all" });
  if (why.length === 0) return undefined;
  const matches = keywords.length + paths.length;
  return { entry, why, rank: { isAlwaysOn: domain.always_on, matches, at: recency(entry), id: entry.id } };
}

/**
 * The entries that a request is about, in their fixed order. A named domain narrows it to that one and those that are
 * always on; entries of domains that are switched off are left out. A request that asks for nothing gets all.
 *
 * @param entries what may be recalled at all.
 */
export function matchEntries(
  entries: readonly GuidanceEntry[],
  domains: Domains,
  query: RecallQuery,
): readonly RecallMatch[] {
  const read = readQuery(query);
  // A domain is found by its name in any spelling; one that nobody has is nobody's.
  const asked = read.domain === undefined ? undefined : (domains.find(read.domain)?.domain ?? read.domain);
  const found: RecallMatch[] = [];
  for (const entry of entries) {
    const domain = domains.of(entry);
    if (domain.state === "inactive") continue;
    const match = matchOf(entry, domain, { ...read, domain: asked });
    if (match !== undefined) found.push(match);
  }
  return found.sort((a, b) => compareRanks(a.rank, b.rank));
}
