import { fold } from "../text/fold.js";
import { splitCamelCase } from "../guidance/words.js";
import { type EditedArea, isSpokenOf, pathKey } from "./facts.js";
import type { Narrative } from "./narrative/narrative.js";
import { TEXT_WORDS } from "./narrative/words.js";

/**
 * Which edited areas a narrative does not speak of. It is read generously: a word that shares its beginning with a folder
 * or a file's name, "tests" for whatever lies in a test folder, or general words ("implemented the refund") are enough.
 */

/** So many files make an area worth mentioning, or a third of all. */
const LEAST_FILES = 2;
const LEAST_SHARE = 1 / 3;

/** Paths that are looked for in one narrative. */
const MOST_KEYS = 300;

/** What the kinds of areas are called in three languages, and how they are known. */
const KINDS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:tests?|tested|testing|specs?|testes?|coverage|cobertura|тест\p{L}*|покрыти\p{L}*)$/u,
    /(?:^|[/._-])(?:tests?|specs?|__tests__|e2e|testes?)(?:[/._-]|$)/,
  ],
  [
    /^(?:docs?|documents?|documentation|prd|spec\p{L}*|techspec|adrs?|readme|document\p{L}*|requirements?|requisitos|docum\p{L}*|документ\p{L}*|требовани\p{L}*|спецификаци\p{L}*|tasks?|tarefas|задач\p{L}*)$/u,
    /^(?:docs?|documentation)(?:\/|$)|\.(?:md|mdx|rst)$/,
  ],
  [
    /^(?:config\p{L}*|settings?|конфиг\p{L}*|настрой\p{L}*|ci|pipelines?|workflows?|build|сборк\p{L}*|infra\p{L}*|deploy\p{L}*)$/u,
    /(?:^|\/)(?:config|\.github|\.circleci|build|ci|deploy|infra|scripts)(?:\/|$)/,
  ],
  [
    /^(?:translat\p{L}*|locali[sz]\p{L}*|i18n|l10n|locales?|traduc\p{L}*|перевод\p{L}*|локализаци\p{L}*)$/u,
    /(?:^|\/)(?:l10n|i18n|locales?|lang|translations)(?:\/|$)/,
  ],
  [
    /^(?:migra\p{L}*|schema\p{L}*|databases?|banco|esquema|миграци\p{L}*|схем\p{L}*|баз\p{L}*|sql)$/u,
    /migrations?|schema|(?:^|\/)db(?:\/|$)|\.sql$/,
  ],
  [
    /^(?:styles?|css|estilos?|layout|стил\p{L}*|design|tela|ui|interface|интерфейс\p{L}*)$/u,
    /styles?|css|(?:^|\/)(?:ui|web|webview|views?|components)(?:\/|$)/,
  ],
];

/** Parts of paths that say nothing by themselves. */
const EMPTY_PARTS = new Set(
  "src lib app index main mod test tests docs doc the and packages core common utils util".split(" "),
);

function partsOf(path: string): readonly string[] {
  const words = fold(splitCamelCase(path)).split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length > 2 && !/^\d+$/.test(word) && !EMPTY_PARTS.has(word));
}

/** Whether two words begin alike enough to be forms of one: "payment" and "payments", "config" and "configuração". */
function isAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const least = Math.min(a.length, b.length);
  if (least < 4) return false;
  let same = 0;
  while (same < least && a[same] === b[same]) same += 1;
  return same >= Math.max(4, least - 2);
}

/** Words that are asked for others that begin like them. Two words are alike only where their first letters are the same. */
class WordTable {
  readonly #byBeginning = new Map<string, Set<string>>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const beginning = word.slice(0, 4);
      const known = this.#byBeginning.get(beginning) ?? new Set();
      this.#byBeginning.set(beginning, known.add(word));
    }
  }

  hasLike(word: string): boolean {
    const near = this.#byBeginning.get(word.slice(0, 4)) ?? [];
    return [...near].some((other) => isAlike(word, other));
  }
}

/** An area with what it is known by: folded paths, and words of its folders' and files' names. */
interface KnownArea {
  readonly area: string;
  readonly key: string;
  readonly paths: readonly string[];
  readonly former: readonly string[];
  readonly names: readonly string[];
}

function known({ area, paths, former }: EditedArea): KnownArea {
  const files = paths.map((path) => path.replace(/\.[^./]+$/, ""));
  const names = [...new Set([...partsOf(area), ...files.flatMap(partsOf)])];
  return { area, key: pathKey(area), paths: paths.map(pathKey), former: former.map(pathKey), names };
}

/** Whether a path speaks of the area, of a file in it, or of one that is not there (any more). */
function isPathIn({ key: area, paths, former }: KnownArea, key: string): boolean {
  return isSpokenOf(key, area) || [paths, former].some((list) => list.some((path) => isSpokenOf(path, key)));
}

/** What a narrative speaks of, as paths and as words. */
interface Spoken {
  readonly keys: readonly string[];
  readonly words: WordTable;
}

function spokenIn(mentions: ReadonlySet<string>): Spoken {
  const all = [...mentions];
  const keys = all.filter((text) => /[./]/.test(text)).slice(0, MOST_KEYS);
  const words = all.flatMap((text) => (/[./_-]|\p{Lu}/u.test(text) ? partsOf(text) : [text]));
  return { keys: keys.map(pathKey), words: new WordTable(words) };
}

function isNamed(area: KnownArea, { keys, words }: Spoken): boolean {
  return area.names.some((name) => words.hasLike(name)) || keys.some((key) => isPathIn(area, key));
}

function isOfKind(area: KnownArea, words: Iterable<string>): boolean {
  for (const word of words) {
    for (const [spoken, place] of KINDS) {
      if (spoken.test(word) && (place.test(`${area.key}/`) || area.paths.every((path) => place.test(path))))
        return true;
    }
  }
  return false;
}

/** Whether a claim without a file's name speaks of something that no area's name covers, as "implemented the refund". */
function isGeneral(words: readonly string[], names: WordTable): boolean {
  if (words.some((word) => TEXT_WORDS.test(word) || names.hasLike(word))) return false;
  const object = words.find((word) => word.length > 3);
  return object === undefined || !KINDS.some(([kind]) => kind.test(object));
}

/**
 * The areas, of those that this session edited, that a narrative leaves out altogether.
 *
 * @param areas all edited areas; those that nobody known edited are never among the answer.
 */
export function unmentionedAreas(narrative: Narrative, areas: readonly EditedArea[]): readonly string[] {
  const own = areas.filter(({ isOwn }) => isOwn);
  const files = own.reduce((sum, { paths }) => sum + paths.length, 0);
  const large = own
    .filter(({ paths }) => paths.length >= LEAST_FILES || paths.length >= files * LEAST_SHARE)
    .map(known);
  if (narrative.deniesAll) {
    const keys = narrative.claims.map(({ reference }) => pathKey(reference.text));
    const claimed = narrative.vague.flatMap(({ words }) => words);
    return large
      .filter((area) => !keys.some((key) => isPathIn(area, key)) && !isOfKind(area, claimed))
      .map(({ area }) => area);
  }
  const names = new WordTable(areas.flatMap((area) => known(area).names));
  const isCovered = !narrative.isExclusive && narrative.vague.some(({ words }) => isGeneral(words, names));
  if (isCovered) return [];
  const spoken = spokenIn(narrative.mentions);
  return large
    .filter((area) => !isNamed(area, spoken) && !isOfKind(area, narrative.mentions))
    .map(({ area }) => area);
}
