import { frontMatterScalars } from "../project/yaml/front-matter.js";
import { compareCodeUnits, fold } from "../text/fold.js";
import { isCommonHeading } from "./heading-kinds.js";

/** Tags of a record: what the front matter names, and the headings that say more than the vocabulary does. */

const MOST_TAGS = 8;
const LONGEST_TAG = 40;
const MOST_WORDS = 4;

/** `Ranking determinístico` → `ranking-deterministico`; `undefined` where that is no short name. */
function tagOf(text: string): string | undefined {
  const words = fold(text)
    .replace(/\([^)]*\)/g, " ")
    .replace(/^\s*\d+(?:\.\d+)*[.)]?\s+/, "")
    .match(/[\p{L}\p{N}_.]*[\p{L}\p{N}]/gu);
  if (words === null || words.length > MOST_WORDS) return undefined;
  const tag = words.join("-").replace(/^[.-]+/, "");
  return tag.length < 2 || tag.length > LONGEST_TAG || !/\p{L}/u.test(tag) ? undefined : tag;
}

/** The values of `tags`, `keywords`, `category` and the like, written in one line or as a list. */
export function frontTags(raw: string | undefined): string[] {
  if (raw === undefined) return [];
  const tags: string[] = [];
  const lines = raw.split(/\r\n|\n|\r/);
  for (const { key, value, line } of frontMatterScalars(raw)) {
    if (!/^(?:tags?|keywords?|categor(?:y|ies)|topics?|area)$/i.test(key)) continue;
    const listed = value === "" ? [] : value.replace(/^\[|\]$/g, "").split(",");
    for (let next = line; value === "" && /^\s*-\s+\S/.test(lines[next] ?? ""); next++)
      listed.push((lines[next] ?? "").replace(/^\s*-\s+/, ""));
    for (const item of listed) {
      const tag = tagOf(item.replace(/["']/g, ""));
      if (tag !== undefined) tags.push(tag);
    }
  }
  return tags;
}

/** @param titles headings from the outside in, without the document's own title. */
export function headingTags(titles: readonly string[]): string[] {
  return titles.flatMap((title) => (isCommonHeading(title) ? [] : (tagOf(title) ?? [])));
}

/** Sorted, each once, a few at the most. */
export function settledTags(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].slice(0, MOST_TAGS).sort(compareCodeUnits);
}
