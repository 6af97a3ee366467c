import { MARKER, type ScannerRule, type Span } from "../rule.js";
import { NAME_UNITS } from "../units.js";
import { isSecretName, NAME_WORDS, type NameClass } from "./keyed-names.js";
import { endOfRun, readValue, type ReadValue } from "./keyed-read.js";
import { isSecretValue, type Tie } from "./keyed-values.js";

/**
 * From the end of the word that was found to the start of its value: the rest of the name, what closes the name
 * (quotes, brackets, emphasis), a type where a language wants one, and what ties the value to it.
 */
const TIE = new RegExp(
  "([\\w-]{0,32})" +
    "((?:\\\\?[\"'`\\]*]){0,4})" +
    "(?:[ \\t]{1,4}(?:string|String|str|text))?" +
    "[ \\t]{0,40}" +
    "(\\?=|\\.=|:{1,3}=|=>|={1,3}|:|,(?=[ \\t]{0,2}\\\\?[\"'`])|>|\\||—|–|\\bvalue[ \\t]?=|is[ \\t]|é[ \\t]|это[ \\t]|)" +
    "\\*{0,2}[ \\t]{0,40}" +
    "(?:(?:&?(?:'static )?str|string|String)\\??[ \\t]{0,2}=[ \\t]{0,4})?" +
    '(?:\\r?\\n[ \\t]{0,24}(?="))?',
  "y",
);

/** `password for the admin: X`, `senha do banco: X`: words between a password's name and its colon. */
const WORDS_TIE = /[ \t][\p{L}\w \t-]{1,40}:[ \t]{1,4}/uy;
const LONGEST_NAME = 40;

/** A name with its value's place. `opener` is the character in front of the name. */
interface Key {
  readonly before: string;
  readonly word: string;
  readonly after: string;
  readonly opener: string;
  readonly tie: Tie;
  readonly environment: boolean;
  readonly valueAt: number;
}

function readKey(kind: NameClass, text: string, hit: Span): Key | undefined {
  TIE.lastIndex = hit.end;
  const match = TIE.exec(text);
  if (match === null) return undefined;
  const [all, after = "", closer = "", separator = ""] = match;
  let start = hit.start;
  while (start > 0 && hit.start - start < LONGEST_NAME && NAME_UNITS.has(text.charCodeAt(start - 1)))
    start -= 1;
  const before = text.slice(start, hit.start);
  const word = text.slice(hit.start, hit.end);
  const opener = text.charAt(start - 1);
  const name = { before, word: word.toLowerCase(), after, opener };
  const valueAt = hit.end + all.length;
  const tie = tieOf(kind, separator.trim(), {
    flag: before.startsWith("-"),
    element: opener === "<",
    quoted: /["'`]$/.test(closer),
    open: closer === "",
    row: isTableRow(text, start),
    next: text.charAt(valueAt),
  });
  if (tie !== undefined) {
    const environment =
      separator === "=" && all === `${after}=` && /^[A-Z0-9_.$-]+$/.test(before + word + after);
    return { ...name, tie, environment, valueAt: separator === ">" ? skipSpace(text, valueAt) : valueAt };
  }
  WORDS_TIE.lastIndex = hit.end;
  if (kind !== "password" || !WORDS_TIE.test(text)) return undefined;
  return { ...name, after: "", tie: "loose", environment: false, valueAt: WORDS_TIE.lastIndex };
}

/** What stands around a name, as far as the meaning of a separator depends on it. */
interface Surroundings {
  readonly flag: boolean;
  readonly element: boolean;
  readonly quoted: boolean;
  readonly open: boolean;
  readonly row: boolean;
  readonly next: string;
}

/** The tie that a separator makes; `undefined` where it makes none. */
function tieOf(kind: NameClass, separator: string, around: Surroundings): Tie | undefined {
  switch (separator) {
    case "":
      // A command line flag (`--token X`), or a value in quotes; anything else is prose that goes on.
      return around.open && (around.flag || /["'`]/.test(around.next)) ? "loose" : undefined;
    case ">":
      return around.element ? "assigned" : undefined;
    case ",":
      // Two arguments of a call, or two items of a list: for a password, a word is not enough.
      return around.quoted ? (kind === "password" ? "loose" : "assigned") : undefined;
    case "|":
      return around.row ? "loose" : undefined;
    case "—":
    case "–":
    case "is":
    case "é":
    case "это":
      return "loose";
    default:
      return "assigned";
  }
}

/** Whether the line that a name stands on begins as a row of a Markdown table does. */
function isTableRow(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 80), at);
  return /^[ \t>]{0,8}\|/.test(before.slice(before.lastIndexOf("\n") + 1));
}

function skipSpace(text: string, at: number): number {
  return at + (/^\s{0,40}/.exec(text.slice(at, at + 40))?.[0].length ?? 0);
}

function find(kind: NameClass, text: string, hit: Span): readonly Span[] {
  const key = readKey(kind, text, hit);
  if (key === undefined || !isSecretName(kind, key.word, key.before, key.after)) return [];
  // `//host/:_authToken=` is npm's own form and has a rule of its own.
  if (key.opener === ":" && (key.before + key.word + key.after).toLowerCase() === "_authtoken") return [];
  if (isBadge(text, hit, key)) return [];
  const inQuery = key.opener === "?" || key.opener === "&";
  const value = readValue(text, key.valueAt, inQuery);
  if (value.end <= value.start || isCode(text, value)) return [];
  const secret = text.slice(value.start, value.end);
  const ok = isSecretValue(kind, {
    text: secret.includes(MARKER) ? remainder(secret) : secret,
    quoted: value.quoted,
    tie: key.tie,
    environment: key.environment,
    rest: text.slice(value.end, value.end + 12),
  });
  if (!ok) return [];
  return [{ start: value.start, end: value.cut ? endOfRun(text, value.end, inQuery) : value.end }];
}

/** A badge's address holds a token that shows a public picture and nothing else. */
function isBadge(text: string, hit: Span, key: Key): boolean {
  return key.opener === "?" && text.slice(Math.max(0, hit.start - 5), hit.start) === ".svg?";
}

/** `token = read(file)`, `token = all[0]`: an expression, not a value. */
function isCode(text: string, value: ReadValue): boolean {
  return !value.quoted && /[([]/.test(text.charAt(value.end));
}

/** What is left of a value beside markers: nothing where an earlier rule took the secret out of a URL. */
function remainder(value: string): string {
  return value.includes("://") ? "" : value.replaceAll(MARKER, "");
}

function rule(kind: NameClass): ScannerRule {
  return {
    kind: "scanner",
    id: `keyed-${kind}`,
    phase: "keyed",
    keywords: NAME_WORDS[kind],
    find: (text, hit) => find(kind, text, hit),
  };
}

/** Values that stand beside a name which says that they are secret. */
export const KEYED_RULES: readonly ScannerRule[] = [rule("password"), rule("token"), rule("key")];
