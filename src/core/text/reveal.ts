/**
 * Makes invisible and misleading characters visible, for every place where a text from a document or an agent is shown
 * to a person: terminals, tooltips, reviews. Line ends and tabs stay.
 */

/** Bidirectional overrides and isolates, zero-width characters, tag characters, and the other format characters. */
const NAMES: Readonly<Record<number, string>> = {
  0x1b: "ESC",
  0xad: "SHY",
  0x9b: "CSI",
  0x61c: "ALM",
  0x200b: "ZWSP",
  0x200e: "LRM",
  0x200f: "RLM",
  0x202a: "LRE",
  0x202b: "RLE",
  0x202c: "PDF",
  0x202d: "LRO",
  0x202e: "RLO",
  0x2060: "WJ",
  0x2066: "LRI",
  0x2067: "RLI",
  0x2068: "FSI",
  0x2069: "PDI",
  0xfeff: "BOM",
};

// The zero-width joiner and non-joiner are left: emoji and several scripts are written with them.
const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u3164\uffa0\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** `\x1b[31m` becomes `⟨ESC⟩[31m`; what has no short name becomes its code point, as `⟨U+E0041⟩`. */
export function reveal(text: string): string {
  return text.replace(HIDDEN, (character, at: number) => {
    if (character === "\n" || character === "\t") return character;
    if (character === "\r" && text[at + 1] === "\n") return character;
    const code = character.codePointAt(0) ?? 0;
    return `⟨${NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`}⟩`;
  });
}
