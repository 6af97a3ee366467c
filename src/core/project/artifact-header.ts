import { fold } from "../text/fold.js";
import { parseArtifactState } from "./artifact-state.js";
import { splitFrontMatter } from "./front-matter.js";
import { splitLines } from "./lines.js";
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
const MAX_LINES = 200;
const MAX_CHARACTERS = 32_768;

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(```|~~~)/;
const BULLET = /^[ \t]*[-*+][ \t]+(\S.*)$/;

interface Line {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/** Reads a document's title and its traceability section, past front matter and outside code. Linear, no parser. */
export function readArtifactHeader(text: string): ArtifactHeader {
  const { bodyStart, bodyStartLine } = splitFrontMatter(text);
  const lines = outsideCode(text.slice(bodyStart, bodyStart + MAX_CHARACTERS), bodyStartLine);
  const headings = lines.flatMap((line) => {
    const match = HEADING.exec(line.text);
    return match
      ? [{ line: line.number, level: match[1]?.length ?? 0, text: headingText(match[2] ?? "") }]
      : [];
  });
  const title = headings.find(({ level }) => level === 1);
  const at = headings.findIndex((heading) => isTraceHeading(heading.text));
  const startLine = headings[at]?.line;
  const nextLine = headings[at + 1]?.line;
  const endLine = startLine === undefined ? 0 : (nextLine ?? (lines.at(-1)?.number ?? startLine) + 1) - 1;
  return {
    ...(title === undefined ? {} : { ...kindAndName(title.text), title: title.text, titleLine: title.line }),
    trace: lines
      .filter(({ number }) => number > (startLine ?? Infinity) && number <= endLine)
      .flatMap(readBullet),
    ...(startLine === undefined ? {} : { traceRange: { startLine, endLine } }),
  };
}

function outsideCode(text: string, firstLine: number): readonly Line[] {
  const lines: Line[] = [];
  let fence: string | undefined;
  splitLines(text)
    .slice(0, MAX_LINES)
    .forEach((line, index) => {
      const mark = FENCE.exec(line)?.[1];
      const inside = fence !== undefined;
      if (mark !== undefined && fence === undefined) fence = mark;
      else if (mark === fence) fence = undefined;
      lines.push({ text: inside || mark !== undefined ? "" : line, number: firstLine + index });
    });
  return lines;
}

function headingText(text: string): string {
  return text.replace(/[ \t]#+[ \t]*$/, "").trim();
}

function isTraceHeading(text: string): boolean {
  if (text.length > 60) return false;
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

function readBullet(line: Line): TraceEntry[] {
  const content = BULLET.exec(line.text)?.[1];
  const colon = content === undefined ? -1 : content.slice(0, 120).search(/[:：]/);
  if (content === undefined || colon < 1) return [];
  const label = trimMarks(content.slice(0, colon));
  const value = trimMarks(content.slice(colon + 1));
  const key = KEYS.get(fold(label)) ?? "other";
  const state = key === "state" ? parseArtifactState(value) : undefined;
  return [{ label, key, value, ...(state === undefined ? {} : { state }), line: line.number }];
}

/** Takes emphasis and code marks off the ends: `**Slug:** `x`` is split inside its marks. */
function trimMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && " \t*_`".includes(text.charAt(start))) start++;
  while (end > start && " \t*_`".includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
