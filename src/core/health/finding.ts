import type { Diagnostic, DiagnosticCode, Severity } from "../diagnostics.js";
import { redactShort } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";

/** Where a finding stands; 1-based, columns in UTF-16 code units. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
}

const LONGEST_PARAM = 300;

/** A finding. What it quotes of a document is redacted, put on one line, and cut. */
export function finding(
  code: DiagnosticCode,
  severity: Severity,
  { path, line, column = 1 }: Place,
  ...params: readonly string[]
): Diagnostic {
  const shown = params.map((param) => {
    const text = redactShort(param).replace(/\s+/g, " ").trim();
    return text.length <= LONGEST_PARAM
      ? text
      : `${text.slice(0, LONGEST_PARAM).replace(/[\ud800-\udbff]$/, "")}…`;
  });
  return { code, severity, path, line, column, params: shown };
}

/** By path, line, column, code, then parameters. */
export function compareFindings(a: Diagnostic, b: Diagnostic): number {
  return (
    compareCodeUnits(a.path, b.path) ||
    a.line - b.line ||
    a.column - b.column ||
    compareCodeUnits(a.code, b.code) ||
    compareCodeUnits(a.params.join("\0"), b.params.join("\0"))
  );
}
