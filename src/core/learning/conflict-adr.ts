import { isApproved } from "../project/adr/adr.js";
import { baseName, folderOf } from "../project/paths.js";
import type { Artifact } from "../project/project.js";
import { linkedPaths } from "../project/sources/links.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { compareCodeUnits } from "../text/fold.js";
import { conflict, type Conflict } from "./conflict.js";

/** Stems by which a line says itself that the decision it links to no longer holds. */
const SAYS_GONE =
  /supersed|superced|replaced by|\bobsolet|deprecat|\bformer(?:ly)?\b|no longer|substituíd|substituid|superad|\bantig|não vale|заменен|заменён|устар|отменен|отменён|отклонен|отклонён|прежн/i;

/** The text of a source by its path; `undefined` where it cannot be read. */
export type TextOf = (path: string) => string | undefined;

/**
 * The first line (1-based) that links to a path without saying that it is gone; `undefined` where every such line says
 * it, and 1 where the link cannot be found again.
 */
function lineQuoting(text: string | undefined, path: string, target: string): number | undefined {
  const lines = text?.split("\n") ?? [];
  const linking = lines.flatMap((line, index) => (linkedPaths(line, path).includes(target) ? [index] : []));
  if (linking.length === 0) return 1;
  const quoting = linking.find((index) => !SAYS_GONE.test(lines[index] ?? ""));
  return quoting === undefined ? undefined : quoting + 1;
}

/** Documents that link to a superseded decision as if it held. Links between decisions are history, not use. */
export function supersededLinks(
  artifacts: readonly Artifact[],
  records: ReadonlyMap<string, SourceRecord>,
  textOf: TextOf,
): Conflict[] {
  const found: Conflict[] = [];
  for (const { path, record } of artifacts) {
    for (const ref of record.facts.refs ?? []) {
      const adr = records.get(ref)?.facts.adr;
      if (adr?.status !== "superseded" && adr?.status !== "deprecated") continue;
      const line = lineQuoting(textOf(path), path, ref);
      if (line === undefined) continue;
      found.push(conflict("adr-superseded-quoted", "warning", path, line, [ref], [ref, path]));
    }
  }
  return found;
}

/** The folder that decisions are numbered in; a copy in another language is numbered for itself. */
function seriesOf(path: string): string {
  const [, language = ""] = /\.([a-z]{2}(?:-[a-z]{2})?)\.md$/i.exec(path) ?? [];
  return `${folderOf(path)} ${language}`;
}

/** Decisions named in each conflict about their number: all of them in each would be the square of many. */
const MOST_NAMED = 8;

/** Approved decisions of one folder that carry the same number. Linear in the number of decisions. */
export function repeatedNumbers(records: Iterable<SourceRecord>): Conflict[] {
  const byNumber = new Map<string, SourceRecord[]>();
  for (const record of records) {
    const { adr } = record.facts;
    if (record.kind !== "adr" || adr?.number === undefined || !isApproved(adr.status)) continue;
    const key = `${seriesOf(record.path)} ${adr.number}`;
    const list = byNumber.get(key);
    if (list === undefined) byNumber.set(key, [record]);
    else list.push(record);
  }
  const found: Conflict[] = [];
  for (const list of byNumber.values()) {
    const paths = list.map(({ path }) => path).sort(compareCodeUnits);
    const [first] = list;
    if (first === undefined || paths.length < 2) continue;
    const named = paths.slice(0, MOST_NAMED);
    const names = named.map(baseName).join(", ") + (paths.length > MOST_NAMED ? ", …" : "");
    for (const path of paths.slice(1)) {
      const params = [first.facts.adr?.number ?? "", names];
      const between = named.includes(path) ? named : [...named, path];
      found.push(conflict("adr-number-repeated", "warning", path, 1, params, between));
    }
  }
  return found;
}
