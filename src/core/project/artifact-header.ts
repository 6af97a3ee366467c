import { detached } from "../text/detached.js";
import { fold } from "../text/fold.js";
import { parseArtifactState } from "./artifact-state.js";
import { splitFrontMatter } from "./yaml/front-matter.js";
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
    const mark = firstMark(lines, at);
    if (mark !== undefined && (mark !== "bullet" || scan.start !== undefined)) {
      const text = lines.charCodeAt(end - 1) === 13 ? lines.slice(at, end - 1) : lines.slice(at, end);
      visit(scan, mark, text, line);
    }
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

type Mark = "heading" | "fence" | "bullet";

/** What a line may be by its first character; most lines of a document are nothing that matters here. */
function firstMark(text: string, start: number): Mark | undefined {
  let at = start;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  const code = text.charCodeAt(at);
  if (code === 35) return "heading";
  if (code === 96 || code === 126) return "fence";
  return code === 45 || code === 42 || code === 43 ? "bullet" : undefined;
}

function visit(scan: Scan, kind: Mark, text: string, line: number): void {
  if (kind === "fence") {
    const mark = FENCE.exec(text)?.[1];
    if (mark !== undefined && (scan.fence === undefined || scan.fence === mark)) {
      scan.fence = scan.fence === undefined ? mark : undefined;
    }
    return;
  }
  if (scan.fence !== undefined) return;
  if (kind === "bullet") {
    const entry = readBullet(text, line);
    if (entry !== undefined) scan.trace.push(entry);
    return;
  }
  const match = HEADING.exec(text);
  if (match === null) return;
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
  const plain = text
    .replace(/^[\d.]+[ \t]+/, "")
    .replace(/[*_:]/g, "")
    .trim();
  // Each of these headings is one word, as few others are.
  return !/\s/.test(plain) && TRACE_HEADINGS.has(folded(plain));
}

/** Answers already given: documents repeat each other's labels, and folding what is not ASCII is slow. */
const known = new Map<string, string>();
const MOST_KNOWN = 1_000;

function folded(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const answer = fold(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(detached(text), answer);
  return answer;
}

/** `Kind — Name`, with any dash between spaces; a title without one has no kind. */
function kindAndName(title: string): { kind?: string; name?: string } {
  const dash = /[ \t](?:[—–―]|--?)[ \t]/.exec(title);
  if (dash === null) return {};
  const kind = title.slice(0, dash.index).trim();
  const name = title.slice(dash.index + dash[0].length).trim();
  return kind === "" || name === "" ? {} : { kind, name };
}

function readBullet(line: string, number: number): TraceEntry | undefined {
  const content = BULLET.exec(line)?.[1];
  if (content === undefined) return undefined;
  const colon = content.slice(0, 120).search(/[:：]/);
  if (colon < 1) return undefined;
  const label = trimMarks(content.slice(0, colon));
  const value = trimMarks(content.slice(colon + 1));
  const key = KEYS.get(folded(label)) ?? "other";
  const state = key === "state" ? parseArtifactState(value) : undefined;
  return state === undefined
    ? { label, key, value, line: number }
    : { label, key, value, state, line: number };
}

/** Takes emphasis and code marks off the ends: `**Slug:** `x`` is split inside its marks. */
function trimMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && " \t*_`".includes(text.charAt(start))) start++;
  while (end > start && " \t*_`".includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
