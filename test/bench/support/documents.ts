import type { Sentences, Tongue } from "./words.js";

/** What one generated document is to be. */
export interface DocumentPlan {
  /** Relative to the project root. */
  readonly path: string;
  /** The orchestration's; empty for documents of the whole project. */
  readonly slug: string;
  readonly stage: string | undefined;
  readonly tongue: Tongue;
}

const HEADINGS: Readonly<Record<Tongue, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    prd: [
      "Summary",
      "Goals",
      "Non-goals",
      "Users",
      "Requirements",
      "Acceptance criteria",
      "Metrics",
      "Risks",
    ],
    techspec: ["Technical overview", "Architecture", "Contracts", "Data", "Security", "Tests", "Risks"],
    adr: ["Context", "Decision", "Considered options", "Consequences"],
    other: ["Overview", "Requirements", "Decisions", "Risks", "Validation commands", "Open questions"],
  },
  pt: {
    prd: ["Resumo", "Objetivos", "Não objetivos", "Usuários", "Requisitos", "Critérios de aceite", "Riscos"],
    techspec: ["Visão técnica", "Arquitetura", "Contratos", "Dados", "Segurança", "Testes", "Riscos"],
    adr: ["Contexto", "Decisão", "Alternativas consideradas", "Consequências"],
    other: ["Resumo", "Requisitos", "Decisões", "Riscos", "Comandos de validação", "Perguntas em aberto"],
  },
  ru: {
    prd: ["Резюме", "Цели", "Не цели", "Пользователи", "Требования", "Критерии приёмки", "Риски"],
    techspec: ["Обзор", "Архитектура", "Контракты", "Данные", "Безопасность", "Тесты", "Риски"],
    adr: ["Контекст", "Решение", "Отклонённые альтернативы", "Последствия"],
    other: ["Обзор", "Требования", "Решения", "Риски", "Команды проверки", "Открытые вопросы"],
  },
};

const TRACE: Readonly<Record<Tongue, readonly [string, string, string]>> = {
  en: ["Traceability", "Orchestration", "Current state"],
  pt: ["Rastreabilidade", "Orquestração", "Estado atual"],
  ru: ["Трассировка", "Оркестрация", "Текущее состояние"],
};

/** Smaller documents are more frequent than larger ones, as in real trees; the mean is near 8 KB. */
function sizeFrom(random: () => number): number {
  return Math.round(2_000 + 18_000 * random() ** 2);
}

function headOf({ path, slug, stage, tongue }: DocumentPlan, number: number): string {
  const name = path.slice(path.lastIndexOf("/") + 1, -3);
  if (stage === "adr" || path.startsWith("docs/adr/")) {
    const status =
      number % 7 === 0 ? "Superseded by [0001](0001-record.md)" : number % 3 === 0 ? "Proposed" : "Accepted";
    return `# ${name.replace("-", " ")} of ${slug}\n\n**Status:** ${status}\n**Date:** 2026-02-01\n`;
  }
  const front =
    number % 6 === 0
      ? `---\ntitle: ${name} ${slug}\ntags: [billing, review]\nowner: team-${number % 9}\n---\n`
      : "";
  if (stage === undefined) return `${front}# ${name} ${slug}\n`;
  const [trace, orchestration, state] = TRACE[tongue];
  const bullets = `- ${orchestration}: Flow ${slug}\n- Slug: \`${slug}\`\n- ${state}: ${stage === "tasks" ? "draft" : "approved"}\n`;
  return `${front}# ${stage.toUpperCase()} — Flow ${slug}\n\n## ${trace}\n\n${bullets}`;
}

/** One block below a heading: prose, a list, a table or code, in turns. */
function blockOf(kind: number, tongue: Tongue, sentences: Sentences, random: () => number): string {
  if (kind % 5 === 1) {
    return Array.from({ length: 4 }, () => `- ${sentences.next(tongue)}`).join("\n");
  }
  if (kind % 5 === 3) {
    const rows = Array.from({ length: 3 }, (_, row) => `| R${row} | ${sentences.next(tongue)} |`);
    return `| id | text |\n| --- | --- |\n${rows.join("\n")}`;
  }
  if (kind % 11 === 4) return `\`\`\`sh\nnpm run check -- --scope ${Math.floor(random() * 500)}\n\`\`\``;
  const link = kind % 4 === 2 ? ` See [the plan](03-techspec.md#data) and [0001](adrs/0001-storage.md).` : "";
  return `${sentences.paragraph(tongue, 3)}${link}`;
}

/** The text of a document; at least as long as its drawn size, by less than a block. */
export function generateDocument(plan: DocumentPlan, sentences: Sentences, random: () => number): string {
  const number = Math.floor(random() * 1_000);
  const sections = HEADINGS[plan.tongue];
  const headings =
    sections[plan.path.startsWith("docs/adr/") ? "adr" : (plan.stage ?? "other")] ?? sections["other"] ?? [];
  // A letter of Cyrillic takes two bytes.
  const size = sizeFrom(random) / (plan.tongue === "ru" ? 1.8 : 1);
  const perSection = size / headings.length;
  let text = headOf(plan, number);
  let kind = number;
  for (const [index, heading] of headings.entries()) {
    text += `\n## ${heading}\n`;
    while (text.length < perSection * (index + 1))
      text += `\n${blockOf(kind++, plan.tongue, sentences, random)}\n`;
  }
  return text;
}
