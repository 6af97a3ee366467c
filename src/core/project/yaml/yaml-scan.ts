import { Lexer, Parser } from "yaml";
import type { CST } from "yaml";

/** In UTF-16 code units. */
const MAX_CHARACTERS = 1_000_000;
const MAX_KEYS = 5_000;
const MAX_DEPTH = 50;
/** A document within the other limits has some seven tokens a key; this bounds what lists and comments may cost. */
const MAX_TOKENS = 100_000;

/** Why a document was not taken further, and where that was noticed. */
export interface OverLimit {
  readonly what: string;
  readonly offset: number;
}

/**
 * Reads YAML into the parser's token tree, giving up at the first limit that is passed. The tree is built without
 * recursion, so nesting cannot exhaust the stack here; it must be checked (as it is) before anything recursive runs.
 */
export function scanYaml(text: string): readonly CST.Token[] | OverLimit {
  if (text.length > MAX_CHARACTERS) {
    return { what: `more than ${MAX_CHARACTERS} characters`, offset: MAX_CHARACTERS };
  }
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const count = { tokens: 0, keys: 0, brackets: 0 };
  for (const lexeme of new Lexer().lex(text)) {
    const what = overCount(count, lexeme);
    if (what !== undefined) return { what, offset: parser.offset };
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return tooDeep(tokens) ?? tokens;
}

function overCount(
  count: { tokens: number; keys: number; brackets: number },
  lexeme: string,
): string | undefined {
  count.tokens++;
  if (lexeme === ":") count.keys++;
  else if (lexeme === "[" || lexeme === "{") count.brackets++;
  else if (lexeme === "]" || lexeme === "}") count.brackets--;
  if (count.tokens > MAX_TOKENS) return `more than ${MAX_TOKENS} tokens`;
  if (count.keys > MAX_KEYS) return `more than ${MAX_KEYS} keys`;
  return count.brackets > MAX_DEPTH ? `nested more than ${MAX_DEPTH} deep` : undefined;
}

function tooDeep(tokens: readonly CST.Token[]): OverLimit | undefined {
  const open: { readonly token: CST.Token; readonly depth: number }[] = [];
  for (const token of tokens) {
    if (token.type === "document" && token.value) open.push({ token: token.value, depth: 1 });
  }
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (!("items" in token)) continue;
    if (depth > MAX_DEPTH) return { what: `nested more than ${MAX_DEPTH} deep`, offset: token.offset };
    for (const item of token.items) {
      if (item.key) open.push({ token: item.key, depth: depth + 1 });
      if (item.value) open.push({ token: item.value, depth: depth + 1 });
    }
  }
  return undefined;
}
