import type { NarrativeCase } from "./narrative-case.js";

/** Written before the rules. */
export const FIRST: readonly NarrativeCase[] = [
  {
    says: "Added the refund endpoint in `src/checkout/refund.ts` and covered it in test/checkout/refund.test.ts. I did not touch src/billing.",
    facts: ["me created src/checkout/refund.ts", "me created test/checkout/refund.test.ts"],
    diverges: [],
  },
  {
    says: "Created src/checkout/refund.ts and src/checkout/refund-policy.ts. Both are covered by tests.",
    facts: ["me created src/checkout/refund.ts", "me created test/checkout/refund.test.ts"],
    diverges: ["src/checkout/refund-policy.ts"],
  },
  {
    says: "Fixed the login timeout. Next: add a retry to `src/auth/retry.ts` and remove legacy.ts.",
    facts: ["me changed src/auth/session.ts"],
    diverges: [],
  },
  {
    says: "I renamed utils.ts to helpers.ts and updated all imports.",
    facts: ["me changed src/core/index.ts", "me changed src/core/helpers.ts"],
    diverges: ["utils.ts", "helpers.ts"],
  },
  {
    says: "Moved src/core/utils.ts to src/core/helpers.ts; imports follow.",
    facts: ["me renamed src/core/utils.ts -> src/core/helpers.ts", "me changed src/core/index.ts"],
    diverges: [],
  },
  {
    says: "Updated the PRD (docs/checkout/02-prd.md) with the new acceptance criteria. Nothing else was changed.",
    facts: [
      "me changed docs/checkout/02-prd.md",
      "me changed src/billing/invoice.ts",
      "me changed src/billing/tax.ts",
      "me created src/billing/rates.ts",
    ],
    diverges: ["src/billing"],
  },
  {
    says: "Deleted `src/legacy/export.ts`. The rest of the module stays for now.",
    facts: ["me changed src/legacy/export.ts"],
    diverges: ["src/legacy/export.ts"],
  },
  {
    says: "Committed the work as 4f2a9c1. Before that I changed package.json and src/cli/run.ts.",
    facts: [
      "me changed package.json",
      "me changed src/cli/run.ts",
      "me commit 4f2a9c1d88 package.json src/cli/run.ts",
    ],
    diverges: [],
  },
  {
    says: "Changed src/cli/run.ts and pushed commit deadbee with the fix.",
    facts: ["me changed src/cli/run.ts", "me commit 4f2a9c1d88 src/cli/run.ts"],
    diverges: ["deadbee"],
  },
  {
    says: "I only read the code and answered questions about `PaymentGateway`; no files were changed.",
    facts: ["me changed src/payments/gateway.ts", "me changed src/payments/port.ts"],
    diverges: ["src/payments"],
  },
  {
    says: "Adicionei a validação de CPF em `src/clientes/cpf.ts` e os testes correspondentes. Não alterei a pasta src/pagamentos.",
    facts: [
      "me changed src/clientes/cpf.ts",
      "me created test/clientes/cpf.test.ts",
      "me created test/clientes/cnpj.test.ts",
    ],
    diverges: [],
  },
  {
    says: "Criei os arquivos src/clientes/cnpj.ts e src/clientes/cpf.ts.",
    facts: ["me created src/clientes/cpf.ts"],
    diverges: ["src/clientes/cnpj.ts"],
  },
  {
    says: "Implementei o reembolso via PIX com testes.",
    facts: [
      "me created src/checkout/refund.ts",
      "me changed src/checkout/service.ts",
      "me created test/checkout/refund.test.ts",
    ],
    diverges: [],
  },
  {
    says: "Atualizei a especificação técnica em docs/pix/03-techspec.md. Próximos passos:\n- criar src/pix/webhook.ts\n- remover o módulo antigo `boleto.ts`",
    facts: ["me changed docs/pix/03-techspec.md"],
    diverges: [],
  },
  {
    says: "Removi o arquivo `config/legado.yaml` e atualizei o README.md.",
    facts: ["me changed README.md"],
    diverges: ["config/legado.yaml"],
  },
  {
    says: "Renomeei `pedido.ts` para `order.ts`. O arquivo docs/glossario.md foi atualizado.",
    facts: ["me renamed src/pedidos/pedido.ts -> src/pedidos/order.ts"],
    diverges: ["docs/glossario.md"],
  },
  {
    says: "Corrigi apenas a documentação em docs/pix. Não mexi em src/pix.",
    facts: ["me changed docs/pix/02-prd.md", "me changed src/pix/webhook.ts", "me changed src/pix/client.ts"],
    diverges: ["src/pix"],
  },
  {
    says: "Corrigi o cálculo do frete em frete.ts. A Ana mexeu no estoque ao mesmo tempo.",
    facts: [
      "me changed src/frete/frete.ts",
      "ana changed src/estoque/saldo.ts",
      "ana changed src/estoque/reserva.ts",
      "ana created src/estoque/lote.ts",
    ],
    diverges: [],
  },
  {
    says: "Ajustei o layout em web/src/App.tsx e fiz o commit 9bc01fe.",
    facts: ["me changed web/src/App.tsx"],
    diverges: ["9bc01fe"],
  },
  {
    says: "Foi criada a classe `ServicoDeFrete` e alterado o arquivo src/frete/calculo.ts.",
    facts: ["me changed docs/frete/02-prd.md"],
    diverges: ["ServicoDeFrete", "src/frete/calculo.ts"],
  },
  {
    says: "Добавил проверку ИНН в `src/clients/inn.ts`, обновил тесты в test/clients. Модуль src/billing не трогал.",
    facts: [
      "me changed src/clients/inn.ts",
      "me changed test/clients/inn.test.ts",
      "me changed test/clients/kpp.test.ts",
    ],
    diverges: [],
  },
  {
    says: "Создал файлы src/report/pdf.ts и src/report/csv.ts.",
    facts: ["me created src/report/pdf.ts"],
    diverges: ["src/report/csv.ts"],
  },
  {
    says: "Удалил `old-parser.ts`, обновил docs/parser/03-techspec.md.",
    facts: ["me deleted src/parser/old-parser.ts", "me changed docs/parser/03-techspec.md"],
    diverges: [],
  },
  {
    says: "Переименовал config.yaml в settings.yaml.",
    facts: ["me changed config.yaml"],
    diverges: ["config.yaml", "settings.yaml"],
  },
  {
    says: "Обновил README.md. Дальше нужно добавить `src/cache/redis.ts` и удалить memory.ts; позже перепишу index.ts.",
    facts: ["me changed README.md"],
    diverges: [],
  },
  {
    says: "Обновил только документацию: docs/search/02-prd.md.",
    facts: [
      "me changed docs/search/02-prd.md",
      "me changed src/search/index.ts",
      "me changed src/search/query.ts",
      "me created src/ranking/score.ts",
      "me created src/ranking/weights.ts",
    ],
    diverges: ["src/ranking"],
  },
  {
    says: "Исправил ошибку в `src/auth/token.ts` и закоммитил как 77ab3e0.",
    facts: ["me changed src/auth/token.ts", "me commit 77ab3e0912 src/auth/token.ts"],
    diverges: [],
  },
  {
    says: "Файл src/auth/token.ts не менял, исправлена только сборка в build/pack.mjs.",
    facts: ["me changed src/auth/token.ts", "me changed build/pack.mjs"],
    diverges: ["src/auth/token.ts"],
  },
  {
    says: "Updated src/a/one.ts.",
    facts: [
      "me changed src/a/one.ts",
      "? changed src/b/two.ts",
      "? changed src/b/three.ts",
      "? changed src/b/four.ts",
    ],
    diverges: [],
  },
  {
    says: "Changed src/a/one.ts after pulling main.",
    facts: ["me changed src/a/one.ts", "me pull 12ab34cd56 lib/x.ts lib/y.ts lib/z.ts lib/w.ts"],
    diverges: [],
  },
];
