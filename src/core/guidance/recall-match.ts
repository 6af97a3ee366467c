import { plainPath } from "../project/plain-path.js";
import { compareCodeUnits } from "../text/fold.js";
import type { Domains } from "./domains.js";
import type { GuidanceDomain, GuidanceEntry } from "./entry.js";
import { hintText, type HintText, type Keyword, keywordMatches, keywordOf } from "./keywords.js";
import { languageOf, type StemLanguage } from "./language.js";
import { pathMatches } from "./path-match.js";
import { sharedWords, subjectWords } from "./shared-words.js";

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
  readonly matcher: HintMatcher | undefined;
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
  const matcher = asksHint ? new HintMatcher(hintText(hint)) : undefined;
  return { domain, matcher, paths: plain, asksAll };
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

/** What is read out of an entry for matching, kept as long as the entry lives. */
interface PreparedEntry {
  readonly language: StemLanguage | undefined;
  readonly keywords: readonly Keyword[];
  /** Of an entry without keywords. */
  readonly words: readonly string[];
}

const prepared = new WeakMap<GuidanceEntry, PreparedEntry>();

function prepare(entry: GuidanceEntry): PreparedEntry {
  let known = prepared.get(entry);
  if (known === undefined) {
    const language = languageOf(`${entry.text} ${entry.rationale}`);
    const words = entry.recall.length > 0 ? [] : subjectWords(entry.text, language);
    known = { language, keywords: entry.recall.map(keywordOf), words };
    // What is not frozen may change while it lives.
    if (Object.isFrozen(entry)) prepared.set(entry, known);
  }
  return known;
}

/** Finds what of entries and domains stands in one request's text. */
class HintMatcher {
  readonly #domains = new Map<string, readonly string[]>();

  constructor(private readonly hint: HintText) {}

  keywords(entry: PreparedEntry, domain: GuidanceDomain): readonly RecallReason[] {
    const found = new Map<string, RecallReason>();
    const add = (keyword: string, of: "entry" | "domain"): void => {
      const key = keyword.toLowerCase();
      if (!found.has(key)) found.set(key, { kind: "keyword", keyword, of });
    };
    for (const keyword of entry.keywords)
      if (keywordMatches(keyword, this.hint, entry.language)) add(keyword.text, "entry");
    for (const keyword of this.#ofDomain(domain, entry.language)) add(keyword, "domain");
    return [...found.values()];
  }

  words({ words, language }: PreparedEntry): readonly string[] {
    return words.length === 0 ? [] : sharedWords(words, this.hint, language);
  }

  #ofDomain(domain: GuidanceDomain, language: StemLanguage | undefined): readonly string[] {
    const key = `${language ?? "-"} ${domain.domain}`;
    let found = this.#domains.get(key);
    if (found === undefined) {
      found = [domain.domain, ...domain.recall].filter((each) =>
        keywordMatches(keywordOf(each), this.hint, language),
      );
      this.#domains.set(key, found);
    }
    return found;
  }
}

function pathReasons(entry: GuidanceEntry, paths: readonly string[]): readonly RecallReason[] {
  return entry.paths.flatMap((pattern): readonly RecallReason[] => {
    const path = paths.find((each) => pathMatches(pattern, each));
    return path === undefined ? [] : [{ kind: "path", path, pattern }];
  });
}

/** Fewer words in common are chance. */
const LEAST_SHARED = 2;

function matchOf(entry: GuidanceEntry, domain: GuidanceDomain, query: ReadQuery): RecallMatch | undefined {
  const name = domain.domain;
  if (query.domain !== undefined && query.domain !== name && !domain.always_on) return undefined;
  const { matcher } = query;
  const keywords = matcher?.keywords(prepare(entry), domain) ?? [];
  const paths = pathReasons(entry, query.paths);
  const why: RecallReason[] = [];
  if (domain.always_on) why.push({ kind: "always-on", domain: name });
  if (query.domain === name) why.push({ kind: "domain", domain: name });
  why.push(...keywords, ...paths);
  const matches = keywords.length + paths.length;
  if (matches === 0 && matcher !== undefined) {
    const words = matcher.words(prepare(entry));
    if (words.length >= LEAST_SHARED) why.push({ kind: "text", words });
  }
  if (why.length === 0 && query.asksAll) why.push({ kind: "all" });
  if (why.length === 0) return undefined;
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
