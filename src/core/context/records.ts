import { redactShort } from "../redaction/redact.js";
import type { Passage, QuotableSection } from "./quotes.js";
import type { Role } from "./vocabulary.js";

/** The role, and so the part of the pack, of each kind of learning. Events are told among the patterns. */
const ROLE_OF_KIND: ReadonlyMap<string, Role> = new Map([
  ["decision", "decisions"],
  ["pattern", "patterns"],
  ["risk", "risks"],
  ["command", "commands"],
  ["quality_signal", "acceptance"],
  ["artifact_summary", "goals"],
]);

interface StateLine {
  readonly kind: string;
  readonly text: string;
  readonly source: string | undefined;
  readonly hash: string | undefined;
  readonly line: number;
}

/** What is not quoted whatever its source says: another record took its place, or a person put it away. */
const NOT_QUOTED: ReadonlySet<unknown> = new Set(["superseded", "conflict"]);

function readLine({ text: raw, line }: NumberedLine): StateLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const text = [fields["summary"], fields["text"], fields["message"]].find(
    (field) => typeof field === "string",
  );
  const { status, dismissed, source_artifact: source, source_hash: hash, kind } = fields;
  if (typeof text !== "string" || text.trim() === "") return undefined;
  if (NOT_QUOTED.has(status) || dismissed !== undefined) return undefined;
  // Without a source nothing can tell whether what is marked stale still is.
  if (status === "stale" && typeof source !== "string") return undefined;
  return {
    kind: typeof kind === "string" ? redactShort(kind) : "event",
    // The escapes of JSON (\u0067) may have hidden a secret from a redaction of the whole file.
    text: redactShort(text.replace(/\s+/g, " ").trim()),
    source: typeof source === "string" ? source : undefined,
    hash: typeof hash === "string" ? hash : undefined,
    line,
  };
}

interface NumberedLine {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** The lines of a file of records by the source they name; `""` for those that name none. */
export interface RecordLines {
  readonly bySource: ReadonlyMap<string, readonly NumberedLine[]>;
  readonly count: number;
}

const SOURCE_KEY = '"source_artifact":';

/** The source that a line names, found without parsing the line: an index may have a hundred thousand. */
function sourceIn(line: string): string {
  const at = line.indexOf(SOURCE_KEY);
  if (at === -1) return "";
  const [, name] = /^\s*("(?:[^"\\]|\\.)*")/.exec(line.slice(at + SOURCE_KEY.length, at + 4_200)) ?? [];
  try {
    return name === undefined ? "" : (JSON.parse(name) as string);
  } catch {
    return "";
  }
}

export function recordLines(text: string): RecordLines {
  const bySource = new Map<string, NumberedLine[]>();
  let count = 0;
  let line = 0;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const raw = text.slice(start, end);
    start = end + 1;
    line++;
    if (raw.trim() === "") continue;
    count++;
    const source = sourceIn(raw);
    const list = bySource.get(source);
    if (list === undefined) bySource.set(source, [{ text: raw, line }]);
    else list.push({ text: raw, line });
  }
  return { bySource, count };
}

function passageOf({ text, source, hash }: StateLine): Passage {
  const item = source === undefined ? `- ${text}` : `- ${text} (${redactShort(source.replace(/\s+/g, " "))})`;
  const pieces = [{ text: item, cuts: [], key: undefined, continues: false }];
  return source === undefined || hash === undefined
    ? { pieces }
    : { pieces, learnedFrom: { path: source, hash } };
}

/** Records as sections, one for each kind, each record a list item. */
function sectionsOf(lines: Iterable<StateLine>, isStale: boolean): QuotableSection[] {
  const byKind = new Map<string, StateLine[]>();
  for (const line of lines) {
    const list = byKind.get(line.kind);
    if (list === undefined) byKind.set(line.kind, [line]);
    else list.push(line);
  }
  return [...byKind].map(([kind, own]) => {
    const role = ROLE_OF_KIND.get(kind);
    const passages = own.map(passageOf);
    const section = { title: kind, level: 2, parents: [], line: own[0]?.line ?? 1, role, passages };
    return isStale ? { ...section, isStale } : section;
  });
}

/** JSON lines of events as quotable sections. Lines that are no such record are passed over. */
export function eventSections(text: string): readonly QuotableSection[] {
  const lines = [...recordLines(text).bySource.values()].flat().sort((a, b) => a.line - b.line);
  return sectionsOf(
    lines.flatMap((line) => readLine(line) ?? []),
    false,
  );
}

/** What a pack asks of the learnings. */
export interface LearningsWanted {
  /** The hash that a source has now; `undefined` where it is gone. */
  readonly hashOf: (path: string) => string | undefined;
  /** Whether a source's records may be quoted: those of a document that comes later may not. */
  readonly isWanted: (path: string) => boolean;
}

export interface QuotableLearnings {
  /** What holds, then what is stale, each by kind. */
  readonly sections: readonly QuotableSection[];
  /** Sources that some record names with another hash, or that are gone. */
  readonly staleSources: ReadonlySet<string>;
  readonly staleRecords: number;
  readonly freshRecords: number;
}

/**
 * Learnings as quotable sections, held against their sources as they are now: what its source has outgrown stands apart
 * and is marked. Lines that are no records, and those that were superseded or dismissed, are passed over.
 */
export function learningSections(
  lines: RecordLines,
  { hashOf, isWanted }: LearningsWanted,
): QuotableLearnings {
  const wanted = [...lines.bySource]
    .filter(([path]) => path === "" || isWanted(path))
    .flatMap(([, own]) => own)
    .sort((a, b) => a.line - b.line)
    .flatMap((line) => readLine(line) ?? []);
  const isStale = ({ source, hash }: StateLine): boolean =>
    source !== undefined && hash !== undefined && hashOf(source) !== hash;
  const stale = wanted.filter(isStale);
  const fresh = wanted.filter((line) => !isStale(line));
  return {
    sections: [...sectionsOf(fresh, false), ...sectionsOf(stale, true)],
    staleSources: new Set(stale.flatMap(({ source }) => source ?? [])),
    staleRecords: stale.length,
    freshRecords: fresh.length,
  };
}
