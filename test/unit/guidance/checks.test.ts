import { describe, expect, test } from "vitest";
import { authorName, checkProposal, LIMITS } from "../../../src/core/guidance/checks.js";
import { hiddenCharacters } from "../../../src/core/guidance/characters.js";
import { problemMessage } from "../../../src/core/guidance/proposal-message.js";
import { proposal } from "./memory-store.js";

const problemsOf = (change: Readonly<Record<string, unknown>>) => {
  const checked = checkProposal(proposal("Validate webhooks", change));
  return checked.ok ? [] : checked.problems;
};

describe("a proposal is refused", () => {
  test.each([
    ["empty", { text: "  \n " }, "text"],
    ["empty", { text: "…!?" }, "text"],
    ["empty", { rationale: "" }, "rationale"],
    ["too-long", { text: "x".repeat(LIMITS.text + 1) }, "text"],
    ["too-long", { rationale: "x".repeat(1_000_000) }, "rationale"],
    ["too-long", { recall: ["x".repeat(61)] }, "recall[0]"],
    ["too-many", { recall: Array.from({ length: 21 }, (_, at) => `w${at}`) }, "recall"],
    ["unknown-type", { type: "rule" }, "type"],
    ["not-one-line", { domain: "a\nb" }, "domain"],
    ["not-a-word", { recall: ["ok", "--"] }, "recall[1]"],
    ["path-refused", { paths: ["../x"] }, "paths[0]"],
    ["path-refused", { paths: ["/etc/passwd"] }, "paths[0]"],
    ["path-refused", { paths: ["a:b"] }, "paths[0]"],
    ["hidden-characters", { recall: ["pay\u200bment"] }, "recall[0]"],
    ["hidden-characters", { domain: "check\u202eout" }, "domain"],
  ] as const)("%s: %j", (code, change, field) => {
    expect(problemsOf(change)).toMatchObject([{ code, field }]);
  });

  test("with all that is wrong at once, each with its mend", () => {
    const problems = problemsOf({ type: "x", text: "", paths: ["../a"] });
    expect(problems.map(({ code }) => code)).toEqual(["unknown-type", "empty", "path-refused"]);
    expect(problems.map(problemMessage).join(" ")).toContain("guardrail, convention, instruction, fact");
  });
});

describe("hidden characters are found with their places", () => {
  test.each([
    ["\u0007", "control", "U+0007"],
    ["\u001b", "control", "U+001B"],
    ["\u0085", "control", "U+0085"],
    ["\u202e", "bidi", "U+202E"],
    ["\u2066", "bidi", "U+2066"],
    ["\u061c", "bidi", "U+061C"],
    ["\u200b", "zero-width", "U+200B"],
    ["\u200d", "zero-width", "U+200D"],
    ["\u2060", "zero-width", "U+2060"],
    ["\ufeff", "zero-width", "U+FEFF"],
    ["\u{e0041}", "tag", "U+E0041"],
    ["\u00ad", "invisible", "U+00AD"],
    ["\u3164", "invisible", "U+3164"],
    ["\u2028", "invisible", "U+2028"],
    ["\ufe01", "invisible", "U+FE01"],
    ["\u{e0101}", "invisible", "U+E0101"],
    ["\ud800", "broken", "U+D800"],
    ["\uffff", "broken", "U+FFFF"],
  ])("%j is %s", (character, kind, code) => {
    expect(hiddenCharacters(`first\nab${character}c`)).toEqual([
      { kind, code, offset: 8, line: 2, column: 3 },
    ]);
  });

  test.each([
    "a\tb\nc",
    "família 👨‍👩‍👧 ok",
    "❤️ 1️⃣ 👩🏽‍💻",
    "می‌خواهم",
    "क्‍ष",
    "日本語とEnglish",
    "naïve – “quotes” …",
  ])("%j has none", (text) => {
    expect(hiddenCharacters(text)).toEqual([]);
  });

  test("the message names the first ones and counts the rest", () => {
    const [problem] = problemsOf({ text: `x${"\u200b".repeat(30)}` });
    expect(problem).toMatchObject({ count: 30 });
    expect(problem && problemMessage(problem)).toMatch(
      /U\+200B \(zero-width\) at line 1, column 2;.*and 25 more/,
    );
  });

  test("also at the ends, where trimming would take them away", () => {
    expect(problemsOf({ text: "\ufeffValidate webhooks" })).toMatchObject([{ code: "hidden-characters" }]);
  });
});

describe("a proposal that passes", () => {
  test("is canonical, trimmed, its lists sorted and without repetitions", () => {
    const checked = checkProposal(
      proposal("  Valida\u0063\u0327a\u0303o\r\nsempre  ", {
        recall: ["b", " a ", "b", ""],
        paths: ["./src//pay", "src/**/*.ts"],
      }),
    );
    expect(checked).toMatchObject({
      ok: true,
      redacted: 0,
      content: {
        text: "Validação\nsempre",
        domain: "general",
        recall: ["a", "b"],
        paths: ["src/**/*.ts", "src/pay"],
      },
    });
  });

  test("has its secrets replaced, and counted", () => {
    const key = ["AKIA", "IOSFODNN7", "ZXCVBNM"].join("");
    const checked = checkProposal(
      proposal(`Deploy with the key ${key}`, { rationale: `password=${"hunter2" + "Xk9"}` }),
    );
    if (!checked.ok) throw new Error("refused");
    expect(checked.redacted).toBeGreaterThan(0);
    expect(JSON.stringify(checked.content)).not.toContain(key);
  });
});

test("a name of an author is one visible line", () => {
  expect(authorName("  Claude\u202e \n Code ")).toBe("Claude Code");
  expect(authorName("\u200b")).toBe("unknown");
  expect(authorName("x".repeat(5_000))).toHaveLength(LIMITS.author);
});
