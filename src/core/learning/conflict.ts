import type { Diagnostic, DiagnosticCode, Severity } from "../diagnostics.js";

/**
 * Places where sources disagree. Each is a diagnostic of the file that has to be looked at, and a line under "Risks and
 * conflicts" of the pack; none is settled silently.
 */
export interface Conflict extends Diagnostic {
  /** Paths of the sources that disagree, the one that wins by precedence first where one does. */
  readonly between: readonly string[];
}

/** A finding with the sources that disagree; the column is 1. */
export function conflict(
  code: DiagnosticCode,
  severity: Severity,
  path: string,
  line: number,
  params: readonly string[],
  between: readonly string[],
): Conflict {
  return { code, severity, path, line, column: 1, params, between };
}
