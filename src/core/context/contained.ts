import { indentOf } from "../text/code-spans.js";

/**
 * Keeps a quoted block from reaching beyond itself. A fence, or an element of raw HTML that only its own end closes
 * (CommonMark 0.31, HTML blocks 1 to 5: https://spec.commonmark.org/0.31.2/#html-blocks), would swallow the rest of the
 * pack where the document, or the cut, leaves it open.
 */

const FENCE = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}/;
const RAW =
  /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?<((?:pre|script|style|textarea)(?![a-z0-9-])|\?|!--|!\[CDATA\[|![a-z])/i;

/** What ends an element of raw HTML that began with `<` and this. */
function endOfRaw(opening: string): string {
  if (opening === "?") return "?>";
  if (opening === "!--") return "-->";
  if (opening.startsWith("![")) return "]]>";
  return opening.startsWith("!") ? ">" : `</${opening.toLowerCase()}>`;
}

/** A fenced block with its fences where every parser sees them, and closed. Other code is left to the letter. */
export function closedFence(code: string): string {
  const opening = /^([ \t]*)(`{3,}|~{3,})/.exec(code);
  if (opening?.[2] === undefined) return code;
  // Four blanks or a tab make indented code of a fence's line; the scanner, more lenient, took it for a fence.
  const isDeep = /^(?: {4}|\t)/.test(code);
  const [indent, fence] = [isDeep ? "" : (opening[1] ?? ""), opening[2]];
  const text = isDeep ? code.trimStart() : code;
  const lastLine = text.lastIndexOf("\n") + 1;
  const last = text.slice(lastLine).trim();
  const isClosed = lastLine > 0 && last.startsWith(fence) && /^[`~]+$/.test(last);
  return isClosed ? `${text.slice(0, lastLine)}${indent}${last}` : `${text}\n${indent}${fence}`;
}

/** Whether a line of a block opens raw HTML or a fence, so that no place within the block is safe to cut at. */
export function opensRaw(text: string): boolean {
  return text.includes("<") && text.split("\n").some((line) => RAW.test(line));
}

/** A list, quote, paragraph or HTML block with what it leaves open closed at its end. */
export function contained(text: string): string {
  if (!/```|~~~|</.test(text)) return text;
  let fence: { readonly indent: string; readonly mark: string } | undefined;
  let offset = 0;
  let raw: string | undefined;
  for (const line of text.split("\n")) {
    // An item ends, and what is open in it, at a line that stands too far left to belong to it.
    if (fence !== undefined && indentOf(line) < offset && !/^[ \t]*$/.test(line)) fence = undefined;
    if (fence !== undefined) {
      const mark = line.trim();
      if (mark.startsWith(fence.mark) && /^[`~]+$/.test(mark)) fence = undefined;
      continue;
    }
    const [marker] = ITEM.exec(line) ?? [];
    if (marker !== undefined) offset = indentOf(marker.replace(/[^ \t]/g, " "));
    let from = 0;
    if (raw === undefined) {
      const [, indent, mark] = FENCE.exec(line) ?? [];
      if (mark !== undefined && !line.slice(line.indexOf(mark) + mark.length).includes("`")) {
        fence = { indent: (indent ?? "").replace(/\S/g, " "), mark };
        continue;
      }
      const opening = RAW.exec(line);
      if (opening?.[1] === undefined) continue;
      raw = endOfRaw(opening[1]);
      from = opening[0].length;
    }
    if (line.toLowerCase().includes(raw.toLowerCase(), from)) raw = undefined;
  }
  if (fence !== undefined) return `${text}\n${fence.indent}${fence.mark}`;
  return raw === undefined ? text : `${text}\n${raw}`;
}
