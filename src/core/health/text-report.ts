import type { Diagnostic, Severity } from "../diagnostics.js";
import { reveal } from "../text/reveal.js";
import type { HealthReport } from "./health.js";
import { countsOf, findingJson } from "./report.js";

/** On one line, with what is hidden made visible. */
function shown(text: string): string {
  return reveal(text).replace(/[\r\n\t]+/g, " ");
}

function number(count: number, word: string, plural = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}

function fileBlock(path: string, findings: readonly Diagnostic[]): string {
  const place = ({ line, column }: Diagnostic): string => `${line}:${column}`;
  const widest = Math.max(...findings.map((each) => place(each).length));
  let advised = "";
  const lines = findings.flatMap((each) => {
    const { code, severity, message, advice } = findingJson(each);
    const first = `  ${place(each).padStart(widest)}  ${severity.padEnd(7)}  ${shown(message)}  [${code}]`;
    // The same advice again and again would bury what differs.
    if (advice === undefined || advised === code) return [first];
    advised = code;
    return [first, `  ${" ".repeat(widest)}  ${" ".repeat(7)}  → ${advice}`];
  });
  return `${shown(path)}\n${lines.join("\n")}\n`;
}

/** The findings for people: grouped by file, and a line that sums them up. */
export function healthForPeople({ findings, documents }: HealthReport): string {
  const byPath = new Map<string, Diagnostic[]>();
  for (const each of findings) {
    const { path } = findingJson(each);
    const list = byPath.get(path);
    if (list === undefined) byPath.set(path, [each]);
    else list.push(each);
  }
  const { by_severity: counts } = countsOf(findings);
  const severities: readonly (readonly [Severity, string, string?])[] = [
    ["error", "error"],
    ["warning", "warning"],
    ["info", "remark"],
  ];
  const looked = `${number(documents, "file")} looked at`;
  const sum =
    findings.length === 0
      ? `Nothing found: ${looked}.`
      : `${severities.map(([severity, word]) => number(counts[severity], word)).join(", ")} in ${number(byPath.size, "file")}; ${looked}.`;
  return [...[...byPath].map(([path, list]) => fileBlock(path, list)), `${sum}\n`].join("\n");
}
