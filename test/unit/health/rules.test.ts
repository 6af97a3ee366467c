import { describe, expect, test } from "vitest";
import { testHasher } from "../memory-ports.js";
import { findingsOf, map, whole } from "./fixture.js";

const DOC = "docs/checkout";
const idea = "idea: {file: 01-idea.md, state: approved}";
const prd = "prd: {file: 02-prd.md, state: approved}";
const complete = {
  [`${DOC}/traceability-map.yaml`]: map(idea, prd),
  [`${DOC}/01-idea.md`]: whole("idea"),
  [`${DOC}/02-prd.md`]: whole("prd"),
};

test("a project that lacks nothing has no finding", async () => {
  expect(await findingsOf(complete)).toEqual([]);
});

test("intelligence_health_reports_missing_memory_and_artifacts", async () => {
  const found = await findingsOf({
    [`${DOC}/traceability-map.yaml`]: map(
      idea,
      prd,
      "techspec: {file: 03-techspec.md, state: pending}",
      "tasks: {file: 04-tasks.md, state: optional}",
      "execution: {file: 06-execution.md, state: approved}",
      "review: {file: 07-review.md, state: draft}",
    ),
    [`${DOC}/01-idea.md`]: whole("idea"),
    [`${DOC}/06-execution.md`]: "# Execution\n",
  });
  expect(found).toEqual([
    `error artifact-missing ${DOC}/traceability-map.yaml:4:1 ${DOC}/02-prd.md prd approved`,
    `warning stage-missing ${DOC}/traceability-map.yaml:5:1 techspec execution`,
    `warning memory-missing ${DOC}/traceability-map.yaml:7:1`,
    `warning artifact-missing ${DOC}/traceability-map.yaml:8:1 ${DOC}/07-review.md review draft`,
  ]);
});

describe("the map", () => {
  test("a file that the map names and that is no Markdown is told of, be it there or not", async () => {
    const named = [
      "execution: {file: 06-execution.txt, state: approved}",
      "review: {file: img/07.PNG, state: recorded}",
      "qa: {file: 08-qa.docx, state: approved}",
      "memory: {file: gone/09-memory.txt, state: draft}",
      "risk: {file: folder.txt, state: approved}",
    ];
    const files = {
      "docs/checkout/traceability-map.yaml": map(...named),
      "docs/checkout/06-execution.txt": "x",
      "docs/checkout/img/07.PNG": "x",
      "docs/checkout/folder.txt/": "",
    };
    const found = await findingsOf(files);
    const path = "docs/checkout/traceability-map.yaml";
    expect(found.filter((each) => / (?:artifact-missing|map-file-foreign) /.test(each))).toEqual([
      `warning map-file-foreign ${path}:3:1 docs/checkout/06-execution.txt execution`,
      `warning map-file-foreign ${path}:4:1 docs/checkout/img/07.PNG review`,
      `error artifact-missing ${path}:5:1 docs/checkout/08-qa.docx qa approved`,
      `warning artifact-missing ${path}:6:1 docs/checkout/gone/09-memory.txt memory draft`,
      `error artifact-missing ${path}:7:1 docs/checkout/folder.txt risk approved`,
    ]);
  });

  test("that is missing, and stages before the first document", async () => {
    const found = await findingsOf({ [`${DOC}/02-prd.md`]: whole("prd") });
    expect(found).toEqual([
      `warning map-missing ${DOC}/02-prd.md:1:1`,
      `warning stage-missing ${DOC}/02-prd.md:1:1 idea prd`,
    ]);
  });

  test("that cannot be read, or has another shape", async () => {
    const path = `${DOC}/traceability-map.yaml`;
    const broken = await findingsOf({ ...complete, [path]: "orchestration: {name: [\n" });
    expect(broken.map((each) => each.split(" ").slice(0, 2).join(" "))).toContain("error yaml-syntax");
    expect(broken.join("\n")).not.toContain("map-file-unlisted");
    const foreign = await findingsOf({ ...complete, [path]: "requirements: [a]\n" });
    expect(foreign.join("\n")).toContain("map-unknown-shape");
  });

  test("that does not name a document of a stage", async () => {
    const found = await findingsOf({ ...complete, [`${DOC}/traceability-map.yaml`]: map(idea) });
    expect(found).toContain(`warning map-file-unlisted ${DOC}/02-prd.md:1:1 prd`);
  });

  test("whose hash is not that of an approved document is an error; of another, a warning", async () => {
    const old = testHasher.sha256("before");
    const entry = (state: string) => map(idea, `prd: {file: 02-prd.md, state: ${state}, sha256: ${old}}`);
    const at = `artifact-hash-differs ${DOC}/traceability-map.yaml:4:1 prd`;
    const path = `${DOC}/traceability-map.yaml`;
    expect(await findingsOf({ ...complete, [path]: entry("approved") })).toEqual([`error ${at}`]);
    expect(await findingsOf({ ...complete, [path]: entry("recorded") })).toEqual([`warning ${at}`]);
    const now = testHasher.sha256(whole("prd"));
    const fine = map(idea, `prd: {file: 02-prd.md, state: approved, sha256: ${now}}`);
    expect(await findingsOf({ ...complete, [path]: fine })).toEqual([]);
  });
});

describe("required sections", () => {
  const without = (title: string): string => whole("prd").replace(`## ${title}\n`, "");
  test.each([
    ["approved", "error"],
    ["recorded", "warning"],
    ["draft", "info"],
  ])("of a document that is %s: %s", async (state, severity) => {
    const found = await findingsOf({
      ...complete,
      [`${DOC}/traceability-map.yaml`]: map(idea, `prd: {file: 02-prd.md, state: ${state}}`),
      [`${DOC}/02-prd.md`]: without("Metrics"),
    });
    expect(found).toEqual([`${severity} section-missing ${DOC}/02-prd.md:1:1 Metrics`]);
  });

  test("are asked for in the language of the document, the traceability header too", async () => {
    const text = "# PRD — Loja\n\n## Resumo\n\n## Objetivos\n\n## Requisitos\n\n## Riscos\n";
    const found = await findingsOf({ ...complete, [`${DOC}/02-prd.md`]: text });
    expect(found.map((each) => each.split(":1:1 ")[1])).toEqual(
      ["Rastreabilidade", "Não objetivos", "Usuários", "Critérios de aceite", "Métricas", "Diagramas"].sort(),
    );
  });

  test.each([
    [
      "pt-BR",
      "Rastreabilidade; Resumo executivo; Objetivos; Fora de escopo; Usuários; Requisitos funcionais; Critérios de aceitação; Métricas de sucesso; Riscos e mitigações; Diagramas",
    ],
    [
      "ru",
      "Трассировка; Резюме; Цели; Вне рамок; Пользователи; Требования; Критерии приёмки; Метрики; Риски; Диаграммы",
    ],
    [
      "numbered",
      "1. Traceability; 2. Overview; 3. **Goals** and metrics; Out of scope; Target users; Requirements; Acceptance; Risks; Flow diagrams",
    ],
  ])("count in %s", async (_language, titles) => {
    const text = `# PRD\n\n${titles
      .split("; ")
      .map((title) => `## ${title}\n\nText.\n`)
      .join("\n")}`;
    expect(await findingsOf({ ...complete, [`${DOC}/02-prd.md`]: text })).toEqual([]);
  });

  test("can be replaced; a known name counts in every language, and an empty list asks for nothing", async () => {
    const config = "health:\n  required_sections:\n    prd: [Resumo, Preços]\n    idea: []\n";
    const text = "# PRD\n\n## Summary\n";
    const files = {
      ...complete,
      "sdd.config.yaml": config,
      [`${DOC}/02-prd.md`]: text,
      [`${DOC}/01-idea.md`]: "# Idea\n",
    };
    expect(await findingsOf(files)).toEqual([`error section-missing ${DOC}/02-prd.md:1:1 Preços`]);
  });

  test("a longer name of another section is not taken for a shorter one", async () => {
    const titles =
      "Rastreabilidade; Resumo; Não objetivos; Usuários; Requisitos; Critérios de aceite; Métricas; Riscos; Diagramas";
    const text = (list: string) =>
      `# PRD\n\n${list
        .split("; ")
        .map((title) => `## ${title}\n`)
        .join("\n")}`;
    expect(await findingsOf({ ...complete, [`${DOC}/02-prd.md`]: text(titles) })).toEqual([
      `error section-missing ${DOC}/02-prd.md:1:1 Objetivos`,
    ]);
    const both = titles.replace("Não objetivos", "Objetivos e não objetivos");
    expect(await findingsOf({ ...complete, [`${DOC}/02-prd.md`]: text(both) })).toEqual([]);
  });
});

describe("links", () => {
  const linking = (text: string) => ({ ...complete, [`${DOC}/02-prd.md`]: whole("prd", text) });
  const line = whole("prd").split("\n").length - 1;

  test.each([
    ["[a](gone.md)", [`error broken-link ${DOC}/02-prd.md:${line}:5 gone.md`]],
    ["![a](gone.png)", [`error broken-link ${DOC}/02-prd.md:${line}:6 gone.png`]],
    ["[a][r]\n\n[r]: gone.md", [`error broken-link ${DOC}/02-prd.md:${line + 2}:6 gone.md`]],
    [
      "[a](01-idea.md#nothing)",
      [`warning broken-anchor ${DOC}/02-prd.md:${line}:5 ${DOC}/01-idea.md nothing`],
    ],
    ["[a](#nothing)", [`warning broken-anchor ${DOC}/02-prd.md:${line}:5 ${DOC}/02-prd.md nothing`]],
    ["[a](../../../x.md)", [`info link-leaves-project ${DOC}/02-prd.md:${line}:5 ../../../x.md`]],
    ["[a](01-IDEA.md)", [`error broken-link ${DOC}/02-prd.md:${line}:5 01-IDEA.md`]],
    ["[a](01-idea.md#success-criteria) [b](#risks) [c](../checkout/) [d](../../src/a.ts#L3)", []],
    ["[a](../guide/my%20notes.md) [b](<../guide/my notes.md>) [c](/docs/guide) [d](../../src/a.ts:3)", []],
    ["`[a](gone.md)` [b](https://example.org/gone.md) [c](mailto:a@example.org)", []],
    ["[a](../../linked/a.ts)", []],
  ])("%s", async (text, expected) => {
    const files = {
      ...linking(text),
      "docs/guide/my notes.md": "# Notes\n",
      "src/a.ts": "1",
      linked: { link: "src" },
    };
    expect(await findingsOf(files)).toEqual(expected);
  });

  test("of a document that nobody approved are warnings, in documents that are no source too", async () => {
    const found = await findingsOf({
      ...complete,
      "docs/guide/a.md": "[x](y.md)",
      "AGENTS.md": "[x](docs/none)",
    });
    expect(found).toEqual([
      "warning broken-link AGENTS.md:1:5 docs/none",
      "warning broken-link docs/guide/a.md:1:5 y.md",
    ]);
  });
});

describe("decisions", () => {
  const adr = (text: string, name = "0001-a.md") => findingsOf({ ...complete, [`docs/adr/${name}`]: text });
  const body = "\n\n## Decision\n\nWe do.\n";
  test("without a status", async () => {
    expect(await adr(`# 1. A${body}`)).toEqual(["warning adr-status-missing docs/adr/0001-a.md:1:1"]);
    expect(await adr(`# A${body}`, "use-a.md")).toEqual(["warning adr-status-missing docs/adr/use-a.md:1:1"]);
  });
  test("with one, in a word that is not known; a page that moved; what explains the folder", async () => {
    expect(await adr(`# 1. A\n\n**Status:** Accepted${body}`)).toEqual([]);
    expect(await adr(`# 1. A\n\n**Status:** Simmering${body}`)).toEqual([]);
    expect(await adr("# 1. A\n\nMoved to [2](0001-a.md).\n")).toEqual([]);
    expect(await adr("# How we decide\n\n## Why two levels\n", "lifecycle.md")).toEqual([]);
  });
  test("that share a number, in a project without an orchestration", async () => {
    const accepted = `# 1. A\n\n**Status:** Accepted${body}`;
    const found = await findingsOf({ "docs/adr/0001-a.md": accepted, "docs/adr/0001-b.md": accepted });
    expect(found).toEqual(["warning adr-number-repeated docs/adr/0001-b.md:1:1 1 0001-a.md, 0001-b.md"]);
  });
});

describe("what must not stand in a document", () => {
  test("a placeholder, where it is approved", async () => {
    const files = { ...complete, [`${DOC}/02-prd.md`]: whole("prd", "- Owner: TBD") };
    expect(await findingsOf(files)).toEqual([expect.stringMatching(/^error placeholder-left .*:10 TBD$/)]);
    const draft = {
      ...files,
      [`${DOC}/traceability-map.yaml`]: map(idea, "prd: {file: 02-prd.md, state: draft}"),
    };
    expect(await findingsOf(draft)).toEqual([]);
  });

  test("a secret: its kind and line, never its value; in maps too", async () => {
    const value = ["ghp", "_a8Kq2mZx9Lw4", "Rt7Yv1Bn5Cd3Ef6Gh0Jkab12"].join("");
    const path = `${DOC}/traceability-map.yaml`;
    const found = await findingsOf({
      ...complete,
      "docs/guide/a.md": `# A\n\nUse ${value}.\n`,
      [path]: `${map(idea, prd)}# ${value}\n`,
    });
    expect(found).toEqual([
      expect.stringMatching(/^error secret-in-document docs\/checkout\/traceability-map.yaml:5:3 [a-z-]+$/),
      expect.stringMatching(/^error secret-in-document docs\/guide\/a.md:3:5 [a-z-]+$/),
    ]);
    expect(found.join("\n")).not.toContain(value.slice(4, 20));
  });

  test("what a finding quotes is redacted", async () => {
    const value = ["ghp", "_a8Kq2mZx9Lw4", "Rt7Yv1Bn5Cd3Ef6Gh0Jkab12"].join("");
    const found = await findingsOf({ ...complete, "docs/guide/a.md": `[a](x/${value}.md)` });
    expect(found.join("\n")).toContain("broken-link docs/guide/a.md:1:5 x/[REDACTED]");
    expect(found.join("\n")).not.toContain(value.slice(4, 20));
  });
});

describe("rules", () => {
  const broken = { ...complete, "docs/guide/a.md": "text\n\n[x](y.md)\n" };
  test("are switched off, or changed in severity", async () => {
    const rule = (level: string) => ({
      ...broken,
      "sdd.config.yaml": `health: {rules: {broken-link: ${level}}}\n`,
    });
    expect(await findingsOf(rule("off"))).toEqual([]);
    expect(await findingsOf(rule("error"))).toEqual(["error broken-link docs/guide/a.md:3:5 y.md"]);
  });

  test("are passed over by a comment on the line, or before it, for its code alone", async () => {
    const guide = (text: string) => findingsOf({ ...complete, "docs/guide/a.md": text });
    expect(await guide("[x](y.md) <!-- sdd-ignore broken-link: later -->\n")).toEqual([]);
    expect(await guide("<!-- sdd-ignore-next-line broken-link -->\n[x](y.md)\n")).toEqual([]);
    expect(await guide("[x](y.md) <!-- sdd-ignore broken-anchor -->\n")).toHaveLength(1);
    expect(await guide("<!-- sdd-ignore broken-link -->\n\n[x](y.md)\n")).toEqual([]);
    expect(await guide("<!-- sdd-ignore broken-link -->\n\nText.\n\n[x](y.md)\n")).toHaveLength(1);
  });

  test("are passed over in a map by a comment of YAML", async () => {
    const path = `${DOC}/traceability-map.yaml`;
    const entry = "techspec: {file: 03-techspec.md, state: approved}";
    expect(await findingsOf({ ...complete, [path]: map(idea, prd, entry) })).toHaveLength(1);
    const ignored = map(idea, prd, `${entry} # sdd-ignore artifact-missing: in review`);
    expect(await findingsOf({ ...complete, [path]: ignored })).toEqual([]);
  });
});

test("files that cannot be read are told, and hide nothing", async () => {
  const found = await findingsOf({
    ...complete,
    "docs/checkout/notes.md": new Uint8Array([0xff, 0xfe, 0x00, 0x00, 0x41]),
    "docs/guide/a.md": "[x](y.md)",
  });
  expect(found.map((each) => each.split(" ")[1])).toEqual([
    expect.stringMatching(/nul-byte|invalid-utf8/),
    "broken-link",
  ]);
});
