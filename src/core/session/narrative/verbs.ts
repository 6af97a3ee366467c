/**
 * Verbs by which an agent says in English, Portuguese or Russian what it did to a file. All is compared folded: lower
 * case, no accents, е for ё.
 */

/** `changed` stands for any deed that leaves the file there, whether it was there before or not. */
export type Deed = "created" | "changed" | "renamed" | "deleted";

/**
 * `done`: says that it happened. `base`: infinitives, imperatives and gerunds, which say so only after a negation
 * ("did not touch", "sem alterar") or at the beginning of a list item, as commit messages do.
 */
export interface Verb {
  readonly deed: Deed;
  readonly form: "done" | "base";
}

type Table = Readonly<Record<Deed, string>>;

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Whole words. */
const EN_DONE: Table = {
  created: "created generated scaffolded",
  changed: `added introduced implemented changed updated modified edited fixed refactored extended adjusted rewrote
    rewritten improved corrected touched bumped tweaked cleaned simplified extracted reworked converted migrated ported
    replaced patched reformatted formatted translated split wired optimized optimised configured enabled disabled
    reorganized reorganised restructured restored reverted resolved hardened inserted expanded completed polished
    tightened registered wrote written localized localised altered`,
  renamed: "renamed moved relocated",
  deleted: "deleted removed dropped erased",
};
const EN_BASE: Table = {
  created: "create creating generate generating",
  changed: `add adding introduce implement implementing change changing update updating modify modifying edit editing
    fix fixing refactor refactoring extend adjust rewrite improve correct touch touching bump tweak simplify extract
    rework convert migrate port replace patch reformat format translate alter altering write`,
  renamed: "rename renaming move moving",
  deleted: "delete deleting remove removing drop dropping",
};

/** Stems of Portuguese verbs in -ar; -ei/-uei, -ou, -amos, -aram, -ado make what is done, -ar and -ando the base. */
const PT_AR: Table = {
  created: "cri ger",
  changed: `adicion atualiz alter modific modifiqu edit refator ajust melhor implement mud toc toqu acrescent ampli
    complet documentad simplific simplifiqu configur formata format otimiz otimizi migr troqu troc habilit desabilit
    aprimor reorganiz restaur acert`,
  renamed: "renome",
  deleted: "apag apagu delet elimin retir",
};
/** Stems in -er and -ir. */
const PT_ER_IR: Table = {
  created: "",
  changed: "corrig reescrev mex inser substitu inclu traduz introduz extra expand estend resolv escrev",
  renamed: "mov",
  deleted: "remov exclu",
};
const PT_OTHER: Table = {
  created: "criacao geracao",
  changed:
    "reescrito reescrita reescritos reescritas escrito escrita feita feitas alteracao atualizacao correcao adicao mudanca",
  renamed: "renomeacao",
  deleted: "remocao exclusao",
};

/** Stems of Russian verbs: -л, -ла, -ли, -лось, and short participles say what is done, -ть the base. */
const RU: Table = {
  created: "созда создав сгенерирова",
  changed: `добави добавл добавля обнови обновл обновля измени измен изменя меня поменя исправи исправл исправля прави поправи
    поправл переписа переписыва доработа реализова отрефактори рефактори замени замен расшири расширя дополни дополн улучши
    улучш настрои подправи внес упрости упрощ вынес перевел тронул тронут трога затрону затраги затрагива отредактирова редактирова
    скорректирова почини подключи написа встави вставл включи ввел переработа мигрирова выправи`,
  renamed: "переименова перемести перемещ перенес",
  deleted: "удали удал удаля убра убира стер снес вырезa вычисти",
};
const RU_DONE = "(?:лся|лась|лось|лись|л|ла|ло|ли|н|на|но|ны|ен|ена|ено|ены|т|та|то|ты|а|о|и)?";
const RU_BASE = "(?:ть|ться|я|ая|уя)";
const RU_NOUNS: Table = {
  created: "создание",
  changed: "добавление обновление изменение исправление правка",
  renamed: "переименование перенос",
  deleted: "удаление",
};

const DEEDS: readonly Deed[] = ["created", "changed", "renamed", "deleted"];

/** Words that only look like one of the forms below. */
const NOT_VERBS = new Set(
  words(
    "geral gere era extra mude mexico criado-mudo mova movimento измена удало удали смена изменения изменений правило правила правили настрой надо",
  ),
);

function tableOf(list: Table, form: Verb["form"]): readonly (readonly [string, Verb])[] {
  return DEEDS.flatMap((deed) => words(list[deed]).map((word) => [word, { deed, form }] as const));
}

const WHOLE = new Map<string, Verb>([
  ...tableOf(EN_DONE, "done"),
  ...tableOf(EN_BASE, "base"),
  ...tableOf(PT_OTHER, "base"),
  ...tableOf(RU_NOUNS, "base"),
]);

interface Pattern {
  readonly expression: RegExp;
  readonly verb: Verb;
}

function patternsOf(list: Table, form: Verb["form"], ending: string): readonly Pattern[] {
  return DEEDS.filter((deed) => list[deed] !== "").map((deed) => ({
    expression: new RegExp(`^(?:${words(list[deed]).join("|")})${ending}$`, "u"),
    verb: { deed, form },
  }));
}

const PATTERNS: readonly Pattern[] = [
  ...patternsOf(PT_AR, "done", "(?:ei|ou|amos|aram|ado|ada|ados|adas)"),
  ...patternsOf(PT_AR, "base", "(?:ar|ando)"),
  ...patternsOf(PT_ER_IR, "done", "(?:i|iu|eu|imos|emos|iram|eram|ido|ida|idos|idas)"),
  ...patternsOf(PT_ER_IR, "base", "(?:er|ir|endo|indo)"),
  ...patternsOf(RU, "base", RU_BASE),
  ...patternsOf(RU, "done", RU_DONE),
];

/** What a folded word says was done; `undefined` where it is no such verb. */
export function verbOf(word: string): Verb | undefined {
  if (NOT_VERBS.has(word)) return undefined;
  return WHOLE.get(word) ?? PATTERNS.find(({ expression }) => expression.test(word))?.verb;
}
