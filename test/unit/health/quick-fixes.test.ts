import { expect, test } from "vitest";
import type { DiagnosticCode } from "../../../src/core/diagnostics.js";
import { quickFixes, type QuickFix } from "../../../src/core/health/quick-fixes.js";
import { testHasher, type MemoryContent } from "../memory-ports.js";
import { healthFixture, map, whole } from "./fixture.js";

const DOC = "docs/checkout";

/** The fixes for the first finding of a code, and the code's findings once they are applied. */
async function fixed(
  files: Readonly<Record<string, MemoryContent>>,
  code: DiagnosticCode,
): Promise<{ fixes: readonly QuickFix[]; left: number }> {
  const { check, session, project } = healthFixture(files);
  const { findings } = await check();
  const finding = findings.find((each) => each.code === code);
  if (finding === undefined) throw new Error(`No ${code}: ${JSON.stringify(findings)}`);
  const present = await session.refresh();
  const config = session.configOf(present.inventory).health;
  const fixes = await quickFixes(finding, { project: present, config, textOf: (path) => project.text(path) });
  for (const { path, text } of fixes) project.write(path, text);
  project.clock.advance(60_000);
  const after = await check();
  return { fixes, left: after.findings.filter((each) => each.code === code).length };
}

test("the right hash is put into the map, and nothing else changes there; a person has to confirm it", async () => {
  const entry = (sha: string, size: number) =>
    `# kept\n${map("idea: {file: 01-idea.md, state: draft}", `prd: {file: 02-prd.md, state: approved, sha256: ${sha}, size_bytes: ${size}} # mine`)}`;
  const text = whole("prd");
  const files = {
    [`${DOC}/traceability-map.yaml`]: entry(testHasher.sha256("old"), 3),
    [`${DOC}/01-idea.md`]: whole("idea"),
    [`${DOC}/02-prd.md`]: text,
  };
  const { fixes, left } = await fixed(files, "artifact-hash-differs");
  expect(fixes).toEqual([
    {
      kind: "hash-into-map",
      detail: "prd",
      confirm: true,
      path: `${DOC}/traceability-map.yaml`,
      text: entry(testHasher.sha256(text), text.length + 2),
    },
  ]);
  expect(left).toBe(0);
});

test.each([
  [
    "after the one before it",
    "Metrics",
    /\n## Acceptance criteria\n\nSomething.\n\n## Metrics\n\n## Risks\n/,
  ],
  ["at the end, where it is the last one", "Diagrams", /\n## Risks\n\nSomething.\n\n## Diagrams\n$/],
  [
    "before the next one, where it is the first",
    "Traceability",
    /^# PRD — Checkout\n\n## Traceability\n\n## Summary\n/,
  ],
])("a missing heading is added %s", async (_where, title, expected) => {
  const text = whole("prd").replace(`## ${title}\n\nSomething.\n`, "").trimEnd();
  const files = {
    [`${DOC}/traceability-map.yaml`]: map("prd: {file: 02-prd.md, state: approved}"),
    [`${DOC}/02-prd.md`]: `${text}\n`,
  };
  const { fixes, left } = await fixed(files, "section-missing");
  expect(fixes).toHaveLength(1);
  expect(fixes[0]).toMatchObject({ kind: "add-section", detail: title, confirm: false });
  expect(fixes[0]?.text).toMatch(expected);
  expect(left).toBe(0);
});

test("a heading is added in the document's language, at its level, with its line ends", async () => {
  const text =
    "# PRD\r\n\r\n### Rastreabilidade\r\n\r\n### Resumo\r\n\r\nUm.\r\n\r\n#### Detalhe\r\n\r\n### Não objetivos\r\n\r\nx\r\n";
  const files = {
    "sdd.config.yaml": "health:\n  required_sections:\n    prd: [Traceability, Summary, Goals, Non-goals]\n",
    [`${DOC}/traceability-map.yaml`]: map("prd: {file: 02-prd.md, state: approved}"),
    [`${DOC}/02-prd.md`]: text,
  };
  const { fixes } = await fixed(files, "section-missing");
  expect(fixes[0]?.text).toBe(text.replace("### Não", "### Objetivos\r\n\r\n### Não"));
});

test.each([
  ["[a](../old/plan%20b.md#one 'T')", "[a](../new%20place/plan%20b.md#one 'T')"],
  ["text ![x](i.svg) [a](<plan b.md>)", "text ![x](i.svg) [a](<../new%20place/plan%20b.md>)"],
])("a moved link is corrected: %s", async (link, expected) => {
  const files = {
    "docs/guide/a.md": `# A\n\n${link}\n`,
    "docs/guide/i.svg": "",
    "docs/new place/plan b.md": "# One\n",
  };
  const { fixes, left } = await fixed(files, "broken-link");
  expect(fixes.map(({ kind, text }) => [kind, text])).toEqual([["moved-link", `# A\n\n${expected}\n`]]);
  expect(left).toBe(0);
});

test("nothing is offered where nothing is certain", async () => {
  const two = { "docs/guide/a.md": "[a](x.md)", "docs/b/x.md": "# X\n", "docs/c/x.md": "# X\n" };
  expect((await fixed(two, "broken-link")).fixes).toEqual([]);
  const none = { "docs/guide/a.md": "[a](x.md)" };
  expect((await fixed(none, "broken-link")).fixes).toEqual([]);
  expect((await fixed({ "docs/guide/a.md": "[a](#x)" }, "broken-anchor")).fixes).toEqual([]);
});
