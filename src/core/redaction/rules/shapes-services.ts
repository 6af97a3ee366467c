import { decodeBase64Start } from "../base64.js";
import type { PatternRule } from "../rule.js";
import { after, around, shape, withHexDigit } from "./shape.js";

/** Whether the header of a JSON Web Token is none: three dotted runs that only begin alike. */
function noJwtHeader(token: string): boolean {
  const header = decodeBase64Start(token.split(".")[0] ?? "", 24);
  return !/^\{\s{0,4}"[\x20-\x7e]{4}/.test(header) || !/^[\x20-\x7e\s]{0,24}$/.test(header);
}

/** Models, chat, payment, mail, maps and other services; JSON Web Tokens. */
export const SERVICE_SHAPES: readonly PatternRule[] = [
  shape(
    "jwt",
    "ey",
    "[A-Za-z0-9_/+-]{15,4096}={0,2}\\.ey[A-Za-z0-9_/+-]{15,8192}={0,2}(?:\\.[A-Za-z0-9_/+-]{8,4096}={0,2})?",
    {
      keywords: ["eyJ", "eyA", "ewo"],
      strict: true,
      allow: noJwtHeader,
    },
  ),
  shape("jwt-in-base64", "ZXlK", "[A-Za-z0-9+/_-]{60,8192}={0,2}", { entropy: 4 }),
  shape("private-key-hex", "0x", "[0-9a-fA-F]{64}", {
    entropy: 3,
    // Hashes and addresses look the same.
    context: /private.?key|secret.?key|wallet|mnemonic|chave privada|приватн/i,
  }),
  shape("anthropic-key", "sk-ant-", "[a-z]{3,12}\\d{2}-[\\w-]{80,120}", { entropy: 3.5 }),
  shape("openai-key", "sk-", "(?:(?:proj|svcacct|admin|None)-)?[\\w-]{20,160}T3BlbkFJ[\\w-]{20,160}", {
    strict: true,
  }),
  shape("openrouter-key", "sk-or-v1-", "[a-f0-9]{64}"),
  shape("model-key", "sk-", "(?=[A-Za-z]{0,47}\\d)[A-Za-z0-9]{32,64}(?![\\w-])", {
    entropy: 3.5,
    context: /key|token|secret|auth|chave|ключ/i,
  }),
  shape("groq-key", "gsk_", "[A-Za-z0-9]{48,56}", { strict: true, entropy: 3.5 }),
  shape("xai-key", "xai-", "[A-Za-z0-9]{60,90}"),
  shape("perplexity-key", "pplx-", "[A-Za-z0-9]{48}"),
  shape("huggingface-token", "hf_", "(?:[A-Za-z]{34}|[A-Za-z0-9]{34,40})", { entropy: 2.8 }),
  shape("huggingface-org", "api_org_", "[A-Za-z0-9]{34}", { entropy: 3 }),
  shape("replicate-token", "r8_", "[A-Za-z0-9]{37}"),
  shape("slack-token", "xox", "[a-z](?:-\\d{1,2})?(?:-\\d{8,14}){1,3}(?:-[A-Za-z0-9]{1,66})?(?![\\w#-])", {
    keywords: ["xoxa-", "xoxb-", "xoxc-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
  }),
  shape("slack-legacy", "xox", "[os](?:-\\d{1,14}){1,4}(?:-[a-fA-F0-9]{8,66})(?![\\w#-])", {
    keywords: ["xoxo-", "xoxs-"],
  }),
  shape("slack-workspace", "xox", "[ar]-(?:\\d-)?[0-9a-zA-Z]{8,48}(?:-[0-9a-zA-Z]{8,48}){0,4}", {
    keywords: ["xoxa-", "xoxr-"],
    entropy: 2,
  }),
  shape("slack-app-token", "xapp-", "\\d-[A-Z0-9]{8,14}-\\d{10,14}-[a-z0-9]{40,128}", { ignoreCase: true }),
  shape("slack-config", "xoxe", "(?:\\.xox[bp])?-\\d-[A-Za-z0-9]{140,180}", {
    keywords: ["xoxe-", "xoxe."],
    ignoreCase: true,
  }),
  shape("slack-webhook", "hooks.slack.com/", "(?:services|workflows|triggers)\\/[A-Za-z0-9+/]{40,80}", {
    entropy: 3,
  }),
  after(
    "discord-webhook",
    ["/api/webhooks/"],
    "(?<=discord(?:app)?\\.com\\/api\\/webhooks\\/)(\\d{17,20}\\/[\\w-]{60,80})",
  ),
  after("teams-webhook", [".webhook.office.com/webhookb2/"], "([\\w@/-]{100,220})"),
  around(
    "telegram-bot-token",
    [":A"],
    "(?<![A-Za-z0-9])\\d{5,16}:(?=A)[A-Za-z0-9_-]{34,35}(?![A-Za-z0-9_-])",
    { back: 18, reach: 40 },
    { entropy: 3 },
  ),
  after(
    "facebook-app-token",
    ["facebook", "access_token"],
    "[^\\n]{0,24}?(?<!\\d)(\\d{15,16}(?:\\||%7C)[\\w-]{27,40})",
  ),
  shape("facebook-page-token", "EAA", "[A-Za-z0-9]{100,400}", { entropy: 4 }),
  shape("stripe-key", "sk_", "(?:test|live|prod)_[A-Za-z0-9]{10,120}", {
    keywords: ["sk_test_", "sk_live_", "sk_prod_"],
    strict: true,
  }),
  shape("stripe-restricted", "rk_", "(?:test|live|prod)_[A-Za-z0-9]{10,120}", {
    keywords: ["rk_test_", "rk_live_", "rk_prod_"],
    strict: true,
  }),
  shape("stripe-webhook", "whsec_", "[A-Za-z0-9+/]{24,64}={0,2}", { entropy: 3.5 }),
  shape("square-token", "sq0", "(?:atp|csp|idp)-[\\w-]{20,48}", {
    keywords: ["sq0atp-", "sq0csp-", "sq0idp-"],
  }),
  shape("square-oauth", "EAAA", "[\\w-]{60}", { entropy: 4 }),
  shape("shopify-token", "shp", "(?:at|ca|pa|ss)_[a-fA-F0-9]{32}", {
    keywords: ["shpat_", "shpca_", "shppa_", "shpss_"],
  }),
  shape("shippo-token", "shippo_", "(?:live|test)_[a-fA-F0-9]{40}"),
  shape("duffel-token", "duffel_", "(?:live|test)_[\\w=-]{43}", { ignoreCase: true }),
  shape("easypost-key", "EZ", "[AT]K[A-Za-z0-9]{54}", { keywords: ["EZAK", "EZTK"], entropy: 3.5 }),
  shape("flutterwave-key", "FLW", "(?:SEC|PUB)K_TEST-(?:[a-h0-9]{32}-X|[a-h0-9]{12})", {
    keywords: ["FLWSECK_", "FLWPUBK_"],
    ignoreCase: true,
  }),
  shape("gocardless-token", "live_", "[\\w=-]{40,48}", { entropy: 4, context: /gocardless|token/i }),
  shape("lob-key", "test_", "(?:pub_)?[a-f0-9]{31,35}", { context: /lob|key|token/i, ignoreCase: true }),
  shape("plaid-token", "access-", "(?:sandbox|development|production)-[0-9a-f-]{36}", { ignoreCase: true }),
  shape("sendgrid-key", "SG.", "[\\w=.-]{16,32}\\.[\\w-]{36,50}", { boundary: false, entropy: 3.5 }),
  shape("sendgrid-key-short", "SG.", "[\\w=.-]{60,70}", { entropy: 4 }),
  shape("brevo-key", "xkeysib-", "[a-f0-9]{64}-[A-Za-z0-9]{16}", { ignoreCase: true }),
  shape("mailgun-key", "key-", "[a-f0-9]{32}", { entropy: 3 }),
  shape("mailgun-public-key", "pubkey-", "[a-f0-9]{32}", { entropy: 3 }),
  shape("twilio-key", "SK", "(?:[0-9a-f]{32}|x{32})", {
    ignoreCase: false,
    strict: true,
    keywords: withHexDigit("SK", "x"),
  }),
  shape("mapbox-token", "pk.", "[A-Za-z0-9]{60}\\.[A-Za-z0-9]{22}", { ignoreCase: true }),
  shape("mapbox-secret", "sk.", "eyJ[A-Za-z0-9_-]{50,90}\\.[\\w-]{22}"),
  shape("airtable-token", "pat", "[A-Za-z0-9]{14}\\.[a-f0-9]{64}", { entropy: 3 }),
  shape("intra42-secret", "s-s4t2", "(?:ud|af)-[a-f0-9]{64}", { ignoreCase: true }),
  around("maxmind-key", ["_mmk"], "(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9_])", {
    back: 38,
    reach: 2,
  }),
  shape("twitter-bearer", "AAAAAAAAAAAAAAAAAAAAA", "A?[A-Za-z0-9%+/=]{80,110}", { strict: true }),
];
