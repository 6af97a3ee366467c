import type { AdrStatus } from "../project/adr/adr.js";
import type { ArtifactState } from "../project/stages.js";
import type { Confidence, LearningKind } from "../learning/learning-record.js";
import type { Language } from "../text/language.js";
import type { Severity } from "../diagnostics.js";
import type { IntelligenceFile } from "./files.js";

/** The words of the project intelligence documents in one language. `{0}`, `{1}` … are places for values. */
export interface PublishWords {
  readonly titles: Readonly<Record<IntelligenceFile, string>>;
  readonly more: string;
  readonly nothing: string;
  readonly unlearned: string;
  readonly orchestrations: string;
  readonly orchestration: string;
  readonly about: string;
  readonly state: string;
  readonly next: string;
  readonly documents: string;
  readonly language: string;
  readonly noOrchestrations: string;
  readonly layout: string;
  readonly decisionFolder: string;
  readonly topicCounts: string;
  readonly otherLanguages: string;
  readonly agentRules: string;
  readonly configuration: string;
  readonly otherPages: string;
  readonly commands: string;
  readonly components: string;
  readonly topics: string;
  readonly otherTopics: string;
  readonly current: string;
  readonly gone: string;
  readonly fromDocuments: string;
  readonly number: string;
  readonly title: string;
  readonly status: string;
  readonly severity: string;
  readonly absent: string;
  readonly date: string;
  readonly successor: string;
  readonly patterns: string;
  readonly risks: string;
  readonly risk: string;
  readonly source: string;
  readonly confidence: string;
  readonly holds: string;
  readonly moved: string;
  readonly findings: string;
  readonly findingsNote: string;
  readonly rule: string;
  readonly count: string;
  readonly where: string;
  readonly conflicts: string;
  readonly learnings: string;
  readonly kind: string;
  readonly signals: string;
  readonly noFindings: string;
  readonly noConflicts: string;
  readonly wholeProject: string;
  readonly statuses: Readonly<Record<AdrStatus, string>>;
  readonly states: Readonly<Record<ArtifactState, string>>;
  readonly confidences: Readonly<Record<Confidence, string>>;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly kinds: Readonly<Record<LearningKind, string>>;
  readonly languages: Readonly<Record<Language, string>>;
}

const EN: PublishWords = {
  titles: {
    "project-profile": "Project profile",
    "architecture-map": "Architecture map",
    "decision-index": "Decision index",
    "patterns-and-conventions": "Patterns and conventions",
    "risk-register": "Risk register",
    "quality-health": "Quality and health",
  },
  more: "… and {0} more",
  nothing: "The documents say nothing of this yet.",
  unlearned: "Nothing was learned from the documents yet: `sdd intelligence learn --all`.",
  orchestrations: "Orchestrations",
  orchestration: "Orchestration",
  about: "What it is about",
  state: "State",
  next: "Next stage",
  documents: "Documents",
  language: "Language",
  noOrchestrations: "There is no orchestration yet: no folder `docs/<slug>/` with stage documents.",
  layout: "Where things lie",
  decisionFolder: "Decision records: {0}",
  agentRules: "Rules for agents",
  configuration: "Configuration",
  otherPages: "More about the project",
  commands: "Commands",
  components: "Components and contracts",
  topics: "Decisions by topic",
  otherTopics: "Other",
  current: "Current decisions",
  gone: "No longer in force",
  fromDocuments: "Decisions in other documents",
  number: "No.",
  title: "Title",
  status: "Status",
  severity: "Severity",
  absent: "missing",
  topicCounts: "Topics of the decisions",
  otherLanguages: "Decisions in other languages",
  date: "Date",
  successor: "Replaced by",
  patterns: "What the documents ask for",
  risks: "Risks in the documents",
  risk: "Risk",
  source: "Source",
  confidence: "Confidence",
  holds: "holds",
  moved: "source has changed: look again",
  findings: "Findings by rule",
  findingsNote: "Each with its line and what to do: `sdd intelligence health`.",
  rule: "Rule",
  count: "Count",
  where: "Most in",
  conflicts: "Open conflicts",
  learnings: "Learnings",
  kind: "Kind",
  signals: "Quality signals",
  noFindings: "Nothing was found.",
  noConflicts: "There is none.",
  wholeProject: "Whole project",
  statuses: {
    accepted: "accepted",
    proposed: "proposed",
    draft: "draft",
    superseded: "superseded",
    deprecated: "deprecated",
    rejected: "rejected",
    unknown: "not said",
  },
  states: {
    pending: "pending",
    draft: "draft",
    recorded: "recorded",
    approved: "approved",
    optional: "optional",
  },
  confidences: { high: "high", medium: "medium", low: "low" },
  severities: { error: "error", warning: "warning", info: "remark" },
  kinds: {
    artifact_summary: "Summaries",
    decision: "Decisions",
    pattern: "Patterns",
    risk: "Risks",
    command: "Commands",
    quality_signal: "Quality signals",
  },
  languages: { "pt-BR": "Portuguese", en: "English", ru: "Russian" },
};

const PT: PublishWords = {
  titles: {
    "project-profile": "Perfil do projeto",
    "architecture-map": "Mapa da arquitetura",
    "decision-index": "Índice de decisões",
    "patterns-and-conventions": "Padrões e convenções",
    "risk-register": "Registro de riscos",
    "quality-health": "Qualidade e saúde",
  },
  more: "… e mais {0}",
  nothing: "Os documentos ainda não dizem nada sobre isto.",
  unlearned: "Nada foi aprendido dos documentos ainda: `sdd intelligence learn --all`.",
  orchestrations: "Orquestrações",
  orchestration: "Orquestração",
  about: "Do que trata",
  state: "Estado",
  next: "Próximo stage",
  documents: "Documentos",
  language: "Idioma",
  noOrchestrations: "Ainda não há orquestração: nenhuma pasta `docs/<slug>/` com documentos de stage.",
  layout: "Onde está cada coisa",
  decisionFolder: "Registros de decisão: {0}",
  agentRules: "Regras para agentes",
  configuration: "Configuração",
  otherPages: "Mais sobre o projeto",
  commands: "Comandos",
  components: "Componentes e contratos",
  topics: "Decisões por assunto",
  otherTopics: "Outras",
  current: "Decisões vigentes",
  gone: "Não vigentes",
  fromDocuments: "Decisões em outros documentos",
  number: "Nº",
  title: "Título",
  status: "Situação",
  severity: "Severidade",
  absent: "ausente",
  topicCounts: "Assuntos das decisões",
  otherLanguages: "Decisões em outros idiomas",
  date: "Data",
  successor: "Substituída por",
  patterns: "O que os documentos pedem",
  risks: "Riscos nos documentos",
  risk: "Risco",
  source: "Fonte",
  confidence: "Confiança",
  holds: "vale",
  moved: "a fonte mudou: reveja",
  findings: "Achados por regra",
  findingsNote: "Cada um com sua linha e o que fazer: `sdd intelligence health`.",
  rule: "Regra",
  count: "Quantidade",
  where: "Mais em",
  conflicts: "Conflitos em aberto",
  learnings: "Aprendizados",
  kind: "Tipo",
  signals: "Sinais de qualidade",
  noFindings: "Nada foi encontrado.",
  noConflicts: "Não há nenhum.",
  wholeProject: "Projeto inteiro",
  statuses: {
    accepted: "aceita",
    proposed: "proposta",
    draft: "rascunho",
    superseded: "substituída",
    deprecated: "descontinuada",
    rejected: "rejeitada",
    unknown: "não informada",
  },
  states: {
    pending: "pendente",
    draft: "rascunho",
    recorded: "registrado",
    approved: "aprovado",
    optional: "opcional",
  },
  confidences: { high: "alta", medium: "média", low: "baixa" },
  severities: { error: "erro", warning: "aviso", info: "observação" },
  kinds: {
    artifact_summary: "Resumos",
    decision: "Decisões",
    pattern: "Padrões",
    risk: "Riscos",
    command: "Comandos",
    quality_signal: "Sinais de qualidade",
  },
  languages: { "pt-BR": "português", en: "inglês", ru: "russo" },
};

const RU: PublishWords = {
  titles: {
    "project-profile": "Профиль проекта",
    "architecture-map": "Карта архитектуры",
    "decision-index": "Указатель решений",
    "patterns-and-conventions": "Паттерны и соглашения",
    "risk-register": "Реестр рисков",
    "quality-health": "Качество и состояние",
  },
  more: "… и ещё {0}",
  nothing: "Документы об этом пока ничего не говорят.",
  unlearned: "Из документов пока ничего не извлечено: `sdd intelligence learn --all`.",
  orchestrations: "Оркестрации",
  orchestration: "Оркестрация",
  about: "О чём она",
  state: "Состояние",
  next: "Следующий этап",
  documents: "Документы",
  language: "Язык",
  noOrchestrations: "Оркестраций пока нет: нет папки `docs/<slug>/` с документами этапов.",
  layout: "Где что лежит",
  decisionFolder: "Записи решений: {0}",
  agentRules: "Правила для агентов",
  configuration: "Настройки",
  otherPages: "Ещё о проекте",
  commands: "Команды",
  components: "Компоненты и контракты",
  topics: "Решения по темам",
  otherTopics: "Прочее",
  current: "Действующие решения",
  gone: "Не действуют",
  fromDocuments: "Решения в других документах",
  number: "№",
  title: "Название",
  status: "Статус",
  severity: "Важность",
  absent: "нет файла",
  topicCounts: "Темы решений",
  otherLanguages: "Решения на других языках",
  date: "Дата",
  successor: "Заменено на",
  patterns: "Чего требуют документы",
  risks: "Риски в документах",
  risk: "Риск",
  source: "Источник",
  confidence: "Уверенность",
  holds: "в силе",
  moved: "источник изменился: проверьте",
  findings: "Замечания по правилам",
  findingsNote: "Каждое со строкой и с тем, что делать: `sdd intelligence health`.",
  rule: "Правило",
  count: "Количество",
  where: "Больше всего в",
  conflicts: "Открытые противоречия",
  learnings: "Извлечённое",
  kind: "Вид",
  signals: "Сигналы качества",
  noFindings: "Замечаний нет.",
  noConflicts: "Противоречий нет.",
  wholeProject: "Весь проект",
  statuses: {
    accepted: "принято",
    proposed: "предложено",
    draft: "черновик",
    superseded: "заменено",
    deprecated: "устарело",
    rejected: "отклонено",
    unknown: "не указан",
  },
  states: {
    pending: "ожидает",
    draft: "черновик",
    recorded: "зафиксировано",
    approved: "утверждено",
    optional: "необязательно",
  },
  confidences: { high: "высокая", medium: "средняя", low: "низкая" },
  severities: { error: "ошибка", warning: "предупреждение", info: "примечание" },
  kinds: {
    artifact_summary: "Резюме",
    decision: "Решения",
    pattern: "Паттерны",
    risk: "Риски",
    command: "Команды",
    quality_signal: "Сигналы качества",
  },
  languages: { "pt-BR": "португальский", en: "английский", ru: "русский" },
};

export const PUBLISH_WORDS: Readonly<Record<Language, PublishWords>> = { "pt-BR": PT, en: EN, ru: RU };
