import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proposeDocument, type ProposedDocument } from "../../../src/core/publish/apply.js";
import { parseRegions, withoutRegions } from "../../../src/core/publish/regions.js";
import { testHasher } from "../memory-ports.js";
import { scale } from "../scale.js";

const PATH = "docs/_project-intelligence/decision-index.md";
const document = (...texts: readonly string[]): ProposedDocument => ({
  path: PATH,
  title: "Decision index",
  regions: texts.map((text, index) => ({ name: `part-${index}`, text })),
});
const propose = (before: string | undefined, ...texts: readonly string[]) =>
  proposeDocument(testHasher, document(...texts), before);

const problemsOf = (text: string): readonly string[] =>
  parseRegions(text, PATH).problems.map(({ code, line }) => `${line} ${code}`);

describe("marks", () => {
  test("a region has its name, its lines and what stands between the marks", () => {
    const text = "# T\n<!-- sdd:begin a -->\nx\n<!-- sdd:end a 0123456789ab -->\n";
    const [region] = parseRegions(text, PATH).regions;
    expect(region).toMatchObject({ name: "a", line: 2, endLine: 4, check: "0123456789ab", eol: "\n" });
    expect(text.slice(region?.bodyStart, region?.bodyEnd)).toBe("x\n");
  });

  test.each([
    ["never closed", "a\n<!-- sdd:begin a -->\nx\n", ["2 region-unclosed"]],
    ["never begun", "a\n\n<!-- sdd:end a -->\n", ["3 region-not-begun"]],
    [
      "nested",
      "<!-- sdd:begin a -->\n<!-- sdd:begin b -->\n<!-- sdd:end b -->\n<!-- sdd:end a -->\n",
      ["2 region-nested", "3 region-not-begun"],
    ],
    [
      "doubled",
      "<!-- sdd:begin a -->\n<!-- sdd:end a -->\n<!-- sdd:begin a -->\n<!-- sdd:end a -->\n",
      ["3 region-doubled"],
    ],
    ["without a name", "<!-- sdd:begin -->\n", ["1 region-malformed"]],
    ["not alone on its line", "text <!-- sdd:begin a --> text\n", ["1 region-malformed"]],
    [
      "of another's end",
      "<!-- sdd:begin a -->\n<!-- sdd:end b -->\n",
      ["1 region-unclosed", "2 region-not-begun"],
    ],
    ["swallowed by a fence", "<!-- sdd:begin a -->\n```\n<!-- sdd:end a -->\n", ["1 region-unclosed"]],
  ])("%s: a finding at its line, and the file stays", (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
    expect(propose(text, "new")).toMatchObject({ status: "refused", after: text });
  });

  test("in code they are none", () => {
    const text = "```html\n<!-- sdd:begin a -->\n```\n\nWrite `<!-- sdd:begin a -->` there.\n";
    expect(parseRegions(text, PATH)).toEqual({ regions: [], problems: [] });
    expect(withoutRegions(text)).toBe(text);
  });
});

describe("what a person wrote", () => {
  /** Lines, some of which look like Markdown that could be in the way. */
  const line = fc.constantFrom(
    "",
    "text",
    "# Heading",
    "- item",
    "| a | b |",
    "> quote",
    "  indented",
    "<b>x</b>",
    "é ю 🙂",
  );
  const hand = (eol: string) => fc.array(line, { maxLength: 6 }).map((lines) => lines.join(eol));

  test("stays as it is, byte by byte, outside of the regions: CRLF, lone CR, byte order mark", () => {
    const inputs = fc.constantFrom("\n", "\r\n", "\r").chain((eol) =>
      fc.record({
        eol: fc.constant(eol),
        mark: fc.constantFrom("", "\ufeff"),
        parts: fc.tuple(hand(eol), hand(eol), hand(eol)),
        olds: fc.tuple(hand(eol), hand(eol)),
        news: fc.tuple(hand("\n"), hand("\n")),
      }),
    );
    fc.assert(
      fc.property(inputs, ({ eol, mark, parts: [a, b, c], olds: [x, y], news }) => {
        const region = (name: string, body: string): string =>
          [`<!-- sdd:begin ${name} -->`, body, `<!-- sdd:end ${name} -->`].join(eol);
        const before = mark + [a, region("part-1", x), b, region("part-0", y), c].join(eol);
        const { after, status } = propose(before, ...news);
        expect(status).not.toBe("refused");
        const shape =
          /^([^]*)<!-- sdd:begin part-1 -->[^]*<!-- sdd:end part-1 [0-9a-f]{12} -->([^]*)<!-- sdd:begin part-0 -->[^]*<!-- sdd:end part-0 [0-9a-f]{12} -->([^]*)$/;
        const found = shape.exec(after)?.slice(1);
        expect(found).toEqual([mark + a + eol, eol + b + eol, eol + c]);
        // The generated lines end as the person's do.
        const generated = after.slice((mark + a + eol).length, after.length - (eol + c).length);
        expect(generated.replaceAll(eol, "")).not.toMatch(/[\r\n]/);
        // Publishing again changes nothing.
        expect(propose(after, ...news)).toMatchObject({ status: "same", diagnostics: [] });
      }),
      { numRuns: scale(400) },
    );
  });

  test("goes before the regions in a file that has none", () => {
    fc.assert(
      fc.property(fc.constantFrom("\n", "\r\n").chain(hand), hand("\n"), (text, body) => {
        const { after } = propose(text, body);
        expect(after.startsWith(text)).toBe(true);
        expect(propose(after, body).status).toBe("same");
      }),
      { numRuns: scale(200) },
    );
  });

  test("a region that was taken out with its marks stays out", () => {
    const first = propose(undefined, "one", "two").after;
    const without = first.replace(/<!-- sdd:begin part-1 -->[^]*$/, "");
    expect(propose(without, "one", "two").status).toBe("same");
  });

  test("in a region it is told of before it goes", () => {
    const first = propose(undefined, "one").after;
    const edited = first.replace("one", "one, and mine");
    expect(propose(edited, "two")).toMatchObject({
      status: "update",
      diagnostics: [{ code: "region-edited", severity: "warning", path: PATH, line: 3, params: ["part-0"] }],
    });
    // Nothing is lost where the edit is what would be written, or only the line ends changed.
    expect(propose(edited, "one, and mine").diagnostics).toEqual([]);
    expect(propose(first.replaceAll("\n", "\r\n"), "two").diagnostics).toEqual([]);
    // A pair of marks that a person set for us to fill.
    expect(propose("<!-- sdd:begin part-0 -->\n<!-- sdd:end part-0 -->\n", "two").diagnostics).toEqual([]);
  });
});

describe("without regions", () => {
  test("keeps length and lines, and what stands outside", () => {
    const text = "# T\r\n\r\n<!-- sdd:begin a -->\r\n## Risks\r\n- x\r\n<!-- sdd:end a -->\r\nmine\r\n";
    const blank = withoutRegions(text);
    expect(blank).toHaveLength(text.length);
    expect(blank.split("\r\n").map((each) => each.trim())).toEqual(["# T", "", "", "", "", "", "mine", ""]);
  });

  test("a region that is never closed goes to the end", () => {
    expect(withoutRegions("a\n<!-- sdd:begin a -->\nb").trim()).toBe("a");
  });
});
