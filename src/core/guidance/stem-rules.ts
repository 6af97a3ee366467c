import type { StemLanguage } from "./language.js";

/**
 * Endings of inflection, by language. They are written for folded words (no accents, `ё` as `е`, `ß` as `ss`), because a
 * word typed without its accents must still be found: the Snowball algorithms, and the libraries that carry them, go by
 * accents in Portuguese, Spanish, French and German, and would miss `configuracao` beside `configurações`. Their aim is
 * modest: forms of one word meet, and different words seldom do.
 */

/** An ending, what comes in its place, and how many letters must be left before it. */
export type EndingRule = readonly [ending: string, instead: string, least: number];

/** Each step applies its first rule that fits, so longer endings come first. */
export type StemSteps = readonly (readonly EndingRule[])[];

function rules(least: number, list: string): readonly EndingRule[] {
  return list.split(" ").map((rule) => {
    const [ending = "", instead = ""] = rule.split(">");
    return [ending, instead, least];
  });
}

const PORTUGUESE: StemSteps = [
  [
    ...rules(2, "oes>ao aes>ao"),
    ...rules(3, "ais>al eis>el ois>ol"),
    ...rules(2, "ns>m"),
    ...rules(4, "res>r zes>z"),
    ...rules(3, "as>a es>e os>o is>i us>u"),
  ],
  rules(4, "mente>"),
  [
    ...rules(4, "izacao> izado> izada> izando> izar> iza>"),
    ...rules(3, "amento> imento> acao> icao>"),
    ...rules(3, "ariam> eriam> iriam> assem> essem> ando> endo> indo> aram> eram> iram>"),
    ...rules(3, "ado> ada> ido> ida> aria> arao> erao> irao> ara> amos> emos> imos> avam> ava>"),
    ...rules(3, "ar> er> ir> ou> am> em> cao> sao>s"),
  ],
  rules(3, "a> e> o> i>"),
];

const SPANISH: StemSteps = [
  [...rules(3, "ces>z"), ...rules(3, "as>a os>o es>e is>i us>u")],
  rules(4, "mente>"),
  [
    ...rules(4, "izacione> izacion> izado> izada> izando> izar> iza>"),
    ...rules(3, "amiento> imiento> acione> acion> icione> icion>"),
    ...rules(3, "arian> erian> irian> iendo> ando> aron> ieron> aran> eran> iran>"),
    ...rules(3, "ado> ada> ido> ida> aria> ara> amo> emo> imo> aban> aba>"),
    ...rules(3, "ar> er> ir> an> en> cione> cion> sione>s sion>s"),
  ],
  rules(3, "a> e> o> i>"),
];

const FRENCH: StemSteps = [
  [...rules(3, "eaux>eau aux>al oux>ou eux>eu"), ...rules(3, "s>")],
  [
    ...rules(4, "isation> isee> ise> iser>"),
    ...rules(3, "issement> ement> ation> ition>"),
    ...rules(4, "eraient> aient> erait> eront> erai> ion> ant> ait> ent>"),
    ...rules(3, "ee> er> ez> ir>"),
  ],
  rules(3, "e>"),
  rules(2, "y>i"),
  // Doubled consonants come and go with the endings: `bonne`, `bon`.
  rules(3, "nn>n ll>l tt>t"),
];

const GERMAN: StemSteps = [
  rules(4, "ungen>ung heiten>heit keiten>keit ionen>ion innen>er"),
  [
    ...rules(4, "lichen> liche> licher> liches> lich>"),
    ...rules(4, "ierung>ier ieren>ier ierte>ier iert>ier ung> heit> keit>"),
    ...rules(3, "ern> ers> ens> end> en> em> er> es>"),
    ...rules(3, "e> n>"),
    ...rules(4, "s>"),
  ],
];

const RUSSIAN: StemSteps = [
  rules(3, "ся> сь>"),
  [
    ...rules(4, "ываниями> ываниях> ыванием> ывание> ывания> ыванию> ывании> ываний>"),
    ...rules(3, "ованиями> ованиях> ованием> ование> ования> ованию> овании> ований>"),
    ...rules(4, "ениями> ениях> ением> ении> ения> ение> ению> ений>"),
    ...rules(4, "аниями> аниях> анием> ании> ания> ание> анию> аний>"),
    ...rules(4, "остями> остях> остью> остей> ости> ость>"),
    ...rules(3, "анного> анный> анная> анное> анные> анных> енного> енный> енная> енное> енные> енных>"),
    ...rules(3, "ющими> ющего> ющий> ющая> ющее> ющие> ющих> уются> ается> яется> ются>"),
    ...rules(3, "ывать> ивать> овать> ывает> ивает> ываем> иваем> ывают> ивают>"),
    ...rules(3, "ать> ять> ить> еть> уть> ает> яет> ают> яют> ует> уют> аем> яем> уем> ишь> ешь> айте>"),
    ...rules(3, "иями> ями> ами> ыми> ими> ого> его> ому> ему> иях> ией> ием> иям>"),
    ...rules(3, "ов> ев> ей> ый> ий> ой> ая> яя> ое> ее> ые> ие> ых> их> ую> юю> ью> ия> ья> ии> ию>"),
    ...rules(3, "ом> ам> ям> ах> ях>"),
    ...rules(4, "ем>"),
    ...rules(3, "а> я> о> е> у> ю> ы> и> ь> й>"),
  ],
  // A vowel comes and goes before the last consonant: `ошибка`, `ошибок`; `уровня`, `уровень`.
  rules(3, "ь> ок>к ен>н нн>н"),
];

/** English has rules of its own (stem.ts): whether its last `e` goes depends on more than letters before it. */
export const STEM_RULES: Readonly<Record<Exclude<StemLanguage, "en">, StemSteps>> = {
  pt: PORTUGUESE,
  es: SPANISH,
  fr: FRENCH,
  de: GERMAN,
  ru: RUSSIAN,
};
