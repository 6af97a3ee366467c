import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics.js";
import { parseYaml } from "../../../../src/core/project/yaml/yaml.js";
import { scale, seed } from "../../scale.js";

const brief = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ code, line, column, params }) => `${code} ${line}:${column} ${params.join(",")}`);

const problems = (text: string): string[] => brief(parseYaml(text, "x.yaml").diagnostics);

/** The plain value as JSON sees it, with prototypes. */
const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseYaml(text, "x.yaml").value ?? null));

describe("what is refused, with one diagnostic each", () => {
  it.each([
    ["a tab", "a:\n\tb: 1\n", "yaml-syntax 2:1 a tab where spaces are needed"],
    ["an open bracket", "a: [1, 2\nb: 3\n", /^yaml-syntax 2:1 /],
    ["an open quote", 'a: 1\nb: "x\n', /^yaml-syntax 3:1 a closing quote/],
    [
      "a colon too many",
      "a: b: c\n",
      "yaml-syntax 1:4 a second key on the same line; the value may need quotes",
    ],
    ["wrong indentation", "a:\n  b: 1\n c: 2\n", /^yaml-syntax 3:/],
    ["a second document", "a: 1\n---\nb: 2\n", "yaml-syntax 2:1 a second document begins here"],
    ["a list as root", "# list\n- a\n", "yaml-not-a-map 2:1 a list"],
    ["a value as root", "just text\n", "yaml-not-a-map 1:1 a single value"],
    ["a key that is a map", "{a: 1}: 2\n", "yaml-syntax 1:1 a key must be plain text"],
  ])("%s", (_name, text, expected) => {
    const result = parseYaml(text, "x.yaml");
    expect(result.value).toBeUndefined();
    expect(brief(result.diagnostics)).toEqual([
      typeof expected === "string" ? expected : (expect.stringMatching(expected) as unknown),
    ]);
  });

  it("names no text of the document in a syntax error", () => {
    expect(problems("a: {password hunter2-example]\n").join()).not.toContain("hunter2");
  });

  it("counts lines from the file's start, CRLF and lone CR included", () => {
    const [diagnostic] = parseYaml("a: 1\r\nb:\r\n\tc: 1\r\n", "x.md", 1).diagnostics;
    expect(diagnostic).toMatchObject({ path: "x.md", severity: "error", line: 4, column: 1 });
  });
});

describe("limits", () => {
  const limits: readonly (readonly [string, string, string])[] = [
    ["a key too many", Array.from({ length: 5001 }, (_, at) => `k${at}: 1\n`).join(""), "5000 keys"],
    ["flow nesting", `a: ${"[".repeat(300_000)}`, "nested more than 50"],
    [
      "block nesting",
      Array.from({ length: 400 }, (_, at) => `${" ".repeat(at)}a:\n`).join(""),
      "nested more than 50",
    ],
    ["list nesting", `${"- ".repeat(5_000)}a\n`, "nested more than 50"],
    ["question marks", "? ".repeat(20_000), "nested more than 50"],
    ["size", `a: ${"x".repeat(1_000_001)}`, "1000000 characters"],
    ["a long list", `a:\n${"- b\n".repeat(240_000)}`, "100000 tokens"],
    ["comments", "#\n".repeat(400_000), "100000 tokens"],
  ];
  it.each(limits)("%s gives one diagnostic and no value", (_name, text, what) => {
    const result = parseYaml(text, "x.yaml");
    expect(result.value).toBeUndefined();
    expect(brief(result.diagnostics)).toEqual([expect.stringContaining(what)]);
    expect(result.diagnostics[0]?.code).toBe("yaml-limit");
  });

  it("reads 5,000 keys, and 50 levels", () => {
    const wide = Array.from({ length: 5000 }, (_, at) => `k${at}: ${at}\n`).join("");
    expect(Object.keys(parseYaml(wide, "x").value ?? {})).toHaveLength(5000);
    const deep = Array.from({ length: 50 }, (_, at) => `${" ".repeat(at)}a:\n`).join("");
    expect(problems(deep)).toEqual([]);
  });

  it("finds duplicates among many keys without comparing each with each", () => {
    const keys = Array.from({ length: 4900 }, (_, at) => `k${at}: 1\n`).join("");
    const started = performance.now();
    expect(problems(`${keys}k7: 2\n`)).toEqual(["yaml-duplicate-key 4901:1 k7"]);
    // The quadratic check needs many seconds here; the bound is loose for slow machines.
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("does not follow aliases: a bomb is one diagnostic, and the other keys are read", () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]\n`,
    );
    const bomb = `l0: &l0 [x]\n${levels.join("")}safe: 1\n`;
    const result = parseYaml(bomb, "x.yaml");
    expect(brief(result.diagnostics)).toEqual(["yaml-limit 2:10 aliases are not followed"]);
    expect(result.value).toMatchObject({ safe: 1, l1: Array(9).fill(null) as null[] });
  });

  it("does not follow merge keys", () => {
    expect(plain("a: &a {x: 1}\nb:\n  <<: *a\n  y: 2\n")).toEqual({ a: { x: 1 }, b: { "<<": null, y: 2 } });
  });

  it("stops reporting duplicates after a hundred", () => {
    expect(problems("a: 1\n".repeat(900))).toHaveLength(100);
  });
});

describe("values", () => {
  it("keeps timestamps, hashes, versions and numbers with leading zeros as text", () => {
    expect(
      plain(
        "a: 2026-07-21T03:44:14Z\nb: 2026-07-21\nc: 12e45\nd: 0173\ne: 1.2.3\nf: 12345678901234567890\ng: 0x1F\nh: yes\n",
      ),
    ).toEqual({
      a: "2026-07-21T03:44:14Z",
      b: "2026-07-21",
      c: "12e45",
      d: "0173",
      e: "1.2.3",
      f: "12345678901234567890",
      g: "0x1F",
      h: "yes",
    });
  });

  it("resolves booleans, null, and plain numbers; not inside quotes", () => {
    expect(plain("a: true\nb: FALSE\nc: ~\nd:\ne: -12\nf: 1.5\ng: '1'\nh: \"true\"\ni: !!str 1\n")).toEqual({
      a: true,
      b: false,
      c: null,
      d: null,
      e: -12,
      f: 1.5,
      g: "1",
      h: "true",
      i: "1",
    });
  });

  it("reads an unquoted glob as text", () => {
    expect(plain("description: x\nglobs: **/*\nalwaysApply: true\n")).toEqual({
      description: "x",
      globs: "**/*",
      alwaysApply: true,
    });
  });

  it("takes an empty document, or one of comments, for an empty map", () => {
    for (const text of ["", "\n", "# nothing\n", "---\n", "---\n...\n"]) {
      expect(parseYaml(text, "x").value).toEqual(Object.create(null));
      expect(problems(text)).toEqual([]);
    }
  });

  it("keeps the first of two values for a key and says where the second stands", () => {
    const result = parseYaml('a: 1\nb: {c: 1, c: 2}\n"a": 3\n', "x.yaml");
    expect(result.value).toMatchObject({ a: 1, b: { c: 1 } });
    expect(brief(result.diagnostics)).toEqual(["yaml-duplicate-key 2:11 c", "yaml-duplicate-key 3:1 a"]);
  });

  it("holds __proto__ and constructor as data", () => {
    const result = parseYaml("__proto__: {polluted: true}\nconstructor: 1\n__proto__: 2\n", "x.yaml");
    expect(Object.keys(result.value ?? {})).toEqual(["__proto__", "constructor"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(brief(result.diagnostics)).toEqual(["yaml-duplicate-key 3:1 __proto__"]);
  });
});

describe("positions", () => {
  const result = parseYaml("# c\na:\n  b: 1.10\n  list:\n    - x\n    - {y: 'two'}\n", "x.yaml", 10);

  it("finds keys, list items and values", () => {
    expect(result.positions(["a", "b"])).toEqual({ line: 13, column: 3 });
    expect(result.valuePositions(["a", "b"])).toEqual({ line: 13, column: 6 });
    expect(result.positions(["a", "list", 1, "y"])).toEqual({ line: 16, column: 8 });
  });

  it("falls back to the nearest ancestor, and to the start", () => {
    expect(result.positions(["a", "nope", "deeper"])).toEqual({ line: 12, column: 1 });
    expect(result.positions(["nope"])).toEqual({ line: 11, column: 1 });
  });

  it("gives scalars as they are written", () => {
    expect(result.textOf(["a", "b"])).toBe("1.10");
    expect(result.textOf(["a", "list", 1, "y"])).toBe("two");
    expect(result.textOf(["a"])).toBeUndefined();
  });
});

it("never throws, and every diagnostic points into the text", () => {
  const piece = fc.constantFrom(
    ..."a b : - ? , [ ] { } & * ! | > ' \" % @ ` # \n \r\n \t --- ... &a *a !!str << ~ \\ \u0000 é 😀 \u2028".split(
      " ",
    ),
    " ",
    "\n",
    "  ",
    ": ",
    "- ",
  );
  const property = fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
    const text = pieces.join("");
    const lines = text.split(/\r\n|\n|\r/);
    const result = parseYaml(text, "x.yaml");
    for (const { line, column } of result.diagnostics) {
      expect(line).toBeGreaterThanOrEqual(1);
      expect(line).toBeLessThanOrEqual(lines.length);
      expect(column).toBeGreaterThanOrEqual(1);
      expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 3);
    }
    expect(result.value !== undefined || result.diagnostics.length === 1).toBe(true);
  });
  fc.assert(property, { numRuns: scale(10_000), seed });
});
