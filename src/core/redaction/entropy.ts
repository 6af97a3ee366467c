/** Shannon entropy of the UTF-16 code units of a text, in bits a unit. Only the first 256 units are looked at. */
export function shannon(text: string): number {
  const length = Math.min(text.length, 256);
  const counts = new Map<number, number>();
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length);
  return bits;
}

/**
 * The share of a text, 0 to 1, that stands in words: runs of at least four letters of one case (or capitalised) with
 * a vowel and without a long run of consonants. Identifiers and prose come near 1, random tokens near 0.
 */
export function wordShare(text: string): number {
  let inWords = 0;
  for (const [word] of text
    .slice(0, 256)
    .matchAll(/[A-Z]?[a-z]{3,256}|[A-Z]{4,256}|[^\W\d_A-Za-z]{3,256}/gu)) {
    if (word.length >= 4 && isPronounceable(word)) inWords += word.length;
  }
  return text.length === 0 ? 0 : inWords / Math.min(text.length, 256);
}

/**
 * For each letter the letters that follow it in ordinary English and Portuguese words of technical documents: the
 * pairs that make at least one in 2,500 of all. Random letters form such a pair four times in ten.
 */
const FOLLOWERS = new Map(
  (
    "abcdfgiklmnprstuvxy baeilorsu cacehiklorstuy dadegilorsu eabcdefghilmnopqrstuvwxy faefilor" +
    "tuy gaeghilnorsu haeiorstu iabcdefglmnoprstvxz jes kaeis ladeilopstuvy mabeilmopsu nacdefg" +
    "iklnoprstuvy oabcdfgiklmnoprstuvw paehiloprstu qu racdefgiklmnoprstuvy sacehiklmopstuy tac" +
    "ehilmoprstuy uabcdegilmnprst vaeio waehinors xceipt yeimnps zae"
  )
    .split(" ")
    .map((row) => [row.charAt(0), row.slice(1)]),
);

/** A word has a vowel, and seven in ten of its pairs are common ones. */
function isPronounceable(word: string): boolean {
  const letters = word.toLowerCase();
  if (!/[aeiouyà-ÿа-яё]/u.test(letters)) return false;
  let common = 0;
  for (let at = 1; at < letters.length; at += 1) {
    const followers = FOLLOWERS.get(letters.charAt(at - 1));
    // A letter of another alphabet is no token's.
    if (followers === undefined || followers.includes(letters.charAt(at))) common += 1;
  }
  return common >= 0.7 * (letters.length - 1);
}

/** Words and short numbers joined by hyphens, dots or underscores: `adr0017-p8-host`, `your-256-bit-secret`. */
const SLUG = /^[a-z]{0,24}\d{0,4}(?:[-_.][a-z]{0,24}\d{0,4}){2,16}$/i;

/**
 * Whether a single token looks made by a generator rather than by a person: a mix of letters and digits that is not
 * mostly words, a long number, or letters alone in an order that no word has.
 */
export function looksRandom(token: string): boolean {
  let digits = 0;
  for (let at = 0; at < token.length; at += 1) {
    const unit = token.charCodeAt(at);
    if (unit >= 48 && unit <= 57) digits += 1;
  }
  if (digits === token.length) return digits >= 15 && shannon(token) >= 2;
  if (!/[A-Za-z]/.test(token) || shannon(token) < 2.5 || SLUG.test(token)) return false;
  const words = wordShare(token);
  if (digits === 0)
    return token.length >= 16 && words < 0.35 && shannon(token) >= 3.2 && !/[.\s/]/.test(token);
  return words < 0.5 && (digits >= 2 || token.length >= 14);
}
