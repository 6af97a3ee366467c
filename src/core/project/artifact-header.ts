import { fold } from "../text/fold.js";
import { parseArtifactState } from "./artifact-state.js";
import { splitFrontMatter } from "./front-matter.js";
import type { ArtifactState } from "./stages.js";

/** Labels of the traceability bullets, folded, in Portuguese, English and Russian. Data: add a label to teach it. */
const LABELS = {
  orchestration: "orquestracao; orchestration; оркестрация; инициатива",
  slug: "slug; слаг",
  origin: "origem; origin; source; источник; происхождение; основание",
  state:
    "estado atual; estado; status; state; current state; current status; состояние; текущее состояние; статус; текущий статус",
  stage: "stage; estagio; etapa; fase; стадия; этап",
  "prd-approved-at":
    "prd aprovado em; prd approved at; prd approved in; prd approved on; prd утвержден; prd утвержден в",
  "techspec-approved-at":
    "tech spec aprovada em; tech spec aprovado em; techspec aprovada em; tech spec approved at; tech spec approved in; tech spec утверждена; tech spec утверждена в",
  "approved-at": "aprovado em; aprovada em; approved at; approved on; утверждено; дата утверждения",
  next: "proximo artefato; next artifact; next; следующий артефакт",
  previous: "artefato anterior; previous artifact; предыдущий артефакт",
  "canonical-source":
    "fonte canonica local; fonte canonica; local canonical source; canonical local source; canonical source; локальный канонический источник; канонический источник",
  "created-at": "criado em; criada em; created at; created; создано; дата создания",
  "updated-at": "atualizado em; atualizada em; updated at; updated; обновлено; дата обновления",
  revision: "revisao; revision; ревизия; версия",
} as const;

/** What a bullet means, whatever its language; `other` for labels that are not known. */
export type TraceKey = keyof typeof LABELS | "other";

const KEYS = new Map<string, TraceKey>(
  (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((key) =>
    LABELS[key].split("; ").map((label) => [label, key] as const),
  ),
);

const TRACE_HEADINGS: ReadonlySet<string> = new Set([
  "rastreabilidade",
  "traceability",
  "трассировка",
  "трассируемость",
  "прослеживаемость",
]);

/** One `- Label: value` bullet of the traceability section. */
export interface TraceEntry {
  /** As written, without emphasis. */
  readonly label: string;
  readonly key: TraceKey;
  /** As written. */
  readonly value: string;
  /** Of the key `state`: the map's word for the value, where there is one. */
  readonly state?: ArtifactState;
  /** 1-based. */
  readonly line: number;
}

/** What a document says of itself at its top. */
export interface ArtifactHeader {
  /** The part of the H1 before the dash (`Tech Spec`), and the part after it. */
  readonly kind?: string;
  readonly name?: string;
  /** The H1's text. */
  readonly title?: string;
  /** 1-based. */
  readonly titleLine?: number;
  readonly trace: readonly TraceEntry[];
  /** The traceability section: its heading's line, and the last line before the next heading. 1-based, inclusive. */
  readonly traceRange?: { readonly startLine: number; readonly endLine: number };
}

/** A header is looked for this far into a document. */
const MAX_LINES = 120;
const MAX_CHARACTERS = 8_192;
/** The traceability section is one of the first; after so many other headings it is not coming. */
const MAX_HEADINGS = 5;

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(```|~~~)/;
const BULLET = /^[ \t]*[-*+][ \t]+(\S.*)$/;

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
}

/** What was found so far, on the way down the lines. */
interface Scan {
  title: Heading | undefined;
  /** The traceability heading, and where its section ends. */
  start: number | undefined;
  end: number | undefined;
  fence: string | undefined;
  headings: number;
  readonly trace: TraceEntry[];
}

/**
 * Reads a document's title and its traceability section, past front matter and outside code. Every document of a tree
 * goes through here, so lines are looked at by their first character, and only what may matter is matched.
 */
export function readArtifactHeader(text: string): ArtifactHeader {
  const { bodyStart, bodyStartLine } = splitFrontMatter(text);
  const body = text.slice(bodyStart, bodyStart + MAX_CHARACTERS);
  const scan: Scan = {
    title: undefined,
    start: undefined,
    end: undefined,
    fence: undefined,
    headings: 0,
    trace: [],
  };
  const lines = body.includes("\r") ? body.replace(/\r(?!\n)/g, "\n") : body;
  let line = bodyStartLine;
  let at = 0;
  for (; line < bodyStartLine + MAX_LINES && at <= lines.length && !isOver(scan); line++) {
    const newline = lines.indexOf("\n", at);
    const end = newline === -1 ? lines.length : newline;
    if (isOfInterest(lines, at)) visit(scan, lines.slice(at, end).replace(/\r$/, ""), line);
    at = end + 1;
  }
  const { title, start, trace } = scan;
  return {
    ...(title === undefined ? {} : { ...kindAndName(title.text), title: title.text, titleLine: title.line }),
    trace,
    ...(start === undefined ? {} : { traceRange: { startLine: start, endLine: scan.end ?? line - 1 } }),
  };
}

function isOver({ start, end, headings }: Scan): boolean {
  return end !== undefined || (start === undefined && headings > MAX_HEADINGS);
}

/** Whether a line begins as a heading, a fence or a bullet does: with one of #`~-*+. */
function isOfInterest(text: string, start: number): boolean {
  let at = start;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  const code = text.charCodeAt(at);
  return code === 35 || code === 96 || code === 126 || code === 45 || code === 42 || code === 43;
}

function visit(scan: Scan, text: string, line: number): void {
  const mark = FENCE.exec(text)?.[1];
  if (mark !== undefined && (scan.fence === undefined || scan.fence === mark)) {
    scan.fence = scan.fence === undefined ? mark : undefined;
    return;
  }
  if (scan.fence !== undefined) return;
  const match = HEADING.exec(text);
  if (match === null) {
    if (scan.start !== undefined) scan.trace.push(...readBullet(text, line));
    return;
  }
  if (scan.start !== undefined) {
    scan.end = line - 1;
    return;
  }
  scan.headings++;
  const heading = { level: match[1]?.length ?? 0, text: headingText(match[2] ?? ""), line };
  if (heading.level === 1) scan.title ??= heading;
  if (isTraceHeading(heading.text)) scan.start = line;
}

function headingText(text: string): string {
  return text.replace(/[ \t]#+[ \t]*$/, "").trim();
}

function isTraceHeading(text: string): boolean {
  // Cheap first: levelling a text is slow, and most headings are no candidates by their length or first letter.
  if (text.length > 40 || !/^[\d.\s*_]*[rtтп]/i.test(text)) return false;
  const plain = text.replace(/^[\d.]+[ \t]+/, "").replace(/[*_:]/g, "");
  return TRACE_HEADINGS.has(fold(plain).trim());
}

/** `Kind — Name`, with any dash between spaces; a title without one has no kind. */
function kindAndName(title: string): { kind?: string; name?: string } {
  const dash = /[ \t](?:[—–―]|--?)[ \t]/.exec(title);
  if (dash === null) return {};
  const kind = title.slice(0, dash.index).trim();
  const name = title.slice(dash.index + dash[0].length).trim();
  return kind === "" || name === "" ? {} : { kind, name };
}

function readBullet(line: string, number: number): TraceEntry[] {
  const content = BULLET.exec(line)?.[1];
  const colon = content === undefined ? -1 : content.slice(0, 120).search(/[:：]/);
  if (content === undefined || colon < 1) return [];
  const label = trimMarks(content.slice(0, colon));
  const value = trimMarks(content.slice(colon + 1));
  const key = KEYS.get(fold(label)) ?? "other";
  const state = key === "state" ? parseArtifactState(value) : undefined;
  return [{ label, key, value, ...(state === undefined ? {} : { state }), line: number }];
}

/** Takes emphasis and code marks off the ends: `**Slug:** `x`` is split inside its marks. */
function trimMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && " \t*_`".includes(text.charAt(start))) start++;
  while (end > start && " \t*_`".includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
