import type { Token } from "./tokens.js";
import { COMMIT_DONE, COMMIT_MADE, COMMIT_NOUN, COMMIT_OLD, EARLIER, NEGATIONS, PLANS } from "./words.js";

/** How many words may stand between "made" and "commit", or "commit" and its id. */
const NEAR = 4;

function wordsBefore(tokens: readonly Token[], index: number): readonly string[] {
  return tokens
    .slice(Math.max(index - NEAR, 0), index)
    .flatMap((token) => (token.kind === "word" ? [token.text] : []));
}

const isWord = (token: Token | undefined, expression: RegExp): boolean =>
  token?.kind === "word" && expression.test(token.text);

/**
 * Ids of the commits that a sentence says were made; `""` where it gives none. A commit that is only spoken of ("since
 * commit …", "reverted …") is none of them.
 */
export function commitsIn(tokens: readonly Token[], isPortuguese: boolean): readonly string[] {
  const isDenied = (word: string): boolean => NEGATIONS.has(word) && !(isPortuguese && word === "no");
  const all = tokens.flatMap((token) => (token.kind === "word" ? [token.text] : []));
  if (all.some((word) => PLANS.has(word) || EARLIER.has(word))) return [];
  const isCommitting = tokens.map((token, index) => {
    const before = wordsBefore(tokens, index);
    if (before.some(isDenied)) return false;
    if (isWord(token, COMMIT_DONE)) return true;
    return (
      isWord(token, COMMIT_NOUN) &&
      before.some((word) => COMMIT_MADE.has(word)) &&
      !before.some((word) => COMMIT_OLD.has(word))
    );
  });
  const ids = tokens.flatMap((token, index) => {
    if (token.kind !== "reference" || token.reference.kind !== "commit") return [];
    const near = wordsBefore(tokens, index);
    const isOld = near.some((word) => COMMIT_OLD.has(word));
    const isSpokenOf = near.some((word) => COMMIT_NOUN.test(word));
    const wasMade = isCommitting.slice(0, index).includes(true);
    return !isOld && !near.some(isDenied) && (wasMade || isSpokenOf) ? [token.reference.text] : [];
  });
  if (
    ids.length > 0 ||
    tokens.some((token) => token.kind === "reference" && token.reference.kind === "commit")
  )
    return ids;
  const isSaid = tokens.some(
    (token, index) => isCommitting[index] === true && !isWord(token, /^(?:pushed|запушил)/),
  );
  return isSaid ? [""] : [];
}
