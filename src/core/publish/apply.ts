import type { Diagnostic } from "../diagnostics.js";
import type { Hasher } from "../ports.js";
import { parseRegions, type Region } from "./regions.js";

/** A region as it is to be: Markdown with line feeds, without marks. */
export interface RegionText {
  readonly name: string;
  readonly text: string;
}

/** A document that is proposed: its title, for where there is no such file yet, and its regions in order. */
export interface ProposedDocument {
  readonly path: string;
  readonly title: string;
  readonly regions: readonly RegionText[];
}

/** What is to become of one file. Plain data. */
export interface DocumentProposal {
  readonly path: string;
  /** `refused`: the marks are broken, and the file is left as it is. */
  readonly status: "create" | "update" | "same" | "refused";
  /** The present text, with a byte order mark where the file has one; `undefined` where there is no file. */
  readonly before: string | undefined;
  /** The text that is proposed; the present one where nothing is. */
  readonly after: string;
  /** What is wrong with the marks, and which regions a person has edited. */
  readonly diagnostics: readonly Diagnostic[];
}

const CHECK_DIGITS = 12;
const BYTE_ORDER_MARK = "\ufeff";

/** The check of a region's body: line ends, and blanks at the ends of lines, do not count. */
function checkOf(hasher: Hasher, body: string): string {
  const plain = body
    .split(/\r\n|\n|\r/)
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
  return hasher.sha256(plain).slice(0, CHECK_DIGITS);
}

const begins = (name: string): string => `<!-- sdd:begin ${name} -->`;

/** A region with its marks, from the first mark to the last, without a line end behind it. */
function rendered(hasher: Hasher, { name, text }: RegionText, eol: string): string {
  const lines = ["", ...text.trim().split("\n"), ""];
  return [begins(name), ...lines, `<!-- sdd:end ${name} ${checkOf(hasher, text)} -->`].join(eol);
}

/** Whether what stands in a region is not what was written there. An empty one was made for us to fill. */
function isEdited(hasher: Hasher, text: string, region: Region, proposed: RegionText): boolean {
  const body = text.slice(region.bodyStart, region.bodyEnd);
  if (body.trim() === "") return false;
  const now = checkOf(hasher, body);
  return now !== region.check && now !== checkOf(hasher, proposed.text);
}

function newDocument(hasher: Hasher, { title, regions }: ProposedDocument): string {
  const parts = [`# ${title}`, ...regions.map((region) => rendered(hasher, region, "\n"))];
  return `${parts.join("\n\n")}\n`;
}

/** The document with regions put behind what a person wrote. */
function appended(hasher: Hasher, before: string, regions: readonly RegionText[]): string {
  const eol = /\r\n|\n|\r/.exec(before)?.[0] ?? "\n";
  const parts = regions.map((region) => rendered(hasher, region, eol));
  const isEmpty = before.trim() === "";
  const endsLine = /[\r\n]$/.test(before);
  const gap = isEmpty ? "" : endsLine ? eol : eol + eol;
  return `${before}${gap}${parts.join(eol + eol)}${eol}`;
}

/** The document with the bodies of its regions replaced. A region that a person took out stays out. */
function replaced(
  hasher: Hasher,
  before: string,
  regions: readonly Region[],
  proposed: ReadonlyMap<string, RegionText>,
): string {
  let after = "";
  let from = 0;
  for (const region of regions) {
    const text = proposed.get(region.name);
    if (text === undefined) continue;
    after += before.slice(from, region.start) + rendered(hasher, text, region.eol);
    from = region.end;
  }
  return after + before.slice(from);
}

/**
 * Puts the regions of a document into the text that a person may have written round them. Outside of the regions not a
 * character changes. A file that has none of our marks gets all regions at its end; one that has some, only those.
 *
 * @param before the present text, with its byte order mark and line ends; `undefined` where there is no file.
 */
export function proposeDocument(
  hasher: Hasher,
  document: ProposedDocument,
  before: string | undefined,
): DocumentProposal {
  const { path } = document;
  if (before === undefined) {
    return { path, status: "create", before, after: newDocument(hasher, document), diagnostics: [] };
  }
  const mark = before.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const text = before.slice(mark.length);
  const { regions, problems } = parseRegions(text, path);
  if (problems.length > 0) return { path, status: "refused", before, after: before, diagnostics: problems };
  const proposed = new Map(document.regions.map((region) => [region.name, region]));
  const ours = regions.filter(({ name }) => proposed.has(name));
  const now =
    ours.length === 0 ? appended(hasher, text, document.regions) : replaced(hasher, text, ours, proposed);
  const after = mark + now;
  const diagnostics = ours.flatMap((region): Diagnostic[] => {
    const wanted = proposed.get(region.name);
    if (wanted === undefined || !isEdited(hasher, text, region, wanted)) return [];
    const { name, line } = region;
    return [{ code: "region-edited", severity: "warning", path, line, column: 1, params: [name] }];
  });
  return { path, status: after === before ? "same" : "update", before, after, diagnostics };
}
