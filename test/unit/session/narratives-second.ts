import type { NarrativeCase } from "./narrative-case.js";

/** Written after the rules stood, and before they were run on it. */
export const SECOND: readonly NarrativeCase[] = [
  {
    says: `## Summary
Implemented retry with exponential backoff for the HTTP client.

### Changed files
- \`src/http/client.ts\`: retry loop
- \`src/http/backoff.ts\` (new)
- test/http/backoff.test.ts

### Next steps
- Remove \`src/http/legacy-client.ts\`
- Update CHANGELOG.md`,
    facts: [
      "me changed src/http/client.ts",
      "me created src/http/backoff.ts",
      "me created test/http/backoff.test.ts",
    ],
    diverges: [],
  },
  {
    says: `Changes made:
- Created \`migrations/0007_add_tax.sql\`
- Updated \`src/tax/rates.ts\`
- Deleted \`src/tax/old-rates.ts\``,
    facts: ["me changed src/tax/rates.ts", "me deleted src/tax/old-rates.ts"],
    diverges: ["migrations/0007_add_tax.sql"],
  },
  {
    says: "After reading docs/adr/0004-engine.md I refactored src/engine/worker.ts so that it no longer imports src/engine/pool.ts.",
    facts: ["me changed src/engine/worker.ts"],
    diverges: [],
  },
  {
    says: "The bug was in src/parser/lexer.ts, where a surrogate pair was split. I fixed it there and added a regression test to test/parser/lexer.test.ts.",
    facts: ["me changed src/parser/lexer.ts"],
    diverges: ["test/parser/lexer.test.ts"],
  },
  {
    says: "README.md, CHANGELOG.md and docs/guide.md were updated to describe the new flag.",
    facts: ["me changed README.md", "me changed docs/guide.md"],
    diverges: ["CHANGELOG.md"],
  },
  {
    says: "I didn't change the database schema. `OrderService` now validates totals; see src/orders/service.ts for details, which I updated.",
    facts: ["me changed src/orders/service.ts"],
    diverges: [],
  },
  {
    says: "Tidied up wording in docs/onboarding/02-prd.md, left everything in src as it was.",
    facts: [
      "me changed docs/onboarding/02-prd.md",
      "me changed src/signup/form.ts",
      "me changed src/signup/validate.ts",
      "me deleted src/signup/legacy.ts",
    ],
    diverges: ["src"],
  },
  {
    says: "We should probably delete `scripts/release.sh`, but for now I only updated scripts/build.sh.",
    facts: ["me changed scripts/build.sh"],
    diverges: [],
  },
  {
    says: "Split `monolith.ts` into `reader.ts` and `writer.ts`, all committed (commit 0a1b2c3).",
    facts: [
      "me changed src/io/monolith.ts",
      "me created src/io/reader.ts",
      "me created src/io/writer.ts",
      "me commit 0a1b2c3d4e src/io/monolith.ts src/io/reader.ts src/io/writer.ts",
    ],
    diverges: [],
  },
  {
    says: "I've updated the API handlers under src/api and added an OpenAPI description. Everything is committed.",
    facts: ["me changed src/api/orders.ts", "me changed src/api/users.ts", "me created src/api/openapi.yaml"],
    diverges: [""],
  },
  {
    says: "Investigated the flaky test. The cause is a race in src/queue/consumer.ts; I have not fixed it yet.",
    facts: [],
    diverges: [],
  },
  {
    says: "Added caching to `src/catalog/list.ts`.",
    facts: [
      "me changed src/catalog/list.ts",
      "me changed src/payments/charge.ts",
      "me changed src/payments/refund.ts",
      "me changed src/payments/webhook.ts",
    ],
    diverges: ["src/payments"],
  },
  {
    says: "Added caching to `src/catalog/list.ts`.",
    facts: [
      "me changed src/catalog/list.ts",
      "me changed src/payments/charge.ts",
      "me changed src/payments/refund.ts",
      "me changed src/payments/webhook.ts",
    ],
    diverges: [],
    partial: true,
  },
  {
    says: `Resumo da sessão:
- Criado o endpoint de cancelamento em src/pedidos/cancelar.ts
- Testes adicionados em test/pedidos/cancelar.test.ts
- O módulo src/estoque não foi alterado

Falta atualizar o docs/pedidos/02-prd.md.`,
    facts: ["me created src/pedidos/cancelar.ts", "me created test/pedidos/cancelar.test.ts"],
    diverges: [],
  },
  {
    says: "Refatorei `src/relatorios/gerador.ts`, extraí a formatação para src/relatorios/formato.ts e apaguei src/relatorios/antigo.ts.",
    facts: ["me changed src/relatorios/gerador.ts", "me created src/relatorios/formato.ts"],
    diverges: ["src/relatorios/antigo.ts"],
  },
  {
    says: "Foram atualizados os arquivos package.json e tsconfig.json; nenhum outro arquivo foi modificado.",
    facts: [
      "me changed package.json",
      "me changed tsconfig.json",
      "me changed src/nucleo/portas.ts",
      "me changed src/nucleo/erros.ts",
    ],
    diverges: ["src/nucleo"],
  },
  {
    says: "Movi o arquivo util.ts de src/comum para src/nucleo e ajustei as importações.",
    facts: ["me renamed src/comum/util.ts -> src/nucleo/util.ts", "me changed src/pedidos/index.ts"],
    diverges: [],
  },
  {
    says: "Vou criar src/notificacoes/email.ts amanhã. Hoje li o código de src/notificacoes/sms.ts e documentei o fluxo em docs/notificacoes/01-idea.md.",
    facts: ["me created docs/notificacoes/01-idea.md"],
    diverges: [],
  },
  {
    says: "Corrigi o arredondamento em `src/fatura/total.ts` sem alterar src/fatura/imposto.ts.",
    facts: ["me changed src/fatura/total.ts", "me changed src/fatura/imposto.ts"],
    diverges: ["src/fatura/imposto.ts"],
  },
  {
    says: "Fiz o commit 5e6f7a8 com a correção em src/login/sessao.ts. O teste test/login/sessao.test.ts foi criado.",
    facts: ["me changed src/login/sessao.ts", "me commit 5e6f7a8b90 src/login/sessao.ts"],
    diverges: ["test/login/sessao.test.ts"],
  },
  {
    says: "Adicionei `calcularDesconto` em src/preco/desconto.ts conforme docs/preco/03-techspec.md.",
    facts: ["me changed src/preco/desconto.ts"],
    diverges: [],
  },
  {
    says: "Alterei somente os testes. Criei fixtures novas em test/fixtures/pedido.json.",
    facts: [
      "me created test/fixtures/pedido.json",
      "me changed src/entrega/rota.ts",
      "me changed src/entrega/mapa.ts",
      "me changed src/entrega/prazo.ts",
    ],
    diverges: ["src/entrega"],
  },
  {
    says: `Сделано:
- Добавлен экспорт отчёта: src/report/export.ts
- Обновлены тесты: test/report/export.test.ts
- Файл src/report/legacy.ts удалён

Осталось: переписать src/report/pdf.ts.`,
    facts: [
      "me created src/report/export.ts",
      "me changed test/report/export.test.ts",
      "me deleted src/report/legacy.ts",
    ],
    diverges: [],
  },
  {
    says: "Перенёс хелперы из src/utils/date.ts в src/time/format.ts и удалил исходный файл.",
    facts: ["me created src/time/format.ts", "me deleted src/utils/date.ts"],
    diverges: [],
  },
  {
    says: "Исправил расчёт скидки в src/price/discount.ts, тесты не менял.",
    facts: [
      "me changed src/price/discount.ts",
      "me changed src/notify/email.ts",
      "me changed src/notify/sms.ts",
      "me created src/notify/push.ts",
    ],
    diverges: ["src/notify"],
  },
  {
    says: "Создан класс `InvoicePrinter`, изменён файл src/invoice/print.ts, сделал коммит 1c2d3e4.",
    facts: ["me changed src/invoice/print.ts"],
    diverges: ["1c2d3e4"],
  },
  {
    says: "Файлы конфигурации не трогал. Поправил `webpack.config.js` и README.md.",
    facts: ["me changed README.md"],
    diverges: ["webpack.config.js"],
  },
  {
    says: "Изучил src/auth и src/session, подготовил план. Код не менял.",
    facts: ["me changed src/auth/login.ts", "me changed src/auth/logout.ts"],
    diverges: ["src/auth"],
  },
  {
    says: "Если понадобится, создам src/cache/lru.ts. Пока обновил только src/cache/index.ts, как описано в docs/cache/03-techspec.md.",
    facts: [
      "me changed src/cache/index.ts",
      "ivan created src/cache/redis.ts",
      "ivan changed docs/cache/03-techspec.md",
    ],
    diverges: [],
  },
  {
    says: "Обновил зависимости в package.json, переименовал src/app/main.ts в src/app/start.ts.",
    facts: ["me changed package.json", "me renamed src/app/main.ts -> src/app/boot.ts"],
    diverges: ["src/app/start.ts"],
  },
];
