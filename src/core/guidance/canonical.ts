import type { Hasher } from "../ports.js";
import { compareCodeUnits } from "../text/fold.js";
import type { GuidanceContent } from "./entry.js";

/** NFC, and LF at the ends of lines: two ways to write one text give one hash. */
export function canonicalText(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize("NFC");
}

/** What is hashed: one JSON object with its keys in this order, `recall` and `paths` sorted. */
export function canonicalEntry(content: GuidanceContent): string {
  const sorted = (list: readonly string[]): readonly string[] =>
    list.map(canonicalText).sort(compareCodeUnits);
  return JSON.stringify({
    type: content.type,
    domain: canonicalText(content.domain),
    text: canonicalText(content.text),
    rationale: canonicalText(content.rationale),
    recall: sorted(content.recall),
    paths: sorted(content.paths),
  });
}

/** Lower-case hex SHA-256 of `canonicalEntry`: what an approval is bound to. */
export function contentHash(content: GuidanceContent, hasher: Hasher): string {
  return hasher.sha256(canonicalEntry(content));
}

/** Remembers hashes by entry: those of a store are frozen, and the same as long as they do not change. */
export function rememberingHash(hasher: Hasher): (content: GuidanceContent) => string {
  const known = new WeakMap<GuidanceContent, string>();
  return (content) => {
    if (!Object.isFrozen(content)) return contentHash(content, hasher);
    let hash = known.get(content);
    if (hash === undefined) known.set(content, (hash = contentHash(content, hasher)));
    return hash;
  };
}

/** Two texts with one key are the same text: case, white space and Unicode's forms do not count. */
export function sameTextKey(text: string): string {
  return canonicalText(text).toLowerCase().normalize("NFC").replace(/\s+/g, " ").trim();
}
