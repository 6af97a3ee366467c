import { diagnosticMessage, type Diagnostic } from "../core/diagnostics.js";
import type { Orchestration, Project } from "../core/project/project.js";
import { projectDiagnostics } from "../core/project/project.js";
import { redactShort } from "../core/redaction/redact.js";
import { printMessage, type CliIo } from "./io.js";

/** A finding as `--json` prints it. Lines and columns are 1-based. */
export interface ProblemJson {
  readonly code: string;
  readonly severity: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** More lines than this would bury the rest of what a command says. */
const MOST_LINES = 20;

export function problemJson(diagnostic: Diagnostic): ProblemJson {
  const { code, severity, path, line, column } = diagnostic;
  const message = redactShort(diagnosticMessage(diagnostic));
  return { code, severity, path: redactShort(path), line, column, message };
}

/**
 * What is wrong with the files that one orchestration's packs are made of: its own, those that belong to the whole
 * project, and `considered` ones. Mere remarks are left out, except those on keys that do nothing: what a person set there
 * is not in force.
 *
 * @param considered paths of further files that were looked at.
 */
export function problemsFor(
  project: Project,
  orchestration: Orchestration,
  considered: ReadonlySet<string>,
): readonly Diagnostic[] {
  const isOther = project.orchestrations.map(({ folder }) => `${folder}/`);
  const own = `${orchestration.folder}/`;
  return projectDiagnostics(project).filter(({ code, severity, path }) => {
    if (severity === "info" && code !== "config-unknown-key") return false;
    return considered.has(path) || path.startsWith(own) || !isOther.some((folder) => path.startsWith(folder));
  });
}

/** One line for each finding on standard error, `path:line:column: sentence`; the rest is counted. */
export function printProblems(io: CliIo, diagnostics: readonly Diagnostic[]): void {
  for (const { path, line, column, message } of diagnostics.slice(0, MOST_LINES).map(problemJson)) {
    // A name with a line end in it must not look like a finding of its own.
    printMessage(io, `${path}:${line}:${column}: ${message}`.replace(/[\r\n]/g, "⟨LF⟩"));
  }
  const more = diagnostics.length - MOST_LINES;
  if (more > 0) printMessage(io, `… and ${more} more.`);
}
