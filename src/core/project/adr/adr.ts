import { findFields, findHeadingFields, headingText, headLines } from "./adr-fields.js";
import type { FoundField, HeadLine } from "./adr-fields.js";
import { parseAdrName, parseAdrTitle } from "./adr-name.js";
import { readReferences, readStatusValue } from "./adr-status.js";
import type { StatusReading } from "./adr-status.js";
import type { KnownAdrStatus } from "./adr-vocabulary.js";
import { detached } from "../../text/detached.js";
import { adrField } from "./adr-words.js";
import { frontMatterScalars, splitFrontMatter } from "../yaml/front-matter.js";
import { firstLines } from "../../text/lines.js";
import { baseName, folderOf } from "../paths.js";

/** `unknown`: the document says nothing, or nothing that is understood. */
export type AdrStatus = KnownAdrStatus | "unknown";

/** What a decision record says of itself. Its identity is its path, for numbers repeat. Plain data. */
export interface AdrFacts {
  /** Without leading zeros, from the name of the file (or its folder), else from the title. */
  readonly number?: string;
  /** Without the number. */
  readonly title?: string;
  readonly status: AdrStatus;
  /** The status as written, where there is a field for it. */
  readonly label?: string;
  /** 1-based line of the status value. */
  readonly statusLine?: number;
  /** A link's target as written, or a reference such as `ADR-12`. */
  readonly supersededBy?: string;
  readonly supersedes?: readonly string[];
}

/** Only an accepted decision binds. */
export function isApproved(status: AdrStatus): boolean {
  return status === "accepted";
}

/** How much of a document is looked at. */
interface Extent {
  readonly lines: number;
  readonly characters: number;
}

/** The head, in which every form of a field counts. */
const HEAD: Extent = { lines: 60, characters: 8_192 };
/** Most heads end within this. */
const SHORT_HEAD: Extent = { lines: 24, characters: 2_000 };
/** A status section may come later, but no later than this. */
const LATE: Extent = { lines: 400, characters: 40_000 };
const MAX_LABEL = 200;

/** A status field with its reading. */
interface Candidate extends StatusReading {
  readonly label: string;
  readonly line: number;
}

/**
 * Reads a decision record in the forms and languages of `adr-vocabulary.ts`: front matter, `**Status:** X`, bullets,
 * table rows, a `## Status` section. Only the head is read, but for such a section, which may come later. The first
 * field whose value is understood decides. Never throws; linear in the head's length.
 *
 * @param path the document's, for the number in its name.
 */
export function readAdr(text: string, path: string): AdrFacts {
  const front = splitFrontMatter(text);
  const fromFront = frontFields(front.raw, front.rawStartLine);
  const linesOf = ({ lines, characters }: Extent): readonly HeadLine[] => {
    const part = text.slice(front.bodyStart, front.bodyStart + characters);
    return headLines(firstLines(part, lines, characters), front.bodyStartLine);
  };
  const isSaid = fromFront.fields.some(saysStatus);
  let head = linesOf(SHORT_HEAD);
  let found = findFields(head, saysStatus, isSaid);
  if (!found.ended) {
    head = linesOf(HEAD);
    found = findFields(head, saysStatus, isSaid);
  }
  const fields = [...fromFront.fields, ...found.fields];
  const status = chooseStatus(fields) ?? chooseStatus(findHeadingFields(linesOf(LATE)));
  return { ...nameAndTitle(path, head, fromFront.title), ...relations(fields, status, head) };
}

function frontFields(raw: string | undefined, startLine: number): { fields: FoundField[]; title?: string } {
  if (raw === undefined) return { fields: [] };
  const scalars = frontMatterScalars(raw);
  const fields = scalars.flatMap(({ key, value, line }): FoundField[] => {
    const field = adrField(key);
    return field === undefined || value === ""
      ? []
      : [{ field, lines: [{ text: value, number: startLine + line - 1 }] }];
  });
  const title = scalars.find(({ key }) => key.toLowerCase() === "title")?.value;
  return title === undefined || title === "" ? { fields } : { fields, title };
}

function saysStatus({ field, lines }: FoundField): boolean {
  return field === "status" && readCandidate(lines)?.status !== "unknown";
}

/** The first candidate that is understood, else the first one. */
function chooseStatus(fields: readonly FoundField[]): Candidate | undefined {
  let first: Candidate | undefined;
  for (const { field, lines } of fields) {
    const candidate = field === "status" ? readCandidate(lines) : undefined;
    if (candidate !== undefined && candidate.status !== "unknown") return candidate;
    first ??= candidate;
  }
  return first;
}

/** In a section the first line that is a status decides, and one that says `superseded` over all others. */
function readCandidate(lines: readonly HeadLine[]): Candidate | undefined {
  const [first] = lines;
  if (lines.length === 1 && first !== undefined) return candidateOf(first);
  const readings = lines.map(candidateOf);
  const said =
    readings.find(({ status }) => status === "superseded") ??
    readings.find(({ status }) => status !== "unknown") ??
    readings[0];
  return said === undefined
    ? undefined
    : { ...said, supersedes: readings.flatMap(({ supersedes }) => supersedes) };
}

function candidateOf({ text, number }: HeadLine): Candidate {
  return { ...readStatusValue(text), label: text.slice(0, MAX_LABEL), line: number };
}

function nameAndTitle(
  path: string,
  head: readonly HeadLine[],
  frontTitle: string | undefined,
): Pick<AdrFacts, "number" | "title"> {
  const heading = topHeading(head);
  const titled = parseAdrTitle(plainInline(heading ?? frontTitle ?? ""));
  const number = numberOf(path) ?? titled.number;
  return {
    ...(number === undefined ? {} : { number }),
    ...(titled.title === "" ? {} : { title: detached(titled.title) }),
  };
}

/** A README stands for its folder, so then the folder's name counts. */
function numberOf(path: string): string | undefined {
  const name = baseName(path);
  return parseAdrName(/^(?:readme|index)\b/i.test(name) ? baseName(folderOf(path)) : name).number;
}

/** The first H1, or the first line that is underlined with `=`. */
function topHeading(head: readonly HeadLine[]): string | undefined {
  for (const [index, { text }] of head.entries()) {
    if (/^ {0,3}#[ \t]/.test(text)) return headingText(text);
    if (text.trim() !== "" && /^ {0,3}={2,}[ \t]*$/.test(head[index + 1]?.text ?? "")) return text.trim();
  }
  return undefined;
}

/** A title as people read it: links as their text, no emphasis, no code marks. */
function plainInline(text: string): string {
  if (!/[[*`_]/.test(text)) return text.slice(0, 500);
  return text
    .slice(0, 500)
    .replace(/!?\[([^\]]{0,200})\]\([^)]{0,400}\)/g, "$1")
    .replace(/\*\*|[*`]|__/g, "")
    .trim();
}

type Relations = Pick<AdrFacts, "status" | "label" | "statusLine" | "supersededBy" | "supersedes">;

function relations(
  fields: readonly FoundField[],
  said: Candidate | undefined,
  head: readonly HeadLine[],
): Relations {
  const referred = (wanted: "supersededBy" | "supersedes"): readonly string[] =>
    fields.flatMap(({ field, lines }) =>
      field === wanted ? lines.flatMap(({ text }) => readReferences(text)) : [],
    );
  const takenBy = said?.supersededBy ?? referred("supersededBy")[0];
  const status =
    takenBy !== undefined && said?.status !== "rejected" ? "superseded" : (said?.status ?? "unknown");
  const supersededBy = takenBy ?? (status === "superseded" ? noticeOf(head) : undefined);
  const supersedes = [...new Set([...(said?.supersedes ?? []), ...referred("supersedes")])];
  return {
    status,
    ...(said === undefined ? {} : { label: detached(said.label), statusLine: said.line }),
    ...(supersededBy === undefined ? {} : { supersededBy: detached(supersededBy) }),
    ...(supersedes.length === 0 ? {} : { supersedes: supersedes.map(detached) }),
  };
}

/** A superseded decision often says so in a notice of its own (`> **Superseded:** see [ADR 69](…)`). */
function noticeOf(head: readonly HeadLine[]): string | undefined {
  for (const { text } of head) {
    if (!/^[ \t>*_-]*\p{L}/u.test(text) || text.length > 1_000) continue;
    const plain = text.replace(/^[ \t>*_-]+/, "");
    if (readStatusValue(plain).status !== "superseded") continue;
    const target = readStatusValue(plain).supersededBy;
    if (target !== undefined) return target;
  }
  return undefined;
}
