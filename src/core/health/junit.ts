import type { Diagnostic } from "../diagnostics.js";
import { reveal } from "../text/reveal.js";
import { findingJson, type FindingJson } from "./report.js";

/** What XML 1.0 allows in a text (https://www.w3.org/TR/xml/#charsets). */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

function escaped(text: string): string {
  return reveal(text)
    .replace(NOT_XML, "")
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? "");
}

/** Only an error makes a test fail, as it alone fails `--strict`; the rest is shown as skipped, with its text. */
function testCase({ code, severity, path, line, column, message, advice }: FindingJson): string {
  const said = `${message}${advice === undefined ? "" : ` ${advice}`}`;
  const element =
    severity === "error"
      ? `<failure type="${code}" message="${escaped(message)}">${escaped(`${path}:${line}:${column}: ${said}`)}</failure>`
      : `<skipped message="${escaped(`${severity}: ${said}`)}"/>`;
  const name = escaped(`${code} at ${line}:${column}`);
  return `    <testcase classname="${escaped(path)}" name="${name}" file="${escaped(path)}" line="${line}">${element}</testcase>`;
}

function suite(path: string, cases: readonly FindingJson[]): string {
  const count = (isError: boolean): number =>
    cases.filter(({ severity }) => (severity === "error") === isError).length;
  const head = `  <testsuite name="${escaped(path)}" tests="${cases.length}" failures="${count(true)}" errors="0" skipped="${count(false)}">`;
  return [head, ...cases.map(testCase), "  </testsuite>"].join("\n");
}

/** The findings as JUnit XML: a suite for each file, a test case for each finding; one that passes where there is none. */
export function junitText(findings: readonly Diagnostic[]): string {
  const all = findings.map(findingJson);
  const byPath = new Map<string, FindingJson[]>();
  for (const each of all) {
    const list = byPath.get(each.path);
    if (list === undefined) byPath.set(each.path, [each]);
    else list.push(each);
  }
  const failures = all.filter(({ severity }) => severity === "error").length;
  const suites =
    all.length === 0
      ? [
          '  <testsuite name="sdd intelligence health" tests="1" failures="0" errors="0" skipped="0">',
          '    <testcase classname="sdd" name="no findings"/>',
          "  </testsuite>",
        ]
      : [...byPath].map(([path, cases]) => suite(path, cases));
  const skipped = all.length - failures;
  const head = `<testsuites name="sdd intelligence health" tests="${Math.max(all.length, 1)}" failures="${failures}" errors="0" skipped="${skipped}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, "</testsuites>", ""].join("\n");
}
