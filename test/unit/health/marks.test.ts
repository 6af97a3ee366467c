import { describe, expect, test } from "vitest";
import { anchorsOf } from "../../../src/core/health/anchors.js";
import { hasAnchor } from "../../../src/core/health/document-facts.js";
import { ignoresOf, markdownIgnores } from "../../../src/core/health/ignores.js";
import { placeholdersIn } from "../../../src/core/health/placeholders.js";
import { proseOf } from "../../../src/core/health/prose.js";
import { secretsIn } from "../../../src/core/health/secrets.js";

const anchors = (text: string): string[] => [...anchorsOf(proseOf(text))];

describe("anchors", () => {
  test.each([
    ["# Getting Started", "getting-started"],
    ["## 5.1 Epic 1: Foundation & Dimension", "51-epic-1-foundation--dimension"],
    ["## CLI Layer (`cli/`)", "cli-layer-cli"],
    ["### `/kiro:spec-requirements`", "kirospec-requirements"],
    ["## Лексикон: канон (продукт → код)", "лексикон-канон-продукт--код"],
    ["## Decisão é *nossa* e **forte**", "decisão-é-nossa-e-forte"],
    ["## See [the plan](plan.md) now", "see-the-plan-now"],
    ["## snake_case and _emphasis_", "snake_case-and-emphasis"],
    ['## <a id="x"></a>Title', "title"],
    ["Title\n=====", "title"],
    ["> ## Quoted", "quoted"],
    ["## a  b", "a--b"],
  ])("%j", (text, expected) => {
    expect(anchors(text)).toContain(expected);
  });

  test("repeated headings are numbered, past what is taken", () => {
    expect(anchors("# A\n# A\n# A-1\n# A\n")).toEqual(["a", "a-1", "a-1-1", "a-2"]);
  });

  test("HTML ids, names and ids in braces count; code does not", () => {
    const found = anchors(
      '<a name="one"></a>\n\n<div id=two></div>\n\n## T {#three}\n\n`<a id="four">`\n\n```\n# five\n```\n',
    );
    expect(found).toEqual(expect.arrayContaining(["one", "two", "three"]));
    expect(found).not.toContain("four");
    expect(found).not.toContain("five");
  });

  test("are compared without case and emoji selectors; lines and the top need no heading", () => {
    const known = new Set(["a-b", "⚠️-note"]);
    for (const fine of ["A-B", "user-content-a-b", "⚠-note", "top", "L12", "L3-L9"])
      expect([fine, hasAnchor(known, fine)]).toEqual([fine, true]);
    for (const bad of ["a--b", "c", "L"]) expect([bad, hasAnchor(known, bad)]).toEqual([bad, false]);
  });
});

describe("placeholders", () => {
  const found = (text: string): string[] =>
    placeholdersIn(proseOf(text)).map((each) => `${each.line}:${each.column} ${each.text}`);
  test.each([
    ["TODO: write this", ["1:1 TODO"]],
    ["- TODO", ["1:3 TODO"]],
    ["- [ ] TODO(ana): x", ["1:7 TODO"]],
    ["| Owner | **TBD** |\n|---|---|\n| a | _TBD_ |", ["1:13 TBD", "3:8 TBD"]],
    ["Owner: TBD.", ["1:8 TBD"]],
    ["Uses [NEEDS CLARIFICATION: which one?] here", ["1:6 [NEEDS CLARIFICATION: which one?]"]],
    ["As a {{ROLE}} and <%= name %>", ["1:6 {{ROLE}}", "1:19 <%= name %>"]],
    ["There is no TODO left, and TODO o resto vale.", []],
    ["TODO o sistema muda", []],
    ["No [NEEDS CLARIFICATION] markers remain", []],
    ["`TODO: x` and\n\n```\nTODO: y\n```\n\n<!-- TODO: z -->", []],
    ["GET /orders/{id}, “{0} files”", []],
    ["{{ INCLUDE: x.md }} {{#if a}} {{> part}}", []],
    ["a todo list, todo: later", []],
  ])("%j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe("secrets", () => {
  const key = ["AKIA", "Z7Q3", "M5XN", "T2RV", "K8WB"].join("");
  test("are told by kind and line, each once", () => {
    const text = `# A\n\nid \`${key}\`\n\ntoken: ${["ghp", "_a8Kq2mZx9Lw4", "Rt7Yv1Bn5Cd3Ef6Gh0Jk"].join("")}ab\n`;
    const places = secretsIn(text, () => false) ?? [];
    expect(places.map(({ line }) => line)).toEqual([3, 5]);
    for (const { kind } of places) expect(kind).toMatch(/^[a-z][a-z0-9-]+$/);
    expect(JSON.stringify(places)).not.toContain(key.slice(4));
  });

  test("nothing is said of a text that could not be searched through", () => {
    expect(secretsIn("x".repeat(100_000), () => true)).toBeUndefined();
  });
});

describe("comments that pass over a finding", () => {
  const at = (text: string): Record<string, string[]> =>
    Object.fromEntries([...markdownIgnores(proseOf(text))].map(([line, codes]) => [line, [...codes]]));
  test.each([
    [
      "a\n<!-- sdd-ignore broken-link: built later -->\n[x](y.md)",
      { 2: ["broken-link"], 3: ["broken-link"] },
    ],
    ["[x](y.md) <!-- sdd-ignore broken-link -->", { 1: ["broken-link"], 2: ["broken-link"] }],
    ["<!-- sdd-ignore-next-line a-b, c-d -->\nx", { 2: ["a-b", "c-d"] }],
    ["<!-- sdd-ignore a-b -->\n\n\n[x](y.md)", { 1: ["a-b"], 4: ["a-b"] }],
    [
      "<!--\nsdd-ignore a-b,\nc-d: why\n-->\nx",
      Object.fromEntries([1, 2, 3, 4, 5].map((n) => [n, ["a-b", "c-d"]])),
    ],
    ["---\nstatus: x # sdd-ignore a-b\n---\n# A\n", { 2: ["a-b"], 3: ["a-b"] }],
    ["> <!-- sdd-ignore a-b -->\n> x", { 1: ["a-b"], 2: ["a-b"] }],
    ["- x <!-- sdd-ignore a-b -->\n- y", { 1: ["a-b"], 2: ["a-b"] }],
    ["<!-- sdd-ignore -->", {}],
    ["<!-- of sdd-ignore a-b -->", {}],
    ["sdd-ignore broken-link", {}],
    ["# sdd-ignore broken-link\n[x](y.md)", {}],
    ["`<!-- sdd-ignore broken-link -->` [x](y.md)", {}],
    ["x\n\n    <!-- sdd-ignore broken-link -->\n\n[x](y.md)", {}],
    ["```html\n<!-- sdd-ignore broken-link -->\n```\n[x](y.md)", {}],
    ["- a\n\n  ```\n  <!-- sdd-ignore broken-link -->\n  ```\n\n  [x](y.md)", {}],
  ])("%j", (text, expected) => {
    expect(at(text)).toEqual(expected);
    expect(at(text.replaceAll("\n", "\r\n"))).toEqual(expected);
  });

  test("many of them, and many links to many headings, cost no more than their length", () => {
    const started = performance.now();
    expect(markdownIgnores(proseOf("<!-- sdd-ignore a-b -->\n\n".repeat(30_000))).size).toBe(30_001);
    const anchors = anchorsOf(proseOf(Array.from({ length: 20_000 }, (_, i) => `## H ${i}\n`).join("")));
    const asked = Array.from({ length: 20_000 }, (_, i) => hasAnchor(anchors, `nope-${i}`));
    expect(asked.includes(true)).toBe(false);
    expect(proseOf("a\n\n".repeat(100_000) + "<!-- b -->").comments).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("in YAML", () => {
    const text = 'a:\n  prd: # sdd-ignore artifact-hash-differs: agreed\n\n  b: "# sdd-ignore x-y"\n';
    expect([...ignoresOf(text).keys()]).toEqual([2, 4]);
    expect([...(ignoresOf(text).get(4) ?? [])]).toEqual(["artifact-hash-differs"]);
  });
});
