import type { Diagnostic } from "../diagnostics.js";
import { baseName, folderOf } from "../project/paths.js";
import type { Orchestration, Project } from "../project/project.js";
import { parseStage, type Stage } from "../project/stages.js";
import { lineStarts } from "../text/lines.js";
import { writtenLinks } from "./links.js";
import { proseOf } from "./prose.js";
import type { HealthConfig } from "../project/config/config.js";
import { withSection } from "./section-fix.js";

/** What a quick fix does; the face has the words for it. */
export type QuickFixKind = "hash-into-map" | "add-section" | "moved-link";

/** A safe change that mends a finding. Nothing is written here: a person applies it in the editor, and can undo it. */
export interface QuickFix {
  readonly kind: QuickFixKind;
  /** `hash-into-map`: the stage; `add-section`: the heading's text; `moved-link`: the new destination. */
  readonly detail: string;
  /** A recorded hash stands for an approval, so a person has to confirm it. */
  readonly confirm: boolean;
  readonly path: string;
  /** The file's whole new text. */
  readonly text: string;
}

/** The present text of a file: the editor's where it is open; `undefined` where there is none. */
export type TextOf = (path: string) => string | undefined;

export interface FixInput {
  readonly project: Project;
  readonly config: HealthConfig;
  readonly textOf: TextOf;
}

/** The safe fixes for a finding; none where nothing is certain. */
export async function quickFixes(finding: Diagnostic, input: FixInput): Promise<readonly QuickFix[]> {
  switch (finding.code) {
    case "artifact-hash-differs":
      return hashFix(finding, input);
    case "section-missing":
      return sectionFix(finding, input);
    case "broken-link":
      return linkFix(finding, input);
    default:
      return [];
  }
}

async function hashFix(finding: Diagnostic, { project, textOf }: FixInput): Promise<readonly QuickFix[]> {
  const orchestration = project.orchestrations.find(({ mapPath }) => mapPath === finding.path);
  const stage = parseStage(finding.params[0] ?? "");
  const artifact = orchestration?.artifacts.find((each) => each.stage === stage && each.entry !== undefined);
  const text = textOf(finding.path);
  if (stage === undefined || artifact?.entry === undefined || text === undefined) return [];
  const { record, entry } = artifact;
  if (record.status !== "active" || record.hash === "") return [];
  const { setStageState } = await import("../project/map/map-edit.js");
  // A map that keeps no sizes is not given any.
  const size = entry.sizeBytes === undefined ? {} : { sizeBytes: record.size };
  const fixed = setStageState(text, entry.stage, { state: entry.state, sha256: record.hash, ...size });
  return [{ kind: "hash-into-map", detail: stage, confirm: true, path: finding.path, text: fixed }];
}

function stageOf(orchestrations: readonly Orchestration[], path: string): Stage | undefined {
  for (const { artifacts } of orchestrations) {
    const found = artifacts.find((each) => each.path === path);
    if (found !== undefined) return found.stage;
  }
  return undefined;
}

function sectionFix(
  { path, params }: Diagnostic,
  { project, config, textOf }: FixInput,
): readonly QuickFix[] {
  const stage = stageOf(project.orchestrations, path);
  const text = textOf(path);
  const title = params[0];
  if (stage === undefined || text === undefined || title === undefined) return [];
  const fixed = withSection(text, stage, title, config);
  return fixed === undefined
    ? []
    : [{ kind: "add-section", detail: title, confirm: false, path, text: fixed }];
}

/** A path from one folder to a file, as a link writes it. */
function relativePath(folder: string, target: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = target.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const parts = [...from.slice(shared).map(() => ".."), ...to.slice(shared)];
  return parts.map((part) => encodeURI(part).replace(/[()#?]/g, escapeOf)).join("/");
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The one Markdown document of the project that has the name of what a link sought. */
function linkFix({ path, line, column }: Diagnostic, { project, textOf }: FixInput): readonly QuickFix[] {
  const text = textOf(path);
  if (text === undefined) return [];
  const link = writtenLinks(proseOf(text)).find((each) => each.line === line && each.column === column);
  if (link === undefined) return [];
  const hash = link.target.search(/[#?]/);
  const rest = hash === -1 ? "" : link.target.slice(hash);
  const name = baseName(decoded(hash === -1 ? link.target : link.target.slice(0, hash)));
  if (!name.endsWith(".md")) return [];
  const named = project.inventory.kinds.paths.filter((each) => baseName(each) === name && each !== path);
  const [only, another] = named;
  if (only === undefined || another !== undefined) return [];
  const detail = relativePath(folderOf(path), only) + rest;
  const start = (lineStarts(text)[line - 1] ?? 0) + column - 1;
  const fixed = text.slice(0, start) + detail + text.slice(start + link.length);
  return [{ kind: "moved-link", detail, confirm: false, path, text: fixed }];
}
