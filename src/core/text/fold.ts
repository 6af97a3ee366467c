const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Latin-1, Cyrillic and common punctuation, in which every letter with a mark is one character and stays itself in NFC:
 * there dropping accents is a look at a table, where normalising would be most of the work of counting words.
 */
const COMPOSED = /^[\0-\xff\u0400-\u045f\u2010-\u2027\u2030-\u203a\u2116\u2190-\u2193\u2264-\u2265]*$/;
const LATIN_1 = /[\xc0-\xff]/g;

const LETTERS = Array.from({ length: 0x40 }, (_, index) =>
  String.fromCharCode(0xc0 + index)
    .normalize("NFD")
    .replace(/([a-zA-Z])\p{Mn}+/gu, "$1")
    .normalize("NFC"),
);

function withoutAccent(letter: string): string {
  return LETTERS[letter.charCodeAt(0) - 0xc0] ?? letter;
}

/** Lower case without accents, in NFC for the rest; what headings and names are compared by. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  if (COMPOSED.test(text)) {
    return text.replace(LATIN_1, withoutAccent).toLowerCase().replaceAll("ё", "е");
  }
  // Cyrillic й and ё are letters of their own, not accented ones: only Latin marks are dropped. ё is written as е.
  const latin = text.normalize("NFD").replace(/([a-zA-Z])\p{Mn}+/gu, "$1");
  return latin.normalize("NFC").toLowerCase().replaceAll("ё", "е");
}

/** Compares by UTF-16 code units, the order that every ranking and listing breaks ties with. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
