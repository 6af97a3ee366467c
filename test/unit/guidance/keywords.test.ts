import { describe, expect, test } from "vitest";
import { hintText, keywordMatches, keywordOf } from "../../../src/core/guidance/keywords.js";
import type { StemLanguage } from "../../../src/core/guidance/language.js";
import { pathMatches } from "../../../src/core/guidance/path-match.js";

const matches = (keyword: string, hint: string, language?: StemLanguage): boolean =>
  keywordMatches(keywordOf(keyword), hintText(hint), language);

describe("a keyword is found", () => {
  test.each([
    ["stripe", "Add a Stripe webhook"],
    ["webhook", "handle webhooks of the payment provider"],
    ["pagamento", "Vou implementar os PAGAMENTOS por cartão"],
    ["configuração", "mudar as configuracoes"],
    ["платёж", "добавить платежи по карте"],
    ["sesión", "arreglar las sesiones caducadas"],
    ["clé", "rotation des clés"],
    ["Prüfung", "die Prüfungen im Build"],
    ["rate limit", "add rate limits to the API"],
    ["rate limit", "rename rateLimit in the gateway"],
    ["rateLimit", "add a rate limit"],
    ["github", "open a GitHub issue"],
    ["GitHub", "a github action"],
    ["rate_limit", "rate-limit the calls"],
    ["支払い", "カードの支払いを追加する"],
    ["결제", "카드 결제를 추가한다"],
    ["支付", "添加支付功能"],
    ["APIキー", "APIキーを更新"],
    ["c++", "port it to C++"],
  ])("%s in “%s”", (keyword, hint) => {
    expect(matches(keyword, hint)).toBe(true);
  });
});

describe("a keyword is not found", () => {
  test.each([
    ["stripe", "strip the whitespace of the input", undefined],
    ["stripe", "remove espaços", "en"],
    ["art", "start the party", undefined],
    ["rate limit", "limit the rate", undefined],
    ["支払い", "支店を払う", undefined],
    ["port", "portal", undefined],
    ["---", "anything --- at all", undefined],
  ] as const)("%s in “%s”", (keyword, hint, language) => {
    expect(matches(keyword, hint, language)).toBe(false);
  });
});

describe("a path", () => {
  test.each([
    ["src/pay", "src/pay/stripe.ts", true],
    ["src/pay/stripe.ts", "src/pay", true],
    ["src/pay", "src/payments/a.ts", false],
    ["src/**/*.sql", "src/a/b/c.sql", true],
    ["src/**/*.sql", "src/c.sql", true],
    ["src/**/*.sql", "src/c.ts", false],
    ["**/test/*", "a/b/test/x.ts", true],
    ["*.md", "README.md", true],
    ["*.md", "docs/README.md", false],
    ["a*b*c", "axxbxxc", true],
    ["a*b*bc", "abc", false],
    ["docs/*/02-prd.md", "docs/checkout/02-prd.md", true],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(pathMatches(pattern, path)).toBe(expected);
  });

  test("with many stars takes no time", () => {
    const started = performance.now();
    expect(pathMatches("**/".repeat(60) + "x", "a/".repeat(400) + "y")).toBe(false);
    expect(pathMatches("*a".repeat(100) + "b", "a".repeat(300))).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
