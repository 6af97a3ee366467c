import { fold } from "../text/fold.js";
import { LANGUAGES, type Language } from "../text/language.js";
import { ROLES, type Role, type RoleEntry } from "./vocabulary.js";

interface Phrase {
  readonly role: Role;
  /** Every language that writes the phrase so. */
  readonly languages: Language[];
}

let phrases: Map<string, Phrase> | undefined;

/** The vocabulary by folded phrase. The first role that names a phrase keeps it. Built on first use. */
function phraseTable(): Map<string, Phrase> {
  if (phrases !== undefined) return phrases;
  phrases = new Map();
  for (const [role, roleEntry] of Object.entries(ROLES) as [Role, RoleEntry][]) {
    for (const language of LANGUAGES) {
      for (const raw of roleEntry.phrases[language]) {
        const phrase = fold(raw);
        const known = phrases.get(phrase);
        if (known === undefined) phrases.set(phrase, { role, languages: [language] });
        else if (!known.languages.includes(language)) known.languages.push(language);
      }
    }
  }
  return phrases;
}

/** The words of a heading: no numbering, no emphasis, no emoji, no links. */
function headingWords(title: string): readonly string[] {
  const plain = fold(title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
    .replace(/[*_`~]/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/^(?:\d+(?:\.\d+)*|[ivx]+|[a-z])[.)\]:]+\s*/u, "")
    .replace(/\([^)]*\)/g, " ");
  return plain
    .split(/[^\p{L}\p{N}.;-]+/u)
    .map((word) => word.replace(/^[.;-]+|[.;-]+$/g, ""))
    .filter((word) => word !== "");
}

export interface RoleMatch {
  readonly role: Role;
  readonly languages: readonly Language[];
}

/** Words of a heading looked at: those after them say little of its kind, and the cost stays bounded. */
const HEADING_WORDS = 9;

/**
 * What a heading names in a table of folded phrases, or `undefined`. A phrase must stand at the heading's beginning, or
 * be at least half of its words, so that "Decisions" and "Architecture decisions made in June" count, and a title that
 * merely mentions a word does not.
 */
export function matchHeading<T>(title: string, table: ReadonlyMap<string, T>): T | undefined {
  const words = headingWords(title).slice(0, HEADING_WORDS);
  for (let length = Math.min(4, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const found = table.get(words.slice(at, at + length).join(" "));
      if (found === undefined) continue;
      const dominates = at === 0 ? length * 4 >= words.length : length * 2 >= words.length;
      if (dominates) return found;
    }
  }
  return undefined;
}

/** The role that a heading names, or `undefined`; see `matchHeading`. */
export function roleOfHeading(title: string): RoleMatch | undefined {
  return matchHeading(title, phraseTable());
}

/** Counts headings by language; the most frequent one wins, ties by the order of `LANGUAGES`. */
export function languageOfHeadings(titles: Iterable<string>): Language | undefined {
  const counts = new Map<Language, number>();
  for (const title of titles) {
    const [language, second] = roleOfHeading(title)?.languages ?? [];
    // A phrase that two languages share ("backlog") says nothing of either.
    if (language !== undefined && second === undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best: Language | undefined;
  for (const language of LANGUAGES) {
    if ((counts.get(language) ?? 0) > (best === undefined ? 0 : (counts.get(best) ?? 0))) best = language;
  }
  return best;
}
