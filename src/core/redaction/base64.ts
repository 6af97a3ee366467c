const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Decodes the start of a base64 or base64url text to one character a byte, as far as `limit` characters of the input
 * go. Reading stops at the first character that is of neither alphabet.
 */
export function decodeBase64Start(text: string, limit: number): string {
  let out = "";
  let bits = 0;
  let held = 0;
  for (const unit of text.slice(0, limit).replaceAll("-", "+").replaceAll("_", "/")) {
    const value = ALPHABET.indexOf(unit);
    if (value < 0) break;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += String.fromCharCode((bits >> held) & 0xff);
    }
  }
  return out;
}
