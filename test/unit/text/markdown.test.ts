import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { splitFrontMatter } from "../../../src/core/project/yaml/front-matter.js";
import { scanMarkdown } from "../../../src/core/text/markdown.js";
import { corpora, hasCorpora, markdownBelow, trees } from "../corpora.js";
import { scale, seed } from "../scale.js";

/** Lines of the top-level headings that a full CommonMark parser finds. */
function judged(text: string): string[] {
  const found: string[] = [];
  for (const node of fromMarkdown(text).children) {
    // A setext heading of several lines is meant as a paragraph above a rule, and taken as that.
    const lines = (node.position?.end.line ?? 0) - (node.position?.start.line ?? 0);
    if (node.type === "heading" && lines < 2) found.push(`${node.position?.start.line ?? 0}:${node.depth}`);
  }
  return found;
}

function scanned(text: string): string[] {
  return scanMarkdown(text)
    .filter(({ level }) => level > 0)
    .map(({ line, level }) => `${line}:${level}`);
}

/** A tenth of a list, another one for each seed; all of it in a stress run. */
function sampled<T>(list: readonly T[]): readonly T[] {
  const step = scale(10) === 10 ? 1 : 10;
  return list.filter((_, index) => (index + seed) % step === 0);
}

const kinds = (text: string): string[] =>
  scanMarkdown(text).flatMap(({ blocks }) => blocks.map(({ kind }) => kind));

describe("headings", () => {
  test.each([
    ["# A\ntext\n## B ##\n", ["1:1", "3:2"]],
    ["Title\n=====\n\ntext\n\nSub\n---\n", ["1:1", "6:2"]],
    ["#no heading\n####### seven\n", []],
    ["```sh\n# a comment\n```\n# Real\n", ["4:1"]],
    ["~~~\n```\n# inside\n~~~\n# out\n", ["5:1"]],
    ["<!--\n# hidden\n-->\n# shown\n", ["4:1"]],
    ["- item\n\n  ```\n  # code\n  ```\n\n# After\n", ["7:1"]],
    ["text\n\n---\n\nmore\n", []],
    ["# CRLF\r\ntext\r\n## Two\r\n", ["1:1", "3:2"]],
  ])("%j", (text, expected) => {
    expect(scanned(text)).toEqual(expected);
    expect(judged(text)).toEqual(expected);
  });

  test("a section knows its title, its line and the headings above it", () => {
    const [top, sub] = scanMarkdown("# Top\n\ntext\n\n## Sub `x` ##\n\n- a\n", 0, 11);
    expect(top).toMatchObject({ title: "Top", line: 11, parents: [] });
    expect(sub).toMatchObject({ title: "Sub `x`", line: 15, parents: ["Top"] });
  });
});

describe("blocks", () => {
  test("are told apart", () => {
    expect(
      kinds(
        "para\nmore\n\n- a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> q\n\n```\nx\n```\n\n<!-- c -->\n\n---\n",
      ),
    ).toEqual(["paragraph", "list", "table", "quote", "code", "comment", "rule"]);
  });

  test("a fence that is never closed runs to the end", () => {
    const [section] = scanMarkdown("a\n\n```\nx\n\n# y\n");
    expect(section?.blocks.at(-1)).toMatchObject({ kind: "code", line: 3 });
  });

  test("a list may be cut before its own items, not before theirs", () => {
    const text = "- a\n  - deep\n\n- b\n- c\n";
    const [list] = scanMarkdown(text)[0]?.blocks ?? [];
    expect(list?.cuts.map((cut) => text.slice(cut, cut + 3))).toEqual(["- a", "- b", "- c"]);
  });

  test("a table is cut below its head only", () => {
    const text = "| h |\n|---|\n| 1 |\n| 2 |\n";
    const [table] = scanMarkdown(text)[0]?.blocks ?? [];
    expect(table?.cuts.slice(1).map((cut) => text.slice(cut, cut + 5))).toEqual(["| 1 |", "| 2 |"]);
  });
});

const LINES = [
  "# h",
  "## h2",
  "text",
  "",
  "- item",
  "  - sub",
  "```",
  "~~~",
  "> q",
  "===",
  "---",
  "| a |",
  "|---|",
  "    code",
  "<!-- c",
  "-->",
  "<div>",
];

test("property: sections and blocks are in order, apart from each other, and inside the text", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LINES), { maxLength: 40 }),
      fc.constantFrom("\n", "\r\n"),
      (lines, end) => {
        const text = lines.join(end);
        let at = 0;
        for (const section of scanMarkdown(text)) {
          expect(section.start).toBeGreaterThanOrEqual(at);
          for (const block of section.blocks) {
            expect(block.start).toBeGreaterThanOrEqual(at);
            expect(block.end).toBeGreaterThanOrEqual(block.start);
            expect(text.slice(0, block.start).split("\n").length).toBe(block.line);
            at = block.end;
          }
          at = Math.max(at, section.start);
          expect(section.end).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { numRuns: scale(2_000), seed },
  );
});

describe.skipIf(!hasCorpora)("real trees", () => {
  test.each(trees)("%s: the same headings as a full parser", (tree) => {
    let all = 0;
    const wrong: string[] = [];
    for (const path of sampled(markdownBelow(join(corpora, tree)))) {
      const raw = readFileSync(path, "utf8").replace(/^\ufeff/, "");
      const text = raw.slice(splitFrontMatter(raw).bodyStart);
      const mine = new Set(scanned(text));
      const theirs = new Set(judged(text));
      all += theirs.size;
      for (const heading of theirs) if (!mine.has(heading)) wrong.push(`${path}: missed ${heading}`);
      for (const heading of mine) if (!theirs.has(heading)) wrong.push(`${path}: invented ${heading}`);
    }
    const text = wrong.slice(0, 20).join("\n");
    expect(wrong.length, text).toBeLessThanOrEqual(Math.max(1, Math.floor(all / 400)));
  });
});
