import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseArtifactState } from "../../../src/core/project/artifact-state.js";
import { readArtifactHeader } from "../../../src/core/project/artifact-header.js";
import { corpora, hasCorpora } from "../corpora.js";

const HEADER = `# Tech Spec — Checkout

## Rastreabilidade
- Orquestração: Checkout
- Slug: checkout
- Origem: docs/checkout/02-prd.md
- **Estado atual:** Aprovado
- PRD aprovado em: docs/checkout/traceability-map.yaml
- Próximo artefato: docs/checkout/04-tasks.md
- Fonte canônica local: docs/checkout/traceability-map.yaml
- Dono: Ana

## Visão técnica

- Slug: not-this
`;

describe("readArtifactHeader", () => {
  it("reads the title and the traceability section", () => {
    const header = readArtifactHeader(HEADER);
    expect(header).toMatchObject({
      kind: "Tech Spec",
      name: "Checkout",
      title: "Tech Spec — Checkout",
      titleLine: 1,
      traceRange: { startLine: 3, endLine: 12 },
    });
    expect(header.trace.map(({ key, value, line }) => `${line} ${key} ${value}`)).toEqual([
      "4 orchestration Checkout",
      "5 slug checkout",
      "6 origin docs/checkout/02-prd.md",
      "7 state Aprovado",
      "8 prd-approved-at docs/checkout/traceability-map.yaml",
      "9 next docs/checkout/04-tasks.md",
      "10 canonical-source docs/checkout/traceability-map.yaml",
      "11 other Dono: Ana".replace("Dono: ", ""),
    ]);
    expect(header.trace.find(({ key }) => key === "state")).toMatchObject({
      label: "Estado atual",
      state: "approved",
    });
  });

  it("reads the same with CRLF, and behind front matter", () => {
    const header = readArtifactHeader(HEADER);
    expect(readArtifactHeader(HEADER.replaceAll("\n", "\r\n"))).toEqual(header);
    const behind = readArtifactHeader(`---\nstatus: x\n---\n${HEADER}`);
    expect(behind).toMatchObject({ titleLine: 4, traceRange: { startLine: 6, endLine: 15 } });
    expect(behind.trace[0]?.line).toBe(7);
  });

  it.each([
    [
      "English",
      "## Traceability\n\n* Orchestration: X\n* Current state: draft\n* Next artifact: y\n* Canonical source: z\n",
    ],
    [
      "Russian",
      "### Трассировка\n- Оркестрация: X\n- Текущее состояние: Черновик\n- Следующий артефакт: y\n- Канонический источник: z\n",
    ],
    [
      "numbered, in capitals",
      "## 2. RASTREABILIDADE\n+ Orquestracao: X\n+ Estado: `rascunho`\n+ Proximo artefato: y\n+ Fonte canonica: z\n",
    ],
    [
      "full width colons",
      "## Traceability:\n- Orchestration：X\n- State： draft\n- Next： y\n- Local canonical source： z\n",
    ],
  ])("%s labels", (_name, section) => {
    const { trace } = readArtifactHeader(`# PRD - X\n\n${section}`);
    expect(trace.map(({ key }) => key)).toEqual(["orchestration", "state", "next", "canonical-source"]);
    expect(trace[0]?.value).toBe("X");
    expect(trace[1]?.state).toBe("draft");
  });

  it.each([
    ["# PRD - Checkout", "PRD", "Checkout"],
    ["# PRD – Checkout – v2 #", "PRD", "Checkout – v2"],
    ["# Checkout", undefined, undefined],
    ["# Non-goals", undefined, undefined],
    ["# — Checkout", undefined, undefined],
  ])("%s", (title, kind, name) => {
    const header = readArtifactHeader(`${title}\n`);
    expect(header.kind).toBe(kind);
    expect(header.name).toBe(name);
  });

  it("runs to the end of a document without another heading", () => {
    expect(readArtifactHeader("# A\n## Traceability\n- Slug: x\n\n").traceRange).toEqual({
      startLine: 2,
      endLine: 5,
    });
  });

  it.each([
    ["nothing", ""],
    ["no headings", "A plan.\n\n- Slug: x\n"],
    ["a heading in code", "```md\n# PRD — X\n## Traceability\n- Slug: x\n```\n"],
    ["no space after the hash", "#PRD — X\n"],
  ])("finds nothing in %s", (_name, text) => {
    expect(readArtifactHeader(text)).toEqual({ trace: [] });
  });

  it("has a state's word but no state where the word is not known", () => {
    const { trace } = readArtifactHeader("## Traceability\n- State: purple\n");
    expect(trace).toEqual([{ label: "State", key: "state", value: "purple", line: 2 }]);
  });

  it("is linear on hostile documents", () => {
    const started = performance.now();
    for (const piece of ["# ", "- a: ", "- ", "**", "-", " \t", "#", "```\n", "## Traceability\n", "\n- :"]) {
      readArtifactHeader(piece.repeat(200_000));
      readArtifactHeader(`# T\n## Traceability\n- ${piece.repeat(5_000)}\n`.repeat(5));
    }
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

it.each([
  ["approved", "approved; Aprovado; APROVADA.; **approved**; `aprovado`; утверждено; Утверждён; одобрено"],
  ["draft", "draft; Rascunho; черновик; em andamento; in_progress"],
  ["pending", "pending; Pendente; ожидает; não iniciado"],
  ["recorded", "recorded; registrado; зафиксировано"],
  ["optional", "optional; Opcional; необязательно"],
  [undefined, "; maybe; approved by Ana; not approved; constructor"],
])("states: %s", (state, words) => {
  for (const word of words.split("; ")) expect(parseArtifactState(word)).toBe(state);
});

const CORPUS = join(corpora, "sdd-layer");

it.skipIf(!hasCorpora)("reads real headers", () => {
  const read = (path: string): ReturnType<typeof readArtifactHeader> =>
    readArtifactHeader(readFileSync(join(CORPUS, path), "utf8"));
  const spec = read("docs/project-intelligence-layer/03-techspec.md");
  expect(spec.name).toBe("Project Intelligence Layer");
  expect(spec.trace.map(({ key }) => key)).not.toContain("other");
  expect(spec.trace.find(({ key }) => key === "state")?.state).toBe("approved");
  // A plan without any Markdown heading.
  expect(read("docs/squads-runtime/03-techspec.md")).toEqual({ trace: [] });
});
