import { adviceFor } from "../diagnostic-advice.js";
import { diagnosticTemplate, type Diagnostic, type DiagnosticCode, type Severity } from "../diagnostics.js";
import { compareCodeUnits } from "../text/fold.js";
import { findingJson } from "./report.js";

// SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

const LEVELS: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** A template without its places: what a rule says in general. */
function general(code: DiagnosticCode): string {
  return diagnosticTemplate(code).replace(/\{\d\}/g, "…");
}

function rule(code: DiagnosticCode) {
  const what = general(code);
  const advice = adviceFor(code) ?? what;
  return {
    id: code,
    shortDescription: { text: what },
    fullDescription: { text: what },
    help: { text: advice },
  };
}

/** A project path as a relative URI. */
function uriOf(path: string): string {
  // A lone surrogate has no UTF-8, and `encodeURIComponent` throws on it.
  return path
    .replace(/\p{Cs}/gu, "\ufffd")
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");
}

function result(each: Diagnostic, rules: readonly DiagnosticCode[]) {
  const { code, severity, path, line, column, message } = findingJson(each);
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(path), uriBaseId: "%SRCROOT%" },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  };
}

/** The findings as a SARIF log of one run, with a line end. @param version of this tool, as `1.2.3`. */
export function sarifText(findings: readonly Diagnostic[], version: string): string {
  const rules = [...new Set(findings.map(({ code }) => code))].sort(compareCodeUnits);
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "SDD Layer", ...(version === "" ? {} : { version }), rules: rules.map(rule) },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The project root." } } },
        results: findings.map((each) => result(each, rules)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
