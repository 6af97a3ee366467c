import { fillTemplate } from "../errors.js";
import { outsideCode } from "../text/code-spans.js";
import { redactShort } from "../redaction/redact.js";
import type { Conflict } from "../learning/conflict.js";
import { baseName } from "../project/paths.js";
import type { ShortCounts } from "./manifest.js";
import { PACK_STRINGS, type PackStrings } from "./pack-strings.js";
import type { Language } from "../text/language.js";
import { PARTS, type Part } from "./vocabulary.js";

/** Renders a pack (DESIGN §6). Every function is pure and every length is in UTF-16 code units. */

const GAP = "[…]";

/** A path as the target of a link: from the project root, with what Markdown would trip over escaped. */
export function linkTarget(path: string): string {
  return `/${encodeURI(path).replace(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

/** A title within a heading: one line, with nothing that could open a link or an image there. */
function inlineTitle(title: string): string {
  const text = title.replace(/\s+/g, " ").replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1");
  // What is left of nested links must not become one, and HTML must not hide what follows.
  return outsideCode(text, (part) => part.replaceAll("](", "] (").replaceAll("<", "\\<"));
}

/** `### docs/x/02-prd.md (prd, approved)` with the blank line after it. */
export function sourceHeading(path: string, notes: readonly string[]): string {
  const marks = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  return `### ${inlineTitle(redactShort(path))}${marks}\n\n`;
}

/** `#### Contratos › Erros ([L34](/docs/x/02-prd.md#L34))` with the blank line after it. */
export function sectionHeading(path: string, titles: readonly string[], line: number): string {
  const name = titles
    .map(inlineTitle)
    .filter((title) => title !== "")
    .join(" › ");
  const link = `[L${line}](${linkTarget(path)}#L${line})`;
  return name === "" ? `#### ${link}\n\n` : `#### ${name} (${link})\n\n`;
}

/** A quoted section: its heading and its passages; `undefined` stands for what was left out between them. */
export interface RenderedSection {
  readonly heading: string;
  readonly passages: readonly (RenderedPassage | undefined)[];
}

export interface RenderedPassage {
  readonly text: string;
  /** Whether it goes on with the list of the passage before it. */
  readonly continues: boolean;
}

/** What one source says in one part. */
export interface RenderedSource {
  readonly heading: string;
  readonly sections: readonly RenderedSection[];
}

export interface PackContent {
  readonly name: string;
  readonly slug: string;
  readonly stage: string;
  readonly generatedAt: string;
  readonly canonical: string;
  readonly language: Language;
  readonly limit: number;
  /** Lines that stand at the head of a part, before what is quoted: artifacts, conflicts. */
  readonly lines: Readonly<Partial<Record<Part, readonly string[]>>>;
  readonly sources: Readonly<Partial<Record<Part, readonly RenderedSource[]>>>;
  /** Parts that have something to quote, whether it found room or not. */
  readonly filled: ReadonlySet<Part>;
  readonly conflicts: number;
  readonly counts: ShortCounts;
}

function renderSection({ heading, passages }: RenderedSection): string {
  let text = heading;
  for (const [index, passage] of passages.entries()) {
    const next = passages[index + 1];
    text += `${passage?.text ?? GAP}${passage !== undefined && next?.continues === true ? "\n" : "\n\n"}`;
  }
  return text;
}

function renderPart(content: PackContent, part: Part, strings: PackStrings): string {
  const lines = content.lines[part] ?? [];
  const sources = content.sources[part] ?? [];
  const intro = part === "essential" ? `${strings.intro}\n\n` : "";
  const list = lines.length === 0 ? "" : `${lines.join("\n")}\n\n`;
  const quotes = sources
    .map(({ heading, sections }) => heading + sections.map(renderSection).join(""))
    .join("");
  const why = content.filled.has(part) ? strings.noRoom : part === "essential" ? "" : strings.nothing;
  const empty = quotes === "" && (list === "" || content.filled.has(part)) && why !== "" ? `${why}\n\n` : "";
  return `## ${strings.parts[part]}\n\n${intro}${list}${quotes}${empty}`;
}

function renderCounts({ counts, limit, conflicts }: PackContent, strings: PackStrings): string {
  const reasons = counts.reasons.map(([reason, count]) => `${strings.reasons[reason]}: ${count}`).join("; ");
  const lines = [
    `${strings.considered}: ${counts.considered}`,
    `${strings.included}: ${counts.included}`,
    `${strings.excluded}: ${counts.excluded}${reasons === "" ? "" : ` (${reasons})`}`,
    `${strings.stale}: ${counts.stale}`,
    ...(counts.cut > 0 ? [`${strings.cut}: ${counts.cut}`] : []),
    ...(counts.omitted > 0 ? [`${strings.omitted}: ${counts.omitted}`] : []),
    ...(counts.repeated > 0 ? [`${strings.repeated}: ${counts.repeated}`] : []),
    ...(conflicts > 0 ? [`${strings.conflictCount}: ${conflicts}`] : []),
    `${strings.limit}: ${limit}`,
  ];
  return lines.map((line) => `- ${line}\n`).join("");
}

export function renderPack(content: PackContent): string {
  const strings = PACK_STRINGS[content.language];
  const name = inlineTitle(redactShort(content.name));
  const canonical = redactShort(content.canonical);
  const head = [
    `# Context Pack — ${content.stage} — ${name}\n`,
    `## ${strings.traceability}\n`,
    `- ${strings.orchestration}: ${name} (${redactShort(content.slug)})`,
    `- ${strings.stage}: ${content.stage}`,
    `- ${strings.generatedAt}: ${content.generatedAt}`,
    `- ${strings.canonicalSource}: [${canonical}](${linkTarget(canonical)})\n`,
  ].join("\n");
  const parts = PARTS.map((part) => renderPart(content, part, strings)).join("");
  return `${head}\n${parts}## ${strings.manifest}\n\n${renderCounts(content, strings)}`;
}

const GENERATED_AT = /^- (?:Gerado em|Generated at|Создано): (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m;

/** The time a pack says it was made at. Its head comes first, so no quoted line is taken for it. */
export function generatedAtOf(pack: string): string | undefined {
  return GENERATED_AT.exec(pack)?.[1];
}

/** The same pack with another time; the length stays, since the time is of fixed width. */
export function withGeneratedAt(pack: string, time: string): string {
  return pack.replace(GENERATED_AT, (line, old: string) => line.slice(0, -old.length) + time);
}

/** One line under "Risks and conflicts". */
export function conflictLine(conflict: Conflict, language: Language): string {
  const strings = PACK_STRINGS[language];
  const template = strings.conflicts[conflict.code] ?? conflict.code;
  const path = redactShort(conflict.path);
  const sentence = fillTemplate(template, conflict.params).replace("{path}", () => path);
  const here = { path: conflict.path, line: conflict.line };
  // First where to look, then every other place that speaks.
  const others = conflict.sides.filter(({ path, line }) => path !== here.path || line !== here.line);
  const links = [here, ...others].map((side) => {
    const target = redactShort(side.path);
    const name = side === here ? `L${side.line}` : `${inlineTitle(baseName(target))}:L${side.line}`;
    return `[${name}](${linkTarget(target)}#L${side.line})`;
  });
  return `- ⚠ ${inlineTitle(redactShort(sentence))}; ${strings.checkpoint} (${links.join(", ")})`;
}
