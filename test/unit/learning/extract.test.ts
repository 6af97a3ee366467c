import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extract, type Draft } from "../../../src/core/learning/extract.js";
import type { ExtractionSource } from "../../../src/core/learning/found.js";
import { plainText, sentencesOf, shortened, SUMMARY_UNITS } from "../../../src/core/learning/plain-text.js";
import { isStatement, standsAlone } from "../../../src/core/learning/stands-alone.js";
import { scale } from "../scale.js";
import { testHasher } from "../memory-ports.js";

const SPEC: ExtractionSource = {
  path: "docs/pay/03-techspec.md",
  stage: "techspec",
  isAdr: false,
  title: "Spec",
};
const ADR: ExtractionSource = { path: "docs/adr/0007-x.md", stage: "adr", isAdr: true, title: "Ledger" };

function learn(text: string, source: ExtractionSource = SPEC): readonly Draft[] {
  return extract({ ok: true, hash: "", text, lineInFile: (line) => line }, source, testHasher).drafts;
}

const said = (drafts: readonly Draft[], kind: string): string[] =>
  drafts.filter((draft) => draft.kind === kind).map(({ summary }) => summary);

describe("kinds come from headings", () => {
  test.each([
    ["Decisions", "Decisões", "Решения", "decision"],
    ["Conventions", "Convenções", "Соглашения", "pattern"],
    ["Risks", "Riscos", "Риски", "risk"],
    ["Acceptance criteria", "Critérios de aceite", "Критерии приёмки", "quality_signal"],
    ["Success metrics", "Métricas de sucesso", "Метрики успеха", "quality_signal"],
  ])("%s, %s, %s", (en, pt, ru, kind) => {
    const sentence = "Every ledger entry carries the gateway's own identifier.";
    for (const heading of [en, pt, ru, `3. **${en}**`])
      expect(said(learn(`# Spec\n\n## ${heading}\n\n- ${sentence}\n`), kind)).toEqual([sentence]);
  });

  test("a word in running text makes nothing of it", () => {
    const text =
      "# Spec\n\n## Notes\n\nThe architecture decision about patterns and risks was taken in June.\n";
    expect(learn(text).map(({ kind }) => kind)).toEqual(["artifact_summary"]);
  });

  test("consequences and alternatives are no decisions; what is bad of them is a risk", () => {
    const drafts = learn(
      [
        "# 7. Ledger\n\n**Status:** Accepted",
        "## Decision\n\nThe ledger is append-only and signed by the gateway.",
        "## Consequences\n\n- Audits become simple enough for one person.",
        "### Negative\n\n- Corrections need a second entry for ever.",
        "## Considered options\n\n- A mutable table with an audit trigger.",
      ].join("\n\n"),
      ADR,
    );
    expect(said(drafts, "decision")).toEqual(["The ledger is append-only and signed by the gateway."]);
    expect(said(drafts, "risk")).toEqual(["Corrections need a second entry for ever."]);
  });

  test("a decision is told with its reason where both fit", () => {
    const drafts = learn(
      "# Ledger\n\n## Decision\n\nThe ledger is append-only and signed. More.\n\n## Rationale\n\nAuditors ask for every change since the first day.\n",
      ADR,
    );
    expect(said(drafts, "decision")).toEqual([
      "The ledger is append-only and signed — Auditors ask for every change since the first day.",
    ]);
  });

  test("a section below “Decisions” is one decision: its heading and its first sentence", () => {
    const text =
      "# Spec\n\n## Decisions\n\n### 2. Own storage for runs\n\nRuns lie in files of their own. More.\n\nAnd so on.\n";
    expect(said(learn(text), "decision")).toEqual(["Own storage for runs: Runs lie in files of their own."]);
  });

  test("labels count as headings: what follows “Decision:” is the decision", () => {
    const text =
      "# Spec\n\n## Decisões de arquitetura\n\n### 3.2 Runtime separado do index\n\nO index já está grande e crítico.\n\nDecisão:\n\n- criar o módulo squad_runtime.js;\n- manter o index como entrada;\n";
    expect(said(learn(text), "decision")).toEqual([
      "Runtime separado do index: criar o módulo squad_runtime.js; manter o index como entrada.",
    ]);
    const risks =
      "# Spec\n\n## Riscos\n\nRisco 1: inflar o index\n\nMitigação:\n\n- lógica em módulos separados do index.\n\nRisco 2: confundir chat com run\n";
    expect(said(learn(risks), "risk")).toEqual([
      "Risco 1: inflar o index",
      "Risco 2: confundir chat com run",
    ]);
  });

  test("a short list is told with the line that leads in to it", () => {
    const text =
      "# Spec\n\n## Decisions\n\nThe first release ships only these parts:\n\n- the index\n- the pack\n- the health report\n";
    expect(said(learn(text), "decision")).toEqual([
      "The first release ships only these parts: the index; the pack; the health report.",
    ]);
  });

  test("rows of a table of risks are sentences; of decisions only where a column is named so", () => {
    const risks =
      "# S\n\n## Risks\n\n| Risk | Owner | Answer |\n|---|---|---|\n| The queue grows without bound | Ana | Drop the oldest entries first |\n";
    expect(said(learn(risks), "risk")).toEqual([
      "The queue grows without bound — Drop the oldest entries first",
    ]);
    const table = (header: string): string =>
      `# S\n\n## Decisions\n\n| ${header} | Why |\n|---|---|\n| One queue for each tenant of the service | Noise stays apart |\n`;
    expect(said(learn(table("Decision")), "decision")).toHaveLength(1);
    expect(said(learn(table("Button")), "decision")).toEqual([]);
  });
});

describe("commands", () => {
  test("lines of shell fences, anywhere; of other fences and of inline code where a section is of checks", () => {
    const fence = (info: string, body: string): string => `\`\`\`${info}\n${body}\n\`\`\``;
    const text = [
      "# S",
      "## Notes",
      fence("bash", "# comment\n$ npm ci\nadded 3 packages\n$ npm run build -- --mode prod"),
      fence("", "npm run not-here"),
      fence("ts", "const a = 1;"),
      "## Validation",
      fence("text", "cargo clippy \\\n  -- -D warnings\nall good here"),
      "- run `npm run test:unit` and look at `src/main.ts`",
      fence(
        "sh",
        "cd app\nexport A=1\nsdd context build --name <name> [--json]\nfor f in *; do\n./check.sh all",
      ),
    ].join("\n\n");
    const drafts = learn(text);
    expect(said(drafts, "command")).toEqual([
      "npm ci",
      "npm run build -- --mode prod",
      "cargo clippy -- -D warnings",
      "npm run test:unit",
      "./check.sh all",
    ]);
    const lines = text.split("\n");
    for (const { summary, line, kind } of drafts)
      if (kind === "command") expect(lines[line - 1]).toContain(summary.split(" ")[0]);
  });
});

describe("the summary of a document", () => {
  test("is from the summary before the goal before the problem; else the first real sentence; else the title", () => {
    const goal = "## Goal\n\nPayments are confirmed at once.";
    const problem = "## Problem\n\nBuyers wait for minutes at the till.";
    const summary = "## Summary\n\nThe checkout pays through adapters.";
    const of = (...parts: string[]) =>
      said(learn(["# PRD — Pay", ...parts].join("\n\n")), "artifact_summary");
    expect(of(problem, goal, summary)).toEqual(["The checkout pays through adapters."]);
    expect(of(problem, goal)).toEqual(["Payments are confirmed at once."]);
    expect(of(problem)).toEqual(["Buyers wait for minutes at the till."]);
    expect(
      of("**Status:** draft\n**Date:** 2026-01-01", "The gateway signs every order.", "## Files"),
    ).toEqual(["The gateway signs every order."]);
    expect(of("## Files", "- a.ts")).toEqual(["Spec"]);
  });
});

describe("limits", () => {
  test("a dozen of a kind and document, the rest counted; the same sentence once", () => {
    const items = Array.from({ length: 20 }, (_, n) => `- Rule number ${n} keeps the ledger clean.`);
    const text = `# S\n\n## Risks\n\n${[...items, ...items].join("\n")}\n`;
    const { drafts, leftOut } = extract(
      { ok: true, hash: "", text, lineInFile: (line) => line },
      SPEC,
      testHasher,
    );
    expect(said(drafts, "risk")).toHaveLength(12);
    expect(leftOut).toEqual({ risk: 8 });
  });

  test("tags come from headings that say more than the vocabulary, and from front matter", () => {
    const text =
      "---\ntags: [Billing, 'late fees']\n---\n# S\n\n## Risks\n\n### Retry budget\n\nThe retry budget is spent within a minute.\n";
    expect(learn(text).find(({ kind }) => kind === "risk")?.tags).toEqual([
      "billing",
      "late-fees",
      "retry-budget",
    ]);
  });

  test("property: any text gives short plain summaries, unique ids and lines inside the text", () => {
    const word = fc.constantFrom(
      "ledger",
      "`code`",
      "**bold**",
      "[a](b.md)",
      "решение",
      "台帳",
      "|",
      "e.g.",
      "x.y",
      "🙂",
      "(",
      "…",
      "<b>",
      ":",
    );
    const line = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));
    const mark = fc.constantFrom("", "- ", "## Decisions ", "## Risks", "> ", "| ", "```sh", "1. ", "### ");
    const document = fc.array(
      fc.tuple(mark, line).map(([a, b]) => a + b),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(document, (lines) => {
        const drafts = learn(lines.join("\n"));
        expect(new Set(drafts.map(({ id }) => id)).size).toBe(drafts.length);
        for (const { summary, line: at } of drafts) {
          expect(summary.length).toBeLessThanOrEqual(SUMMARY_UNITS);
          expect(summary).not.toMatch(/\n|\*\*|[\ud800-\udbff]$/);
          expect(at).toBeGreaterThan(0);
          expect(at).toBeLessThanOrEqual(Math.max(1, lines.length));
        }
      }),
      { numRuns: scale(500) },
    );
  });
});

describe("sentences", () => {
  test.each([
    [
      "**Bold** and `a_b*c` and [text](x.md) and ~~old~~ _slanted_",
      "Bold and a_b*c and text and old slanted",
    ],
    ["snake_case_name stays; see [0045](adr/0045-log.md)", "snake_case_name stays; see ADR 0045"],
    ["a <br> b &lt;c&gt; ![img](i.png) d[^1]", "a b <c> d"],
  ])("%s is plain", (markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });

  test("end where the next one begins, not at abbreviations and names", () => {
    expect(sentencesOf("Use e.g. Redis or v2.0 of it. Then go on! И т. д. 次に進む。終わり。")).toEqual([
      "Use e.g. Redis or v2.0 of it.",
      "Then go on!",
      "И т. д. 次に進む。",
      "終わり。",
    ]);
  });

  test("a long one loses its asides first, then its end, at a word", () => {
    const aside = `The ledger (${"which is long ".repeat(15)}and old) is append-only.`;
    expect(shortened(aside)).toBe("The ledger is append-only.");
    const long = "word ".repeat(80).trim();
    expect(shortened(long).length).toBeLessThanOrEqual(SUMMARY_UNITS);
    expect(shortened(long)).toMatch(/word…$/);
    expect(shortened("台".repeat(400))).toHaveLength(SUMMARY_UNITS);
  });

  test.each([
    "It is stored twice in the ledger.",
    "Este documento antigo é usado nas seguintes partes:",
    "Поэтому она хранится дважды в журнале.",
    "Should the ledger be signed by two keys?",
    "The steps are as follows",
    "TODO: describe the ledger of the gateway",
    "Axis separation — see the other decision.",
    "If these five points are accepted, code may begin.",
    "Too short.",
    "(half of a thing that is open",
    "src/a/b.ts | src/c/d.ts = {x} [y] /z/ # end",
  ])("does not stand alone: %s", (text) => {
    expect(standsAlone(text)).toBe(false);
  });

  test.each([
    "This document defines how the ledger is kept.",
    "Não indexar arquivos binários no MVP.",
    "Скрытая ошибка, если команды не видны в палитре.",
    "No secret is ever printed to a terminal.",
    "fallback は server 起動時の明示 opt-in とする。",
  ])("stands alone: %s", (text) => {
    expect(standsAlone(text)).toBe(true);
  });

  test("a statement needs more than references, and more than a fragment", () => {
    expect(isStatement("Link to modes (ADR 0010).", "decision")).toBe(false);
    expect(isStatement("adapters for sources and files.", "decision")).toBe(false);
    expect(isStatement("Adapters for sources and files are separate.", "decision")).toBe(true);
  });
});
