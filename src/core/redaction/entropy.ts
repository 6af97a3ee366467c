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

/** Pairs of letters that ordinary English and Portuguese words, and common names in code, hardly hold. */
const RARE_PAIR =
  /[bcdfgjkpqvwxz]{2}q|[jqvxz][bcdfghjkmpqrtvwxz]|[bcdfghjklmpqrstvwxz]j|[bdfghjklmprtvwxz]x|[bcdfghjkmpqrvwx]z|[fghjkmnpvwz]v|[bdfghjkmpqtvxz]q|[bcfghjkmpqvxz]k|v[lnsw]|p[bcdfgkmvw]|f[bcdgkmpvw]|k[bcdfgp]|w[bcgmpuvw]|b[cdfghkpw]|g[bcdfkpt]|m[dfghkrtw]|uu|ii|aa|yy|hh/i;

function isPronounceable(word: string): boolean {
  return /[aeiouyà-ÿа-яё]/iu.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/i.test(word) && !RARE_PAIR.test(word);
}

/** How often the kind of character (digit, lower case, upper case, other) changes, for each character. */
export function changeRate(text: string): number {
  let changes = 0;
  const length = Math.min(text.length, 256);
  for (let at = 1; at < length; at += 1) {
    if (kindOf(text.charCodeAt(at)) !== kindOf(text.charCodeAt(at - 1))) changes += 1;
  }
  return length < 2 ? 0 : changes / (length - 1);
}

function kindOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return 0;
  if (unit >= 97 && unit <= 122) return 1;
  if (unit >= 65 && unit <= 90) return 2;
  return 3;
}

/**
 * Whether a single token looks made by a generator rather than by a person: a mix of letters and digits that is not
 * mostly words, a long number, or letters alone in an order that no word has.
 */
export function looksRandom(token: string): boolean {
  const digits = token.replace(/\D/g, "").length;
  if (digits === token.length) return digits >= 15 && shannon(token) >= 2;
  if (!/[A-Za-z]/.test(token) || shannon(token) < 2.5) return false;
  const words = wordShare(token);
  if (digits === 0)
    return token.length >= 16 && words < 0.35 && shannon(token) >= 3.2 && !/[.\s/]/.test(token);
  return words < 0.5 && (digits >= 2 || token.length >= 14);
}
