import type { PatternRule } from "../rule.js";
import { isPlaceholder } from "../placeholders.js";

/** Passwords of examples and of development databases that are their own user's name. */
const example = (secret: string): boolean =>
  isPlaceholder(secret) ||
  /^(?:my|your|the|db|user)?[_-]?(?:pass|passw|passwd|password|pwd|secret|senha|token|key)$/i.test(secret) ||
  /^(?:REPLACE|YOUR|ENTER)_\w+$/.test(secret) ||
  /^(.)\1{1,40}$/.test(secret) ||
  /[{}]|^\[|%s|\*\*/.test(secret);

/** Credentials in URLs and connection strings: only the password goes, so that the host stays readable. */
export const URL_RULES: readonly PatternRule[] = [
  {
    kind: "pattern",
    id: "url-password",
    phase: "url",
    keywords: ["://"],
    at: "end",
    // The last `@` in front of the host ends the password, which may hold others.
    pattern: "(?:[^\\s/:@\"'`<>\\\\()]{0,128}):([^\\s\"'`<>/\\\\]{4,256})@(?=[\\w\\[.-])",
    group: 1,
    allow: example,
  },
  {
    kind: "pattern",
    id: "url-user-token",
    phase: "url",
    keywords: ["://"],
    at: "end",
    pattern: "([A-Za-z0-9_-]{20,256})(?::x-oauth-basic|:)?@(?=[\\w\\[])",
    group: 1,
    entropy: 3,
  },
  {
    kind: "pattern",
    id: "url-signature",
    phase: "url",
    keywords: ["sig=", "signature="],
    at: "end",
    pattern: "([A-Za-z0-9%+/_-]{24,512}={0,2})",
    group: 1,
    entropy: 3.5,
  },
];
