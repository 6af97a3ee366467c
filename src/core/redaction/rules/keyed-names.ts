/** What a name promises: a password may be a word with a digit, a token is expected to look generated. */
export type NameClass = "password" | "token" | "key";

/** The words that make a name secret, in the languages documents are written in. Parts of longer names count. */
export const NAME_WORDS: Readonly<Record<NameClass, readonly string[]>> = {
  password: [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pass",
    "pwd",
    "senha",
    "palavra-passe",
    "palavra passe",
    "contraseña",
    "пароль",
    "пароля",
    "кодовая фраза",
  ],
  token: [
    "token",
    "secret",
    "apikey",
    "api_key",
    "api-key",
    "api key",
    "accesskey",
    "access_key",
    "access-key",
    "access key",
    "privatekey",
    "private_key",
    "private-key",
    "authkey",
    "auth_key",
    "auth-key",
    "encryptionkey",
    "encryption_key",
    "encryption-key",
    "signingkey",
    "signing_key",
    "signing-key",
    "masterkey",
    "master_key",
    "master-key",
    "accountkey",
    "account_key",
    "licensekey",
    "license_key",
    "license-key",
    "credential",
    "credentials",
    "creds",
    '"auth"',
    "_auth",
    "client_srt",
    "segredo",
    "credencial",
    "credenciais",
    "chave de api",
    "chave da api",
    "chave api",
    "chave_api",
    "chave de acesso",
    "chave secreta",
    "токен",
    "секрет",
    "ключ api",
    "ключ апи",
    "api-ключ",
    "api ключ",
    "ключ доступа",
    "секретный ключ",
  ],
  key: ["key"],
};

/** Names that hold one of the words and are no secrets: counters, form guards, paging, public halves. */
const HARMLESS_NAME =
  /csrf|xsrf|authenticity|public|publish|next|page|continuation|cursor|^(?:max|min|num|total|avg|design|css)|[_-](?:max|min)[_-]|tokenizer|idempot|secretar|bypass|compass|pass(?:ed|es|ing|ion|ive|age|enger|port)/i;

/** What follows the word when the name speaks about a secret instead of holding it (`token_type`, `passwordHash`). */
const HARMLESS_TAIL =
  /(?:ids?|names?|ur[il]s?|types?|len|length|size|count|limit|path|files?|dir|fields?|ttl|exp|expiry|expires(?:[_-]?(?:in|at))?|expiration|age|hash|hashed|sha\d{1,3}|digest|checksum|policy|rules?|hint|label|title|text|placeholder|prefix|suffix|pattern|regexp?|format|version|status|state|issuer|audience|scopes?|usage|budget|rate|window|strategy|provider|store|manager|service|handler|class|variable|var|refs?|reference|input|prompt|error|endpoint|host|port|roles?|alg|algorithm|method|mode|enabled|required|changed|created|updated|rotation|validator|schema|column|table|vault|arn|less|ized?|izer|ize|s)\d{0,2}$/i;

/** Plain `…_key` names that are no credentials. */
const HARMLESS_KEY =
  /cache|primary|foreign|sort|partition|hash|range|object|bucket|routing|route|dedup|translation|i18n|locale|message|lookup|group|unique|natural|row|map|state|storage|query|host|ssh|sequence|order|index|shortcut|hot|feature|config|registry|json|dict|issue|project|item|field|param|header|meta|topic|event|metric|react|turkey|monkey|keying/i;

/** Whether a full name (`DB_PASSWORD`, `next_page_token`), split around the word it was found by, promises a secret. */
export function isSecretName(kind: NameClass, word: string, before: string, after: string): boolean {
  if (HARMLESS_NAME.test(before + word + after) || HARMLESS_TAIL.test(after)) return false;
  if (word === "pass") return /^[_-]?\d{0,2}$/.test(after) && !/[a-z]$/.test(before);
  if (kind === "key") {
    return after === "" && /(?:^|[_-])$/.test(before) && !HARMLESS_KEY.test(before);
  }
  return true;
}
