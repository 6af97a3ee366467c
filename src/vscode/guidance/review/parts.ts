import { languageOf } from "../../../core/guidance/language.js";
import { isPolar } from "../../../core/guidance/polarity.js";
import type { Opposition } from "../../../core/guidance/similarity.js";
import { fold } from "../../../core/text/fold.js";
import { reveal } from "../../../core/text/reveal.js";
import type { Part, Parts } from "../../../protocol/review.js";

/** Texts taken apart for the page: what is not seen, what differs, what was added and removed. */

/** A text with each character that is not seen replaced by its name. */
export function revealedParts(text: string, kind: Part["kind"] = "plain"): Parts {
  const parts: Part[] = [];
  let plain = "";
  const flush = (): void => {
    if (plain !== "") parts.push({ text: plain, kind });
    plain = "";
  };
  for (const character of text.replaceAll("\r\n", "\n")) {
    const shown = reveal(character);
    if (shown === character) {
      plain += character;
      continue;
    }
    flush();
    parts.push({ text: shown, kind: "hidden" });
  }
  flush();
  return parts;
}

const WORDS = /[\p{L}\p{N}\p{M}_'’]+/gu;

/**
 * A text in which the words that its neighbour lacks are marked; where the two prescribe the opposite, also those that say
 * whether something is to be done.
 *
 * @param differing folded, as `TextLikeness.difference` has them.
 */
export function markedParts(
  text: string,
  differing: readonly string[],
  opposition: Opposition | undefined,
): Parts {
  const wanted = new Set(differing);
  const language = languageOf(text);
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const folded = fold(word).replaceAll("’", "'");
    const isMarked = wanted.has(folded) || (opposition === "negation" && isPolar(folded, language));
    if (!isMarked) continue;
    parts.push(...revealedParts(text.slice(from, index)), ...revealedParts(word, "marked"));
    from = index + word.length;
  }
  return [...parts, ...revealedParts(text.slice(from))];
}

/** Longer texts are shown as removed and added whole: the table below would grow with the square. */
const MOST_TOKENS = 1_500;

/** Words, spaces and the rest, one by one. */
function tokensOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? [];
}

/** Lengths of the longest common subsequences of all tails. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = rows[i] ?? new Uint16Array();
    const next = rows[i + 1] ?? new Uint16Array();
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

/** What was removed from a text and added to it, word by word. */
export function differenceParts(before: string, after: string): Parts {
  const a = tokensOf(before);
  const b = tokensOf(after);
  if (a.length > MOST_TOKENS || b.length > MOST_TOKENS) {
    return [...revealedParts(before, "removed"), ...revealedParts(after, "added")];
  }
  const rows = commonLengths(a, b);
  const pieces: { text: string; kind: "plain" | "removed" | "added" }[] = [];
  const add = (text: string, kind: "plain" | "removed" | "added"): void => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ text, kind });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const here = a[i];
    const there = b[j];
    if (here !== undefined && here === there) {
      add(here, "plain");
      i++;
      j++;
    } else if (
      there === undefined ||
      (here !== undefined && (rows[i + 1]?.[j] ?? 0) >= (rows[i]?.[j + 1] ?? 0))
    ) {
      add(here ?? "", "removed");
      i++;
    } else {
      add(there, "added");
      j++;
    }
  }
  return pieces.flatMap(({ text, kind }) => revealedParts(text, kind));
}
