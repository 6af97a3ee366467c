import { looksRandom, shannon, wordShare } from "../entropy.js";
import { isPlaceholder } from "../placeholders.js";
import type { NameClass } from "./keyed-names.js";

/** How a value is tied to its name. `assigned`: `=`, `:` and the like; `loose`: prose, table cells, bare CLI flags. */
export type Tie = "assigned" | "loose";

export interface Value {
  readonly text: string;
  readonly quoted: boolean;
  readonly tie: Tie;
  /** `NAME=value` with an upper-case name, as in `.env` files and shells. */
  readonly environment: boolean;
  /** What follows the value on its line. */
  readonly rest: string;
}

/** Names of algorithms and encodings, which hold digits and are said of secrets all the time. */
const ALGORITHM =
  /^(?:argon2|bcrypt|scrypt|pbkdf2|sha-?\d|md5|hmac|hs\d{3}|rs\d{3}|es\d{3}|ps\d{3}|ed25519|x25519|base(?:32|58|62|64)|utf-?8|oauth|oidc|aes|rsa|ecdsa|jwt|uuid|http|tls|ipv[46]|pkcs|x509|totp|otp|[248]fa\b|2fa|k8s|s3:)/i;

const PATH =
  /^(?:\.{0,2}\/|~\/|[A-Z]:\\)|\/\.|\.(?:md|mdx|ts|tsx|js|mjs|json|ya?ml|toml|py|go|rs|rb|java|cs|txt|pem|crt|key|env|html?|png|svg|sh|lock|cer)$/i;
const DATE_OR_VERSION = /^v?\d{1,4}(?:[.-]\d{1,4}){1,3}(?:[T.+-][\w.:+-]{0,30})?$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,64}\.[A-Za-z]{2,12}$/;
/** Names in code: a constant of several words, an optional chain, an operator. */
const IDENTIFIER = /^[A-Z]{2,24}(?:_[A-Z\d]{1,24}){2,12}$|\?\.|\?\?|=>|&&|\|\|/;
/** A name with its version, `ResultStateV2`, where the rest of it is words. */
const VERSIONED_NAME = /^[A-Za-z_]{4,80}V\d{1,2}(?:_[A-Z_]{1,40})?$/;
/** A package or file name with its version: `jjwt-jackson-0.11.2`. */
const ARTIFACT =
  /^[a-z][a-z\d.]{0,64}(?:[-_:@/][a-z\d.]{1,64}){0,8}[-_:@]v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-.][a-z\d.]{1,32})?$/i;
/** Judged by the rule of its own: a Telegram bot token has an exact length. */
const TELEGRAM = /^(?:token:)?["']?(?:clm)?\d{4,16}:A/;

function isOrdinary(text: string): boolean {
  return (
    isPlaceholder(text) ||
    text.includes("://") ||
    PATH.test(text) ||
    DATE_OR_VERSION.test(text) ||
    EMAIL.test(text) ||
    ALGORITHM.test(text) ||
    ARTIFACT.test(text) ||
    IDENTIFIER.test(text) ||
    (VERSIONED_NAME.test(text) && wordShare(text) >= 0.6) ||
    /^[\p{L}_]+(?:\.[\p{L}_]+){1,6}$/u.test(text)
  );
}

function isToken(value: Value): boolean {
  const { text } = value;
  if (text.length < (value.tie === "loose" ? 16 : 10) || /\s/.test(text) || TELEGRAM.test(text)) return false;
  if (value.tie === "loose" && !/\d.*\d/.test(text)) return false;
  return looksRandom(text);
}

/** A bare `…_key` says little: the value must look generated, and be no hash or id that documents are full of. */
function isKey(value: Value): boolean {
  const { text } = value;
  return (
    value.tie === "assigned" &&
    text.length >= 20 &&
    !/^[0-9a-f-]+$/i.test(text) &&
    /\d/.test(text) &&
    shannon(text) >= 3.5 &&
    isToken(value)
  );
}

function isPassword(value: Value): boolean {
  const { text } = value;
  if (text.length < 6 || /\s/.test(text)) return false;
  const letters = /\p{L}/u.test(text);
  const digits = /\d/.test(text);
  const signs = /[^\s\p{L}\d][\p{L}\d]/u.test(text.slice(1)) && /[!@#$%^&*+=~?]/.test(text);
  // `Password: sha3 and a salt`: an unquoted value with prose after it must say more than a digit.
  const prose = !value.quoted && /^[ \t]{1,4}[\p{L}\d]/u.test(value.rest) && !value.environment;
  if (value.tie === "loose" || prose) {
    return (
      letters &&
      digits &&
      (signs || looksRandom(text) || /^\p{L}{3,32}\d{1,4}$/u.test(text)) &&
      wordShare(text) < 0.95
    );
  }
  if (letters && (digits || signs)) return true;
  if (!letters) return digits && text.length >= 8;
  return (
    (value.environment && shannon(text) >= 2) ||
    (text.length >= 8 && wordShare(text) < 0.3 && /^[A-Za-z]+$/.test(text))
  );
}

/** Whether the value of a name of this class is a secret rather than a type, a reference, a rule or a word. */
export function isSecretValue(kind: NameClass, value: Value): boolean {
  if (/^(?:\.\.|…|\*{3})/.test(value.rest)) return false;
  const secret = kind === "password" ? isPassword(value) : kind === "key" ? isKey(value) : isToken(value);
  return secret && !isOrdinary(value.text);
}
