import { fold } from "../../text/fold.js";
import { type Reference, referenceOf } from "./reference.js";
import { BUTS, PHRASES } from "./words.js";

/** A sentence taken apart. */
export type Token =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "reference"; readonly reference: Reference }
  /** A comma, semicolon, colon or dash, a parenthesis, or a word such as "but". */
  | { readonly kind: "break"; readonly text: "," | ";" | ":" | "(" | ")" | "but" }
  /** An arrow, as in `a.ts → b.ts`. */
  | { readonly kind: "arrow" };

/** Characters of private use, between which the number of a reference stands. */
const OPEN = "\ue000";
const CLOSE = "\ue001";

const LINK = /!?\[([^\]]*)\]\(([^()\s]+)\)/g;
const ADDRESS = /\b[a-z][a-z+.-]*:\/\/\S+/gi;
const QUOTED = /(`+)([^`]+?)\1/g;
const CHUNK = /[^\s,;()"“”«»'‘’|<>→]+/g;
const TOKEN = /\ue000(\d+)\ue001|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|→|[-=]+>|[,;:()]|\s[-–—]+\s|—/gu;
const SENTENCE_END = /(?<=[.!?…])\s+|[.!?…]+$/;

/**
 * The sentences of a block of text, each as tokens. A question claims nothing and is left out.
 *
 * @param isFolder whether a path without an extension is one.
 */
export function sentencesOf(
  block: string,
  isFolder: (text: string) => boolean,
): readonly (readonly Token[])[] {
  const references: Reference[] = [];
  const keep = (reference: Reference): string => `${OPEN}${references.push(reference) - 1}${CLOSE}`;
  const local = block
    .replace(LINK, (_, label: string, target: string) => (/^[a-z]+:/i.test(target) ? label : ` ${target} `))
    .replace(ADDRESS, " ")
    .replace(QUOTED, (_, _ticks: string, text: string) => {
      const reference = referenceOf(text, true, isFolder);
      return reference === undefined ? " " : keep(reference);
    })
    .replace(/\*\*|__|(?<![\p{L}\p{N}/])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}/._*-])/gu, "");
  const marked = local.replace(CHUNK, (chunk) => markPlain(chunk, isFolder, keep));
  let text = fold(marked);
  for (const [phrase, word] of PHRASES) text = text.replace(phrase, word);
  return text
    .split(SENTENCE_END)
    .filter((sentence) => sentence.trim() !== "" && !/\?\s*$/.test(sentence))
    .map((sentence) => tokensOf(sentence, references));
}

function markPlain(
  chunk: string,
  isFolder: (text: string) => boolean,
  keep: (reference: Reference) => string,
): string {
  if (chunk.includes(OPEN)) return chunk;
  const [, text = "", end = ""] = /^(.*?)([.:!?…]*)$/su.exec(chunk) ?? [];
  const reference = referenceOf(text, false, isFolder);
  return reference === undefined ? chunk : `${keep(reference)}${end}`;
}

function tokensOf(sentence: string, references: readonly Reference[]): readonly Token[] {
  return Array.from(sentence.matchAll(TOKEN), ([text, index]): Token => {
    const reference = index === undefined ? undefined : references[Number(index)];
    if (reference !== undefined) return { kind: "reference", reference };
    if (text === "→" || text.endsWith(">")) return { kind: "arrow" };
    if (text === "," || text === ";" || text === "(" || text === ")") return { kind: "break", text };
    if (!/[\p{L}\p{N}]/u.test(text)) return { kind: "break", text: ":" };
    return BUTS.has(text) ? { kind: "break", text: "but" } : { kind: "word", text };
  });
}
