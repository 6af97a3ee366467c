import { adviceFor } from "../diagnostic-advice.js";
import { diagnosticMessage, type Diagnostic, type DiagnosticCode, type Severity } from "../diagnostics.js";
import { redactShort } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";
import type { HealthReport } from "./health.js";

/** A finding as `health.json` and `--json` have it. Everything in it is redacted. */
export interface FindingJson {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Relative to the project root. */
  readonly path: string;
  /** 1-based; columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
}

/** `.sdd/intelligence/health.json` */
export interface HealthJson {
  readonly schema_version: 1;
  readonly derived: true;
  /** `YYYY-MM-DDTHH:MM:SSZ` */
  readonly generated_at: string;
  /** Files that were looked at. */
  readonly documents: number;
  readonly counts: {
    readonly total: number;
    readonly by_severity: Readonly<Record<Severity, number>>;
    readonly by_code: Readonly<Record<string, number>>;
  };
  readonly findings: readonly FindingJson[];
}

export function findingJson(each: Diagnostic): FindingJson {
  const { code, severity, path, line, column } = each;
  const advice = adviceFor(code);
  const message = redactShort(diagnosticMessage(each));
  return {
    code,
    severity,
    path: redactShort(path),
    line,
    column,
    message,
    ...(advice === undefined ? {} : { advice }),
  };
}

export function countsOf(findings: readonly Diagnostic[]): HealthJson["counts"] {
  const bySeverity = { error: 0, warning: 0, info: 0 };
  const byCode = new Map<string, number>();
  for (const { code, severity } of findings) {
    bySeverity[severity]++;
    byCode.set(code, (byCode.get(code) ?? 0) + 1);
  }
  const sorted = [...byCode].sort(([a], [b]) => compareCodeUnits(a, b));
  return { total: findings.length, by_severity: bySeverity, by_code: Object.fromEntries(sorted) };
}

/** @param generatedAt `YYYY-MM-DDTHH:MM:SSZ` */
export function healthJson({ findings, documents }: HealthReport, generatedAt: string): HealthJson {
  return {
    schema_version: 1,
    derived: true,
    generated_at: generatedAt,
    documents,
    counts: countsOf(findings),
    findings: findings.map(findingJson),
  };
}

const GENERATED_AT = /^ {2}"generated_at": "(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)",$/m;

/**
 * The text of `health.json`. Where the text on disk says the same at another time, its time stays, so that nothing
 * changes where nothing changed.
 *
 * @param before what stands on disk.
 */
export function healthText(report: HealthJson, before: string | undefined): string {
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  const kept = GENERATED_AT.exec(before ?? "")?.[1];
  if (kept === undefined) return text;
  const same = text.replace(GENERATED_AT, (line) => line.replace(report.generated_at, kept));
  return same === before ? same : text;
}
