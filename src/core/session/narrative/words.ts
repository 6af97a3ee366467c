/** Small words that decide what a sentence says, in English, Portuguese and Russian; folded. */

const set = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.trim().split(/\s+/)));

/** Phrases that count as one word, so that the tables below can name them. Folded. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(did|have|has|was|were|is|are|had)n['’]t\b/g, "$1 not"],
  [/\b(wo|can|could|should|would|do|does)n['’]t\b/g, "should not"],
  [/\bas[ -]is\b|\bas (?:it|they) (?:was|were|is)\b/g, "untouched"],
  [/\bcomo (?:esta|estava|estavam|estao)\b/g, "untouched"],
  [/без (?:каких-либо )?(?:изменении|правок|изменений)/g, "untouched"],
  [/как (?:есть|был|была|было|были)(?![\p{L}])/gu, "untouched"],
  [
    /\b(?:before|after|besides) (?:that|this)\b|\b(?:antes|depois|alem) diss[oa]\b|(?:до|после|кроме) (?:этого|того)(?![\p{L}])/gu,
    " ",
  ],
  [
    /\bgoing to\b|\babout to\b|\bfollow[- ]?ups?\b|\bto[- ]do\b|\bnot yet\b|\bstill (?:to|need|needs|missing)\b/g,
    "will",
  ],
  [/\b(?:tried|wanted|asked|able|unable|failed) (?:me )?to\b/g, "will"],
  [/\bainda (?:nao|falta|faltam)\b|\ba fazer\b|\bproxim[oa]s? (?:passos?|etapas?)\b/g, "will"],
  [/\bpel[oa]s? (?=usuari|ana\b|colega|time\b)/g, "by "],
  [/(?:еще не|пока не)(?![\p{L}])/gu, "will"],
  [
    /\bbefore (?:this|the) session\b|\b(?:in an?|the) (?:earlier|previous|last) session\b|\blast (?:week|month|time)\b/g,
    "previously",
  ],
  [/\b(?:already|ja) (exist\p{L}*|was|were|estava\p{L}*|tinha\p{L}*)/gu, "previously"],
  [/\bantes d(?:esta|essa|a) sessao\b|\bsessao (?:anterior|passada)\b|\bsemana passada\b/g, "previously"],
  [/(?:до этой|в прошлой|в предыдущей) сесси\p{L}*|на прошлой неделе/gu, "previously"],
  [
    /\b(?:along|together) with\b|\bas well as\b|\bbem como\b|\bassim como\b|а также|вместе с(?![\p{L}])/gu,
    "and",
  ],
  [/\bsaiu de\b/g, "from"],
  [/\binstead of\b|\bem vez de\b|\bao inves de\b|вместо(?![\p{L}])/gu, "per"],
  [
    /\b(?:based on|according to|as described in|as in|compared (?:with|to))\b|\bbasead[oa] (?:em|n[oa])\b|\bde acordo com\b/g,
    "per",
  ],
  [/с помощью|согласно(?![\p{L}])|на основе|по образцу|по аналогии с/gu, "per"],
  [/\bso that\b|\bin order to\b|\bpara que\b|чтобы/gu, "which"],
];

/** What follows is denied, until another verb says the contrary. */
export const NEGATIONS = set(
  "not never no without nothing none neither nor",
  "nao nunca sem nada nenhum nenhuma nem jamais",
  "не нет никогда без ничего ни никаких",
);

/** Says that all was left alone, where no file is named beside it. */
export const NOTHING = set("no nothing none", "nada nenhum nenhuma", "ничего никаких ни");
export const FILES = set(
  "file files code anything else other changes edits",
  "arquivo arquivos codigo nada mais outro alteracao alteracoes mudanca mudancas",
  "файл файла файлов файлы кода код больше изменении изменений правок",
);

/** Nothing beyond what is named: then nothing unnamed is covered by general words. */
export const ONLY = set(
  "only just solely exclusively else other",
  "apenas somente so mais exclusivamente outro unicamente",
  "только лишь исключительно больше",
);

/** "Nothing else", which denies only what is not named. */
export const ELSE = set("else other", "mais outro outra", "больше другого других");

/** Left as it was. */
export const UNTOUCHED = set(
  "untouched unchanged unmodified intact alone",
  "intacto intacta intactos intactas inalterado inalterada inalterados inalteradas",
  "нетронут нетронута нетронуто нетронуты нетронутым нетронутой нетронутыми неизменным неизменен неизменными",
);

/** Plans, wishes and possibilities: nothing after one of them, in its sentence, is said to have happened. */
export const PLANS = set(
  `will would should could can cannot may might must shall plan plans planned planning need needs todo
   remaining remains recommend suggest suggested propose proposed consider intend intends ought tomorrow soon
   pending eventually won't want wants please let's future whether decide`,
  `vou vai vamos irei ira pretendo planejo planejado falta faltam deve devem deveria
   deveriam precisa precisam preciso pode podem poderia pendente pendentes seria recomendo sugiro proponho
   amanha futuramente resta restam convem decidir avaliar`,
  `буду будет будем будут планирую планируем план следующим надо нужно следует должен должна должно должны осталось
   остается предлагаю рекомендую стоит можно необходимо хочу завтра собираюсь решить ли`,
);

/** Steps in time. What was said before one of them does not reach behind it; with a colon it opens a plan. */
export const STEPS = set(
  "next later then afterwards upcoming",
  "depois entao proximo proxima proximos proximas posteriormente",
  "позже потом далее дальше затем",
);

/** Conditions: what they hold together did not happen. At the beginning of a clause only. */
export const CONDITIONS = set("if unless", "se caso", "если");

/** Said of an earlier time: the sentence claims nothing for this session. */
export const EARLIER = set(
  "previously earlier yesterday formerly originally",
  "anteriormente ontem previamente originalmente",
  "ранее раньше вчера прежде изначально",
);

/** Says that what follows stands against what came before. */
export const BUTS = set("but however yet", "mas porem contudo entretanto", "но а однако зато");

/** Before a participle these make it an adjective: "the updated file". */
export const ARTICLES = set("the a an newly this these those of with my our its all");

/** Somebody else did it. */
export const BY = set("by por кем");

/** What follows is the reason or the circumstance, up to the next comma. */
export const CIRCUMSTANCES = set(
  "since because when while after before whenever although though",
  "porque quando enquanto apos antes embora pois",
  "когда пока после перед поскольку хотя перечитав прочитав изучив",
);

/** What was looked at, run or kept, not changed. */
export const LOOKS = set(
  `read reviewed inspected looked checked ran run runs tested verified analysed analyzed examined studied searched
   investigated opened compared used uses use using calls call imports import mentions mention depends matches describes
   follows followed keeps kept keep left leave see consulted explored confirmed discussed explained answered traced
   found noticed discovered lives contains exports exposes handles returns requires passes pass covers covered reading
   reviewing says explains shows show works builds fails still`,
  `li leu lemos revisei revisou revisamos analisei analisou verifiquei verificou rodei executei testei consultei olhei
   examinei comparei usei usa usam usando chama importa deixei mantive manteve mantivemos ficou ficaram encontrei
   descobri contem exporta estudei investiguei conferi lendo revisando segui vi expliquei respondi`,
  `прочитал прочитала прочитали читал посмотрел посмотрела просмотрел просмотрела проверил проверила проверили запустил запустила изучил изучила
   проанализировал сравнил использовал использует использую вызывает импортирует оставил оставила оставили остался осталась остались
   нашел нашла содержит смотрел прогнал прогнала протестировал разобрал сверил объяснил ответил вижу`,
);

/** Prepositions before a place in which something was changed. */
export const PLACES = set(
  "in into inside within under at on of across throughout",
  "em no na nos nas ao aos de do da dos das dentro",
  "в во на внутри",
);
/** The same, where the verb says to where or from where. */
export const TO = set("to into as", "para em no na pra", "в во на");
export const FROM = set("from", "de do da dos das", "из с");

/** Prepositions before what is only spoken of. */
export const ASIDE = set(
  "for with via per about like than which that through against between",
  "com para via pelo pela pelos pelas conforme segundo sobre que por contra entre",
  "для через по про о об который которая которое которые что к ко от при со с",
);

/** May stand between a file and the participle that speaks of it. */
export const COPULAS = set(
  "was were is are has have had been be also now both all file files module the it and too",
  "foi foram sido esta estao e tambem agora arquivo arquivos modulo ambos os",
  "был была было были файл файлы модуль также теперь тоже и оба",
);

export const ANDS = set("and or", "e ou", "и или");

/** May stand between "did not touch" and what was not touched. */
export const FILLERS = set(
  "the a an any anything file files folder module modules directory code in under inside at of within on our existing itself",
  "o a os as arquivo arquivos pasta pastas modulo modulos diretorio codigo em no na nos nas nada de do da",
  "файл файла файлы папку папки папке модуль модуля модули каталог каталога каталоге код ничего в во внутри сам саму сами",
);

/** Words of texts: who mends these speaks of documents. */
export const TEXT_WORDS =
  /^(?:typos?|wording|spelling|grammar|digitac\p{L}*|ortograf\p{L}*|redacao|опечат\p{L}*|формулиров\p{L}*|орфограф\p{L}*)$/u;

export const COMMIT_DONE =
  /^(?:committed|pushed|commitei|comitei|commitou|commitado|commitadas?|commitados|закоммитил\p{L}*|закоммичен\p{L}*|запушил\p{L}*)$/u;
/** "made a commit", "fiz o commit", "сделал коммит". */
export const COMMIT_NOUN = /^(?:commits?|коммит|коммиты|коммитом|коммите)$/u;
export const COMMIT_MADE = set(
  "made created did as in",
  "fiz fez fizemos criei feito como no",
  "сделал сделала сделали создал создала создан как в",
);
/** A commit spoken of after one of these is an older one. */
export const COMMIT_OLD = set(
  "revert reverted reverts since until of before after from base based cherry-picked fix fixes",
  "revertei reverti revertido desde ate antes apos depois do",
  "откатил откатила с до после из от",
);
