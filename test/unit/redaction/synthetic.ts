/**
 * Synthetic credentials, put together at run time: no literal token stands in the repository, so that neither this
 * project's own redaction nor a host's scanner finds one here.
 */
export const ALPHABETS = {
  hex: "0123456789abcdef",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  mixed: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  digits: "0123456789",
} as const;

/** `length` units of an alphabet in an order that looks random and is the same in every run. */
export function noise(alphabet: keyof typeof ALPHABETS, length: number, start = 1): string {
  const units = ALPHABETS[alphabet];
  let state = start * 2_654_435_761;
  let out = "";
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    out += units.charAt((state >>> 8) % units.length);
  }
  return out;
}

/** Parts of a token with nothing between them. */
export function glue(...parts: readonly string[]): string {
  return parts.join("");
}
