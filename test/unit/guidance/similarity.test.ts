import { describe, expect, test } from "vitest";
import { compareTexts } from "../../../src/core/guidance/similarity.js";

describe("near", () => {
  test.each([
    ["Always validate webhooks by signature", "Never validate webhooks by signature", "negation"],
    ["Validate webhooks by signature", "Do not validate webhooks by signature", "negation"],
    ["Sempre registrar o erro no log do serviço", "Nunca registrar o erro no log do serviço", "negation"],
    ["Всегда хранить токены в базе", "Никогда не хранить токены в базе", undefined],
    ["Всегда хранить токены в базе данных", "Не хранить токены в базе данных", "negation"],
    ["Siempre guardar los tokens en la base", "Nunca guardar los tokens en la base", "negation"],
    ["Toujours chiffrer les clés du client", "Ne jamais chiffrer les clés du client", "negation"],
    ["Tokens immer in der Datenbank speichern", "Tokens niemals in der Datenbank speichern", "negation"],
    ["The payment timeout is 30 seconds", "The payment timeout is 60 seconds", "values"],
    [
      "Use Redis for the session cache of the shop",
      "Use Memcached for the session cache of the shop",
      "values",
    ],
    ["Use decimals for money amounts", "Use decimal for money amount", undefined],
    ["支払いは必ず確認する", "支払いは必ず確認する。", undefined],
  ])("%s | %s: %s", (here, there, opposition) => {
    expect(compareTexts(here, there)).toBeDefined();
    if (opposition !== undefined) expect(compareTexts(here, there)?.opposition).toBe(opposition);
  });

  test("the Portuguese “no” denies nothing", () => {
    const likeness = compareTexts(
      "Salvar o registro no banco de dados",
      "Salvar o registro do banco de dados",
    );
    expect(likeness?.opposition).not.toBe("negation");
  });

  test("what differs is told, in both directions", () => {
    const likeness = compareTexts("The payment timeout is 30 seconds", "The payment timeout is 60 seconds");
    expect(likeness).toMatchObject({
      relation: "near",
      jaccard: 1,
      difference: { here: ["30"], there: ["60"] },
    });
  });

  test("a text that another contains is near, from three words on", () => {
    const long =
      "Retry failed webhooks three times with exponential backoff, then send them to the dead letter queue";
    expect(compareTexts("Retry failed webhooks", long)?.relation).toBe("contained");
    expect(compareTexts("Retry webhooks", long)).toBeUndefined();
  });

  test("case, white space and Unicode's forms make no difference", () => {
    expect(compareTexts("Valida\u0063\u0327a\u0303o  SEMPRE", "validação\nsempre")?.relation).toBe("same");
  });
});

test.each([
  ["Use Redis for caching", "Write tests first"],
  ["Deploy on Mondays only", "Deploy with Terraform from the pipeline, after a review of the plan"],
])("not near: %s | %s", (here, there) => {
  expect(compareTexts(here, there)).toBeUndefined();
});
