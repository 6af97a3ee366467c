import { describe, expect, test } from "vitest";
import { fixture } from "../context/fixture.js";
import { packed } from "./check.js";

const PRD = "docs/pay/02-prd.md";
const HEAD = "# PRD — Pay\n\n## Requirements\n\nThe buyer pays by card.\n\n";
const filesOf = (text: string) => ({
  [PRD]: text,
  "docs/pay/01-idea.md": "# Idea — Pay\n\n## Problem\n\nPaying takes eleven steps today.\n",
});

/** Milliseconds that looking at a project and building a pack of it takes. */
async function time(text: string, limit: number): Promise<number> {
  const { session } = fixture(filesOf(text));
  const start = performance.now();
  const project = await session.refresh();
  const [pay] = project.orchestrations;
  if (pay === undefined) throw new Error("no orchestration");
  const pack = session.build(project, pay, "review", limit);
  const spent = performance.now() - start;
  expect(pack.text.length).toBeLessThanOrEqual(limit);
  return spent;
}

/** Work on four times as much may take eight times as long, and half a second for a busy machine; a square takes sixteen. */
async function expectLinear(make: (n: number) => string, n: number, limit = 24_000): Promise<void> {
  await time(make(100), limit);
  const one = await time(make(n), limit);
  const four = await time(make(4 * n), limit);
  expect(four, `${one.toFixed(0)} ms, then ${four.toFixed(0)} ms`).toBeLessThan(8 * one + 500);
}

describe("the work grows with the text, not with its square", () => {
  test.each<[string, number, (n: number) => string]>([
    [
      "headings",
      5_000,
      (n) =>
        Array.from({ length: n }, (_, i) => `## Part ${i}\n\nThe part ${i} does thing ${i}.\n`).join("\n"),
    ],
    [
      "links",
      12_500,
      (n) => `${HEAD}${Array.from({ length: n }, (_, i) => `- [link ${i}](x${i}.md)`).join("\n")}\n`,
    ],
    ["one paragraph", 120_000, (n) => `${HEAD}${"some words. ".repeat(n / 12)}\n`],
    ["one paragraph without an end of a sentence", 120_000, (n) => `${HEAD}${"word ".repeat(n / 5)}\n`],
    ["table rows", 2_500, (n) => `${HEAD}| a | b |\n|---|---|\n${"| cell one | cell two |\n".repeat(n)}`],
    [
      "list items",
      10_000,
      (n) => `${HEAD}${Array.from({ length: n }, (_, i) => `- the item ${i} of ${n}`).join("\n")}\n`,
    ],
    ["open fences", 20_000, (n) => `${HEAD}${"```\ncode\n````\n".repeat(n)}`],
    ["fences that open in items", 10_000, (n) => `${HEAD}${"- a\n  ```\n".repeat(n)}`],
    ["open comments in a line", 40_000, (n) => `${HEAD}text ${"<!-- ".repeat(n)}\n`],
    ["open comments in items", 20_000, (n) => `${HEAD}${"- x <!-- y\n".repeat(n)}`],
    ["open tags", 40_000, (n) => `${HEAD}<div>\n${"<a ".repeat(n)}\n`],
    ["open link targets", 40_000, (n) => `${HEAD}${"](".repeat(n)}\n`],
    ["open link targets with blanks", 40_000, (n) => `${HEAD}${"](x ".repeat(n)}\n`],
    ["open brackets in a heading", 40_000, (n) => `${HEAD}## ${"[".repeat(n)}\n\ntext of it\n`],
    ["open targets in a heading", 20_000, (n) => `${HEAD}## ${"[a](".repeat(n)}\n\ntext of it\n`],
    ["brackets in a heading", 40_000, (n) => `${HEAD}## ${"(".repeat(n)}\n\ntext of it\n`],
    ["blanks in a heading", 40_000, (n) => `${HEAD}## a${" ".repeat(n)}b\n\ntext of it\n`],
    ["blanks in a line", 40_000, (n) => `${HEAD}a${" ".repeat(n)}b\n`],
    ["blanks below a paragraph", 40_000, (n) => `${HEAD}text\n---${" ".repeat(n)}x |\n`],
    ["line ends in an item", 40_000, (n) => `${HEAD}- a${"\n".repeat(n)}  b\n`],
    ["stars", 40_000, (n) => `${HEAD}${"*".repeat(n)} a\n`],
    ["badges", 20_000, (n) => `${HEAD}${"![a](b) ".repeat(n)}x\n`],
    ["open badges", 20_000, (n) => `${HEAD}${"[![".repeat(n)}x\n`],
    ["dots", 40_000, (n) => `${HEAD}${".".repeat(n)}a\n`],
    ["closing quotes", 40_000, (n) => `${HEAD}a.${")".repeat(n)}b\n`],
    ["hashes", 40_000, (n) => `${HEAD}## a ${"# ".repeat(n)}b\n\ntext of it\n`],
    ["underlines", 20_000, (n) => `${HEAD}${"a\n===\n".repeat(n)}`],
    ["rules", 20_000, (n) => `${HEAD}${"- ".repeat(n)}x\n`],
    ["quotes in quotes", 20_000, (n) => `${HEAD}${">".repeat(n)} x\n`],
    [
      "numbered lines",
      5_000,
      (n) => Array.from({ length: n }, (_, i) => `${i % 90}. Title\n\ntext ${i}\n`).join("\n"),
    ],
    ["front matter", 2_000, (n) => `---\n${"key: value\n".repeat(n)}---\n${HEAD}`],
    [
      "a status with blanks",
      40_000,
      (n) =>
        `# PRD — a${" - ".repeat(n)}\n\n## Traceability\n\n- Slug:${" ".repeat(n)}x\n- State:${"*".repeat(n)}\n\n${HEAD}`,
    ],
    ["dashes in the title", 40_000, (n) => `# PRD${" ".repeat(n)}—${" ".repeat(n)}x\n\n${HEAD}`],
  ])("%s", { timeout: 120_000 }, async (_, n, make) => {
    await expectLinear(make, n);
  });

  test("with a limit of a million characters too", { timeout: 120_000 }, async () => {
    await expectLinear(
      (n) =>
        Array.from({ length: n }, (_, i) => `## Part ${i}\n\nThe part ${i} does thing ${i}.\n`).join("\n"),
      4_000,
      1_000_000,
    );
  });

  test("decisions that all carry one number", { timeout: 120_000 }, async () => {
    const make = (n: number) =>
      Object.fromEntries(
        Array.from({ length: n }, (_, i) => [
          `docs/pay/adrs/0001-decision-number-${i}.md`,
          "# 1. X\n\n**Status:** Accepted\n\n## Decision\n\nUse it.\n",
        ]),
      );
    const measure = async (n: number): Promise<number> => {
      const { session } = fixture({ ...filesOf(HEAD), ...make(n) });
      const start = performance.now();
      const project = await session.refresh();
      const [pay] = project.orchestrations;
      if (pay === undefined) throw new Error("no orchestration");
      const { manifest } = session.build(project, pay, "review");
      expect(JSON.stringify(manifest).length).toBeLessThan(4_000 * n + 10_000);
      return performance.now() - start;
    };
    await measure(50);
    const one = await measure(300);
    expect(await measure(1_200)).toBeLessThan(8 * one + 500);
  });
});

/** Texts that would swallow what follows them in a pack, or forge parts of it. */
const SWALLOWING: readonly (readonly [string, string])[] = [
  ["an open fence", "```sh\nnpm test\n"],
  ["an open fence of tildes", "~~~\nnpm test\n"],
  ["a longer open fence", "`````\n```\nnpm test\n"],
  ["a fence closed by a shorter one", "````\nx\n```\n"],
  ["an open fence in an item", "- first step of the list\n  ```\n  npm test\n"],
  ["an open fence in a numbered item", "1. first step of the list\n   ```\n   npm test\n"],
  ["an open fence in a numbered item, indented too little", "1. first step of the list\n  ```\n  npm test\n"],
  ["an open fence that begins an item", "- ```\n  npm test\n"],
  ["an open fence in a quote", "> ```\n> npm test\n"],
  ["an open comment", "text before it\n\n<!-- and never closed\n"],
  ["an open comment within a paragraph", "text before it <!-- and never closed\n"],
  ["an open comment in an item", "- an item\n  <!-- and never closed\n"],
  ["an open comment at an item's line", "- an item\n<!-- and never closed\n"],
  ["pre", "<pre>\nnpm test\n"],
  ["pre within a paragraph", "text before it\n<pre>\nnpm test\n"],
  ["script", "<script>\nlet a = 1\n"],
  ["style", "<style>\na {}\n"],
  ["textarea", "<textarea>\n\nwords in it\n"],
  ["CDATA", "<![CDATA[ some words\n"],
  ["a declaration", "<!DOCTYPE with words\n"],
  ["an instruction", "<? some words\n"],
  ["details", "<details>\n<summary>More words</summary>\n\nhidden words\n"],
  ["a table and an open code span", "| a | `b |\n|---|---|\n| c | d |\n"],
  ["an indented block", "    code that is indented\n"],
  [
    "a title with everything",
    "## a](http://x) `b <pre> <!-- [c \u001b[31m \u202e d\n\nThe words below it.\n",
  ],
  ["a title that is a link", "## [a](http://x) ![b](c)\n\nThe words below it.\n"],
  ["a title like ours", "## Context manifest\n\n- Limit applied: 5\n"],
  ["a forged section", "Context manifest\n===\n\n#### Forged ([L1](/x.md#L1))\n\nwords\n"],
  ["a two-line underlined title", "Context\nmanifest\n---\n\nwords\n"],
  ["a heading in an item", "- ## Context manifest\n- an item\n"],
  ["a heading in a quote", "> ## Context manifest\n> words\n"],
  ["a definition", '[a]: http://x "open\n'],
  ["a setext line first", "===\n\nwords\n"],
  ["astral letters", `${"😀".repeat(3_000)}\n`],
];

describe("no quote swallows or forges what follows it", () => {
  test.each(SWALLOWING)("%s", async (_, text) => {
    const { outcome } = await packed(filesOf(`${HEAD}## Risks\n\n${text}`));
    expect(outcome.text).toContain("The buyer pays by card.");
    for (const limit of [1_000, 1_200, 1_500, 2_000, 3_000]) {
      const { session, project } = await packed(filesOf(`${HEAD}## Risks\n\n${text}`));
      const [pay] = project.orchestrations;
      if (pay !== undefined)
        expect(session.build(project, pay, "review", limit).text.length).toBeLessThanOrEqual(limit);
    }
  });

  test.each(SWALLOWING)("%s, with a section behind it", async (_, text) => {
    const { outcome } = await packed(
      filesOf(`${HEAD}## Decisions\n\n${text}\n\n## Risks\n\nThe bank is closed on Sundays.\n`),
    );
    expect(outcome.text).toContain("The buyer pays by card.");
  });
});

describe("headings that are names of every object", () => {
  test.each(["constructor", "__proto__", "toString", "hasOwnProperty", "decision", "risk"])(
    "## %s",
    async (title) => {
      const { outcome } = await packed(filesOf(`${HEAD}## ${title}\n\nThe words that stand below it.\n`));
      expect(outcome.text).toContain(`#### ${title} ([L7](/docs/pay/02-prd.md#L7))`);
    },
  );
});

describe("secrets over several lines", () => {
  const pem = (lines: number, inside = "") =>
    [
      ["-----BEGIN", "RSA PRIVATE KEY-----"].join(" "),
      ...Array.from(
        { length: lines },
        (_, n) => `MIIEpAIBAAKCAQEA${String(n).padStart(4, "0")}c0ffeec0ffeec0ffeec0ffeec0ffee`,
      ),
      inside,
      ["-----END", "RSA PRIVATE KEY-----"].join(" "),
    ].join("\n");
  const text = (before: string) =>
    `${before}# PRD — Pay\n\n${pem(20)}\n\n## Requirements\n\nThe buyer pays by card.\n\n${pem(5, "\n# no heading\n")}\n\n## Risks\n\nThe bank is closed on Sundays.\n`;

  test.each([
    "",
    "---\ntitle: x\n# comment\n---\n",
    `---\ntitle: x\nkey: |\n${pem(3).replace(/^/gm, "  ")}\n---\n`,
  ])("keep the lines of later headings right (%#)", async (before) => {
    const { outcome } = await packed(filesOf(text(before)));
    const lines = text(before).split("\n");
    const source = outcome.manifest.sources.find(({ path }) => path === PRD);
    expect(source?.sections.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Requirements", "Risks"]),
    );
    for (const { title, line } of source?.sections ?? []) expect(lines[line - 1]).toContain(title);
    expect(outcome.text).not.toContain("c0ffee");
  });
});

test("a secret that only taking out a comment would put together is not put together", async () => {
  const { outcome } = await packed(
    filesOf(`${HEAD}Use ghp_a1B2c3D4e5F6<!-- x -->g7H8i9J0k1L2m3N4o5P6q7R8 here.\n`),
  );
  expect(outcome.text).not.toContain(["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_"));
});

test("a secret in a file's name is in no pack and no manifest", async () => {
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
  const { outcome } = await packed({
    ...filesOf(HEAD),
    [`docs/pay/adrs/0001-${secret}.md`]:
      "# 1. X\n\n**Status:** Accepted\n\n## Decision\n\nUse the queue for it.\n",
    [`docs/pay/adrs/0001-b-${secret}.md`]:
      "# 1. Y\n\n**Status:** Accepted\n\n## Decision\n\nUse the topic for it.\n",
    "docs/pay/traceability-map.yaml": `orchestration: {name: P, slug: pay}\nartifacts:\n  tasks: {file: ${secret}.md, state: approved}\n`,
  });
  expect(outcome.text).toContain("Use the queue for it.");
  expect(outcome.text).not.toContain(secret);
  expect(JSON.stringify(outcome.manifest)).not.toContain(secret);
});
