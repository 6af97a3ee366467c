/**
 * The marker that stands where a secret stood. No rule may find a secret in it: that is what makes redaction
 * idempotent.
 */
export const MARKER = "[REDACTED]";

/**
 * The order of redaction, first wins: PEM blocks, bearer tokens and authorization headers, credentials in URLs, keyed
 * values, token shapes. A later find that an earlier one already covers is dropped.
 */
export const PHASES = ["pem", "header", "url", "keyed", "shape"] as const;

export type Phase = (typeof PHASES)[number];

/** A half-open range of UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface RuleBase {
  readonly id: string;
  readonly phase: Phase;
  /** What the automaton looks for, in any letter case. At least one stands in every text the rule can match. */
  readonly keywords: readonly string[];
}

/**
 * A rule that is a pattern. It is tried only at a keyword hit: at the keyword's `start`, at its `end`, or anywhere in
 * the window `back` units before the keyword to `reach` units after it (`around`). Patterns have bounded quantifiers
 * only (a test reads them all), and a repeated group begins with a character that what stands before it cannot take,
 * so that the work at one hit is bounded.
 */
export interface PatternRule extends RuleBase {
  readonly kind: "pattern";
  readonly at: "start" | "end" | "around";
  /** Source of the regular expression; case matters unless `ignoreCase`. */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** Which group is the secret; the whole match where it is absent. */
  readonly group?: number;
  /** Window of an `around` rule, in code units. */
  readonly back?: number;
  readonly reach?: number;
  /** The keyword stands at the start of a token: no letter, digit or `_` before it. Asked before the pattern runs. */
  readonly boundary?: boolean;
  /** The secret goes on to the next white space, quote, bracket or comma, however long it is. */
  readonly extend?: boolean;
  /** Least Shannon entropy of the secret, in bits a character. */
  readonly entropy?: number;
  /** What must stand within 160 units of the match, on either side, for shapes that say too little by themselves. */
  readonly context?: RegExp;
  /** `true` for a find that is none: the allow-list of this rule. The common placeholders are always asked first. */
  readonly allow?: (secret: string) => boolean;
  /** Skips the common placeholders, for shapes that are never anything but a credential. */
  readonly strict?: boolean;
}

/** A rule that needs more than one pattern: it is handed the hit and returns the secrets it finds, in order. */
export interface ScannerRule extends RuleBase {
  readonly kind: "scanner";
  /** `memo` is fresh for every text, for what must not be searched twice. Must do bounded work a hit. */
  readonly find: (text: string, hit: Span, memo: Map<string, number>) => readonly Span[];
}

export type Rule = PatternRule | ScannerRule;
