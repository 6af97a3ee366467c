import { shannon } from "./entropy.js";

/** Values that say "a secret goes here", in the languages documents are written in. Whole value, any letter case. */
const STAND_INS = new RegExp(
  "^(?:" +
    [
      "(?:your|my|the|a|an|any|some|sample|example|test|dummy|fake|mock|demo|default|insert|replace|put|add|enter|seu|sua|teu|meu|minha|ваш|твой|мой)[\\s_.-][\\p{L}\\s_.-]*",
      "(?:your|seu|sua|ваш)\\p{L}{1,32}|(?:my|test|fake|dummy|sample|example|default|demo|meu|minha|some)(?:pass|secret|token|key|pwd|user|app|senha)\\p{L}*",
      "(?:change|replace|fill|set|insert|put|add)[\\s_-]?(?:me|this|it|in|with|your|here)[\\p{L}\\s_.-]*\\d{0,3}",
      "[\\p{L}\\s_.-]*(?:goes[\\s_-]here|[\\s_-]here|placeholder|redacted|masked|hidden|omitted|removed|example|changeme)",
      "none|null|nil|undefined|true|false|yes|no|on|off|empty|unset|void|todo|tbd|n/a|foo|bar|baz|foobar|secret|token|user|admin|root|guest|anonymous",
      "string|str|int|integer|number|boolean|bool|object|any|unknown|bytes|buffer|text|varchar|char|uuid|guid|optional|required|sensitive|encrypted|hashed|plaintext|plain|hidden|masked",
      "(?:min|max|mín|máx|мин|макс)(?:imum|imo|ima|имум)?[\\s:=_-]?\\d.*",
      "obrigat[oó]ri[oa]|opcional|texto|cadeia|vazi[oa]|nul[oa]|обязател\\p{L}*|строка|пусто|нет|скрыто",
      "(?:user|username|admin|root)?(?:pass|passw|password|passwd|pwd|passphrase|senha|пароль|secret|token|api[_-]?key|key|chave|segredo)s?",
    ].join("|") +
    ")$",
  "iu",
);

/** References to a value that stands elsewhere: `${X}`, `$X`, `{{x}}`, `%X%`, `<x>`, `process.env.X`, `@Value(...)`. */
const REFERENCE =
  /^(?:\$\{|\$\(|\$\[|\$[A-Za-z_]+$|\$[A-Z_]{3}|\{|<|%[A-Za-z_]{2,40}%$|%[sdv]|\[|\(|\*{2}|\*[a-z]|@[A-Za-z]+\(|##?$|&[a-z]|![A-Z]?[a-z]+\b|\.\.|…|ENC\[|vault:|secret:\/\/|op:\/\/|arn:|ref:|env[:.(]|os\.|process\.|import\.|config[.[]|settings[.[]|secrets?[.[(]|self\.|this\.|params?\.|args?\.|options?\.|ctx\.|req(?:uest)?\.|res(?:ponse)?\.|data\.|var\.|local\.|module\.|new |await |func|\w+\()/i;

/** The alphabet or the digits in order, which no generator gives. */
const IN_ORDER = /abcdefghijkl|0123456789abcdef|qwertyuiop/i;

/** One character, or two or three of them, over and over. */
const RUN =
  /^(.{1,3}?)\1{3,64}.{0,2}$|[xX]{5}|[*•·#]{4}|\.{3}|…|[X_-]{8}|0{12}|(?:123){4}|(?:1234567890){2}/u;

/** Whether a value is no secret but stands for one, or says where it comes from. */
export function isPlaceholder(value: string): boolean {
  const bare = value.replace(/^[\s"'`*_]{1,4}|[\s"'`*,;]{1,4}$/g, "").slice(0, 256);
  return bare === "" || REFERENCE.test(bare) || REFERENCE.test(value.slice(0, 256)) || isFiller(bare);
}

/** As `isPlaceholder`, for the body of a token with a provider's prefix: what it refers to is not asked. */
export function isFiller(value: string): boolean {
  return (
    RUN.test(value) ||
    IN_ORDER.test(value) ||
    STAND_INS.test(value) ||
    (value.length >= 8 && shannon(value) < 1.5) ||
    /(?:EXAMPLE|YOUR[_-]|_HERE|PLACEHOLDER|REPLACE|CHANGEME|DUMMY)/.test(value)
  );
}
