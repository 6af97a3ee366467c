import type { Setting } from "./conflict-settings.js";
import type { Statement } from "./conflict-statements.js";
import { turnsRound } from "./conflict-words.js";
import { compareCodeUnits } from "../text/fold.js";

/** Finds statements that say opposite things, without comparing each with each. */

/** A statement with the document it stands in. */
export interface Placed extends Statement {
  readonly path: string;
  /** Statements of one group that say the same stand for each other; a learning is a group of its own. */
  readonly group?: string;
}

/** Two statements that cannot both hold; `first` comes first among those given. */
export interface OpposedPair<T extends Placed> {
  readonly first: T;
  readonly second: T;
  /** The settings where it is their values that differ. */
  readonly settings?: readonly [Setting, Setting];
}

/** Of the words of the longer one, as much must be shared. */
const LEAST_SHARED = 0.7;
/** A subject of fewer words is compared only where it is the very same. */
const LEAST_WORDS = 2;
/** Statements looked at for one word, and in one setting: a word that many share tells little, and work stays bounded. */
const MOST_SHARING = 32;

/**
 * How much of two sorted lists of words is shared, of the longer one; 0 where it is too little to matter, or where what
 * differs turns the meaning round or names different things.
 */
function sharedOf(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length, 1);
  if (Math.min(a.length, b.length) < LEAST_SHARED * longer) return 0;
  const [left, right]: [string[], string[]] = [[], []];
  let shared = 0;
  for (let at = 0, to = 0; at < a.length || to < b.length;) {
    const order = at === a.length ? 1 : to === b.length ? -1 : compareCodeUnits(a[at] ?? "", b[to] ?? "");
    if (order === 0) shared++;
    else if (order < 0) left.push(a[at] ?? "");
    else right.push(b[to] ?? "");
    if (order <= 0) at++;
    if (order >= 0) to++;
  }
  if (shared < LEAST_SHARED * longer) return 0;
  const rest = [...left, ...right];
  if (rest.some(turnsRound)) return 0;
  // Phase 1 and phase 2, v1 and v2: all the words around them may be the same.
  const differs = left.length > 0 && right.length > 0;
  return differs && rest.some((word) => /[\p{N}_.@/]/u.test(word)) ? 0 : shared / longer;
}

/** Lists side by side are variants that differ on purpose. */
function areApart(a: Placed, b: Placed): boolean {
  return a.path !== b.path || a.section !== b.section;
}

function areOpposed(a: Placed, b: Placed): boolean {
  if (a.sign * b.sign !== -1 || !areApart(a, b)) return false;
  const shorter = Math.min(a.subject.length, b.subject.length);
  const shared = sharedOf(a.subject, b.subject);
  return shorter < LEAST_WORDS ? shared === 1 : shared >= LEAST_SHARED;
}

/**
 * The words by which a statement is found: the rarest ones, so many that two subjects that share enough must share one
 * of these ("prefix filtering", Chaudhuri, Ganti, Kaushik: A primitive operator for similarity joins, 2006).
 */
function keysOf(subject: readonly string[], counts: ReadonlyMap<string, number>): readonly string[] {
  const rarest = [...subject].sort(
    (a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || compareCodeUnits(a, b),
  );
  return rarest.slice(0, subject.length - Math.ceil(LEAST_SHARED * subject.length) + 1);
}

/** One of each subject and sign: a hundred copies of a sentence oppose a hundred of another once. */
function distinct<T extends Placed>(statements: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return statements.filter(({ subject, sign, group = "" }) => {
    const key = `${group} ${sign} ${subject.join(" ")}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function opposedSubjects<T extends Placed>(all: readonly T[]): OpposedPair<T>[] {
  const statements = all.filter(({ setting }) => setting === undefined);
  const counts = new Map<string, number>();
  for (const { subject } of statements)
    for (const word of subject) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byWord = new Map<string, T[]>();
  const pairs: OpposedPair<T>[] = [];
  for (const statement of distinct(statements)) {
    const met = new Set<T>();
    for (const word of keysOf(statement.subject, counts)) {
      const sharing = byWord.get(word) ?? [];
      for (const other of sharing) {
        if (met.has(other)) continue;
        met.add(other);
        if (areOpposed(other, statement)) pairs.push({ first: other, second: statement });
      }
      if (sharing.length < MOST_SHARING) sharing.push(statement);
      byWord.set(word, sharing);
    }
  }
  return pairs;
}

/** Whether two settings of one name belong to the same thing. */
function sameOwner(a: Placed, b: Placed, isIdentifier: boolean): boolean {
  if (a.subject.length === 0 && b.subject.length === 0) return true;
  // A name that code uses means one thing, unless the sentences name two owners of it.
  if (isIdentifier && (a.subject.length === 0 || b.subject.length === 0)) return true;
  return sharedOf(a.subject, b.subject) >= LEAST_SHARED;
}

function opposedSettings<T extends Placed>(all: readonly T[]): OpposedPair<T>[] {
  const byName = new Map<string, (readonly [T, Setting])[]>();
  const pairs: OpposedPair<T>[] = [];
  for (const statement of all) {
    const { setting } = statement;
    if (setting === undefined) continue;
    const key = `${setting.name} ${setting.measure}`;
    const sharing: (readonly [T, Setting])[] = byName.get(key) ?? [];
    const opposed = sharing.find(
      ([other, value]) =>
        value.amount !== setting.amount &&
        areApart(other, statement) &&
        sameOwner(other, statement, value.isIdentifier || setting.isIdentifier),
    );
    if (opposed !== undefined)
      pairs.push({ first: opposed[0], second: statement, settings: [opposed[1], setting] });
    if (sharing.length < MOST_SHARING) sharing.push([statement, setting]);
    byName.set(key, sharing);
  }
  return pairs;
}

/** Every pair of statements that say opposite things, in the order of their later one. Near linear in their number. */
export function opposedPairs<T extends Placed>(statements: readonly T[]): readonly OpposedPair<T>[] {
  return [...opposedSubjects(statements), ...opposedSettings(statements)];
}
