import { describe, expect, it } from "vitest";
import { redact } from "../../../src/core/redaction/redact.js";
import { RULES } from "../../../src/core/redaction/table.js";
import { glue, noise } from "./synthetic.js";

/** One token for each family of rules; the first part and the rest are kept apart on purpose. */
const TOKENS: readonly (readonly [string, string])[] = [
  ["GitHub personal", glue("gh", "p_", noise("mixed", 36))],
  ["GitHub OAuth", glue("gh", "o_", noise("mixed", 36))],
  ["GitHub user", glue("gh", "u_", noise("mixed", 36))],
  ["GitHub server", glue("gh", "s_", noise("mixed", 36))],
  ["GitHub refresh", glue("gh", "r_", noise("mixed", 36))],
  ["GitHub fine-grained", glue("github", "_pat_", noise("mixed", 82))],
  ["GitLab personal", glue("gl", "pat-", noise("mixed", 20))],
  ["GitLab runner", glue("gl", "rt-", noise("mixed", 20))],
  ["GitLab trigger", glue("gl", "ptt-", noise("hex", 40))],
  ["npm", glue("np", "m_", noise("mixed", 36))],
  ["PyPI", glue("py", "pi-AgEIcHlwaS5vcmc", noise("mixed", 90))],
  ["RubyGems", glue("ruby", "gems_", noise("hex", 48))],
  ["Docker", glue("dckr", "_pat_", noise("mixed", 27))],
  ["Postman", glue("PM", "AK-", noise("hex", 24), "-", noise("hex", 34))],
  ["Sourcegraph", glue("sg", "p_", noise("hex", 40))],
  ["Sentry user", glue("sntr", "yu_", noise("hex", 64))],
  ["Linear", glue("lin", "_api_", noise("mixed", 40))],
  ["Notion", glue("nt", "n_", noise("digits", 11), noise("mixed", 35))],
  ["Figma", glue("fig", "d_", noise("mixed", 40))],
  ["AWS key id", glue("AK", "IA", noise("base32", 16))],
  ["AWS temporary id", glue("AS", "IA", noise("base32", 16))],
  ["Google OAuth secret", glue("GOC", "SPX-", noise("mixed", 28))],
  ["Azure AD secret", glue(noise("mixed", 3), "8", "Q~", noise("mixed", 34))],
  ["DigitalOcean", glue("dop", "_v1_", noise("hex", 64))],
  ["Alibaba", glue("LT", "AI", noise("mixed", 20))],
  ["Yandex", glue("AQ", "VN", noise("mixed", 35))],
  ["Vault", glue("hv", "s.", noise("mixed", 90))],
  ["Terraform", glue(noise("mixed", 14), ".atlas", "v1.", noise("mixed", 64))],
  ["Doppler", glue("dp", ".pt.", noise("lower", 43))],
  [
    "1Password",
    glue(
      "A3",
      "-",
      noise("upper", 6),
      "-",
      noise("upper", 11),
      ...[2, 3, 4].map((n) => `-${noise("upper", 5, n)}`),
    ),
  ],
  ["Databricks", glue("da", "pi", noise("hex", 32))],
  ["Tailscale", glue("ts", "key-auth-", noise("mixed", 12), "-", noise("mixed", 24))],
  ["Grafana service", glue("gl", "sa_", noise("mixed", 32), "_", noise("hex", 8))],
  ["New Relic", glue("NR", "AK-", noise("upper", 27))],
  ["age", glue("AGE-SECRET", "-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE")],
  ["Anthropic", glue("sk", "-ant-api03-", noise("mixed", 93), "AA")],
  ["OpenAI", glue("sk", "-proj-", noise("mixed", 40), "T3Blbk", "FJ", noise("mixed", 40))],
  ["Groq", glue("gs", "k_", noise("mixed", 52))],
  ["Hugging Face", glue("h", "f_", noise("letters", 34))],
  ["Slack bot", glue("xo", "xb-", noise("digits", 12), "-", noise("digits", 12, 2), "-", noise("mixed", 24))],
  [
    "Slack webhook",
    glue(
      "https://hooks.slack",
      ".com/services/T",
      noise("upper", 8),
      "/B",
      noise("upper", 8, 2),
      "/",
      noise("mixed", 24),
    ),
  ],
  ["Discord bot", glue("M", noise("mixed", 23), ".", noise("mixed", 6), ".", noise("mixed", 27))],
  ["Telegram bot", glue("71", noise("digits", 8), ":A", noise("mixed", 34))],
  ["Stripe", glue("sk", "_live_", noise("mixed", 24))],
  ["Shopify", glue("shp", "at_", noise("hex", 32))],
  ["Square", glue("sq0", "atp-", noise("mixed", 22))],
  ["SendGrid", glue("S", "G.", noise("mixed", 22), ".", noise("mixed", 43))],
  ["Brevo", glue("xkey", "sib-", noise("hex", 64), "-", noise("mixed", 16))],
  ["Mailgun", glue("ke", "y-", noise("hex", 32))],
  ["Twilio", glue("S", "K", noise("hex", 32))],
  ["Airtable", glue("pa", "t", noise("mixed", 14), ".", noise("hex", 64))],
  [
    "JSON Web Token",
    glue("ey", "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", ".ey", noise("mixed", 40), ".", noise("mixed", 43)),
  ],
];

describe("token shapes", () => {
  it.each(TOKENS)("redacts a %s token in a sentence", (_, token) => {
    const before = `Run it with ${token} once.`;
    const result = redact(before);
    expect(result).toMatchObject({ ok: true, count: 1 });
    if (!result.ok) return;
    expect(result.text).toMatch(/^Run it with (?:https:\/\/\S{0,20})?\[REDACTED\] once\.$/);
  });

  it.each(TOKENS)("leaves a %s token's shape in peace inside a longer word", (name, token) => {
    // What stands in front decides nothing for shapes whose landmark is in the middle, or that may be glued to text.
    if (/Azure|Terraform|Discord|Telegram|Tailscale|SendGrid|webhook/.test(name)) return;
    const text = `zz${token}`;
    expect(redact(text)).toMatchObject({ text });
  });

  it("asks for context where a shape alone says little", () => {
    const key = glue("AI", "zaSy", noise("mixed", 33));
    expect(redact(key)).toMatchObject({ text: key });
    expect(redact(`The Google key ${key}`)).toMatchObject({ text: "The Google key [REDACTED]" });
    const hex = `0x${noise("hex", 64)}`;
    expect(redact(`tx ${hex}`)).toMatchObject({ count: 0 });
    expect(redact(`private key ${hex}`)).toMatchObject({ count: 1 });
  });

  it("leaves a prefix with a placeholder behind it", () => {
    for (const text of [
      glue("gh", "p_", "x".repeat(36)),
      glue("np", "m_", "X".repeat(36)),
      glue("AK", "IA", "X".repeat(16)),
      glue("hv", "s.", "x".repeat(90)),
      glue("xo", "xb-your-bot-token"),
      glue("sk", "-ant-..."),
    ])
      expect(redact(text)).toMatchObject({ text });
  });

  it("tells a JSON Web Token from three dotted runs that begin alike", () => {
    const text = glue("ey", "J", noise("mixed", 30, 5), ".ey", noise("mixed", 40), ".", noise("mixed", 43));
    expect(redact(text)).toMatchObject({ text });
  });

  it("has rules with unique ids", () => {
    const ids = RULES.map((rule) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
