import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitFrontMatter } from "../../../../src/core/project/yaml/front-matter.js";
import { readPlainYaml } from "../../../../src/core/project/yaml/plain-yaml.js";
import { parseYaml } from "../../../../src/core/project/yaml/yaml.js";
import type { KeyPath } from "../../../../src/core/project/yaml/yaml-values.js";
import { corpora, hasCorpora, markdownBelow } from "../../corpora.js";
import { scale, seed } from "../../scale.js";

/** Every path of a value, with what stands there. */
function pathsOf(value: unknown, at: KeyPath = []): [KeyPath, unknown][] {
  if (typeof value !== "object" || value === null) return [[at, value]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [[at, value], ...entries.flatMap(([key, item]) => pathsOf(item, [...at, key]))];
}

/** Holds the plain reader against the library; answers whether the text was plain. */
function compare(text: string): boolean {
  const plain = readPlainYaml(text, 2);
  if (plain === undefined) return false;
  const full = parseYaml(text, "a.yaml", 2);
  expect(full.diagnostics, text).toEqual([]);
  expect(plain.value, text).toEqual(full.value);
  for (const [path, value] of pathsOf(full.value)) {
    expect(plain.positions(path), `${text}\n${path.join(".")}`).toEqual(full.positions(path));
    expect(plain.textOf(path), `${text}\n${path.join(".")}`).toEqual(full.textOf(path));
    if (value !== null && typeof value !== "object" && path.length > 0)
      expect(plain.valuePositions(path), `${text}\n${path.join(".")}`).toEqual(full.valuePositions(path));
  }
  return true;
}

describe("readPlainYaml", () => {
  it.each([
    [
      "a map of a tool",
      "orchestration:\n  name: Flow 1\n  created_at: 2026-01-04T08:12:00Z\nartifacts:\n  prd:\n    file: 02-prd.md\n    approved_at: ''\n",
    ],
    ["comments and blank lines", "# top\n\na: 1 # one\n\n  # odd place\nb:\n  # inside\n  c: x\n# end"],
    ["keys without values", "a:\nb:\n  c:\nd: ~\n"],
    ["quotes", "a: 'it''s'\nb: \"x # y\" # z\nc: ''\n"],
    ["lists, deeper and not", "a:\n- x\n- 'y'\nb:\n  - 1\n  - z # c\nc: [a, b c, 3]\nd: []\n"],
    ["words and numbers", "a: true\nb: No\nc: 012\nd: 1.50\ne: -3\nf: 12e4\ng: .5\n"],
    ["letters and blanks of other scripts", "a: ação — já\nb: поле\n"],
    ["what looks like more", "a: b#c\nurl: https://x.org/a?b=c\nt: 10:30\np: x, y] z}\n"],
    ["CRLF", "a: b\r\nc:\r\n  d: e\r\n"],
    ["nothing", "# only a comment\n"],
  ])("reads %s as the library does", (_, text) => {
    expect(compare(text)).toBe(true);
  });

  it.each([
    ["a tab", "a:\tb\n"],
    ["an anchor", "a: &x b\n"],
    ["an alias", "a: *x\n"],
    ["a tag", "a: !!str b\n"],
    ["a block scalar", "a: |\n  b\n"],
    ["a flow map", "a: {b: c}\n"],
    ["escapes", 'a: "b\\n"\n'],
    ["a scalar of two lines", "a: b\n  c\n"],
    ["an entry below a scalar", "a: b\n  c: d\n"],
    ["a key twice", "a: 1\na: 2\n"],
    ["a document's start", "---\na: b\n"],
    ["a list as the document", "- a\n"],
    ["a list of maps", "a:\n  - b: c\n"],
    ["indentation that fits nothing", "a:\n    b: c\n  d: e\n"],
    ["a colon inside", "a: b: c\n"],
    ["an indicator in front", "a: @b\n"],
    ["a list below a map", "a:\n  b: c\n  - d\n"],
    ["a blank that is no space", "a: b\u3000\n"],
    ["an indented first key", "  a: b\nc: d\n"],
  ])("leaves %s to the library", (_, text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it("agrees with the library on whatever it takes", () => {
    const line = fc
      .tuple(
        fc.constantFrom("", "  ", "  ", "    ", " "),
        fc.constantFrom("a:", "b:", "c_d:", "e f:", "- ", "-", "# c", "", "a :", "?", "- a:", "true:"),
        fc.constantFrom(
          "",
          " x",
          " 'q'",
          " ''",
          ' "d"',
          " 1",
          " a b",
          " # c",
          " x # c",
          " [a, b]",
          " []",
          " -1",
          " - x",
          " ~",
          " x:",
          "x",
          " ]",
          " (a)",
          " ...",
          " a'b",
          " 'a' b",
          " --- x",
          "  y  ",
        ),
      )
      .map((parts) => parts.join(""));
    let plain = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 7 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
        if (compare(lines.join(end))) plain++;
      }),
      { numRuns: scale(200_000), seed },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it.skipIf(!hasCorpora)("takes most of the front matter of real trees, and reads it alike", () => {
    const texts = markdownBelow(corpora)
      .map((path) => splitFrontMatter(readFileSync(path, "utf8")).raw ?? "")
      .filter((raw) => raw.trim() !== "");
    expect(texts.filter(compare).length).toBeGreaterThan(0.5 * texts.length);
  });
});
