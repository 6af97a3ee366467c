import type { Hasher } from "../ports.js";
import { isApproved } from "../project/adr/adr.js";
import { baseName, folderOf } from "../project/paths.js";
import type { Artifact } from "../project/project.js";
import { linkedPaths } from "../project/sources/links.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { compareCodeUnits, fold } from "../text/fold.js";
import { conflict, conflictSide, type Conflict } from "./conflict.js";
import { linkUses, type LinkUse } from "./conflict-links.js";

/** Stems by which a line says itself that the decision it links to no longer holds. */
const SAYS_GONE =
  /supersed|superced|replaced by|\bobsolet|deprecat|\bformer(?:ly)?\b|no longer|substituíd|substituid|superad|\bantig|não vale|заменен|заменён|устар|отменен|отменён|отклонен|отклонён|прежн/i;

/** Headings, folded, under which decisions are told as history. */
const HISTORY = /histor|changelog|change log|archiv|arquiv|истори|архив/;

/** The text of a source by its path; `undefined` where it cannot be read. */
export type TextOf = (path: string) => string | undefined;

const isGone = ({ facts: { adr } }: SourceRecord): boolean =>
  adr?.status === "superseded" || adr?.status === "deprecated";

/** The decisions of a project that no longer hold, by path. */
export function goneDecisions(records: Iterable<SourceRecord>): ReadonlyMap<string, SourceRecord> {
  const gone = new Map<string, SourceRecord>();
  for (const record of records) if (record.kind === "adr" && isGone(record)) gone.set(record.path, record);
  return gone;
}

/** The project path of the decision that took another's place, where that one links to it. */
function successorOf({ path, facts }: SourceRecord): string | undefined {
  const named = facts.adr?.supersededBy;
  return named === undefined ? undefined : linkedPaths(`[x](<${named}>)`, path)[0];
}

/** The links of documents that were read. Records live as long as their files do not change. */
const usesOf = new WeakMap<SourceRecord, readonly LinkUse[]>();

/** Where a document links to decisions that are gone, or to anything else; nothing where it cannot be read. */
function usesIn(record: SourceRecord, textOf: TextOf): readonly LinkUse[] {
  const known = usesOf.get(record);
  if (known !== undefined) return known;
  const text = textOf(record.path);
  if (text === undefined) return [];
  const uses = linkUses(text, record.path);
  usesOf.set(record, uses);
  return uses;
}

/** Whether a line rests on the decision: neither it nor its heading says that it is gone, nor names what came after. */
function restsOn({ context, headings, targets }: LinkUse, gone: SourceRecord): boolean {
  if (SAYS_GONE.test(context) || headings.some((title) => SAYS_GONE.test(title) || HISTORY.test(fold(title))))
    return false;
  const successor = successorOf(gone);
  return successor === undefined || !targets.includes(successor);
}

/**
 * Documents that link to a superseded decision as if it held, once for each decision. Links between decisions are
 * history, not use.
 *
 * @param all whether documents that have no inline link to such a decision are read too: they may link by reference.
 */
export function supersededLinks(
  hasher: Hasher,
  artifacts: readonly Artifact[],
  gone: ReadonlyMap<string, SourceRecord>,
  textOf: TextOf,
  all: boolean,
): Conflict[] {
  if (gone.size === 0) return [];
  const found: Conflict[] = [];
  for (const { path, record } of artifacts) {
    if (record.status !== "active") continue;
    if (!all && record.facts.refs?.some((ref) => gone.has(ref)) !== true) continue;
    const said = new Set<string>();
    for (const use of usesIn(record, textOf)) {
      for (const target of use.targets) {
        const decision = gone.get(target);
        if (decision === undefined || said.has(target) || !restsOn(use, decision)) continue;
        said.add(target);
        found.push(supersededLink(hasher, decision, path, use.line, use.text));
      }
    }
  }
  return found;
}

function supersededLink(
  hasher: Hasher,
  { path: target, facts }: SourceRecord,
  path: string,
  line: number,
  text: string,
): Conflict {
  const status = facts.adr?.label ?? facts.adr?.status ?? "";
  const sides = [
    conflictSide(hasher, target, facts.adr?.statusLine ?? 1, status),
    conflictSide(hasher, path, line, text),
  ];
  const params = [target];
  return conflict(hasher, { code: "adr-superseded-quoted", severity: "warning", path, line, params, sides });
}

/** The folder that decisions are numbered in; a copy in another language is numbered for itself. */
function seriesOf(path: string): string {
  const [, language = ""] = /\.([a-z]{2}(?:-[a-z]{2})?)\.md$/i.exec(path) ?? [];
  return `${folderOf(path)} ${language}`;
}

/** Decisions named in each conflict about their number: all of them in each would be the square of many. */
const MOST_NAMED = 8;

/** Approved decisions of one folder that carry the same number. Linear in the number of decisions. */
export function repeatedNumbers(hasher: Hasher, records: Iterable<SourceRecord>): Conflict[] {
  const byNumber = new Map<string, SourceRecord[]>();
  for (const record of records) {
    const { adr } = record.facts;
    if (record.kind !== "adr" || adr?.number === undefined || !isApproved(adr.status)) continue;
    const key = `${seriesOf(record.path)} ${adr.number}`;
    const list = byNumber.get(key);
    if (list === undefined) byNumber.set(key, [record]);
    else list.push(record);
  }
  return [...byNumber.values()].flatMap((list) => sameNumber(hasher, list));
}

function sameNumber(hasher: Hasher, list: readonly SourceRecord[]): Conflict[] {
  const sorted = [...list].sort((a, b) => compareCodeUnits(a.path, b.path));
  const [first] = sorted;
  if (first === undefined || sorted.length < 2) return [];
  const number = first.facts.adr?.number ?? "";
  const named = sorted.slice(0, MOST_NAMED).map(({ path }) => path);
  const names = named.map(baseName).join(", ") + (sorted.length > MOST_NAMED ? ", …" : "");
  const sideOf = ({ path, facts }: SourceRecord) =>
    conflictSide(hasher, path, 1, `${number}. ${facts.adr?.title ?? baseName(path)}`);
  return sorted.slice(1).map((record) =>
    conflict(hasher, {
      code: "adr-number-repeated",
      severity: "warning",
      path: record.path,
      line: 1,
      params: [number, names],
      between: named.includes(record.path) ? named : [...named, record.path],
      sides: [sideOf(first), sideOf(record)],
    }),
  );
}
