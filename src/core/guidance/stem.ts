import type { StemLanguage } from "./language.js";
import { STEM_RULES, type StemSteps } from "./stem-rules.js";

/** Whether what an ending was taken from can be a stem. */
const HAS_VOWEL = /[aeiouy]/;
/** One vowel between consonants, as at the end of `strip`: such a word keeps its `e` (`stripe`). */
const SHORT = /^(?:[^aeiouy]*[aeiouy][^aeiouywx]|[aeiouy][^aeiouy])$/;
const DOUBLED = /([bdfgmnprt])\1$/;

/** What inflection is taken from; `ed` and `ing` may have cost an `e` or doubled a consonant. */
function englishVerb(word: string): string {
  const match = /^(.{2,}?)(?:ed|ing)$/.exec(word);
  const rest = match?.[1];
  if (rest === undefined || !HAS_VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (DOUBLED.test(rest)) return rest.slice(0, -1);
  return SHORT.test(rest) ? `${rest}e` : rest;
}

function englishPlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/(?:ss|sh|x|zz)es$/.test(word)) return word.slice(0, -2);
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[aeiouy].*s$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * The inflection of nouns and verbs, and a few endings that make a noun of a verb, in the manner of Porter's English
 * stemmer (https://snowballstem.org/algorithms/english/stemmer.html) but fewer: `general` is not `generate`.
 */
function englishStem(word: string): string {
  let stem = englishPlural(word.replace(/'s?$/, ""));
  if (/.{3}ied$/.test(stem)) stem = `${stem.slice(0, -3)}y`;
  stem = englishVerb(stem);
  stem = stem
    .replace(/^(.{2,})ization$/, "$1ize")
    .replace(/^(.{2,})ation$/, "$1ate")
    .replace(/^(.{4,}|.+y)ment$/, "$1")
    .replace(/^(.{4,})(?:ness|ly)$/, "$1");
  if (stem.endsWith("e") && stem.length > 3 && !SHORT.test(stem.slice(0, -1))) stem = stem.slice(0, -1);
  return /[^aeiouy]y$/.test(stem) && stem.length > 2 ? `${stem.slice(0, -1)}i` : stem;
}

function bySteps(word: string, steps: StemSteps): string {
  let stem = word;
  for (const step of steps) {
    const rule = step.find(
      ([ending, , least]) => stem.endsWith(ending) && stem.length - ending.length >= least,
    );
    if (rule !== undefined) stem = stem.slice(0, stem.length - rule[0].length) + rule[1];
  }
  return stem;
}

const LEAST_LETTERS = 4;

/**
 * The stem of a word in a language.
 *
 * @param word folded. Words with digits, of another script, or of fewer than four letters are their own stem.
 */
export function stemIn(language: StemLanguage, word: string): string {
  const letters = language === "ru" ? /^[а-я]+$/ : /^[a-z']+$/;
  if (word.length < LEAST_LETTERS || !letters.test(word)) return word;
  return language === "en" ? englishStem(word) : bySteps(word, STEM_RULES[language]);
}
