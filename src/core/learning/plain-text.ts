import { codeSpans } from "../text/code-spans.js";

/** Markdown made into plain sentences, for summaries that are shown outside their document. */

/** The most a summary may have, in UTF-16 code units. */
export const SUMMARY_UNITS = 200;

/** A link whose text is a bare number leads to a decision in most trees: it says more with the word before it. */
function linkText(text: string, target: string): string {
  const number = /^\s*#?(\d{1,4})\b([^\]]{0,20})$/.exec(text);
  if (number?.[1] === undefined) return text;
  return /(?:^|\/)(?:adr-?)?0*\d{1,4}[-_][^/]*\.md/i.test(target)
    ? `ADR ${number[1]}${number[2] ?? ""}`
    : text;
}

/** Links, images and footnotes as the words that people see of them. */
function withoutLinks(text: string): string {
  return text
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,400}\)/g, " ")
    .replace(/\[\^[^\]\s]{1,40}\]/g, "")
    .replace(
      /\[([^\][]{1,300})\]\(([^()\s]{0,400}(?:\([^()\s]{0,100}\)[^()\s]{0,100})?)(?:\s+"[^"]{0,200}")?\)/g,
      (_, label: string, target: string) => linkText(label, target),
    )
    .replace(/\[([^\][]{1,200})\]\[[^\][]{0,100}\]/g, "$1")
    .replace(/\[\[([^\][]{1,200})\]\]/g, "$1");
}

function withoutHtml(text: string): string {
  return text
    .replace(/<!--[^]*?(?:-->|$)/g, " ")
    .replace(/<(https?:[^<>\s]{1,400})>/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>\n]{0,200}>/g, " ");
}

function withoutEmphasis(text: string): string {
  return text
    .replace(/(\*{1,3}|_{2,3}|~~)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+?)_(?![\p{L}\p{N}_])/gu, "$1")
    .replace(/\*{1,3}|~~/g, "");
}

/** Each kind of mark is looked for only where its sign is: most sentences have none. */
function withoutInline(text: string): string {
  let open = text;
  if (open.includes("<")) open = withoutHtml(open);
  if (open.includes("[")) open = withoutLinks(open);
  if (/[*_~]/.test(open)) open = withoutEmphasis(open);
  if (open.includes("\\")) open = open.replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, "$1");
  if (open.includes("&")) {
    open = open
      .replace(/&nbsp;/g, " ")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&");
  }
  return open;
}

/** Stands for a piece of code while the Markdown round it is taken away; no document has it after decoding. */
const HOLE = "\u0000";

/** A text without Markdown, white space made single blanks. What stood in code stays to the letter. */
export function plainText(markdown: string): string {
  if (!/[`*_~[<&\\]/.test(markdown)) return tidied(markdown);
  const codes: string[] = [];
  let open = "";
  let from = 0;
  for (const [start, end] of codeSpans(markdown)) {
    const raw = markdown.slice(start, end);
    const ticks = /^`+/.exec(raw)?.[0].length ?? 1;
    codes.push(raw.slice(ticks, -ticks).trim());
    open += markdown.slice(from, start) + HOLE;
    from = end;
  }
  open += markdown.slice(from);
  let next = 0;
  return tidied(withoutInline(open).replaceAll(HOLE, () => codes[next++] ?? ""));
}

function tidied(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/ ([,.;:!?)])(?=\s|$)/g, "$1")
    .replace(/\(\s*\)/g, "")
    .trim();
}

/** Words that end with a full stop and no sentence, folded. */
const ABBREVIATION =
  /(?:^|[\s(«"„])(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|fig|sec|p\.? ?ex|ex|obs|pág|art|núm|т\. ?е|т\. ?д|т\. ?п|т\. ?к|т\. ?н|напр|см|ср|др|пр|руб|стр|рис|гл|[\p{L}])\.$/iu;

/** Sentences of a plain text. A full stop ends one where white space and the beginning of another follow. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(
    /[.!?…]+["'”»)\]]*(?=\s+[\p{Lu}\p{Lo}\p{N}"'“«(`[])|[。！？]["”』」）]*/gu,
  )) {
    const end = match.index + match[0].length;
    if (match[0].startsWith(".") && ABBREVIATION.test(text.slice(from, match.index + 1))) continue;
    sentences.push(text.slice(from, end).trim());
    from = end;
  }
  const rest = text.slice(from).trim();
  if (rest !== "") sentences.push(rest);
  return sentences;
}

/** What stands in parentheses is the first thing that a sentence which is too long can do without. */
function withoutAsides(text: string): string {
  return text
    .replace(/\s*\([^()]{3,}\)/g, "")
    .replace(/\s+([,.;:])(?=\s|$)/g, "$1")
    .trim();
}

/** At most `SUMMARY_UNITS`: as it is, without its asides, or cut at a word with an ellipsis. */
export function shortened(text: string): string {
  if (text.length <= SUMMARY_UNITS) return text;
  const plain = withoutAsides(text);
  if (plain.length <= SUMMARY_UNITS) return plain;
  const head = plain.slice(0, SUMMARY_UNITS - 1);
  const blank = /\s/.test(plain.charAt(SUMMARY_UNITS - 1)) ? head.length : head.lastIndexOf(" ");
  // A text without blanks (Chinese, Japanese) is cut between characters, never inside one.
  const cut = blank > SUMMARY_UNITS / 2 ? head.slice(0, blank) : head.replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/[\s,;:.(«"“–—-]+$/u, "")}…`;
}
