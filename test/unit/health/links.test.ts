import { fromMarkdown } from "mdast-util-from-markdown";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { linkTarget } from "../../../src/core/health/link-target.js";
import { writtenLinks } from "../../../src/core/health/links.js";
import { proseOf } from "../../../src/core/health/prose.js";
import { splitFrontMatter } from "../../../src/core/project/yaml/front-matter.js";
import { corpora, markdownBelow, trees } from "../corpora.js";
import { scale, seed } from "../scale.js";

const targets = (text: string): string[] => writtenLinks(proseOf(text)).map(({ target }) => target);

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly MarkdownNode[];
}

/** What a full CommonMark parser takes for a link, an image or a definition. */
function judged(text: string): string[] {
  const found: string[] = [];
  const visit = ({ type, url, children }: MarkdownNode): void => {
    if (url !== undefined && ["link", "image", "definition"].includes(type)) found.push(url);
    children?.forEach(visit);
  };
  visit(fromMarkdown(text));
  return found;
}

describe("what is a link", () => {
  test.each([
    ["[a](x.md) and ![b](i.png)", ["x.md", "i.png"]],
    ["[![badge](i.svg)](y.md)", ["i.svg", "y.md"]],
    ["[a](<my file.md>) [b](c(1).md 'title')", ["my file.md", "c(1).md"]],
    ['[a][r]\n\n[r]: ../z.md "Z"\n[s]: <w w.md>', ["../z.md", "w w.md"]],
    [
      "# Head [a](h.md)\n\n| a |\n|---|\n| [t](t.md) |\n\n> [q](q.md)\n\n- [i](i.md)",
      ["h.md", "t.md", "q.md", "i.md"],
    ],
    ["[a](x\\_y.md) [b](a&amp;b.md)", ["x_y.md", "a&b.md"]],
    ["`[a](x.md)` and ``[b](`y.md)``", []],
    ["```md\n[a](x.md)\n```\n\n    [b](y.md)\n", []],
    ["- item\n\n  ~~~\n  [a](x.md)\n  ~~~\n\n- [b](y.md)", ["y.md"]],
    ["<!-- [a](x.md) -->\n\ntext <!-- [b](y.md) --> [c](z.md)", ["z.md"]],
    ["---\nlink: '[a](x.md)'\n---\n\n[b](y.md)", ["y.md"]],
    ["\\[a](x.md) and [b]\\(y.md) and a](z.md)", []],
    ["[a](two words.md) and [b]() and [^1]: note", []],
    ["[note]: this is a sentence", []],
    ['<img src="i.png"> and <a class="x" href=\'p.md\'>p</a>', ["i.png", "p.md"]],
    ['<a id="x"></a>\n**[a](x.md)**', ["x.md"]],
    ['<div>\n[a](x.md) <img alt="" src="i.png">\n</div>', ["i.png"]],
  ])("%j", (text, expected) => {
    expect(targets(text)).toEqual(expected);
  });

  test("its place is that of the destination, in lines and UTF-16 units", () => {
    expect(writtenLinks(proseOf("---\na: b\n---\r\n\r\n😀 [a](x.md)"))).toEqual([
      { target: "x.md", line: 5, column: 8, length: 4 },
    ]);
  });

  test("a text made to be slow is read in linear time", () => {
    const hostile = [
      "[".repeat(200_000),
      "](".repeat(100_000),
      "[a](".repeat(60_000),
      "`".repeat(99_999) + " [a](b",
      '[a](b "'.repeat(50_000),
      "<a ".repeat(80_000),
      "<!--".repeat(80_000),
      "[a](<".repeat(80_000),
    ];
    for (const text of hostile) {
      const started = performance.now();
      targets(text);
      expect(performance.now() - started).toBeLessThan(3_000);
    }
  });
});

describe.each(trees)("the links of %s", (tree) => {
  // The parser needs a minute for all of a large tree where other work goes on.
  test("are those that a full parser finds", { timeout: 300_000 }, () => {
    const all = markdownBelow(join(corpora, tree));
    const files = all.filter((_, index) => scale(10) === 10 || (index + seed) % 10 === 0);
    let found = 0;
    let different = 0;
    for (const file of files) {
      const text = readFileSync(file, "utf8").replace(/^\u{FEFF}/u, "");
      // The parser knows no front matter.
      const body = text.slice(splitFrontMatter(text).bodyStart);
      const isLocal = (url: string): boolean => !/^[a-z]+:/i.test(url);
      const rest = judged(body).filter(isLocal);
      for (const target of targets(text).filter(isLocal)) {
        found++;
        const at = rest.indexOf(target);
        if (at === -1) different++;
        else rest.splice(at, 1);
      }
      different += rest.length;
    }
    expect(different).toBeLessThanOrEqual(Math.ceil(found / 1_000));
  });
});

describe("what a link asks for", () => {
  const at = "docs/a/b.md";
  test.each([
    ["https://example.org/x.md", undefined],
    ["mailto:a@example.org", undefined],
    ["//example.org/x", undefined],
    ["#", undefined],
    ["#part", { kind: "anchor", anchor: "part" }],
    ["#%D1%86", { kind: "anchor", anchor: "ц" }],
    ["../x.md#p", { kind: "path", candidates: ["docs/x.md"], anchor: "p" }],
    ["a%20b.md", { kind: "path", candidates: ["docs/a/a b.md", "docs/a/a%20b.md"] }],
    ["100%.md", { kind: "path", candidates: ["docs/a/100%.md"] }],
    ["../..", { kind: "path", candidates: [""] }],
    ["../../../x.md", { kind: "outside" }],
    ["/docs/x.md", { kind: "path", candidates: ["docs/x.md", "docs/docs/x.md"] }],
    ["guide", { kind: "path", candidates: ["docs/a/guide", "docs/a/guide.md"] }],
    ["../../src/x.ts:12", { kind: "path", candidates: ["src/x.ts:12", "src/x.ts"] }],
    ["x.md?plain=1#L3", { kind: "path", candidates: ["docs/a/x.md?plain=1", "docs/a/x.md"], anchor: "L3" }],
  ])("%s", (target, expected) => {
    expect(linkTarget(target, at)).toEqual(expected);
  });
});
