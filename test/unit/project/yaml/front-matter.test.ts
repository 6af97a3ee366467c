import { describe, expect, it } from "vitest";
import {
  frontMatterScalar,
  frontMatterScalars,
  splitFrontMatter,
} from "../../../../src/core/project/yaml/front-matter.js";

describe("splitFrontMatter", () => {
  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("splits at the fences, with %s", (_name, end) => {
    const text = ["---", "status: accepted", "---", "# T", ""].join(end);
    const split = splitFrontMatter(text);
    expect(split).toMatchObject({
      raw: `status: accepted${end}`,
      rawStartLine: 2,
      bodyStartLine: 4,
      unclosed: false,
    });
    expect(text.slice(split.bodyStart)).toBe(`# T${end}`);
  });

  it("takes three dots, spaces after the fence, an empty block, and a fence at the very end", () => {
    expect(splitFrontMatter("---  \na: 1\n...\nbody").raw).toBe("a: 1\n");
    expect(splitFrontMatter("---\n---\nbody")).toMatchObject({ raw: "", bodyStart: 8 });
    expect(splitFrontMatter("---\na: 1\n---")).toMatchObject({
      raw: "a: 1\n",
      bodyStart: 12,
      bodyStartLine: 4,
    });
  });

  it.each([
    ["code", "---js\nmodule.exports = {}\n---\n"],
    ["JSON", "---json\n{}\n---\n"],
    ["four hyphens", "----\na: 1\n----\n"],
    ["not in the first line", "\n---\na: 1\n---\n"],
    ["a lone fence", "---"],
    ["nothing", ""],
  ])("leaves %s alone", (_name, text) => {
    expect(splitFrontMatter(text)).toMatchObject({ raw: undefined, bodyStart: 0, unclosed: false });
  });

  it("tells an open front matter from a thematic break", () => {
    expect(splitFrontMatter("---\nstatus: draft\n# T\n")).toMatchObject({ raw: undefined, unclosed: true });
    expect(splitFrontMatter("---\n# note\nстатус: x\n")).toMatchObject({ unclosed: true });
    expect(splitFrontMatter("---\n\nA paragraph\n")).toMatchObject({ unclosed: false });
    expect(splitFrontMatter("---\nSee http://x\n")).toMatchObject({ unclosed: false });
  });

  it("closes only at a fence of its own line", () => {
    expect(splitFrontMatter("---\na: ---\nb: 1\n---x\n---\n").raw).toBe("a: ---\nb: 1\n---x\n");
  });
});

describe("frontMatterScalar", () => {
  const raw = [
    "# head",
    "parent: Decisions",
    "status: accepted # since May",
    "title: 'It''s a \"title\"'",
    'quoted: "a \\"b\\" # no comment" # comment',
    "url: http://x/#y",
    "nested:",
    "  status: rejected",
    "block: |",
    "  status: rejected",
    "Статус: Принято",
    '"odd key": 1',
    "empty: # only a comment",
  ].join("\n");

  it.each([
    ["status", "accepted", 3],
    ["STATUS", "accepted", 3],
    ["title", 'It\'s a "title"', 4],
    ["quoted", 'a "b" # no comment', 5],
    ["url", "http://x/#y", 6],
    ["nested", "", 7],
    ["block", "", 9],
    ["статус", "Принято", 11],
    ["odd key", "1", 12],
    ["empty", "", 13],
  ])("reads %s", (key, value, line) => {
    expect(frontMatterScalar(raw, key)).toMatchObject({ value, line });
  });

  it("knows no nested, missing or glued keys", () => {
    expect(frontMatterScalar("a:\n  b: 1\n", "b")).toBeUndefined();
    expect(frontMatterScalar("a:1\n", "a")).toBeUndefined();
    expect(frontMatterScalars("- a: 1\n#b: 2\n")).toEqual([]);
  });

  it("is linear on hostile input", () => {
    const started = performance.now();
    frontMatterScalars(`a: "${"\\".repeat(1_999)}\n`.repeat(500));
    frontMatterScalars(`${"a ".repeat(500_000)}:`);
    splitFrontMatter(`---\n${"#\n".repeat(400_000)}`);
    splitFrontMatter(`---${" ".repeat(1_000_000)}x`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
