import { fold } from "../text/fold.js";

/**
 * Words by which decisions are compared, in the languages a pack speaks. This is data, all of it folded (lower case, no
 * Latin accents, `ё` as `е`). A word that two languages write alike stands once, and means the same in both or nothing.
 */

const words = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(" ")).map(fold));

/** Words that say nothing of a subject: articles, pronouns, prepositions, auxiliaries, adverbs of degree. */
const STOP = words(
  "a an the this that these those it its their our we you they he she i of in on at by for to from with as and or nor is are was were be been being has have had having do does did can could may might would will shall should than then there here which who whom whose what how very more most much many some any each every all both such own same other just also into onto over under about up out so if per via",
  "o os as um uma uns umas este esta esse essa isto isso aquele aquela seu sua seus suas nosso nossa nos eu ele ela eles elas voce de do da dos das em na nas num numa por pelo pela pelos pelas para com e ou que e sao foi ser sera estar esta estao ter tem tinha ha como mais muito muitos todo toda todos todas cada mesmo mesma outro outra tambem ja ao aos sobre entre ate se lhe",
  "и в во на по с со к ко у о об от до из за для при над под между через как что это этот эта эти этого того тот та те то его ее их мы вы он она они наш наша нас вас я же ли бы или а но да так также уже еще очень более все всех всё каждый каждая каждое любой сам свой своя свои быть есть был была было были будет который которая которое которые где",
);

/** What says that something is to be done or to hold. */
const POSITIVE = words(
  "must shall should always use uses used using require requires required adopt adopts adopted enable enables enabled allow allows allowed permit permits permitted mandatory mandate mandates",
  "deve devem devera deverao deveria usar usa usam usamos usado usada usados usadas use sempre utilizar utiliza utilizam utilizamos utilizado utilizada utilizados utilizadas adotar adota adotamos adotado adotada adotados adotadas precisa precisam obrigatorio obrigatoria obrigatorios obrigatorias exige exigem exigir habilitar habilita habilitado habilitada habilitados habilitadas ativar ativa ativado ativada ativados ativadas permitir permite permitem permitido permitida permitidos permitidas",
  "должен должна должно должны следует необходимо нужно обязан обязана обязаны обязательно обязательна обязателен всегда использовать используем используется используются используют использует использован применять применяем применяется применяются включить включен включена включено включаем включать разрешен разрешена разрешено разрешать разрешаем требуется требуем разрешены включены",
);

/** What turns a statement round. `no` is Portuguese too, where it means "in the": see `signOf`. */
const NEGATORS = words(
  "not never cannot no don't doesn't didn't mustn't shouldn't can't won't isn't aren't",
  "nao nunca jamais nenhum nenhuma",
  "не никогда нельзя",
);

/** What says by itself that something is not to be done. */
const NEGATIVE = words(
  "avoid forbid forbids forbidden prohibit prohibits prohibited ban bans banned disallow disallows disallowed disable disables disabled",
  "evitar evite evitamos proibir proibido proibida proibe proibidos proibidas vedado vedada desabilitar desabilita desabilitado desabilitada desabilitados desabilitadas desativar desativa desativado desativada desativados desativadas",
  "избегать избегаем запретить запрещен запрещено запрещена запрещены запрещаем запрещает запрещать отключить отключен отключена отключено отключаем выключен выключена выключено выключить",
);

/**
 * Verbs that turn the meaning of what they govern round: "remove X" is near "no X" and far from "keep X". Two statements
 * are compared only where both have the same of them. Stems.
 */
const TURNS = words(
  "remov delet reject refus drop omit skip ignor block prevent exclud deny strip without outsid except hide stop fail",
  "rejeit recus exclu bloque ignor impedir descart omitir ocult sem fora",
  "удал отклон исключ убра убира игнорир блокир отказ пропус скры без вне",
);

/**
 * What makes a statement hold in some cases only, or tells of another time or of what was not chosen: such a statement
 * is compared with none.
 */
const ELSEWHERE = words(
  "if when whenever unless except only until till while before after once previously earlier formerly was were currently today initially later yet considered rejected alternative alternatives option options temporarily either though although however may might optional optionally need just merely ",
  "quando exceto salvo somente apenas ate enquanto antes depois caso anteriormente antigamente hoje atualmente inicialmente rejeitado rejeitada descartado descartada alternativa alternativas opcao opcoes embora opcional ainda so meramente",
  "если когда кроме только пока раньше ранее прежде сейчас сегодня позже потом отклонен отклонена отклонено отклонены альтернатива альтернативы вариант варианты хотя может могут можно опционально",
);

/** What leads in a reason or a purpose, which is no part of the prescription. */
export const REASON =
  /(?:^|[\s,;])(?:because|since|so that|in order to|to avoid|due to|which|as it|porque|pois|para que|a fim de|já que|devido|por causa|visto que|потому|так как|чтобы|поскольку|из-за|ибо|благодаря)(?=[\s,])/iu;

/** What stands between the thing that is chosen and the thing that is not. */
export const INSTEAD =
  /(?:^|[\s,;])(?:instead of|rather than|in place of|em vez de|ao invés de|no lugar de|вместо|а не)(?=\s)/iu;

/** Words that only Portuguese, of the languages here, writes often: where one stands, `no` denies nothing. */
const PORTUGUESE = words(
  "o os um uma de da dos das em na nas ao aos por pelo pela para com que sao ser foi nao nunca e ou como se sua seu",
  "deve devem devera deverao deveria usar usamos sempre utilizar adotar precisa precisam permitir evitar proibir",
);

/** Lines of a scenario, each of which holds only after those above it. */
export const SCENARIO =
  /^(?:GIVEN|WHEN|THEN|AND|BUT|DADO|QUANDO|ENTÃO|E|ДАНО|КОГДА|ТОГДА|И)\s|^(?:Given|When|Then|Dado|Então|Дано|Тогда)\s/u;

/** Endings that inflection adds, the longest first. A word keeps four letters. */
const LATIN =
  /(?:acoes|coes|oes|ations|mente|ation|acao|ando|endo|indo|ados|adas|idos|idas|aram|ao|ings|ing|ies|ied|ado|ada|ido|ida|ies|ed|es|ar|er|ir|am|em|as|os|s|e|a|o|y)$/u;
const CYRILLIC =
  /(?:иями|ования|ование|ениями|ениях|ения|ение|ению|ении|ания|ание|анию|ании|остью|ости|ость|ается|яется|уется|ются|ться|ями|ами|ого|его|ому|ему|ыми|ими|ать|ять|ить|еть|ает|яет|ают|яют|ует|уют|ей|ов|ев|ый|ий|ой|ая|яя|ое|ее|ые|ие|ых|их|ом|ем|ам|ям|ах|ях|ью|ия|ии|ию|ую|юю|а|я|о|е|у|ю|ы|и|ь|й)$/u;
const LEAST_STEM = 4;

/** A word's stem: enough to know its forms again, not a dictionary's. Names with digits and signs stay. */
export function stemOf(word: string): string {
  if (word.length <= LEAST_STEM || !/^\p{L}+$/u.test(word)) return word;
  const ending = (/\p{Script=Cyrillic}/u.test(word) ? CYRILLIC : LATIN).exec(word)?.[0] ?? "";
  const length = Math.max(word.length - ending.length, LEAST_STEM);
  return word.slice(0, length);
}

/** Whether a stem turns the meaning of the rest round. */
export function turnsRound(stem: string): boolean {
  return TURNS.has(stem);
}

/** `1` prescribed, `-1` ruled out, `0` neither said; `undefined` where it turns round twice. */
export type Sign = 1 | -1 | 0 | undefined;

/** The sign of a clause's words, folded and in order. */
export function signOf(clause: readonly string[]): Sign {
  const isPortuguese = clause.some((word) => PORTUGUESE.has(word));
  let negative = 0;
  let positive = false;
  for (const word of clause) {
    if (NEGATIVE.has(word)) negative++;
    else if (NEGATORS.has(word) && !(word === "no" && isPortuguese)) negative++;
    else if (POSITIVE.has(word)) positive = true;
  }
  if (negative > 1) return undefined;
  return negative === 1 ? -1 : positive ? 1 : 0;
}

/** Whether words make a sentence hold in some cases, at another time, or for what was not chosen. */
export function holdsElsewhere(sentence: readonly string[]): boolean {
  return sentence.some((word) => ELSEWHERE.has(word));
}

/** Whether a part of a sentence begins by denying. */
export function deniesFirst([first = ""]: readonly string[]): boolean {
  return NEGATORS.has(first);
}

/** Whether a word belongs to the subject of a statement, and is no part of how it is prescribed. */
export function isSubject(word: string): boolean {
  return (
    !STOP.has(word) && !POSITIVE.has(word) && !NEGATIVE.has(word) && !NEGATORS.has(word) && word !== "no"
  );
}
