import { decodeBase64Start } from "../base64.js";
import { looksRandom } from "../entropy.js";
import type { PatternRule } from "../rule.js";

/** A word in place of a credential (`Bearer authentication`, `Authorization: required`). */
const wordy = (secret: string): boolean => !looksRandom(secret) && !/[=~+/@]/.test(secret);

const userPassword = (secret: string): boolean =>
  /^(?:pass\w*|pwd|token|secret|senha|key|api_?key|x+|your.*|\.{3}|\[.*)$/i.test(secret) ||
  /^\$[A-Za-z_]+$|\$\{|\$\(|\{\{/.test(secret);

/** Authorization headers and what command lines pass as one. */
export const HEADER_RULES: readonly PatternRule[] = [
  {
    kind: "pattern",
    id: "authorization-header",
    phase: "header",
    keywords: ["authorization"],
    at: "end",
    pattern:
      "\\\\?[\"'`]?[ \\t]{0,4}[:=][ \\t]{0,4}\\\\?[\"'`]?(?:(?:bearer|basic|token|api-?token|api-?key|apikey|digest|negotiate|bot|key|jwt|ssws|genie-?key|flyv1)[ \\t=]{1,4})?([^\\s\"'`,;<>{}\\\\]{8,256})",
    ignoreCase: true,
    group: 1,
    extend: true,
    allow: wordy,
  },
  {
    kind: "pattern",
    id: "bearer-token",
    phase: "header",
    keywords: ["bearer"],
    at: "end",
    pattern: "(?:[ \\t]{1,4}|%20|:[ \\t]{0,2})([A-Za-z0-9._~+/=-]{12,256})",
    group: 1,
    extend: true,
    boundary: true,
    allow: (secret) => !looksRandom(secret),
  },
  {
    kind: "pattern",
    id: "basic-credentials",
    phase: "header",
    keywords: ["basic "],
    at: "end",
    pattern: "([A-Za-z0-9+/]{8,256}={0,2})(?![A-Za-z0-9+/=])",
    group: 1,
    boundary: true,
    allow: (secret) => !/^[\x20-\x7e]{1,64}:[\x20-\x7e]{3,128}$/.test(decodeBase64Start(secret, 256)),
  },
  {
    kind: "pattern",
    id: "curl-user",
    phase: "header",
    keywords: [" -u ", " --user ", " --user=", " -u'", ' -u"', " --proxy-user "],
    at: "end",
    pattern: "[ \\t]{0,4}[\"']?[^\\s:\"'$<{\\[]{1,64}:[\"']?([^\\s\"'<>{}|]{3,128})",
    group: 1,
    context: /\bcurl\b|https?:\/\//,
    allow: userPassword,
  },
];
