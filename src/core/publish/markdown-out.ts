import { fillTemplate } from "../errors.js";
import { folderOf } from "../project/paths.js";
import { redactShort } from "../redaction/redact.js";
import { reveal } from "../text/reveal.js";
import { INTELLIGENCE_FOLDER, isIntelligence } from "./paths.js";

/** Markdown of the project intelligence documents: what it quotes is redacted, on one line, and means nothing but itself. */

/** A text from a document as plain Markdown. */
export function plain(text: string): string {
  return reveal(redactShort(text).replace(/\s+/g, " ").trim())
    .replace(/[\\`*[\]<>|~]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^(?=[#>+-])/, "\\")
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, "$1\\");
}

/** Inline code, whatever stands in it. */
export function code(text: string): string {
  const shown = reveal(redactShort(text).replace(/\s+/g, " ").trim());
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = longest > 0 ? " " : "";
  return `${fence}${gap}${shown}${gap}${fence}`;
}

const UNSAFE = /[\s%#?()<>[\]\\"`|*^{}]/g;

function encoded(path: string): string {
  return path.replace(
    UNSAFE,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** A project path as seen from the documents. */
function relative(path: string): string {
  const from = INTELLIGENCE_FOLDER.split("/");
  const to = path.split("/");
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/") || ".";
}

/**
 * A link to a file of the project, at a line where one is given; code hosts and editors know `#L12`. A path that holds a
 * secret leads nowhere. Lines of these very documents are left out: publishing moves them.
 *
 * @param label plain Markdown; the file's name and line where it is not given.
 */
export function linkTo(path: string, line?: number, label?: string): string {
  const at = isIntelligence(path) ? undefined : line;
  const name = plain(path.slice(path.lastIndexOf("/") + 1));
  const shown = label ?? (at === undefined ? name : `${name}:${at}`);
  if (redactShort(path) !== path) return shown;
  return `[${shown}](${encoded(relative(path))}${at === undefined || at <= 1 ? "" : `#L${at}`})`;
}

/** A link whose label is the path, for folders; the label tells what lies there. */
export function folderLink(path: string): string {
  return linkTo(path, undefined, code(`${path}/`));
}

/** The document's own folder, for texts that name a file with it: `checkout/02-prd.md`. */
export function nearName(path: string): string {
  const folder = folderOf(path);
  return `${folder.slice(folder.lastIndexOf("/") + 1)}/${path.slice(path.lastIndexOf("/") + 1)}`;
}

/** The first `most` of a list as items, and one that counts the others. */
export function items(lines: readonly string[], most: number, more: string): readonly string[] {
  const rest = lines.length - most;
  const shown = rest > 0 ? [...lines.slice(0, most), fillTemplate(more, [String(rest)])] : lines;
  return shown.map((line) => `- ${line}`);
}

/** A table; its cells are Markdown without line ends. What is over `most` is counted below it. */
export function table(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  most: number,
  more: string,
): readonly string[] {
  if (rows.length === 0) return [];
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rest = rows.length - most;
  return [
    row(headers),
    row(headers.map(() => "---")),
    ...rows.slice(0, most).map(row),
    ...(rest > 0 ? ["", fillTemplate(more, [String(rest)])] : []),
  ];
}
