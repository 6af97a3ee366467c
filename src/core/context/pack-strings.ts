import type { DiagnosticCode } from "../diagnostics.js";
import type { ExclusionReason } from "./ranking.js";
import type { Language } from "../text/language.js";
import type { Part } from "./vocabulary.js";

/** The words of a pack in one language. `{0}`, `{1}` … are places for values. */
export interface PackStrings {
  readonly traceability: string;
  readonly orchestration: string;
  readonly stage: string;
  readonly generatedAt: string;
  readonly canonicalSource: string;
  readonly parts: Readonly<Record<Part, string>>;
  readonly manifest: string;
  readonly considered: string;
  readonly included: string;
  readonly excluded: string;
  readonly stale: string;
  readonly limit: string;
  readonly cut: string;
  readonly omitted: string;
  readonly repeated: string;
  readonly conflictCount: string;
  readonly intro: string;
  readonly nothing: string;
  /** Where a part has sources and none of them found room. */
  readonly noRoom: string;
  readonly notThere: string;
  /** What is said of the document that the stage itself is to write. */
  readonly ownDocument: string;
  readonly toWrite: string;
  readonly checkpoint: string;
  readonly reasons: Readonly<Record<ExclusionReason, string>>;
  readonly conflicts: Readonly<Partial<Record<DiagnosticCode, string>>>;
  readonly learnings: Readonly<Record<string, string>>;
  /** What stands beside the name of learnings whose sources have moved. */
  readonly staleLearnings: string;
}

const PT: PackStrings = {
  traceability: "Rastreabilidade",
  orchestration: "Orquestração",
  stage: "Stage",
  generatedAt: "Gerado em",
  canonicalSource: "Fonte canônica",
  parts: {
    essential: "Contexto essencial",
    artifacts: "Artefatos obrigatórios",
    decisions: "Decisões relevantes",
    patterns: "Padrões úteis",
    risks: "Riscos e conflitos",
    commands: "Comandos e validações sugeridas",
  },
  manifest: "Manifesto de contexto",
  considered: "Fontes consideradas",
  included: "Fontes incluídas",
  excluded: "Fontes excluídas",
  stale: "Fontes obsoletas",
  limit: "Limite aplicado",
  cut: "Seções encurtadas",
  omitted: "Seções não citadas das fontes incluídas",
  conflictCount: "Conflitos",
  repeated: "Parágrafos repetidos omitidos",
  intro: "Trechos citados dos documentos do projeto; `[…]` marca omissões. Abra o documento para o restante.",
  nothing: "Nada nas fontes.",
  noRoom: "Há fontes, mas não couberam no limite.",
  notThere: "ausente",
  ownDocument: "documento deste stage",
  toWrite: "a escrever",
  checkpoint: "decida em um checkpoint",
  reasons: {
    "not-earlier": "não anteriores",
    missing: "ausentes",
    superseded: "substituídas",
    rejected: "rejeitadas",
    unreadable: "ilegíveis",
    "not-related": "não relacionadas",
    "other-orchestration": "de outras orquestrações",
    outranked: "menos relacionadas",
    redaction: "redação não concluída",
    "nothing-to-quote": "nada a citar",
    "repeats-others": "repetem outras",
    "no-room": "sem espaço",
    "not-quoted": "não citadas",
  },
  conflicts: {
    "artifact-state-differs": "{path}: o cabeçalho diz “{0}”, o mapa diz “{1}”",
    "artifact-hash-differs": "{path}: o arquivo do stage {0} mudou depois do sha256 registrado no mapa",
    "artifact-missing": "{0} ({1}) consta no mapa como {2}, mas não existe",
    "adr-number-repeated": "decisões aprovadas têm o mesmo número {0}: {1}",
    "adr-superseded-quoted": "{path} cita {0}, que foi substituída",
    "decisions-opposed": "{path} diz “{0}”, mas {2} diz “{1}”",
    "decision-values-differ": "{0} é {1} em {path}, mas {2} em {3}",
    "learning-contradicted": "o aprendizado “{0}” ({path}) contradiz {2}: “{1}”",
  },
  learnings: {
    decision: "Decisões aprendidas",
    pattern: "Padrões aprendidos",
    risk: "Riscos aprendidos",
    command: "Comandos aprendidos",
    quality_signal: "Sinais de qualidade",
    artifact_summary: "Resumos de artefatos",
    event: "Eventos",
  },
  staleLearnings: "obsoletos: a fonte mudou desde então",
};

const EN: PackStrings = {
  traceability: "Traceability",
  orchestration: "Orchestration",
  stage: "Stage",
  generatedAt: "Generated at",
  canonicalSource: "Canonical source",
  parts: {
    essential: "Essential context",
    artifacts: "Required artifacts",
    decisions: "Relevant decisions",
    patterns: "Useful patterns",
    risks: "Risks and conflicts",
    commands: "Suggested commands and validations",
  },
  manifest: "Context manifest",
  considered: "Sources considered",
  included: "Sources included",
  excluded: "Sources excluded",
  stale: "Sources stale",
  limit: "Limit applied",
  cut: "Sections cut short",
  omitted: "Sections not quoted of included sources",
  conflictCount: "Conflicts",
  repeated: "Repeated paragraphs left out",
  intro: "Quoted from the project's documents; `[…]` marks what was left out. Open a document for the rest.",
  nothing: "Nothing in the sources.",
  noRoom: "There are sources, but the limit had no room for them.",
  notThere: "missing",
  ownDocument: "this stage's own document",
  toWrite: "to be written",
  checkpoint: "settle it at a checkpoint",
  reasons: {
    "not-earlier": "not earlier",
    missing: "missing",
    superseded: "superseded",
    rejected: "rejected",
    unreadable: "unreadable",
    "not-related": "not related",
    "other-orchestration": "of other orchestrations",
    outranked: "less related",
    redaction: "redaction not finished",
    "nothing-to-quote": "nothing to quote",
    "repeats-others": "repeat others",
    "no-room": "no room",
    "not-quoted": "not quoted",
  },
  conflicts: {
    "artifact-state-differs": "{path}: the header says “{0}”, the map says “{1}”",
    "artifact-hash-differs": "{path}: the file of the stage {0} changed after the map's sha256 was recorded",
    "artifact-missing": "{0} ({1}) stands in the map as {2}, but is not there",
    "adr-number-repeated": "approved decisions share the number {0}: {1}",
    "adr-superseded-quoted": "{path} quotes {0}, which is superseded",
    "decisions-opposed": "{path} says “{0}”, but {2} says “{1}”",
    "decision-values-differ": "{0} is {1} in {path}, but {2} in {3}",
    "learning-contradicted": "the learning “{0}” ({path}) contradicts {2}: “{1}”",
  },
  learnings: {
    decision: "Learned decisions",
    pattern: "Learned patterns",
    risk: "Learned risks",
    command: "Learned commands",
    quality_signal: "Quality signals",
    artifact_summary: "Artifact summaries",
    event: "Events",
  },
  staleLearnings: "stale: the source has changed since",
};

const RU: PackStrings = {
  traceability: "Трассировка",
  orchestration: "Оркестрация",
  stage: "Этап",
  generatedAt: "Создано",
  canonicalSource: "Канонический источник",
  parts: {
    essential: "Основной контекст",
    artifacts: "Обязательные артефакты",
    decisions: "Релевантные решения",
    patterns: "Полезные паттерны",
    risks: "Риски и конфликты",
    commands: "Предлагаемые команды и проверки",
  },
  manifest: "Манифест контекста",
  considered: "Источников рассмотрено",
  included: "Источников включено",
  excluded: "Источников исключено",
  stale: "Источников устарело",
  limit: "Применённый лимит",
  cut: "Сокращено разделов",
  omitted: "Не процитировано разделов включённых источников",
  conflictCount: "Конфликтов",
  repeated: "Опущено повторяющихся абзацев",
  intro: "Цитаты из документов проекта; `[…]` отмечает пропуски. Остальное смотрите в самом документе.",
  nothing: "В источниках ничего нет.",
  noRoom: "Источники есть, но в лимит они не поместились.",
  notThere: "отсутствует",
  ownDocument: "документ этого этапа",
  toWrite: "предстоит написать",
  checkpoint: "решите на контрольной точке",
  reasons: {
    "not-earlier": "не предшествующие",
    missing: "отсутствуют",
    superseded: "заменённые",
    rejected: "отклонённые",
    unreadable: "нечитаемые",
    "not-related": "не связанные",
    "other-orchestration": "других оркестраций",
    outranked: "менее связанные",
    redaction: "не удалось скрыть секреты",
    "nothing-to-quote": "нечего цитировать",
    "repeats-others": "повторяют другие",
    "no-room": "не хватило места",
    "not-quoted": "не процитированы",
  },
  conflicts: {
    "artifact-state-differs": "{path}: в заголовке «{0}», в карте «{1}»",
    "artifact-hash-differs": "{path}: файл этапа {0} изменился после записи sha256 в карту",
    "artifact-missing": "{0} ({1}) значится в карте как {2}, но файла нет",
    "adr-number-repeated": "принятые решения имеют один номер {0}: {1}",
    "adr-superseded-quoted": "{path} ссылается на {0}, которое заменено",
    "decisions-opposed": "{path}: «{0}», но {2}: «{1}»",
    "decision-values-differ": "{0}: {1} в {path}, но {2} в {3}",
    "learning-contradicted": "извлечённое «{0}» ({path}) противоречит {2}: «{1}»",
  },
  learnings: {
    decision: "Извлечённые решения",
    pattern: "Извлечённые паттерны",
    risk: "Извлечённые риски",
    command: "Извлечённые команды",
    quality_signal: "Сигналы качества",
    artifact_summary: "Сводки артефактов",
    event: "События",
  },
  staleLearnings: "устарело: источник с тех пор изменился",
};

export const PACK_STRINGS: Readonly<Record<Language, PackStrings>> = { "pt-BR": PT, en: EN, ru: RU };
