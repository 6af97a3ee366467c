import { describe, expect, test } from "vitest";
import { opposedPairs } from "../../../src/core/learning/conflict-pairs.js";
import { statementsOf } from "../../../src/core/learning/conflict-statements.js";
import { quotableSections } from "../../../src/core/context/quotes.js";

/** What is found between two documents, each a decision section with this text. */
function between(a: string, b: string, heading = "Decision"): number {
  const statements = [a, b].flatMap((text, index) => {
    const path = `docs/x/${index}.md`;
    return statementsOf(quotableSections(`# D\n\n## ${heading}\n\n${text}\n`, path)).map((statement) => ({
      ...statement,
      path,
    }));
  });
  return opposedPairs(statements).length;
}

describe("decisions that say opposite things", () => {
  test.each([
    ["Tokens must be stored in the vault.", "Tokens must not be stored in the vault."],
    ["Always sign outgoing webhooks.", "Never sign outgoing webhooks."],
    ["Use Redis for the session cache.", "Avoid Redis for the session cache."],
    ["Use Redis for session caches, because it is fast.", "Do not use Redis for the session cache."],
    ["- Use **Redis**.", "- Do not use `Redis`."],
    ["We use Zod instead of Joi for input validation.", "We use Joi for input validation."],
    ["Chosen option: use the hosted card fields.", "Hosted card fields are forbidden."],
    [
      "| Cache | Use Redis for sessions |\n| --- | --- |\n| Log | Use files |",
      "Never use Redis for the session cache.",
    ],
    ["O token deve ser guardado no cofre.", "O token não deve ser guardado no cofre."],
    ["Usar Redis para o cache de sessão.", "Evitar Redis para o cache de sessões."],
    ["Sempre assinar os webhooks enviados.", "Nunca assinar webhooks enviados."],
    ["Cartões salvos são proibidos no checkout.", "Cartões salvos devem ser permitidos no checkout."],
    ["Использовать Redis для кэша сессий.", "Не использовать Redis для кэша сессий."],
    ["Токены должны храниться в хранилище секретов.", "Токены не должны храниться в хранилище секретов."],
    ["Следует подписывать исходящие вебхуки.", "Запрещено подписывать исходящие вебхуки."],
    ["Нужно включить журнал запросов.", "Избегать журнала запросов."],
  ])("%s | %s", (a, b) => {
    expect(between(a, b)).toBe(1);
    expect(between(b, a)).toBe(1);
  });

  test.each([
    ["the same again", "Use Redis for sessions.", "Use Redis for sessions."],
    ["another subject", "Use Redis for the session cache.", "Do not use Redis for payment queues."],
    ["another number", "Phase 1 must include the refund form.", "Phase 2 must not include the refund form."],
    ["a condition", "Use the cache for reads.", "Do not use the cache for reads when the node is offline."],
    ["another time", "Use Redis for sessions.", "Previously we did not use Redis for sessions."],
    ["an option that was turned down", "Use Redis for sessions.", "Rejected: do not use Redis for sessions."],
    ["twice turned round", "Logging must be enabled.", "Logging must never be disabled."],
    ["a remark in brackets", "Use Redis for sessions (not for queues).", "Use Redis for sessions."],
    ["what turns the meaning", "Public keys must be removed.", "Do not expose public keys."],
    ["a lead-in", "The service must:", "The service must not:"],
    ["a question", "Should we use Redis for sessions?", "Do not use Redis for sessions."],
    [
      "a step of a scenario",
      "THEN the system SHALL delete the file",
      "THEN the system SHALL NOT delete the file",
    ],
    ["Portuguese `no` is no denial", "Usar o botão no topo.", "Usar botão topo."],
    ["struck out", "~~Use Redis for sessions.~~", "Do not use Redis for sessions."],
    ["code", "```sh\nmust use redis sessions\n```", "Do not use redis sessions."],
  ])("silent: %s", (_, a, b) => {
    expect(between(a, b)).toBe(0);
    expect(between(b, a)).toBe(0);
  });

  test.each(["Consequences", "Considered options", "Justificativa", "Последствия", "Architecture"])(
    "silent: below the heading %s nothing is decided",
    (heading) => {
      expect(between("Use Redis for sessions.", "Never use Redis for sessions.", heading)).toBe(0);
    },
  );

  test("silent: lists side by side in one section differ on purpose", () => {
    const text = "# D\n\n## Decision\n\n- Use Redis for sessions.\n- Never use Redis for sessions.\n";
    const found = statementsOf(quotableSections(text, "a.md")).map((item) => ({ ...item, path: "a.md" }));
    expect(found).toHaveLength(2);
    expect(opposedPairs(found)).toEqual([]);
  });
});

describe("values of a setting", () => {
  test.each([
    ["`timeout = 30 s`", "`timeout: 60 s`"],
    ["The request timeout is 30 s.", "Request timeout: 60 seconds"],
    ["max_retries 3", "We set max_retries to 5, since the provider is slow."],
    ["`maxRetries`: 3", "max_retries = 5"],
    ["feature_flags.checkout = true", "feature_flags.checkout = false"],
    ["| Setting | Value |\n| --- | --- |\n| `pool.size` | 10 |", "pool.size: 20"],
    ["Limite: 5 MB", "Limite = 10 MB"],
    ["O tempo limite é 30 segundos.", "Tempo limite: 1 min"],
    ["Таймаут: 30 с", "таймаут = 60 секунд"],
  ])("%s | %s", (a, b) => {
    expect(between(a, b)).toBe(1);
    expect(between(b, a)).toBe(1);
  });

  test.each([
    ["the same in another unit", "timeout = 60 s", "timeout: 1 min"],
    ["another owner", "The database timeout is 30 s.", "The browser timeout is 60 s."],
    [
      "another owner of a name of code",
      "max_retries 3 for the mailer",
      "max_retries 5 for the payment provider",
    ],
    ["the upper and the lower bound", "max timeout: 60 s", "min timeout: 5 s"],
    ["another thing counted", "The limit is 5 users.", "The limit is 10 files."],
    ["a range", "max_retries: 3-5", "max_retries: 7"],
    ["a version", "app.version 1.2.3", "app.version 1.3.0"],
    ["a file", "See tasks.md 3", "See tasks.md 5"],
    ["a number in running text", "Step 3 is done.", "Step: 4"],
    ["a variable of an example", "`SDD_DEBUG=1`", "`SDD_DEBUG=0`"],
    ["a change that is told", "max_retries was 3", "max_retries = 5"],
  ])("silent: %s", (_, a, b) => {
    expect(between(a, b)).toBe(0);
    expect(between(b, a)).toBe(0);
  });
});

describe("cost", () => {
  /** Copies, and sentences that share most of their words: what all pairs would be the square of. */
  const many = (count: number): number => {
    const lines = Array.from({ length: count }, (_, index) => {
      const verb = index % 2 === 0 ? "must" : "must not";
      return `- The ${["red", "green", "blue"][index % 3] ?? ""} service ${index % 5 === 0 ? "" : `n${index}`} ${verb} store tokens and passwords of buyers in the shared vault.`;
    });
    const statements = statementsOf(
      quotableSections(`# D\n\n## Decision\n\n${lines.join("\n")}\n`, "a.md"),
    ).map((item, index) => ({ ...item, path: `${index % 7}.md` }));
    const start = performance.now();
    opposedPairs(statements);
    return performance.now() - start;
  };

  test("ten times as many statements cost far less than a hundred times as much", () => {
    many(200);
    const best = (count: number) => Math.min(many(count), many(count), many(count));
    expect(best(4_000)).toBeLessThan(Math.max(best(400), 1) * 40);
  });
});
