import type { PatternRule } from "../rule.js";

type Options = Partial<
  Pick<PatternRule, "entropy" | "context" | "allow" | "strict" | "boundary" | "ignoreCase" | "group">
> & { readonly keywords?: readonly string[] };

/**
 * A token with a fixed prefix: the prefix is the keyword, `body` is what follows it. The token must end where its
 * alphabet does, so that a longer text of another kind is not cut in the middle; `tail` widens what may not follow.
 */
export function shape(id: string, prefix: string, body: string, options: Options = {}): PatternRule {
  const { keywords = [prefix], allow, ...rest } = options;
  // A prefix that comes again inside the token makes a list of prefixes, not a token.
  const repeats = (secret: string): boolean => /^.{3,64}[-_.]$/.test(prefix) && secret.includes(prefix, 1);
  return {
    kind: "pattern",
    id,
    phase: "shape",
    keywords,
    at: "start",
    boundary: true,
    pattern: `${escape(prefix)}${body}(?![A-Za-z0-9_])`,
    allow: (secret) => repeats(secret) || allow?.(secret) === true,
    ...rest,
  };
}

/** A token without a shape of its own behind a name that says whose it is: `pattern` starts behind the keyword. */
export function after(
  id: string,
  keywords: readonly string[],
  pattern: string,
  options: Options = {},
): PatternRule {
  return { kind: "pattern", id, phase: "shape", keywords, at: "end", pattern, group: 1, ...options };
}

/** A token whose keyword stands inside it: `pattern` is searched in the small window around the keyword. */
export function around(
  id: string,
  keywords: readonly string[],
  pattern: string,
  window: { readonly back: number; readonly reach: number },
  options: Options = {},
): PatternRule {
  return { kind: "pattern", id, phase: "shape", keywords, at: "around", pattern, ...window, ...options };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

/** A short prefix with each hexadecimal digit that may follow it, so that the automaton stops at fewer words. */
export function withHexDigit(prefix: string, more = ""): readonly string[] {
  return Array.from(`0123456789abcdef${more}`, (digit) => prefix + digit);
}
