import type { Diagnostic, DiagnosticCode, Severity } from "../diagnostics.js";
import { isApproved } from "../project/adr/adr.js";
import { linkedPaths } from "../project/sources/links.js";
import { baseName, folderOf } from "../project/paths.js";
import type { Artifact, Orchestration, Project } from "../project/project.js";
import type { SourceRecord } from "../project/sources/sources.js";
import { compareCodeUnits } from "../text/fold.js";

/**
 * Places where sources disagree. Each is a diagnostic of the file that has to be looked at, and a line under "Risks and
 * conflicts" of the pack; none is settled silently.
 */
export interface Conflict extends Diagnostic {
  /** Paths of the sources that disagree, the one that wins by precedence first where one does. */
  readonly between: readonly string[];
}

function conflict(
  code: DiagnosticCode,
  severity: Severity,
  path: string,
  line: number,
  params: readonly string[],
  between: readonly string[],
): Conflict {
  return { code, severity, path, line, column: 1, params, between };
}

/** Map and header disagree, and the map's hash is not the file's. */
function artifactConflicts(
  orchestration: Orchestration,
  { path, record, entry, stage }: Artifact,
): Conflict[] {
  if (entry === undefined || record.status !== "active") return [];
  const found: Conflict[] = [];
  const { header } = record.facts;
  if (header?.state !== undefined && header.state !== entry.state) {
    const params = [header.stateText ?? header.state, entry.state];
    const between = [orchestration.mapPath, path];
    found.push(conflict("artifact-state-differs", "warning", path, header.stateLine ?? 1, params, between));
  }
  const recorded = entry.sha256?.toLowerCase() ?? "";
  // A checkout may have turned the line ends; that is no change of the document.
  if (recorded !== "" && recorded !== record.hash && recorded !== record.facts.lfHash) {
    const params = [stage ?? entry.stage];
    const between = [orchestration.mapPath, path];
    found.push(
      conflict("artifact-hash-differs", "warning", orchestration.mapPath, entry.line, params, between),
    );
  }
  return found;
}

/** An approved artifact that is not there is a conflict; a pending one is only work to do. */
function missingConflicts(orchestration: Orchestration): Conflict[] {
  return orchestration.missing
    .filter(({ entry }) => entry.state === "approved" || entry.state === "recorded")
    .map(({ path, entry }) =>
      conflict(
        "artifact-missing",
        entry.state === "approved" ? "error" : "warning",
        orchestration.mapPath,
        entry.line,
        [path, entry.stage, entry.state],
        [orchestration.mapPath, path],
      ),
    );
}

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
function supersededLinks(
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
function repeatedNumbers(records: Iterable<SourceRecord>): Conflict[] {
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

/**
 * The conflicts of one orchestration, by path and line. `related` limits the decisions looked at to those that a pack
 * considers; without it, all decisions of the project are. Texts are asked for only where a superseded decision is linked.
 */
export function conflictsOf(
  project: Project,
  orchestration: Orchestration,
  textOf: TextOf,
  related?: ReadonlySet<string>,
): readonly Conflict[] {
  const { records } = project.inventory;
  const decisions = [...records.values()].filter(
    ({ kind, path }) => kind === "adr" && (related?.has(path) ?? true),
  );
  const all = [
    ...orchestration.artifacts.flatMap((artifact) => artifactConflicts(orchestration, artifact)),
    ...missingConflicts(orchestration),
    ...supersededLinks(orchestration.artifacts, records, textOf),
    ...repeatedNumbers(decisions),
  ];
  return all.sort(
    (a, b) => compareCodeUnits(a.path, b.path) || a.line - b.line || compareCodeUnits(a.code, b.code),
  );
}
