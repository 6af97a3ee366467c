const NOT_ASCII = /[^\0-\x7f]/;

/** Lower case without accents, in NFC for the rest; what headings and names are compared by. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  // Cyrillic й and ё are letters of their own, not accented ones: only Latin marks are dropped. ё is written as е.
  const latin = text.normalize("NFD").replace(/([a-zA-Z])\p{Mn}+/gu, "$1");
  return latin.normalize("NFC").toLowerCase().replaceAll("ё", "е");
}

/** Compares by UTF-16 code units, the order that every ranking and listing breaks ties with. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
