import { describe, expect, test } from "vitest";
import { quotableSections } from "../../../src/core/context/quotes.js";
import { languageOfHeadings, roleOfHeading } from "../../../src/core/context/roles.js";
import { ROLES } from "../../../src/core/context/vocabulary.js";

describe("roleOfHeading", () => {
  test.each([
    ["Critérios de aceite", "acceptance"],
    ["## 3.2 Decisões de arquitetura".replace("## ", ""), "decisions"],
    ["🎯 Objetivos", "goals"],
    ["**Risks**", "risks"],
    ["Considered Options", "alternatives"],
    ["Отклонённые альтернативы", "alternatives"],
    ["Последствия", "decisions"],
    ["Comandos de validação", "commands"],
    ["Acceptance Criteria (MVP)", "acceptance"],
    ["Non-goals", "constraints"],
    ["Architecture decisions made in June", "decisions"],
    ["Table of Contents", "boilerplate"],
    ["Rastreabilidade", "boilerplate"],
  ])("%s is %s", (title, role) => {
    expect(roleOfHeading(title)?.role).toBe(role);
  });

  test.each([
    "How the architecture of the old billing system came to be what it is",
    "Checkout",
    "",
    "🎉",
    "Statement of work",
  ])("%j names no role", (title) => {
    expect(roleOfHeading(title)).toBeUndefined();
  });

  test("no phrase belongs to two roles", () => {
    const owner = new Map<string, string>();
    for (const [role, entry] of Object.entries(ROLES)) {
      for (const phrase of Object.values(entry.phrases).flat()) {
        expect(owner.get(phrase) ?? role, phrase).toBe(role);
        owner.set(phrase, role);
      }
    }
  });

  test("the language is that of most headings; shared words say nothing", () => {
    expect(languageOfHeadings(["Resumo", "Riscos", "Backlog"])).toBe("pt-BR");
    expect(languageOfHeadings(["Summary", "Risks"])).toBe("en");
    expect(languageOfHeadings(["Контекст", "Решение"])).toBe("ru");
    expect(languageOfHeadings(["Backlog", "Foo"])).toBeUndefined();
  });
});

const texts = (markdown: string): string[] =>
  quotableSections(markdown, "docs/x/a.md").flatMap(({ passages }) =>
    passages.flatMap(({ pieces }) => pieces.map(({ text }) => text)),
  );

describe("quotableSections", () => {
  test("leaves out what spends the budget for nothing", () => {
    const markdown = [
      "# Doc",
      "[![build](b.svg)](b) ![x](y.svg)",
      "<!-- a comment\nof two lines -->",
      "- [One](#one)\n- [Two](#two)",
      "[describe the problem here]",
      "{placeholder text}",
      "---",
      "<br/>",
      "Real text.",
      "## Rastreabilidade\n\n- Slug: x",
      "## Empty",
    ].join("\n\n");
    expect(texts(markdown)).toEqual(["Real text."]);
  });

  test("relative links lead from the root, so that they hold in the pack", () => {
    const [text] = texts(
      "See [a](../b/c.md#x), [w](https://e.org/a), [n](#n), ![i](i.png), [out](../../../x.md).\n",
    );
    expect(text).toBe(
      "See [a](/docs/b/c.md#x), [w](https://e.org/a), [n](#n), ![i](/docs/x/i.png), [out](../../../x.md).",
    );
    expect(texts("```md\n[a](../b.md)\n```\n")).toEqual(["```md\n[a](../b.md)\n```"]);
  });

  test("what a document says of itself is left out; a sentence with such a word is not", () => {
    expect(
      texts("# ADR\n\n- **Status:** accepted\n- Date: 2026-01-01\n\nStatus codes: see below.\n"),
    ).toEqual(["Status codes: see below."]);
  });

  test("a section takes the role of the nearest heading above that has one", () => {
    const sections = quotableSections(
      "# T\n\n## Requisitos\n\na\n\n### FR-1 Login\n\nb\n\n## Other\n\nc\n",
      "docs/x/a.md",
    );
    expect(sections.map(({ title, role }) => [title, role])).toEqual([
      ["Requisitos", "requirements"],
      ["FR-1 Login", "requirements"],
      ["Other", undefined],
    ]);
  });

  test("fenced code is kept to the letter, and closed where the document forgot", () => {
    expect(texts("## A\n\n```sh\n# <!-- kept -->  \nls\n```\n")).toEqual([
      "```sh\n# <!-- kept -->  \nls\n```",
    ]);
    expect(texts("## A\n\n~~~\nopen\n")).toEqual(["~~~\nopen\n~~~"]);
  });

  test("a line that leads in stays with what follows", () => {
    const long = "x".repeat(690);
    const [section] = quotableSections(`## A\n\n${long}\n\nThe following holds:\n\n- one\n`, "docs/x/a.md");
    expect(section?.passages.map(({ pieces }) => pieces.length)).toEqual([1, 2]);
  });

  test("a long list comes in pieces that begin at items, and nothing of it is lost", () => {
    const list = Array.from({ length: 60 }, (_, index) => `- item ${index} ${"word ".repeat(8).trim()}`).join(
      "\n",
    );
    const pieces = texts(`## A\n\n${list}\n`);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every((piece) => piece.startsWith("- item"))).toBe(true);
    expect(pieces.join("\n")).toBe(list);
  });

  test("cuts stand before list items and after sentences, never in code", () => {
    const [section] = quotableSections(
      "## A\n\nOne. Two! Three\n\n- a\n- b\n\n```\nx. y\n- z\n```\n",
      "docs/x/a.md",
    );
    const [passage] = section?.passages ?? [];
    const shown = passage?.pieces.map(({ text, cuts }) => cuts.map((cut) => text.slice(cut, cut + 3)));
    expect(shown).toEqual([["Two", "Thr"], ["- b"], []]);
  });
});
