import { detached } from "../text/detached.js";
import { proseOf, type Prose } from "./prose.js";

/**
 * The anchors of a document as GitHub makes them: the heading's text in lower case, without anything but letters, marks,
 * numbers, hyphens, low lines and spaces, with hyphens for spaces; the second of a name gets `-1`, the third `-2`.
 * Anchors written as HTML (`<a name="x">`, `id="x"`) and as `{#x}` behind a heading count too.
 */

const NOT_IN_SLUG = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** A heading's text as it is shown: no emphasis, no HTML, and of links and images what stands in the brackets. */
function shownText(title: string): string {
  const code: string[] = [];
  // Code keeps every character; it is put back when the rest is done.
  const held = title.replace(/(`+)(.+?)\1(?!`)/g, (_whole, _mark, inner: string) => {
    code.push(inner.trim());
    return `\u0000${code.length - 1}\u0000`;
  });
  const plain = held
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replace(/<\/?[a-zA-Z][^>]*>/g, "")
    .replace(/(\*{1,3})(?=\S)(.+?)\1/g, "$2")
    .replace(/(^|[^\p{L}\p{N}])(_{1,3})(?=\S)(.+?)\2(?![\p{L}\p{N}])/gu, "$1$3")
    .replace(/~~(.+?)~~/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
  // eslint keeps control characters out of patterns, so the marks are split at.
  return plain
    .split("\u0000")
    .map((part, index) => (index % 2 === 1 ? (code[Number(part)] ?? "") : part))
    .join("");
}

/** The anchor of a heading's text, without the number that tells repeated ones apart. */
function slugOfHeading(title: string): string {
  return shownText(title).trim().toLowerCase().replace(NOT_IN_SLUG, "").replaceAll(" ", "-");
}

const HTML_ANCHOR = /<[a-z][a-z0-9]*\s(?:[^<>]{0,500}?\s)?(?:id|name)\s*=\s*["']?([^"'\s>]{1,300})/gi;
const CUSTOM_ID = /\s*\{#([^\s}]+)[^}]*\}\s*$/;
/** Headings within quotes and list items; the scanner gives those of the document alone. */
const INNER_HEADING = /^[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t>]*(#{1,6})[ \t]+(\S[^\n]*)$/gm;

interface Found {
  readonly at: number;
  readonly title: string;
}

function headingsOf({ text, masked, sections }: Prose): readonly Found[] {
  const own = sections.flatMap(({ level, title, start }) => (level === 0 ? [] : [{ at: start, title }]));
  const inner = [...masked.matchAll(INNER_HEADING)].map((match) => {
    const end = match.index + match[0].length;
    const raw = text.slice(end - (match[2] ?? "").length, end);
    return { at: match.index, title: raw.replace(/[ \t]+#+[ \t]*\r?$/, "").trim() };
  });
  return inner.length === 0 ? own : [...own, ...inner].sort((a, b) => a.at - b.at);
}

/** Every anchor that a link into a document may name, in lower case. */
export function anchorsOf(prose: Prose): ReadonlySet<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const { title } of headingsOf(prose)) {
    const custom = CUSTOM_ID.exec(title)?.[1];
    if (custom !== undefined) anchors.add(detached(custom.toLowerCase()));
    for (const each of custom === undefined ? [title] : [title, title.replace(CUSTOM_ID, "")]) {
      const slug = slugOfHeading(each);
      let count = counts.get(slug) ?? 0;
      // A number that would make an anchor that is there already is passed over.
      let anchor = count === 0 ? slug : `${slug}-${count}`;
      while (anchors.has(anchor)) anchor = `${slug}-${++count}`;
      counts.set(slug, count + 1);
      anchors.add(detached(anchor));
    }
  }
  for (const match of prose.masked.matchAll(HTML_ANCHOR))
    anchors.add(detached((match[1] ?? "").toLowerCase()));
  return anchors;
}

/** The anchors of a Markdown text. */
export function anchorsOfText(text: string): ReadonlySet<string> {
  return anchorsOf(proseOf(text));
}
