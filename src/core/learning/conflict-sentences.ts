import type { QuotableSection } from "../context/quotes.js";
import { outsideCode } from "../text/code-spans.js";
import { fold } from "../text/fold.js";

/** The sentences of a quoted section, as plain text in which only code marks are left. */

/** Words of headings that name reasons, effects and what was weighed: below them nothing is decided. */
const NOT_DECIDED =
  /consequen|rational|driver|positive|negative|neutral|confirm|why |pros |justific|racional|motivador|positiv|negativ|porqu|последств|обоснован|движущ|положительн|отрицательн|плюс|минус|почему|alternativ|option|reject|альтернатив|вариант|отклон|rejeitad|opcoes/;

/** Whether decisions stand in a section: a heading names them, and neither it nor one above names reasons or effects. */
export function isDecisive({ role, title, parents }: QuotableSection): boolean {
  return (
    role === "decisions" && ![title, ...parents.slice(1)].some((each) => NOT_DECIDED.test(`${fold(each)} `))
  );
}

/** A sentence longer than this says several things at once. */
const LONGEST_SENTENCE = 400;

/** Links as their text, no emphasis, no struck-out text; code stays with its marks. */
function plain(markdown: string): string {
  const unlinked = markdown.replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1");
  const prose = (part: string): string =>
    part
      .replace(/~~[^~]*~~/g, " ")
      .replace(/<\/?[a-z][^<>]*>/gi, " ")
      .replace(/\*\*|__|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, "")
      .replace(/’/g, "'");
  return outsideCode(unlinked, prose).replace(/\s+/g, " ").trim();
}

const ITEM = /^[ \t>]*(?:[-*+•]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-{2,}/;
const SENTENCE_END = /(?<=[.!?…;][)"'»”*_`]*)\s+(?=[\p{Lu}\p{N}`"'«“(])/u;

/** Paragraphs, list items and table rows, each as one text. Code blocks are passed over. */
function unitsOf(markdown: string): readonly string[] {
  const units: string[] = [];
  let isOpen = false;
  let fence = "";
  for (const line of markdown.split("\n")) {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence !== "" || mark !== "") {
      fence = fence === "" ? mark : mark.startsWith(fence) ? "" : fence;
      isOpen = false;
      continue;
    }
    if (line.trim() === "" || TABLE_RULE.test(line)) {
      isOpen = false;
      continue;
    }
    const isRow = line.trimStart().startsWith("|");
    const goesOn = isOpen && !isRow && !ITEM.test(line);
    if (goesOn) units.push(`${units.pop() ?? ""} ${line.trim()}`);
    else units.push(line.replace(ITEM, "").replace(/^[ \t>]+/, ""));
    isOpen = !isRow;
  }
  return units;
}

/** What a document says in one sentence: as it is shown, and as it is compared. */
export interface Sentence {
  readonly text: string;
  readonly said: string;
}

/**
 * Each cell of a row says something of the first one. A number beside further cells is a measure, and a single word an
 * answer to the column's heading, which is not looked at.
 */
function saidInRow(row: string): readonly string[] {
  const [label = "", ...cells] = row
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
  const isPair = cells.length === 1;
  return cells
    .filter((cell) => (/\d/.test(cell) ? isPair : /\p{L}\P{L}+\p{L}/u.test(cell)))
    .map((cell) => `${label}: ${cell}`);
}

function sentencesOfUnit(unit: string): readonly Sentence[] {
  const text = plain(unit);
  if (text.startsWith("|")) return saidInRow(text).map((said) => ({ text, said }));
  return text.split(SENTENCE_END).map((sentence) => ({ text: sentence, said: sentence }));
}

/** Every sentence of a section, in order. Questions and very long ones are left out. */
export function sentencesOf(section: QuotableSection): readonly Sentence[] {
  return section.passages.flatMap(({ pieces }) =>
    pieces.flatMap(({ text }) =>
      unitsOf(text)
        .flatMap(sentencesOfUnit)
        .filter(({ said }) => said.length <= LONGEST_SENTENCE && !said.endsWith("?")),
    ),
  );
}

const WORD = /[\p{L}\p{N}_]+(?:[-'./@][\p{L}\p{N}_]+)*/gu;

/** The words of a text, folded, in order; `don't`, `dead-letter` and `v1.2` are one word each. */
export function wordsOf(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}
