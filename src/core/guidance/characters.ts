import { lineStarts, positionAt, type Position } from "../text/lines.js";

/** Characters that a person does not see, or that change how others are seen: an agent's text may not have them. */

/**
 * `control`: a control character other than a tab or a line end. `bidi`: it turns the direction of writing. `zero-width`
 * and `tag`: it has no width, and can carry a text nobody sees. `invisible`: the other ones that are not shown.
 * `broken`: half of a surrogate pair, or no character at all.
 */
export const HIDDEN_KINDS = ["control", "bidi", "zero-width", "tag", "invisible", "broken"] as const;
export type HiddenKind = (typeof HIDDEN_KINDS)[number];

export interface HiddenCharacter extends Position {
  readonly kind: HiddenKind;
  /** As `U+202E`. */
  readonly code: string;
  /** In UTF-16 code units, from 0. */
  readonly offset: number;
}

const KINDS: readonly (readonly [HiddenKind, RegExp])[] = [
  ["control", /\p{Cc}/u],
  ["bidi", /\p{Bidi_Control}/u],
  ["tag", /[\u{e0000}-\u{e007f}]/u],
  ["zero-width", /[\u200b-\u200d\u2060\ufeff]/u],
  ["broken", /[\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/u],
  ["invisible", /./su],
];

/** Whatever is to be looked at: the kinds above, separators of lines, and all that Unicode lets a font leave out. */
const SUSPECT =
  /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** Scripts that are written with joiners and non-joiners between letters. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const KEYCAP = /[0-9#*]/;

function before(text: string, offset: number): string {
  const low = text.charCodeAt(offset - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff;
  return text.slice(Math.max(offset - (isPair ? 2 : 1), 0), offset);
}

function after(text: string, offset: number): string {
  const point = text.codePointAt(offset);
  return point === undefined ? "" : String.fromCodePoint(point);
}

/** The few places where such a character is how a script or an emoji is written. */
function isOrthography(text: string, offset: number, character: string): boolean {
  const previous = before(text, offset);
  const next = after(text, offset + character.length);
  switch (character) {
    case "\n":
    case "\t":
      return true;
    case "\u200c":
      return JOINING.test(previous) && JOINING.test(next);
    case "\u200d": {
      const picture = PICTURE.test(previous) || previous === "\ufe0f";
      return (picture && PICTURE.test(next)) || (JOINING.test(previous) && JOINING.test(next));
    }
    case "\ufe0e":
    case "\ufe0f":
      return PICTURE.test(previous) || KEYCAP.test(previous);
    default:
      return false;
  }
}

/**
 * Where hidden characters stand, in order. Tabs and LF are none, nor are joiners inside emoji and between letters of
 * scripts that need them.
 *
 * @param text in canonical form, so that its line ends are LF.
 */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  let starts: readonly number[] | undefined;
  for (const match of text.matchAll(SUSPECT)) {
    const [character] = match;
    const offset = match.index;
    if (isOrthography(text, offset, character)) continue;
    const kind = KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? "invisible";
    const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    starts ??= lineStarts(text);
    found.push({ kind, code, offset, ...positionAt(starts, offset) });
  }
  return found;
}
