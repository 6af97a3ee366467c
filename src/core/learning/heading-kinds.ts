import { matchHeading, roleOfHeading } from "../context/roles.js";
import type { Role } from "../context/vocabulary.js";
import { baseName } from "../project/paths.js";
import { LANGUAGES, type Language } from "../text/language.js";
import { fold } from "../text/fold.js";
import type { LearningKind } from "./learning-record.js";

/**
 * What a section may be learned as, by its heading alone. The roles of `context/vocabulary.ts` say what a pack needs;
 * a learning asks for more: "Consequences" belongs with decisions in a pack, and is no decision. Where a phrase stands
 * here, it decides; otherwise the role does. This is data: add the folded form of a heading.
 */

/**
 * `summary`, `goal`, `problem`, `context`: what the document is about, the best first. `reason`: why a decision was
 * taken. `none`: nothing to learn.
 */
export type SectionUse =
  Exclude<LearningKind, "artifact_summary"> | "summary" | "goal" | "problem" | "context" | "reason" | "none";

type Phrases = Readonly<Record<Language, string>>;

const PHRASES: readonly (readonly [SectionUse, Phrases])[] = [
  [
    "summary",
    {
      "pt-BR": "resumo; resumo executivo; visao geral; visao tecnica; introducao; ideia; em resumo",
      en: "summary; executive summary; overview; technical overview; technical vision; introduction; abstract; tl;dr; in short",
      ru: "резюме; кратко; краткое содержание; обзор; техническое видение; введение; суть; идея; punchline",
    },
  ],
  [
    "goal",
    {
      "pt-BR": "objetivo; objetivos; objetivo do plano; visao; proposito; proposta; motivacao",
      en: "objective; objectives; goal; goals; vision; purpose; proposal; motivation; why",
      ru: "цель; цели; видение; назначение; мотивация; зачем; задача",
    },
  ],
  [
    "problem",
    {
      "pt-BR": "problema; contexto e problema",
      en: "problem; problems; problem statement; context and problem statement; problem and context",
      ru: "проблема; проблемы; контекст и проблема; проблематика",
    },
  ],
  [
    "context",
    {
      "pt-BR": "contexto; estado atual",
      en: "context; background; current state",
      ru: "контекст; предыстория; текущее состояние",
    },
  ],
  [
    "reason",
    {
      "pt-BR": "justificativa; racional; motivadores; porque; por que; motivos",
      en: "rationale; decision drivers; decision rationale; why this approach; justification; reasons; reasoning",
      ru: "обоснование; движущие силы; почему; почему так; причины",
    },
  ],
  [
    "none",
    {
      "pt-BR":
        "mitigacao; mitigacoes; consequencias; positivas; neutras; confirmacao; questoes em aberto; questoes abertas; perguntas em aberto; pendencias; duvidas; rollback; plano de reversao; bloqueios; fatores; checkpoints; fora de escopo; escopo; alternativas; exemplo; exemplos; relacao com; diferenca de; lista de verificacao; vantagens; pros; beneficios; documentacao; implementacao; plano de implementacao",
      en: "mitigation; mitigations; consequences; positive; positive consequences; neutral; confirmation; open questions; unresolved questions; questions; edge cases; error handling; rollback; issues; gaps; independent test; checkpoints; factors; scope; alternatives; example; examples; relation to; relationship to; relationship with; link to; links to; difference from; checklist; advantages; pros; benefits; documentation; see also; out of scope; considered options; implementation; implementation plan; review triggers; more information; pros and cons of the options",
      ru: "меры; мера; последствия; положительные; плюсы; нейтральные; открытые вопросы; вопросы; граничные случаи; крайние случаи; обработка ошибок; откат; контрольные точки; факторы; область; рамки; альтернативы; пример; примеры; связь; связь с; связи с; отличие от; отличия от; чеклист; плюс; преимущества; выгоды; документация; вне рамок; реализация; план; план внедрения; что дальше; триггеры пересмотра",
    },
  ],
  [
    "decision",
    {
      "pt-BR":
        "decisao; decisoes; decisoes de arquitetura; decisoes tecnicas; decisoes relevantes; resultado da decisao",
      en: "decision; decisions; decision outcome; key decisions; architecture decisions; design decisions; technical decisions; research decisions; resolution; chosen option",
      ru: "решение; решения; принятое решение; принятые решения; архитектурные решения; выбранное решение",
    },
  ],
  [
    "pattern",
    {
      "pt-BR": "principios; invariantes; nao fazer; regras de negocio; politica; politicas",
      en: "principles; core principles; guiding principles; invariants; guardrails; what not to do; business rules; policy; policies",
      ru: "принципы; инварианты; что не делать; бизнес-правила; политика; правило",
    },
  ],
  [
    "risk",
    {
      "pt-BR": "negativas; consequencias negativas; contras; dividas tecnicas; problemas conhecidos; ameacas",
      en: "negative; negative consequences; cons; drawbacks; limitations and risks; known limitations",
      ru: "отрицательные; минусы; негативные; негативные последствия; недостатки",
    },
  ],
  [
    "quality_signal",
    {
      "pt-BR":
        "metricas; metricas de sucesso; indicadores; resultado da revisao; parecer; veredito; resultado dos testes; criterios",
      en: "metrics; success metrics; kpis; key metrics; measurable outcomes; review result; review results; verdict; test results; qa results; service level objectives; slos; definition of ready",
      ru: "метрики; метрики успеха; показатели; результат ревью; результаты ревью; вердикт; результаты тестов; критерии",
    },
  ],
];

/** In reviews and quality reports, what was found is the result. */
const REVIEW_PHRASES: Phrases = {
  "pt-BR": "achados; resultado; resultados; conclusao; conclusoes; evidencias; situacao; aprovacao",
  en: "findings; result; results; conclusion; conclusions; evidence; outcome; approval; assessment",
  ru: "находки; результат; результаты; вывод; выводы; заключение; оценка",
};

const OF_ROLE: Partial<Readonly<Record<Role, SectionUse>>> = {
  decisions: "decision",
  patterns: "pattern",
  risks: "risk",
  acceptance: "quality_signal",
  commands: "command",
};

function tableOf(entries: readonly (readonly [SectionUse, Phrases])[]): ReadonlyMap<string, SectionUse> {
  const table = new Map<string, SectionUse>();
  for (const [use, phrases] of entries) {
    for (const language of LANGUAGES) {
      for (const phrase of phrases[language].split("; "))
        if (!table.has(fold(phrase))) table.set(fold(phrase), use);
    }
  }
  return table;
}

let general: ReadonlyMap<string, SectionUse> | undefined;
let reviewing: ReadonlyMap<string, SectionUse> | undefined;

/** Built on first use. */
function tableFor(isReview: boolean): ReadonlyMap<string, SectionUse> {
  if (!isReview) return (general ??= tableOf(PHRASES));
  return (reviewing ??= tableOf([["quality_signal", REVIEW_PHRASES], ...PHRASES]));
}

/** What one heading names; `undefined` where it names nothing that is known. */
function useOfHeading(title: string, isReview: boolean): SectionUse | undefined {
  const own = matchHeading(title, tableFor(isReview));
  if (own !== undefined) return own;
  const role = roleOfHeading(title)?.role;
  return role === undefined ? undefined : (OF_ROLE[role] ?? "none");
}

/** What the documents under `docs/_project-intelligence` are made of, where no heading says otherwise. */
const INTELLIGENCE: Readonly<Record<string, SectionUse>> = {
  "decision-index.md": "decision",
  "patterns-and-conventions.md": "pattern",
  "risk-register.md": "risk",
  "quality-health.md": "quality_signal",
};

/** A section's use, and whether it has it from a heading above its own. */
export interface NamedUse {
  readonly use: SectionUse | undefined;
  readonly isInherited: boolean;
}

/**
 * What a section may be learned as: its own heading decides, else the nearest one above that names anything. The
 * document's own title does not, for it names what the work is about.
 */
export function useOfSection(
  titles: readonly { readonly title: string; readonly level: number }[],
  document: { readonly path: string; readonly isReview: boolean },
): NamedUse {
  for (let index = titles.length - 1; index >= 0; index--) {
    const heading = titles[index];
    if (heading === undefined || (heading.level <= 1 && index === 0)) continue;
    const use = useOfHeading(heading.title, document.isReview);
    if (use !== undefined) return { use, isInherited: index < titles.length - 1 };
  }
  const isIntelligence = document.path.startsWith("docs/_project-intelligence/");
  return { use: isIntelligence ? INTELLIGENCE[baseName(document.path)] : undefined, isInherited: false };
}

/** A line such as "Decision:" or a bold "Mitigations" heads what follows as a heading would. */
export function useOfLabel(text: string, isReview: boolean): SectionUse | undefined {
  const label = text.replace(/\s*[:：]$/, "");
  return label.split(/\s+/).length <= LABEL_WORDS ? useOfHeading(label, isReview) : undefined;
}

const LABEL_WORDS = 4;

/** Whether a heading is a name of the vocabulary and nothing more, so that it tells no reader of what it is. */
export function isCommonHeading(title: string): boolean {
  return matchHeading(title, tableFor(true)) !== undefined || roleOfHeading(title) !== undefined;
}

/** Whether one of a table's columns is named after a kind ("Decision", "Правило"). */
export function isNamedTable(headers: readonly string[], use: SectionUse): boolean {
  return headers.some((header) => header !== "" && useOfHeading(header, false) === use);
}
