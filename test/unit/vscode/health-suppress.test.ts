import { describe, expect, test } from "vitest";
import { markdownFacts, plainFacts } from "../../../src/core/health/document-facts.js";
import { suppression } from "../../../src/vscode/health/suppress.js";

/** What health passes over in a text, by line. */
function ignoresOf(text = "", isYaml = false) {
  const never = (): boolean => false;
  return (isYaml ? plainFacts(text, never) : markdownFacts(text, "docs/a.md", "other", never)).ignores;
}

/** The text with the comment put in; the line is 1-based. */
function suppressed(text: string, line: number, code: string, isYaml = false): string | undefined {
  const lines = text.split("\n");
  const insertion = suppression(lines, line - 1, code, isYaml);
  if (insertion === undefined) return undefined;
  const before = lines[line - 1] ?? "";
  lines[line - 1] = before.slice(0, insertion.column) + insertion.text + before.slice(insertion.column);
  return lines.join("\n");
}

describe("the comment that passes a finding over", () => {
  test.each([
    [
      "- See [the spec](gone.md).\n",
      1,
      false,
      "- See [the spec](gone.md). <!-- sdd-ignore broken-link -->\n",
    ],
    ["a\n\nb\n", 2, false, "a\n<!-- sdd-ignore broken-link -->\nb\n"],
    ["| a | [b](c.md) |\n", 1, false, "| a | [b](c.md) <!-- sdd-ignore broken-link --> |\n"],
    ["a: 1\nb: 2\n", 2, true, "a: 1\nb: 2 # sdd-ignore broken-link\n"],
    ["---\ntitle: x\n---\n", 2, false, "---\ntitle: x # sdd-ignore broken-link\n---\n"],
  ])("is put at the end of the line: %j", (text, line, isYaml, expected) => {
    const after = suppressed(text, line, "broken-link", isYaml);
    expect(after).toBe(expected);
    expect(ignoresOf(after, isYaml).get(line)?.has("broken-link")).toBe(true);
  });

  test("gets one more code where there is one already, its reason stays", () => {
    const text = "x <!-- sdd-ignore broken-anchor: made later -->";
    const after = suppressed(text, 1, "broken-link");
    expect(after).toBe("x <!-- sdd-ignore broken-anchor, broken-link: made later -->");
    expect([...(ignoresOf(after).get(1) ?? [])]).toEqual(["broken-anchor", "broken-link"]);
  });

  test("keeps blanks at the end of a line, which are a line break in Markdown", () => {
    expect(suppressed("a  \nb", 1, "broken-link")).toBe("a <!-- sdd-ignore broken-link -->  \nb");
  });

  test("is not put on the fences of front matter", () => {
    expect(suppressed("---\ntitle: x\n---\n", 1, "map-missing")).toBeUndefined();
    expect(suppressed("---\ntitle: x\n---\n", 3, "map-missing")).toBeUndefined();
  });
});
