import type { StemLanguage } from "./language.js";

/** Words that say whether something is to be done or not, folded. What they stand by is compared without them. */

const words = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));

const NEGATIVE: Readonly<Record<StemLanguage, ReadonlySet<string>>> = {
  en: words(
    "not never no cannot don't doesn't didn't mustn't shouldn't can't won't isn't aren't without avoid avoids forbid forbids forbidden prohibit prohibited ban bans banned disallow disallowed disable disables disabled",
  ),
  pt: words(
    "nao nunca jamais nenhum nenhuma sem evitar evite proibido proibida proibir desabilitar desabilitado desativar desativado vedado vedada",
  ),
  es: words(
    "no nunca jamas ningun ninguna sin evitar evite prohibido prohibida prohibir desactivar desactivado deshabilitar",
  ),
  fr: words("pas jamais aucun aucune sans eviter evitez interdit interdite interdire desactiver desactive"),
  de: words("nicht nie niemals kein keine keinen ohne vermeiden verboten verbieten deaktivieren deaktiviert"),
  ru: words(
    "не никогда нельзя нет без избегать избегаем запрещено запрещен запрещена запрещены запретить отключить отключен отключено выключить выключено",
  ),
};

const POSITIVE: Readonly<Record<StemLanguage, ReadonlySet<string>>> = {
  en: words(
    "always must shall should do does did can will is are required require requires enable enables enabled allow allows allowed",
  ),
  pt: words(
    "sempre deve devem obrigatorio obrigatoria pode podem habilitar habilitado ativar ativado permitido",
  ),
  es: words("siempre debe deben obligatorio obligatoria puede pueden activar activado habilitar permitido"),
  fr: words("toujours doit doivent ne obligatoire peut peuvent activer active autorise"),
  de: words("immer muss mussen soll sollen darf durfen kann aktivieren aktiviert erlaubt"),
  ru: words(
    "всегда должен должна должно должны нужно надо обязательно можно включить включен включено разрешено",
  ),
};

/** Words such as the Portuguese `no` are negations in another language only, so a text's own language decides. */
export function isNegative(word: string, language: StemLanguage | undefined): boolean {
  return NEGATIVE[language ?? "en"].has(word);
}

/** Whether a word says only how something is prescribed. */
export function isPolar(word: string, language: StemLanguage | undefined): boolean {
  return isNegative(word, language) || POSITIVE[language ?? "en"].has(word);
}
