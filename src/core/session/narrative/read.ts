import { languageOf } from "../../guidance/language.js";
import { fold } from "../../text/fold.js";
import { commitsIn } from "./commits.js";
import type { Claim, Denial, Narrative, VagueClaim } from "./narrative.js";
import { SentenceReader, type Surroundings } from "./sentence.js";
import { sentencesOf, type Token } from "./tokens.js";
import { verbOf } from "./verbs.js";
import { NEGATIONS, PLANS, STEPS } from "./words.js";

/** UTF-16 units of a narrative that are read. */
const MOST_UNITS = 12_000;
/** Longer runs without a blank are no words or paths that anybody wrote. */
const LONG_RUN = /\S{300,}/g;
/** Claims, denials and commits that are taken from one narrative, each. */
const MOST_CLAIMS = 200;

const ITEM = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const TITLE = /^\s*#{1,6}\s+/;
const FENCE = /^\s*(?:```|~~~)/;
/** Participles that stand before a noun, as only headings have them: "Изменённые файлы". */
const HEADING_PARTICIPLE = /(?:енн|анн|янн|т)(?:ые|ый|ая|ое)$/;

/** Headings of what is still to come, folded. */
const PLAN_HEADING =
  /\bto[- ]?do\b|backlog|outstanding|open (?:items|points|questions)|ideas|recommend|suggest|not done|em aberto|nao feito|proxim|a fazer|pendenc|recomenda|sugest|ideias|не сделано|следующ|дальнейш|предстоит|рекоменд|предлож|идеи/;

interface Block {
  readonly text: string;
  readonly kind: "text" | "item" | "heading";
  /** Whether an empty line stands before it. */
  readonly isApart: boolean;
}

/** Paragraphs, list items and headings; lines of one paragraph are put together, fenced code is left out. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let isFenced = false;
  let isApart = true;
  for (const line of text.split(/\r?\n/)) {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced || FENCE.test(line) || line.trim() === "") {
      isApart = true;
      continue;
    }
    const last = blocks.at(-1);
    const isTitle = TITLE.test(line) || /:(?:\*\*)?\s*$/.test(line) || /^\s*\*\*[^*]+\*\*\s*$/.test(line);
    if (isTitle) blocks.push({ text: line.replace(TITLE, "").replace(ITEM, ""), kind: "heading", isApart });
    else if (ITEM.test(line)) blocks.push({ text: line.replace(ITEM, ""), kind: "item", isApart });
    else if (!isApart && last !== undefined && last.kind !== "heading") {
      blocks[blocks.length - 1] = { ...last, text: `${last.text} ${line.trim()}` };
    } else blocks.push({ text: line.trim(), kind: "text", isApart });
    isApart = false;
  }
  return blocks;
}

/** What a heading says of what stands below it. */
type Section = Surroundings["heading"] | "plan";

function sectionOf(heading: string): Section {
  const words = Array.from(fold(heading).matchAll(/\p{L}+/gu), ([word]) => word);
  if (words.some((word) => PLANS.has(word) || STEPS.has(word)) || PLAN_HEADING.test(fold(heading)))
    return "plan";
  const isNegated = words.some((word) => NEGATIONS.has(word));
  for (const word of words) {
    const verb =
      verbOf(word) ??
      verbOf(word.replace(HEADING_PARTICIPLE, "ен")) ??
      verbOf(word.replace(HEADING_PARTICIPLE, "ан"));
    if (verb !== undefined) return { deed: verb.deed, isNegated };
  }
  return undefined;
}

class Reader {
  readonly claims: Claim[] = [];
  readonly denials: Denial[] = [];
  readonly commits: string[] = [];
  readonly vague: VagueClaim[] = [];
  readonly mentions = new Set<string>();
  readonly deniedWords = new Set<string>();
  deniesAll = false;
  isExclusive = false;

  sentence(tokens: readonly Token[], surroundings: Surroundings): void {
    const reader = new SentenceReader(surroundings).read(tokens);
    const commits = commitsIn(tokens, surroundings.isPortuguese);
    this.claims.push(...reader.claims.slice(0, MOST_CLAIMS - this.claims.length));
    this.denials.push(...reader.denials.slice(0, MOST_CLAIMS - this.denials.length));
    this.vague.push(...reader.vague.map((words) => ({ words })).slice(0, MOST_CLAIMS - this.vague.length));
    this.commits.push(...commits.slice(0, MOST_CLAIMS - this.commits.length));
    for (const text of reader.mentioned) this.mentions.add(fold(text));
    for (const text of reader.deniedWords) this.deniedWords.add(text);
    this.deniesAll ||= reader.deniesAll;
    this.isExclusive ||= reader.isExclusive;
  }
}

/**
 * What a narrative in English, Portuguese or Russian says was created, changed, renamed, deleted or committed, and what
 * was not. Plans, wishes, questions, quoted commands and what is told of earlier times are no claims.
 *
 * @param isFolder whether a path without an extension is one, as `src/billing`.
 */
export function readNarrative(narrative: string, isFolder: (text: string) => boolean): Narrative {
  const text = narrative.slice(0, MOST_UNITS).replace(LONG_RUN, " ");
  const isPortuguese = ["pt", "es"].includes(languageOf(text) ?? "");
  const reader = new Reader();
  let section: Section;
  for (const { text: block, kind, isApart } of blocksOf(text)) {
    if (kind === "text" && isApart) section = undefined;
    if (kind === "heading") section = sectionOf(block);
    const title = /^[^:.!?]{1,40}:/.exec(block)?.[0];
    const isPlan = section === "plan" || (title !== undefined && sectionOf(title) === "plan");
    const sentences = sentencesOf(block, isFolder);
    for (const [index, tokens] of sentences.entries()) {
      const planned: readonly Token[] = isPlan ? [{ kind: "word", text: "will" }, ...tokens] : tokens;
      const heading = kind === "item" && index === 0 && section !== "plan" ? section : undefined;
      reader.sentence(planned, { isPortuguese, isItem: kind === "item" && index === 0, heading });
    }
  }
  return reader;
}
