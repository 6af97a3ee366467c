import { fold } from "../text/fold.js";

/** Whether a sentence says something to a reader who does not see what stands round it. */

/** First words that lean on the sentence before, folded. */
const LEANING: ReadonlySet<string> = new Set(
  [
    "it its it's this that these those they them he she such also too however but and or nor so thus therefore hence then otherwise instead additionally moreover furthermore similarly likewise conversely see yes note same here both either neither which because whereas although meanwhile finally still again ditto above below example examples e.g.",
    "isso isto este esta estes estas esse essa esses essas aquele aquela ele ela eles elas tambem porem contudo entretanto mas e ou entao assim portanto logo alem ambos ambas ver veja vide sim idem aqui ja exemplo exemplos",
    "это этот эта эти этого этой этому он она оно они также тоже однако но а и или поэтому тогда так иначе затем далее см смотри да там здесь тот та те такой такая такие оба обе либо причем при потому зато например пример примеры",
  ]
    .join(" ")
    .split(" "),
);

/** Nouns by which a document speaks of itself: "This document defines …" leans on nothing. */
const ITSELF =
  /^\S+\s+(?:adr|decision record|document|spec|specification|prd|proposal|plan|guide|page|documento|especificacao|proposta|plano|adr|документ|спецификация|решение|план)(?=[\s,:]|$)/;

/** The same of Japanese, which has no blanks between words. */
const LEANING_START =
  /^(?:これ|それ|あれ|この|その|また|ただし|しかし|一方|同時に|したがって|そのため|次の?を|代わりに|なお|以下)/;

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

const LEAST_WORDS = 4;
const LEAST_CJK = 12;
const LEAST_UNITS = 20;

/** Text that a template left, or a note to the writer. */
const LEFT_OVER =
  /\b(?:todo|tbd|fixme|lorem ipsum)\b|\[needs clarification|\{\{|^[[{<][^\]}>]*[\]}>]$|a definir\.?$|уточняется/i;

/** Ends in which nothing is said yet. */
const LEADS_IN = /[:,;：、—–-]$|(?:как|as|como)\s+(?:следующ\S*|follows|segue)\.?$/iu;

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu)?.length ?? 0;
}

function isBalanced(text: string): boolean {
  const count = (sign: RegExp): number => text.match(sign)?.length ?? 0;
  return count(/\(/g) === count(/\)/g) && count(/«/g) === count(/»/g) && count(/“/g) === count(/”/g);
}

/** Share of signs of code from which a text is code rather than a sentence. */
const MOST_SIGNS = 0.1;

/** Letters beside everything else: tables of numbers, paths and code say little as a sentence. */
function isMostlyLetters(text: string): boolean {
  const solid = text.replace(/\s+/g, "");
  const { length } = solid;
  const others = solid.replace(/\p{L}+/gu, "");
  const letters = length - others.length;
  const signs = others.length - others.replace(/[/[\]{}<>|=_#\\;]+/g, "").length;
  return letters * 2 >= length && signs <= Math.max(3, length * MOST_SIGNS);
}

/** "Axes — see ADR 12": what is said is said elsewhere. */
const ELSEWHERE =
  /(?:^|[—–:] ?)(?:see|ver|vide|см\.?|смотри|described in|описан\S* в)\s|[—–:]\s*(?:(?:ADR|RFC)[ -]?\d+(?:\s*\([^()]*\))?|\S+\.(?:md|toml|ya?ml|json))\.?$/iu;

/** Demonstratives among the first words ("If these five points …") point at what came before. */
const POINTING =
  /^(?:\S+ ){1,2}(?:these|those|this|esses|essas|estes|estas|esse|essa|isso|isto|этих|этот|эти|эта|этого|этому|этой|этим|этими|тех|такой|такие)(?= )/;

function leansOnOthers(text: string): boolean {
  if (LEANING_START.test(text)) return true;
  const folded = fold(text.replace(/^[^\p{L}\p{N}]+/u, ""));
  const pointing = POINTING.exec(folded)?.[0];
  if (pointing !== undefined && !ITSELF.test(folded.slice(pointing.lastIndexOf(" ") + 1))) return true;
  const first = /^[\p{L}'’]+/u.exec(folded)?.[0].replace("’", "'") ?? "";
  return LEANING.has(first) && !ITSELF.test(folded);
}

/** What only leads elsewhere: "Link to UI modes (ADR 0010)." */
function withoutReferences(text: string): string {
  return text.replace(/\b(?:ADR|RFC|KB)[ -]?\d+|§\s*[\d.]+|\([^()]*\)/g, " ");
}

/** Words that a piece of a list which begins in lower case needs to be no mere fragment. */
const LEAST_FRAGMENT_WORDS = 7;

/**
 * Whether a sentence that stands alone states something: a rule or a decision needs more words than a risk, references
 * do not count, and what begins in lower case is a fragment unless it is long.
 */
export function isStatement(text: string, kind: "decision" | "pattern" | "risk" | "quality_signal"): boolean {
  if ((text.match(CJK)?.length ?? 0) >= LEAST_CJK / 2) return true;
  const words = wordCount(withoutReferences(text));
  const least = kind === "decision" || kind === "pattern" ? LEAST_WORDS + 1 : LEAST_WORDS;
  return words >= (/^\p{Ll}/u.test(text) ? LEAST_FRAGMENT_WORDS : least);
}

/**
 * Whether a plain sentence stands alone: long enough to say something, not a question, not a lead-in to a list, not a
 * fragment that leans on what came before, no template's leftover.
 */
export function standsAlone(text: string): boolean {
  const cjk = text.match(CJK)?.length ?? 0;
  const long = cjk >= LEAST_CJK || (wordCount(text) >= LEAST_WORDS && text.length >= LEAST_UNITS);
  return (
    long &&
    !/[?？]["”»)]?$/.test(text) &&
    !LEADS_IN.test(text) &&
    !LEFT_OVER.test(text) &&
    !ELSEWHERE.test(text) &&
    /^["'“«(`[]?[\p{L}\p{N}$@#./-]/u.test(text) &&
    isMostlyLetters(text) &&
    isBalanced(text) &&
    !leansOnOthers(text)
  );
}
