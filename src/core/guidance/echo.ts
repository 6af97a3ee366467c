import { canonicalText } from "./canonical.js";

/** More texts than this were not just given out. */
const MOST_TEXTS = 500;
/** A shorter piece stands in too many texts. */
const LEAST_PIECE = 24;

/** Letters and digits alone, in lower case: quotes, bullets and line breaks round a text make it no other. */
function lettersOf(text: string): string {
  return canonicalText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * What one process has given out lately. An agent that proposes it again has learned nothing: it repeats what it read,
 * and memory would feed on itself.
 */
export class GivenOut {
  /** The texts' letters with the id of what they came from, the oldest first. */
  readonly #texts = new Map<string, string>();

  add(id: string, ...texts: readonly string[]): void {
    for (const text of texts) {
      const letters = lettersOf(text);
      if (letters === "") continue;
      this.#texts.delete(letters);
      this.#texts.set(letters, id);
    }
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MOST_TEXTS) break;
      this.#texts.delete(oldest);
    }
  }

  /** The id of what a text repeats, wholly or in a piece; `undefined` where it says something of its own. */
  sourceOf(text: string): string | undefined {
    const letters = lettersOf(text);
    const whole = this.#texts.get(letters);
    if (whole !== undefined || letters.length < LEAST_PIECE) return whole;
    for (const [given, id] of this.#texts) if (given.includes(letters)) return id;
    return undefined;
  }
}
