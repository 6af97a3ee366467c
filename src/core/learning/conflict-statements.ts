import type { QuotableSection } from "../context/quotes.js";
import { detached } from "../text/detached.js";
import { compareCodeUnits } from "../text/fold.js";
import { isDecisive, sentencesOf, wordsOf } from "./conflict-sentences.js";
import { mayHoldSetting, settingsIn, type Setting } from "./conflict-settings.js";
import {
  deniesFirst,
  holdsElsewhere,
  INSTEAD,
  isSubject,
  REASON,
  SCENARIO,
  signOf,
  stemOf,
} from "./conflict-words.js";

/** What a sentence prescribes, taken apart for comparing. Plain data. */
export interface Statement {
  /** Which section of the document it stands in, and the 1-based line of that one's heading. */
  readonly section: number;
  readonly sectionLine: number;
  /** The whole sentence, redacted, without Markdown. */
  readonly text: string;
  /** Prescribed or ruled out; 0 where it is a setting's value. */
  readonly sign: 1 | -1 | 0;
  /** Stems of the words it is about, sorted, each once. */
  readonly subject: readonly string[];
  /** Present where it gives a setting a value: the subject is then what the setting belongs to. */
  readonly setting?: Setting;
}

/** `Decision: use Redis`: the word before the colon says only that something was decided. */
const LABEL_OF_DECISION =
  /^(?:the )?(?:decisions?|chosen(?: option)?|rule|outcome|resolution|decisão|decisões|opção escolhida|escolha|regra|решение|решения|выбранный вариант|выбрано|правило)\s*[:—–]\s*/iu;

const MOST_WORDS = 30;

/** Stems of the words that are subject, sorted, each once. */
function subjectOf(words: readonly string[]): readonly string[] {
  return [...new Set(words.filter(isSubject).map((word) => detached(stemOf(word))))].sort(compareCodeUnits);
}

const SEPARATOR = /([;:]|\s[—–]\s|,(?=\s)|\s(?=(?:but|mas|porém)\s))/u;
/** A remark in brackets prescribes nothing of the sentence round it: "all tests pass (no regressions)". */
const REMARK = /\([^()]*\)/g;

/**
 * The clauses of a sentence, split where a new prescription begins; what neither prescribes nor denies belongs to the
 * clause before it, or is the label of the one after it. `undefined` where it is not clear what a denial belongs to, as
 * in "Tokens in the vault, never in files".
 */
function clausesOf(sentence: string): readonly (readonly string[])[] | undefined {
  const clauses: string[][] = [];
  const parts = sentence.split(SEPARATOR);
  for (let at = 0; at < parts.length; at += 2) {
    const words = wordsOf(parts[at] ?? "");
    const open = clauses.at(-1);
    const openSign = open === undefined ? undefined : signOf(open);
    const isMarked = signOf(words) !== 0;
    if (isMarked && openSign === 0 && parts[at - 1] === "," && deniesFirst(words)) return undefined;
    if (open === undefined || (isMarked && openSign !== 0)) clauses.push(words);
    else open.push(...words);
  }
  return clauses;
}

type Said = Pick<Statement, "sign" | "subject">;

/** What one sentence prescribes and rules out. Nothing of a clause that turns round twice. */
function saidIn(main: string): readonly Said[] {
  const instead = INSTEAD.exec(main);
  const chosen = instead === null ? main : main.slice(0, instead.index);
  const said: Said[] = [];
  const clauses = clausesOf(chosen) ?? [];
  for (const words of clauses) {
    const sign = signOf(words);
    const subject = subjectOf(words);
    // One word is a subject only where it is all that the sentence speaks of.
    const says = subject.length > 1 || (subject.length === 1 && clauses.length === 1);
    if (sign !== undefined && sign !== 0 && says && words.length <= MOST_WORDS) said.push({ sign, subject });
  }
  const other = instead === null ? [] : wordsOf(main.slice(instead.index + instead[0].length));
  const passedOver = subjectOf(other);
  if (said.some(({ sign }) => sign === 1) && passedOver.length > 0 && signOf(other) === 0)
    said.push({ sign: -1, subject: passedOver });
  return said;
}

/** What a setting of a sentence belongs to: the rest of its words. `undefined` where the sentence denies something. */
function settingSubject(sentence: string, { start, end }: Setting): readonly string[] | undefined {
  const words = wordsOf(`${sentence.slice(0, start)} ${sentence.slice(end)}`);
  const sign = signOf(words);
  return sign === undefined || sign === -1 ? undefined : subjectOf(words);
}

/** The sentence up to where it begins to give its reason. */
function mainOf(sentence: string): string {
  const reason = REASON.exec(sentence);
  return reason === null ? sentence : sentence.slice(0, reason.index);
}

/**
 * The statements of one sentence: those that something else may contradict.
 *
 * @param raw what is compared, where it is not the whole of what is shown.
 */
export function statementsOfSentence(
  shown: string,
  raw = shown,
): readonly Pick<Statement, "text" | "sign" | "subject" | "setting">[] {
  // What leads in a list says what it means only with the list.
  if (raw.endsWith(":") || SCENARIO.test(raw)) return [];
  const words = wordsOf(raw);
  // Most sentences tell something and prescribe nothing: no more is looked at in them.
  if (signOf(words) === 0 && !mayHoldSetting(raw)) return [];
  const sentence = mainOf(raw.replace(LABEL_OF_DECISION, "").replace(REMARK, " "));
  // A condition holds for the whole sentence, wherever in it it stands.
  if (holdsElsewhere(wordsOf(sentence))) return [];
  const text = detached(shown);
  const settings = settingsIn(sentence).flatMap((setting) => {
    const subject = settingSubject(sentence, setting);
    return subject === undefined ? [] : [{ text, sign: 0 as const, subject, setting }];
  });
  const said = saidIn(sentence).map(({ sign, subject }) => ({ text, sign, subject }));
  return [...settings, ...said];
}

/** What the decision sections of a document prescribe, in the document's order. */
export function statementsOf(sections: readonly QuotableSection[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (const [index, section] of sections.entries()) {
    if (!isDecisive(section)) continue;
    for (const { text, said } of sentencesOf(section)) {
      for (const statement of statementsOfSentence(text, said))
        statements.push({ section: index, sectionLine: section.line, ...statement });
    }
  }
  return statements;
}
