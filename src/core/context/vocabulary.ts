import type { Language } from "../text/language.js";

/**
 * What headings mean, in the languages a pack speaks. This is data: to teach a heading, add its folded form (lower
 * case, no accents, no numbering) to a role. Longer phrases win over shorter ones; see `roles.ts` for the matching.
 */

/** Headings of a pack's parts, in their order. `trace` and `manifest` frame the pack and quote nothing. */
export const PARTS = ["essential", "artifacts", "decisions", "patterns", "risks", "commands"] as const;
export type Part = (typeof PARTS)[number];

export interface RoleEntry {
  /** The part of the pack that sections of this role are quoted in; `undefined`: never quoted. */
  readonly part: Part | undefined;
  /** How much an agent needs such a section, relative to a section of no known role (1). */
  readonly weight: number;
  readonly phrases: Readonly<Record<Language, readonly string[]>>;
}

const entry = (part: Part | undefined, weight: number, pt: string, en: string, ru: string): RoleEntry => ({
  part,
  weight,
  phrases: { "pt-BR": pt.split("; "), en: en.split("; "), ru: ru.split("; ") },
});

export const ROLES = {
  requirements: entry(
    "essential",
    1.3,
    "requisitos; requisitos funcionais; requisitos nao funcionais; regras de negocio; historias de usuario; casos de uso; funcionalidades; cenarios",
    "requirements; functional requirements; non-functional requirements; nonfunctional requirements; business rules; user stories; user story; use cases; features; scenarios; user scenarios; added requirements; modified requirements; removed requirements; what changes; story; must have",
    "требования; функциональные требования; нефункциональные требования; бизнес-правила; пользовательские истории; сценарии; сценарии использования; варианты использования; функциональность",
  ),
  acceptance: entry(
    "essential",
    1.3,
    "criterios de aceite; criterios de aceitacao; criterios de sucesso; definition of done; definicao de pronto; evidencias minimas; checkpoints",
    "acceptance criteria; success criteria; definition of done; done when; exit criteria; acceptance scenarios; acceptance; checkpoints; minimum evidence",
    "критерии приемки; критерии приёмки; критерии успеха; критерии готовности; определение готовности; минимальные свидетельства; контрольные точки",
  ),
  constraints: entry(
    "essential",
    1.2,
    "restricoes; limites; premissas; nao objetivos; fora de escopo; fora do escopo; compatibilidade; nao fazer; invariantes; principios",
    "constraints; limits; limitations; assumptions; non-goals; non goals; non-objectives; nongoals; out of scope; compatibility; invariants; principles; core principles; guardrails; what not to do; boundaries",
    "ограничения; допущения; не цели; нецели; вне рамок; вне области; совместимость; инварианты; принципы; что не делать; границы",
  ),
  goals: entry(
    "essential",
    1.1,
    "resumo; resumo executivo; objetivo; objetivos; problema; visao geral; visao tecnica; visao; escopo; usuarios; publico; motivacao; contexto; estado atual; metricas; metricas de sucesso; classificacao de risco; fatores; resultado; hipotese; introducao; proposta de valor",
    "summary; executive summary; objective; objectives; goal; goals; problem; problems; problem statement; overview; technical overview; technical vision; vision; scope; users; personas; motivation; why; background; current state; metrics; success metrics; impact; purpose; outcome; introduction; abstract; risk classification; factors; proposal; tl;dr",
    "резюме; кратко; цель; цели; проблема; обзор; видение; техническое видение; область; рамки; пользователи; мотивация; метрики; текущее состояние; назначение; введение; зачем; классификация рисков; факторы",
  ),
  contracts: entry(
    "artifacts",
    1.3,
    "contratos; contrato; interfaces; interface; api; apis; modelo de dados; modelo de dados proposto; dados; esquema; esquemas; formatos; nomes; glossario; novos comandos; eventos; payloads; entidades; configuracao; config; caminhos; variaveis de ambiente",
    "contracts; contract; interfaces; interface; api; apis; endpoints; data model; data models; data; schema; schemas; formats; format; names; naming; glossary; key entities; entities; events; payloads; types; configuration; config; settings; paths; environment variables; protocol; signatures; commands and names; options; cli reference",
    "контракты; контракт; интерфейсы; интерфейс; модель данных; данные; схема; схемы; форматы; формат; имена; глоссарий; сущности; события; типы; конфигурация; настройки; протокол; термины",
  ),
  design: entry(
    "artifacts",
    1,
    "arquitetura; arquitetura proposta; componentes; desenho; desenho tecnico; fluxo; fluxos; seguranca; performance; desempenho; observabilidade; diagramas; implementacao; detalhes tecnicos; solucao; modulos; estrutura do projeto; estrutura de arquivos",
    "architecture; components; design; technical design; flow; flows; workflow; security; performance; observability; diagrams; implementation; implementation details; technical details; technical context; solution; modules; project structure; file structure; structure; tech stack; how it works; dev notes; technical approach; approach; source tree",
    "архитектура; компоненты; дизайн; проект; поток; потоки; безопасность; производительность; наблюдаемость; диаграммы; реализация; решение задачи; модули; структура проекта; как это работает; стек",
  ),
  plan: entry(
    "artifacts",
    1,
    "plano de implementacao; plano; backlog; tarefas; dependencias; ordem sugerida; fases; marcos; roadmap; proximos passos; prompts agent; cronograma; entregas; sequencia; ordem de implementacao",
    "implementation plan; plan; backlog; tasks; task list; dependencies; suggested order; phases; milestones; roadmap; next steps; agent prompts; schedule; deliverables; implementation order; todo; work items; epics; stories; implementation strategy; rollout",
    "план реализации; план внедрения; план; бэклог; задачи; зависимости; рекомендуемый порядок; порядок; фазы; этапы; вехи; дорожная карта; следующие шаги; промпты агента",
  ),
  decisions: entry(
    "decisions",
    1.2,
    "decisao; decisoes; decisoes de arquitetura; decisoes tecnicas; decisoes relevantes; justificativa; racional; consequencias; resultado da decisao; motivadores; porque",
    "decision; decisions; decision outcome; decision drivers; key decisions; architecture decisions; design decisions; technical decisions; rationale; consequences; positive consequences; negative consequences; confirmation; decision rationale; research decisions; resolution; why this approach; positive; negative; neutral",
    "решение; решения; принятое решение; принятые решения; последствия; обоснование; движущие силы; архитектурные решения; почему так; положительные; отрицательные; плюсы; минусы",
  ),
  alternatives: entry(
    "decisions",
    1.05,
    "alternativas; alternativas consideradas; alternativas rejeitadas; opcoes; opcoes consideradas; pros e contras; trade-offs; o que nao escolhemos",
    "alternatives; alternatives considered; rejected alternatives; considered options; considered alternatives; options considered; pros and cons; pros and cons of the options; trade-offs; tradeoffs; alternatives rejected; why not",
    "альтернативы; рассмотренные альтернативы; отклоненные альтернативы; отклонённые альтернативы; рассмотренные варианты; варианты; за и против; компромиссы; почему не",
  ),
  risks: entry(
    "risks",
    1,
    "riscos; risco; riscos e mitigacoes; mitigacoes; riscos e conflitos; questoes em aberto; questoes abertas; perguntas em aberto; pendencias; duvidas; problemas conhecidos; dividas tecnicas; achados; bloqueios; rollback; plano de reversao",
    "risks; risk; risks and mitigations; mitigations; open questions; unresolved questions; known issues; technical debt; findings; blockers; edge cases; error handling; rollback; concerns; risk register; failure modes; issues; gaps; caveats; threats",
    "риски; риск; риски и меры; меры; открытые вопросы; вопросы; известные проблемы; технический долг; находки; блокеры; граничные случаи; крайние случаи; обработка ошибок; откат",
  ),
  patterns: entry(
    "patterns",
    1.05,
    "padroes; padroes uteis; convencoes; padroes e convencoes; boas praticas; diretrizes; regras; estilo de codigo; licoes aprendidas; aprendizados; padroes de codigo",
    "patterns; useful patterns; conventions; patterns and conventions; best practices; guidelines; rules; code style; coding style; coding standards; lessons learned; learnings; style guide; standards; code conventions; development guidelines; practices",
    "паттерны; полезные паттерны; соглашения; конвенции; лучшие практики; рекомендации; правила; стиль кода; извлеченные уроки; уроки; стандарты",
  ),
  commands: entry(
    "commands",
    1.25,
    "comandos; comandos de validacao; comandos e validacoes; validacao; validacoes; como validar; como executar; como testar; verificacao; testes; estrategia de testes; plano de testes; execucao; casos de teste; evidencias",
    "commands; validation; validations; validation commands; how to run; how to test; verification; build and test; testing; tests; test strategy; testing strategy; test plan; quickstart; quick start; running; setup; build; development commands; validation plan; independent test; usage; getting started; installation; qa results",
    "команды; команды проверки; проверка; проверки; валидация; как запустить; как проверить; тестирование; тесты; стратегия тестирования; план тестирования; запуск; сборка; быстрый старт",
  ),
  /** What is about the document rather than the work, as long as it is short or made of links. */
  apparatus: entry(
    undefined,
    0.7,
    "referencias; links; historico; adrs relacionadas; documentos relacionados; status; situacao; metadados; veja tambem",
    "references; links; see also; related; related adrs; related documents; history; status; metadata; more information",
    "ссылки; связанные adr; связанные документы; см. также; история; статус; метаданные; источники; дополнительно",
  ),
  boilerplate: entry(
    undefined,
    0,
    "rastreabilidade; sumario; indice; conteudo; historico de alteracoes; historico de revisoes; registro de alteracoes; agradecimentos; licenca; autores",
    "traceability; table of contents; contents; toc; changelog; change log; revision history; version history; acknowledgements; license; authors; document history; dev agent record; agent model used; file list",
    "трассировка; содержание; оглавление; история изменений; изменения; лицензия; авторы",
  ),
} as const satisfies Record<string, RoleEntry>;

export type Role = keyof typeof ROLES;
