import { formatIndex, parseIndex } from "../../../src/core/project/sources/source-index.js";
import { describe, expect, test } from "vitest";
import type { PackOutcome } from "../../../src/core/context/session.js";
import { findOrchestration } from "../../../src/core/project/project.js";
import { testHasher } from "../memory-ports.js";
import { append, fixture, sampleFiles } from "./fixture.js";

/** Faults that people who tried to break a pack have found, each with the shortest document that showed it. */

const PRD = "docs/checkout/02-prd.md";

async function packOf(files: Record<string, string>, limit?: number): Promise<PackOutcome> {
  const { session } = fixture(files);
  const project = await session.refresh();
  return session.build(project, findOrchestration(project, "checkout"), "tasks", limit);
}

async function packWith(text: string): Promise<string> {
  const files = sampleFiles();
  append(files, PRD, `\n\n## Constraints\n\n${text}\n`);
  return (await packOf(files)).text;
}

describe("what is quoted stays as it was written", () => {
  test.each([
    ["code that looks like a link", "Call `handlers[name](event)` once."],
    ["a comment in code", "The marker is `<!-- sdd:start -->` here."],
    ["an index in a heading's code", "Text about `arr[0](z)` and more."],
  ])("%s", async (_, line) => {
    expect(await packWith(line)).toContain(line);
  });

  test("rules that differ in a sign only are both quoted", async () => {
    const rule = (sign: string): string =>
      `If the amount ${sign} 100 and the flag is set then the service must reject the order.`;
    const files = sampleFiles();
    append(files, PRD, `\n\n## Constraints\n\n${rule(">=")}\n`);
    append(files, "docs/checkout/03-techspec.md", `\n\n## Constraints\n\n${rule("<=")}\n`);
    const { text } = await packOf(files);
    expect(text).toContain(rule(">="));
    expect(text).toContain(rule("<="));
  });

  test("a label in the middle of a document is a rule, not the document's own data", async () => {
    expect(
      await packWith("- Status: 409 when the basket changed.\n- Version: the header must be sent."),
    ).toContain("- Status: 409 when the basket changed.");
  });

  test("a section called History is quoted where it says something, and left out where it is a list of links", async () => {
    const files = sampleFiles();
    append(
      files,
      PRD,
      "\n\n## History\n\nThe order history is kept for ten years by law.\n\n## Links\n\n- [a](https://e.org)\n",
    );
    const { text } = await packOf(files);
    expect(text).toContain("kept for ten years by law");
    expect(text).not.toContain("https://e.org");
  });
});

describe("a document stays within its place", () => {
  const parts = (text: string): number => (text.match(/^## /gm) ?? []).length;

  test.each([
    ["a heading behind a comment", "- b\n<!-- -->## Context manifest"],
    ["a heading of several lines", "[x]: /y\nContext manifest\n==="],
    ["a fence that its item cannot hold", "1. a\n  ```\nx"],
    ["a fence and an odd blank", "- ```\n\u00a0x\n  ```"],
    ["a folded part", "<details>\n<summary>S</summary>\n\ntext within\n\n</details>"],
  ])("%s", async (_, body) => {
    const text = await packWith(body);
    const { fromMarkdown } = await import("mdast-util-from-markdown");
    const headings = fromMarkdown(text).children.filter((node) => node.type === "heading" && node.depth <= 2);
    expect(headings).toHaveLength(9);
    expect(parts(text)).toBe(8);
    expect(text).not.toMatch(/<\/?details/);
  });

  test("a link that hides in a heading does not become one", async () => {
    const text = await packWith(
      "x\n\n## [[click me]](javascript:alert(1)) and more\n\nSome words of its own here.",
    );
    expect(text).not.toContain("](javascript:");
  });

  test("a path with signs that a link would take apart", async () => {
    const files = sampleFiles();
    files["docs/checkout/a#b?.md"] = "# Notes\n\n## Constraints\n\nThe shop closes at nine in the evening.\n";
    expect((await packOf(files)).text).toContain("(/docs/checkout/a%23b%3F.md#L3)");
  });
});

describe("what a pack says of itself", () => {
  test("a part whose sources found no room does not claim that there are none, and conflicts are counted", async () => {
    const { text } = await packOf(sampleFiles(), 1_500);
    const decisions = text.slice(text.indexOf("## Relevant decisions"), text.indexOf("## Useful patterns"));
    expect(decisions).not.toContain("Nothing in the sources");
    expect(text).toMatch(/^- Conflicts: \d+$/m);
  });

  test("sections that are not quoted of a quoted source are named in the manifest", async () => {
    const { manifest } = await packOf(sampleFiles(), 2_500);
    const cut = manifest.sources.filter(({ omitted, chars }) => chars > 0 && omitted.length > 0);
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.every(({ verdict }) => verdict === "cut")).toBe(true);
    expect(manifest.counts.omitted).toBe(cut.reduce((sum, { omitted }) => sum + omitted.length, 0));
  });

  test("it names the document that the stage is to write", async () => {
    expect((await packOf(sampleFiles())).text).toContain(
      "- tasks: docs/checkout/04-tasks.md — this stage's own document, to be written",
    );
  });
});

describe("decisions and states", () => {
  test("a decision that names its orchestration is related, by slug or by name", async () => {
    const files = sampleFiles();
    files["docs/adr/0020-a.md"] =
      "# 20. A\n\n- Status: accepted\n- Orchestration: checkout\n\n## Decision\n\nOne.\n";
    files["docs/adr/0021-b.md"] =
      "# 21. B\n\n- Status: accepted\n- **Orchestration:** Checkout Ágil\n\n## Decision\n\nTwo.\n";
    const { manifest } = await packOf(files);
    for (const path of ["docs/adr/0020-a.md", "docs/adr/0021-b.md"]) {
      expect(manifest.sources.find((item) => item.path === path)?.score.total, path).toBe(105);
    }
  });

  test("a checkout with CRLF is not a changed document; a changed one is", async () => {
    const files = sampleFiles();
    const idea = "docs/checkout/01-idea.md";
    const hash = testHasher.sha256(files[idea] ?? "");
    files["docs/checkout/traceability-map.yaml"] =
      `orchestration: {name: C, slug: checkout}\nartifacts:\n  idea: {file: 01-idea.md, state: approved, sha256: ${hash}}\n`;
    files[idea] = (files[idea] ?? "").replaceAll("\n", "\r\n");
    const codes = async (): Promise<string[]> =>
      (await packOf(files)).manifest.conflicts.map(({ code }) => code);
    expect(await codes()).not.toContain("artifact-hash-differs");
    append(files, idea, "more\r\n");
    expect(await codes()).toContain("artifact-hash-differs");
  });

  test("two orchestrations of one folded name are not taken for each other", async () => {
    const files = sampleFiles();
    files["docs/returns/traceability-map.yaml"] =
      "orchestration: {name: checkout agil, slug: returns}\nartifacts: {}\n";
    const project = await fixture(files).session.refresh();
    expect(findOrchestration(project, "checkout agil").slug).toBe("returns");
    expect(findOrchestration(project, "Checkout Ágil").slug).toBe("checkout");
    expect(() => findOrchestration(project, "CHECKOUT AGIL")).toThrow(/Several go by it: checkout, returns/);
  });

  test("a title with a dash of its own is a name as a whole", async () => {
    const files = sampleFiles();
    files["docs/cafe/01-idea.md"] = "# Café Orders — v2\n\n## Problem\n\nNone.\n";
    files["docs/cafe2/01-idea.md"] = "# Idea — Café Orders — v2\n\n## Problem\n\nNone.\n";
    const project = await fixture(files).session.refresh();
    expect(findOrchestration(project, "cafe").name).toBe("cafe");
    expect(findOrchestration(project, "cafe2").name).toBe("Café Orders — v2");
  });
});

test("nothing of a secret lies in the kept index, and the next session reads those facts again", async () => {
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const files = sampleFiles();
  files["docs/checkout/01-idea.md"] = `# Idea — ${secret}\n\n## Problem\n\nСм. [y](${secret}.md)\n`;
  files["docs/checkout/05-refinement.md"] =
    "# Refinement — X\n\n## Traceability\n\n- Slug: checkout\n- Estado atual: пароль: Zx9kQ2mPw7\n";
  files[`docs/checkout/${secret}.md`] = "# Named so\n";
  const f = fixture(files);
  const { inventory } = await f.session.refresh();
  for (const { facts } of inventory.records.values()) expect(facts).toBeDefined();
  const text = formatIndex(inventory.records.values());
  for (const kept of [text, f.project.index.text]) {
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain("Zx9kQ2mPw7");
    expect(kept).toContain("05-refinement.md");
  }
  const titles = [...parseIndex(text).values()].map(({ path, facts }) => [path, facts.title] as const);
  expect(new Map(titles).get("docs/checkout/02-prd.md")).toBe("PRD — Checkout");
  expect(new Map(titles).get("docs/checkout/01-idea.md")).toBeUndefined();
  const next = fixture(files);
  next.project.index.save(text);
  const again = (await next.session.refresh()).inventory;
  expect(again.filesRead).toBe(1);
  expect(again.records.get("docs/checkout/01-idea.md")?.facts.title).toContain(secret);
});
