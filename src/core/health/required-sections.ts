import { STAGE_SECTIONS, TRACE_TITLES } from "../project/stage-template.js";
import type { Stage } from "../project/stages.js";
import { fold } from "../text/fold.js";
import { LANGUAGES, type Language } from "../text/language.js";

/**
 * Which sections a stage's document must have (DESIGN §5), and by which headings each is known. The names are those of
 * the templates, in every language; further names of the same thing are listed here. All of it is data: a project may
 * replace a stage's list in `sdd.config.yaml` (`health.required_sections`).
 */

/** The stages that have a list. For the others nothing is required. */
const STAGES_WITH_LIST: readonly Stage[] = ["risk", "idea", "prd", "techspec", "tasks"];

/** Further names, folded, by the English name of the template. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  Traceability: "прослеживаемость; трассируемость",
  "Risk classification":
    "classificacao; classification; nivel de risco; risk level; классификация; уровень риска",
  Factors: "fatores de risco; risk factors; факторы риска",
  Checkpoints: "pontos de controle; pontos de verificacao; gates",
  "Minimum evidence": "evidencias; evidence; свидетельства; доказательства; минимальные доказательства",
  Problem: "problemas; problems; pain points; проблемы",
  Goal: "objetivos; goals; objective; objectives; цели; задача; meta; metas; proposito; purpose",
  Users:
    "usuario; publico; publico-alvo; personas; persona; user; audience; target users; stakeholders; пользователь; аудитория; персоны",
  "Success criteria":
    "criterio de sucesso; criterios de exito; success metrics; metricas de sucesso; метрики успеха; критерий успеха",
  Summary:
    "resumo executivo; visao geral; sumario executivo; executive summary; overview; abstract; tl;dr; кратко; обзор; краткое описание; введение; introduction; introducao",
  Goals: "objetivo; metas; goal; objective; objectives; цель; задачи продукта",
  "Non-goals":
    "nao-objetivos; nao objetivo; fora de escopo; fora do escopo; non goals; nongoals; non-objectives; out of scope; вне рамок; вне области; нецели; вне скоупа",
  Requirements:
    "requisito; requisitos funcionais; functional requirements; requirement; функциональные требования; требование; historias de usuario; user stories; пользовательские истории",
  "Acceptance criteria":
    "criterio de aceite; criterios de aceitacao; acceptance; acceptance tests; acceptance scenarios; критерий приемки; критерии приемки; критерии принятия",
  Metrics:
    "metrica; metricas de sucesso; indicadores; kpis; metric; success metrics; success criteria; measurable outcomes; criterios de sucesso; критерии успеха; measures; метрика; показатели",
  Risks: "risco; riscos e mitigacoes; risk; risks and mitigations; риск; риски и меры",
  Diagrams: "diagrama; fluxograma; diagram; flowchart; диаграмма; схемы; схема",
  "Technical overview":
    "visao geral tecnica; visao geral; visao; technical vision; overview; technical summary; summary; resumo; resumo tecnico; обзор; технический обзор; видение; резюме",
  Architecture:
    "arquitetura proposta; arquitetura tecnica; proposed architecture; system architecture; архитектурное решение",
  Contracts:
    "contrato; interfaces; interface; api; apis; contract; endpoints; контракт; интерфейсы; интерфейс",
  Data: "modelo de dados; dados e persistencia; persistencia; data model; storage; persistence; schema; модель данных; хранение; хранение данных; схема данных",
  Security: "seguranca e privacidade; privacidade; privacy; приватность",
  Performance: "desempenho; быстродействие",
  Observability: "monitoramento; telemetria; logs; logging; monitoring; telemetry; мониторинг; телеметрия",
  Tests:
    "teste; plano de testes; estrategia de testes; validacao; testing; test plan; test strategy; validation; тестирование; план тестирования; стратегия тестирования; проверка",
  "Implementation plan":
    "plano; plano de entrega; plano de trabalho; fases; fases de implementacao; implementation; implementation phases; plan; rollout; rollout plan; phases; план; план внедрения; этапы; фазы",
  Backlog: "tarefas; lista de tarefas; tasks; task list; задачи; список задач",
  Dependencies: "dependencia; dependency; зависимость; dependencias entre tarefas",
  "Definition of Done":
    "definicao de pronto; definition of done (dod); dod; done; критерии готовности; критерий готовности",
  "Test strategy":
    "plano de testes; testes; testing strategy; test plan; testing; tests; план тестирования; тестирование; тесты",
  "Suggested order":
    "ordem; ordem de execucao; ordem de implementacao; sequencia; order; execution order; implementation order; sequence; порядок; порядок выполнения; порядок реализации; последовательность",
  "Agent prompts":
    "prompts; prompts de agente; prompts para agentes; prompts para agent; agent prompt; промпты; промпты для агентов; prompt",
};

/** A section that must be there: its title in each language, and every folded name it goes by. */
export interface RequiredSection {
  readonly titles: Readonly<Record<Language, string>>;
  readonly names: readonly string[];
}

let byStage: ReadonlyMap<Stage, readonly RequiredSection[]> | undefined;

function sectionOf(titles: Readonly<Record<Language, string>>): RequiredSection {
  const others = OTHER_NAMES[titles.en]?.split("; ") ?? [];
  const names = [...LANGUAGES.map((language) => titles[language]), ...others].map(fold);
  return { titles, names: [...new Set(names)] };
}

/** The lists by stage, built on first use; the traceability header comes first in each. */
function lists(): ReadonlyMap<Stage, readonly RequiredSection[]> {
  byStage ??= new Map(
    STAGES_WITH_LIST.map((stage) => {
      const titles = (language: Language): readonly string[] => STAGE_SECTIONS[language][stage].split("; ");
      const rows = titles("en").map((en, index) => ({
        en,
        "pt-BR": titles("pt-BR")[index] ?? en,
        ru: titles("ru")[index] ?? en,
      }));
      return [stage, [TRACE_TITLES, ...rows].map(sectionOf)] as const;
    }),
  );
  return byStage;
}

/** The section that a configured name means: that of any list, in any language, else one that goes by this name alone. */
function named(stage: Stage, title: string): RequiredSection {
  const folded = fold(title.trim());
  const own = lists().get(stage) ?? [];
  const all = [...own, ...[...lists().values()].flat()];
  const isTitle = ({ titles }: RequiredSection): boolean =>
    LANGUAGES.some((language) => fold(titles[language]) === folded);
  const known = own.find(isTitle) ?? own.find(({ names }) => names.includes(folded)) ?? all.find(isTitle);
  return known ?? { titles: { "pt-BR": title, en: title, ru: title }, names: [folded] };
}

/**
 * The sections that a stage's document must have, in the template's order; empty for a stage without a list.
 *
 * @param replaced what the configuration says instead, by stage.
 */
export function requiredSectionsOf(
  stage: Stage,
  replaced: Readonly<Partial<Record<Stage, readonly string[]>>>,
): readonly RequiredSection[] {
  const titles = replaced[stage];
  if (titles === undefined) return lists().get(stage) ?? NOTHING;
  // The same list again and again keeps what is found out about its names.
  let sections = configured.get(titles);
  if (sections === undefined) {
    sections = titles.map((title) => named(stage, title));
    configured.set(titles, sections);
  }
  return sections;
}

const NOTHING: readonly RequiredSection[] = [];
const configured = new WeakMap<readonly string[], readonly RequiredSection[]>();

/** A heading's words: folded, without numbering, emphasis, links, emoji. */
function wordsOf(title: string): string {
  const plain = fold(title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
    .replace(/[*_`~]/g, "")
    .replace(/[^\p{L}\p{N};.-]+/gu, " ")
    .trim();
  return ` ${plain.replace(/^\d+(?:\.\d+)*[.)]? /, "")} `;
}

/** A name as it is looked for, with the longer names of other sections in which it stands too. */
interface SoughtName {
  readonly words: string;
  readonly within: readonly string[];
}

const sought = new WeakMap<readonly RequiredSection[], readonly (readonly SoughtName[])[]>();

/** What to look for, by section: “não objetivos” names no goals. */
function namesOf(required: readonly RequiredSection[]): readonly (readonly SoughtName[])[] {
  let found = sought.get(required);
  if (found === undefined) {
    const all = required.map(({ names }) => names.map(wordsOf));
    found = all.map((names, own) => {
      const others = all.flatMap((each, index) => (index === own ? [] : each));
      return names.map((words) => ({
        words,
        within: others.filter((other) => other.length > words.length && other.includes(words)),
      }));
    });
    sought.set(required, found);
  }
  return found;
}

function isNamed({ words, within }: SoughtName, heading: string): boolean {
  if (!heading.includes(words)) return false;
  return within.reduce((rest, other) => rest.replaceAll(other, " "), heading).includes(words);
}

/** Which of the sections no heading names. A heading names a section where it has the words of one of its names. */
export function missingSections(
  required: readonly RequiredSection[],
  titles: readonly string[],
): readonly RequiredSection[] {
  if (required.length === 0) return [];
  const headings = titles.map(wordsOf);
  const names = namesOf(required);
  return required.filter(
    (_, index) => names[index]?.some((name) => headings.some((heading) => isNamed(name, heading))) !== true,
  );
}
