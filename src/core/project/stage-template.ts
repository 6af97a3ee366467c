import type { Language } from "../text/language.js";
import type { Orchestration } from "./project.js";
import { stageFileName, STAGES, stageOrder, type Stage } from "./stages.js";

/**
 * What a new document of a stage begins with: the header that ties it to its orchestration, and the sections that the
 * stage requires (DESIGN §5), in the language of the orchestration. Sections of the stages for which nothing is
 * required are a start, no rule.
 */

const KINDS: Readonly<Record<Stage, string>> = {
  "project-discovery": "Project Discovery",
  risk: "Risk Classification",
  idea: "Idea",
  prd: "PRD",
  techspec: "Tech Spec",
  tasks: "Tasks",
  refinement: "Refinement",
  execution: "Execution",
  adr: "ADR",
  review: "Review",
  qa: "QA",
  memory: "Memory",
};

/** The titles of a stage's sections in each language, in order, set apart by `; `. */
export const STAGE_SECTIONS: Readonly<Record<Language, Readonly<Record<Stage, string>>>> = {
  "pt-BR": {
    "project-discovery": "Resumo; Contexto; Arquitetura; Convenções; Riscos; Comandos",
    risk: "Classificação de risco; Fatores; Checkpoints; Evidências mínimas",
    idea: "Problema; Objetivo; Usuários; Critérios de sucesso",
    prd: "Resumo; Objetivos; Não objetivos; Usuários; Requisitos; Critérios de aceite; Métricas; Riscos; Diagramas",
    techspec:
      "Visão técnica; Arquitetura; Contratos; Dados; Segurança; Performance; Observabilidade; Testes; Riscos; Plano de implementação; Diagramas",
    tasks:
      "Backlog; Dependências; Critérios de aceite; Definition of Done; Estratégia de testes; Ordem sugerida; Prompts Agent",
    refinement: "Resumo; Decisões; Questões em aberto; Tarefas",
    execution: "Resumo; Decisões; Comandos de validação; Pendências",
    adr: "Contexto; Decisão; Alternativas consideradas; Consequências",
    review: "Resumo; Achados; Decisão; Pendências",
    qa: "Resumo; Casos de teste; Evidências; Achados",
    memory: "Resumo; Decisões; Lições aprendidas; Pendências",
  },
  en: {
    "project-discovery": "Summary; Background; Architecture; Conventions; Risks; Commands",
    risk: "Risk classification; Factors; Checkpoints; Minimum evidence",
    idea: "Problem; Goal; Users; Success criteria",
    prd: "Summary; Goals; Non-goals; Users; Requirements; Acceptance criteria; Metrics; Risks; Diagrams",
    techspec:
      "Technical overview; Architecture; Contracts; Data; Security; Performance; Observability; Tests; Risks; Implementation plan; Diagrams",
    tasks:
      "Backlog; Dependencies; Acceptance criteria; Definition of Done; Test strategy; Suggested order; Agent prompts",
    refinement: "Summary; Decisions; Open questions; Tasks",
    execution: "Summary; Decisions; Validation commands; Open questions",
    adr: "Context; Decision; Alternatives considered; Consequences",
    review: "Summary; Findings; Decision; Open questions",
    qa: "Summary; Test plan; Evidence; Findings",
    memory: "Summary; Decisions; Lessons learned; Open questions",
  },
  ru: {
    "project-discovery": "Резюме; Контекст; Архитектура; Соглашения; Риски; Команды",
    risk: "Классификация рисков; Факторы; Контрольные точки; Минимальные свидетельства",
    idea: "Проблема; Цель; Пользователи; Критерии успеха",
    prd: "Резюме; Цели; Не цели; Пользователи; Требования; Критерии приёмки; Метрики; Риски; Диаграммы",
    techspec:
      "Техническое видение; Архитектура; Контракты; Данные; Безопасность; Производительность; Наблюдаемость; Тесты; Риски; План реализации; Диаграммы",
    tasks:
      "Бэклог; Зависимости; Критерии приёмки; Определение готовности; Стратегия тестирования; Рекомендуемый порядок; Промпты агента",
    refinement: "Резюме; Решения; Открытые вопросы; Задачи",
    execution: "Резюме; Решения; Команды проверки; Открытые вопросы",
    adr: "Контекст; Решение; Рассмотренные альтернативы; Последствия",
    review: "Резюме; Находки; Решение; Открытые вопросы",
    qa: "Резюме; План тестирования; Свидетельства; Находки",
    memory: "Резюме; Решения; Извлечённые уроки; Открытые вопросы",
  },
};

interface HeaderWords {
  readonly title: string;
  readonly orchestration: string;
  readonly slug: string;
  readonly origin: string;
  readonly state: string;
  readonly next: string;
  readonly canonical: string;
}

const HEADER: Readonly<Record<Language, HeaderWords>> = {
  "pt-BR": {
    title: "Rastreabilidade",
    orchestration: "Orquestração",
    slug: "Slug",
    origin: "Origem",
    state: "Estado atual",
    next: "Próximo artefato",
    canonical: "Fonte canônica local",
  },
  en: {
    title: "Traceability",
    orchestration: "Orchestration",
    slug: "Slug",
    origin: "Origin",
    state: "Current state",
    next: "Next artifact",
    canonical: "Local canonical source",
  },
  ru: {
    title: "Трассировка",
    orchestration: "Оркестрация",
    slug: "Слаг",
    origin: "Источник",
    state: "Текущее состояние",
    next: "Следующий артефакт",
    canonical: "Локальный канонический источник",
  },
};

/** The title of the traceability header in each language. */
export const TRACE_TITLES: Readonly<Record<Language, string>> = {
  "pt-BR": HEADER["pt-BR"].title,
  en: HEADER.en.title,
  ru: HEADER.ru.title,
};

/** The document right before a stage, else the map. */
function originOf(orchestration: Orchestration, stage: Stage): string {
  const earlier = orchestration.artifacts.filter(
    (item) => item.stage !== undefined && stageOrder(item.stage) < stageOrder(stage),
  );
  return earlier.at(-1)?.path ?? orchestration.mapPath;
}

/** The headings that a stage's document must have, in one language, without the traceability header. */
function requiredSections(stage: Stage, language: Language): readonly string[] {
  return STAGE_SECTIONS[language][stage].split("; ");
}

/** The text of a new document. */
export function stageTemplate(orchestration: Orchestration, stage: Stage, language: Language): string {
  const words = HEADER[language];
  const next = STAGES[stageOrder(stage) + 1];
  const bullets = [
    `- ${words.orchestration}: ${orchestration.name}`,
    `- ${words.slug}: ${orchestration.slug}`,
    `- ${words.origin}: ${originOf(orchestration, stage)}`,
    `- ${words.state}: draft`,
    ...(next === undefined ? [] : [`- ${words.next}: ${orchestration.folder}/${stageFileName(next)}`]),
    `- ${words.canonical}: ${orchestration.mapPath}`,
  ];
  const sections = requiredSections(stage, language).map((title) => `## ${title}\n`);
  const header = `# ${KINDS[stage]} — ${orchestration.name}\n\n## ${words.title}\n\n${bullets.join("\n")}\n`;
  return `${header}\n${sections.join("\n")}`;
}
