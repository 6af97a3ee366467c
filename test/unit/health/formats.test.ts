import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adviceFor } from "../../../src/core/diagnostic-advice.js";
import { diagnosticTemplates, type Diagnostic, type DiagnosticCode } from "../../../src/core/diagnostics.js";
import { junitText } from "../../../src/core/health/junit.js";
import { healthJson, healthText } from "../../../src/core/health/report.js";
import { sarifText } from "../../../src/core/health/sarif.js";
import { healthForPeople } from "../../../src/core/health/text-report.js";
import { scale, seed } from "../scale.js";

const found = (parts: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "broken-link",
  severity: "warning",
  path: "docs/a b/ц#1.md",
  line: 3,
  column: 5,
  params: ["x.md"],
  ...parts,
});
const secret = ["ghp", "_a8Kq2mZx9Lw4", "Rt7Yv1Bn5Cd3Ef6Gh0Jkab12"].join("");
const AT = "2026-05-01T10:00:00Z";

test("every code has advice", () => {
  const codes = Object.keys(diagnosticTemplates()) as DiagnosticCode[];
  expect(codes.filter((code) => adviceFor(code) === undefined)).toEqual([]);
});

describe("health.json", () => {
  const report = {
    findings: [found({ severity: "error" }), found({ line: 4 }), found({ code: "map-missing", line: 9 })],
    documents: 7,
  };

  test("counts by severity and code, and says what to do", () => {
    expect(healthJson(report, AT)).toMatchObject({
      schema_version: 1,
      derived: true,
      generated_at: AT,
      documents: 7,
      counts: {
        total: 3,
        by_severity: { error: 1, warning: 2, info: 0 },
        by_code: { "broken-link": 2, "map-missing": 1 },
      },
      findings: [
        {
          code: "broken-link",
          severity: "error",
          path: "docs/a b/ц#1.md",
          line: 3,
          column: 5,
          message: "“x.md” leads to nothing in this project.",
          advice: adviceFor("broken-link"),
        },
        { line: 4 },
        { line: 9 },
      ],
    });
  });

  test("keeps its time where nothing else changed", () => {
    const before = healthText(healthJson(report, AT), undefined);
    expect(healthText(healthJson(report, "2026-06-01T10:00:00Z"), before)).toBe(before);
    const other = healthText(healthJson({ ...report, documents: 8 }, "2026-06-01T10:00:00Z"), before);
    expect(other).toContain('"generated_at": "2026-06-01T10:00:00Z"');
    expect(healthText(healthJson(report, AT), "{ torn")).toBe(before);
  });
});

test("no format prints a secret", () => {
  const report = { findings: [found({ path: `docs/${secret}.md`, params: [secret] })], documents: 1 };
  const all = [
    healthText(healthJson(report, AT), undefined),
    sarifText(report.findings, "1.0.0"),
    junitText(report.findings),
    healthForPeople(report),
  ];
  for (const text of all) expect(text).not.toContain(secret);
});

describe("SARIF", () => {
  interface Log {
    readonly version: string;
    readonly $schema: string;
    readonly runs: readonly {
      readonly tool: {
        readonly driver: {
          readonly name: string;
          readonly rules: readonly { readonly id: string; readonly help: { readonly text: string } }[];
        };
      };
      readonly columnKind: string;
      readonly originalUriBaseIds: Readonly<Record<string, unknown>>;
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly locations: readonly {
          readonly physicalLocation: {
            readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
            readonly region: unknown;
          };
        }[];
      }[];
    }[];
  }
  const logOf = (findings: readonly Diagnostic[]): Log => JSON.parse(sarifText(findings, "1.2.3")) as Log;

  test("has what version 2.1.0 requires", () => {
    const [run] = logOf([
      found(),
      found({ code: "map-missing", severity: "info" }),
      found({ severity: "error" }),
    ]).runs;
    expect(logOf([]).version).toBe("2.1.0");
    expect(logOf([]).runs[0]?.results).toEqual([]);
    expect(run?.tool.driver.rules.map(({ id, help }) => [id, help.text])).toEqual([
      ["broken-link", adviceFor("broken-link")],
      ["map-missing", adviceFor("map-missing")],
    ]);
    expect(run?.columnKind).toBe("utf16CodeUnits");
    expect(Object.keys(run?.originalUriBaseIds ?? {})).toEqual(["%SRCROOT%"]);
    expect(run?.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
      ["broken-link", 0, "warning"],
      ["map-missing", 1, "note"],
      ["broken-link", 0, "error"],
    ]);
    expect(run?.results[0]?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "docs/a%20b/%D1%86%231.md", uriBaseId: "%SRCROOT%" },
      region: { startLine: 3, startColumn: 5 },
    });
  });

  test("a path is a relative URI whatever its characters are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (path) => {
        const uri =
          logOf([found({ path })]).runs[0]?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri ??
          "";
        expect(uri).toMatch(/^[A-Za-z0-9%._~!*'()\-/]*$/);
      }),
      { numRuns: scale(500), seed },
    );
  });
});

describe("JUnit", () => {
  test("an error fails its test; the rest is shown and does not", () => {
    const xml = junitText([
      found({ severity: "error", params: ['<a href="x">&'] }),
      found({ line: 8, severity: "info" }),
    ]);
    expect(xml).toContain(
      '<testsuites name="sdd intelligence health" tests="2" failures="1" errors="0" skipped="1">',
    );
    expect(xml).toContain('<failure type="broken-link" message="“&lt;a href=&quot;x&quot;&gt;&amp;” leads');
    expect(xml).toContain('<skipped message="info: ');
    expect(junitText([])).toContain('tests="1" failures="0"');
  });

  test("is XML whatever stands in a finding", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary", minLength: 1 }),
        (param, path) => {
          const xml = junitText([found({ severity: "error", params: [param], path })]);
          // Everything XML 1.0 forbids, and whatever would end an attribute or open a tag.
          expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
          const inner = xml.split("\n").filter((line) => line.includes("<testcase"));
          for (const line of inner) {
            expect(line.replace(/"[^"<>]*"/g, '""')).toMatch(
              /^ {4}<testcase classname="" name="" file="" line=""><failure type="" message="">[^<>]*<\/failure><\/testcase>$/,
            );
            expect(line).not.toMatch(/&(?!(?:amp|lt|gt|quot|#10|#13|#9);)/);
          }
          expect(inner).toHaveLength(1);
        },
      ),
      { numRuns: scale(500), seed },
    );
  });
});

describe("for people", () => {
  test("grouped by file, with advice once, and a sum", () => {
    const text = healthForPeople({
      findings: [
        found({ path: "a.md" }),
        found({ path: "a.md", line: 12 }),
        found({ path: "b.md", severity: "error" }),
      ],
      documents: 9,
    });
    expect(text).toBe(
      [
        "a.md",
        "   3:5  warning  “x.md” leads to nothing in this project.  [broken-link]",
        "                 → Correct the link, or put back what it leads to.",
        "  12:5  warning  “x.md” leads to nothing in this project.  [broken-link]",
        "",
        "b.md",
        "  3:5  error    “x.md” leads to nothing in this project.  [broken-link]",
        "                → Correct the link, or put back what it leads to.",
        "",
        "1 error, 2 warnings, 0 remarks in 2 files; 9 files looked at.",
        "",
      ].join("\n"),
    );
    expect(healthForPeople({ findings: [], documents: 1 })).toBe("Nothing found: 1 file looked at.\n");
  });

  test("hidden characters are shown, and no finding breaks its line", () => {
    const text = healthForPeople({
      findings: [found({ path: "a\nb\u001b[31m.md", params: ["\u202ex\ny"] })],
      documents: 1,
    });
    expect(text).toContain("a b⟨ESC⟩[31m.md\n");
    expect(text).toContain("“⟨RLO⟩x y” leads");
  });
});
