import type { Clock, IdSource, RandomBytes } from "./ports.js";

/** Crockford's digits: no I, L, O, U (https://www.crockford.com/base32.html). */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;
/** The last millisecond that a ULID can hold: 48 bits. */
const LAST_TIME = 2 ** 48 - 1;

function timeDigits(ms: number): string {
  let left = Math.min(Math.max(Math.trunc(ms), 0), LAST_TIME);
  let text = "";
  for (let digit = 0; digit < TIME_DIGITS; digit++) {
    text = (DIGITS[left % 32] ?? "0") + text;
    left = Math.floor(left / 32);
  }
  return text;
}

/** Adds one to digits of base 32, the lowest last. @returns whether they went round. */
function increment(digits: number[]): boolean {
  for (let at = digits.length - 1; at >= 0; at--) {
    const next = ((digits[at] ?? 0) + 1) % 32;
    digits[at] = next;
    if (next !== 0) return false;
  }
  return true;
}

/**
 * ULIDs (https://github.com/ulid/spec) with a prefix, as `gm-01J2…`. Ids of one source grow: within a millisecond, and
 * where the clock is set back, the random part is counted up.
 */
export function createIdSource(clock: Clock, random: RandomBytes): IdSource {
  let time = -1;
  let digits: number[] = [];
  return {
    next(prefix) {
      const now = clock.now();
      // 32 divides 256, so each digit is as likely as any other.
      if (now > time) digits = Array.from(random.bytes(RANDOM_DIGITS), (byte) => byte % 32);
      if (now > time) time = now;
      else if (increment(digits)) time++;
      return `${prefix}-${timeDigits(time)}${digits.map((digit) => DIGITS[digit] ?? "0").join("")}`;
    },
  };
}
