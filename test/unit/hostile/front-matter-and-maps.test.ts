import { describe, expect, test } from "vitest";
import { diagnosticMessage } from "../../../src/core/diagnostics.js";
import { SddError } from "../../../src/core/errors.js";
import { fixture, sampleFiles } from "../context/fixture.js";
import { brief, checkPack, packed } from "./check.js";

const MAP = "docs/pay/traceability-map.yaml";
const PRD = "docs/pay/02-prd.md";
const BODY = "# PRD — Pay\n\n## Requirements\n\n- the buyer pays with a card or by a wire\n";
const REST = { "docs/pay/01-idea.md": "# Idea — Pay\n\n## Problem\n\nPaying takes eleven steps today.\n" };
const withFront = (front: string) => ({ ...REST, [PRD]: `---\n${front}\n---\n${BODY}` });

/** Nine levels of ten aliases each: a billion laughs. */
const bomb = ["a: &a [x,x,x,x,x,x,x,x,x,x]"]
  .concat(
    "bcdefghi".split("").map((name, index) => {
      const before = "abcdefghi"[index] ?? "";
      return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(",")}]`;
    }),
  )
  .join("\n");

describe("front matter", () => {
  test.each<[string, string, string]>([
    ["broken YAML", "title: [a, b", `${PRD}:3:1 yaml-syntax`],
    ["an open quote", 'title: "a', `${PRD}:3:1 yaml-syntax`],
    ["a duplicate key", "title: a\ntitle: b", `${PRD}:3:1 yaml-duplicate-key`],
    ["a tab", "title: a\n\tb: c", `${PRD}:3:1 yaml-syntax`],
    ["a list", "- a\n- b", `${PRD}:2:1 yaml-not-a-map`],
    ["a single value", "just words", `${PRD}:2:1 yaml-not-a-map`],
    ["an alias bomb", bomb, `${PRD}:3:8 yaml-limit`],
    ["an alias", "a: &x 1\nb: *x", `${PRD}:3:4 yaml-limit`],
    ["deep nesting", `a: ${"[".repeat(200)}${"]".repeat(200)}`, `${PRD}:2:54 yaml-limit`],
  ])("%s gives one diagnostic with its place, and the document is quoted", async (_, front, wanted) => {
    const { outcome, diagnostics } = await packed(withFront(front));
    expect(diagnostics.map(brief)).toEqual([wanted]);
    expect(outcome.text).toContain("- the buyer pays with a card or by a wire");
    expect(outcome.text).not.toContain("title:");
  });

  test.each([
    "globs: **/*\nalwaysApply: true",
    "__proto__: {polluted: yes}\nconstructor: x",
    "title: a # b",
    "",
  ])("%j is fine", async (front) => {
    const { diagnostics, outcome } = await packed(withFront(front));
    expect(diagnostics).toEqual([]);
    expect(outcome.text).toContain("by a wire");
    expect({}).not.toHaveProperty("polluted");
  });

  test("a Cursor rule with an unquoted glob is quoted", async () => {
    const { outcome, diagnostics } = await packed({
      ...REST,
      ".cursor/rules/style.mdc":
        "---\ndescription: style\nglobs: **/*\n---\n# Style\n\nNever use abbreviations in the names of exported functions.\n",
    });
    expect(diagnostics).toEqual([]);
    expect(outcome.text).toContain("Never use abbreviations");
  });

  test("that is never closed is said, and the document is quoted from its beginning", async () => {
    const { outcome, diagnostics } = await packed({ ...REST, [PRD]: `---\ntitle: x\n\n${BODY}` });
    expect(diagnostics.map(brief)).toEqual([`${PRD}:1:1 front-matter-open`]);
    expect(outcome.text).toContain("by a wire");
  });

  test("---js is text, and is never executed", async () => {
    const code = "globalThis.sddExecuted = true; process.exitCode = 99; module.exports = {}";
    const { diagnostics } = await packed({ ...REST, [PRD]: `---js\n${code}\n---\n${BODY}` });
    expect(diagnostics).toEqual([]);
    expect(globalThis).not.toHaveProperty("sddExecuted");
    expect(process.exitCode).not.toBe(99);
  });
});

describe("traceability maps", () => {
  const good =
    "orchestration: {name: Pay, slug: pay}\nartifacts:\n  prd: {file: 02-prd.md, state: approved}\n";

  test.each<[string, string, string[]]>([
    ["broken YAML", "orchestration: {name: Pay\nartifacts: {}\n", [`${MAP}:2:1 yaml-syntax`]],
    ["a duplicate key", `${good}  prd: {file: 03-x.md, state: draft}\n`, [`${MAP}:4:3 yaml-duplicate-key`]],
    ["tabs", "orchestration:\n\tname: x\n", [`${MAP}:2:1 yaml-syntax`]],
    ["a list", "- a\n", [`${MAP}:1:1 yaml-not-a-map`]],
    ["words", "nothing of the kind\n", [`${MAP}:1:1 yaml-not-a-map`]],
    ["another tool's shape", "requirements: [a]\nlinks: {}\n", [`${MAP}:1:1 map-unknown-shape`]],
    [
      "artifacts as a list",
      "orchestration: {name: P, slug: pay}\nartifacts: [a]\n",
      [`${MAP}:2:1 map-unknown-shape`],
    ],
    ["an alias bomb", bomb, [`${MAP}:2:8 yaml-limit`, `${MAP}:1:1 map-unknown-shape`]],
    ["a way out", good.replace("02-prd.md", "../../etc/passwd"), [`${MAP}:3:15 map-path-refused`]],
    ["an absolute path", good.replace("02-prd.md", "/etc/passwd"), [`${MAP}:3:15 map-path-refused`]],
    ["a drive", good.replace("02-prd.md", "'C:\\x.md'"), [`${MAP}:3:15 map-path-refused`]],
    ["an unknown stage", `${good}  dreaming: {file: x.md}\n`, [`${MAP}:4:3 map-unknown-stage`]],
    [
      "__proto__ as a stage",
      `${good}  __proto__: {file: x.md, state: approved}\n`,
      [`${MAP}:4:3 map-unknown-stage`],
    ],
    ["NUL", `${good}\0`, [`${MAP}:4:1 nul-byte`]],
  ])("%s is said at its place, and the pack still builds", async (_, text, wanted) => {
    const { diagnostics, outcome } = await packed({ ...REST, [PRD]: BODY, [MAP]: text });
    expect(diagnostics.map(brief).sort()).toEqual([...wanted].sort());
    expect(outcome.text).toContain("by a wire");
    for (const diagnostic of diagnostics)
      expect(diagnosticMessage(diagnostic)).not.toMatch(/\{\d\}|undefined/);
    expect({}).not.toHaveProperty("file");
  });

  test("what is refused is never read", async () => {
    const files = { ...REST, [MAP]: good.replace("02-prd.md", "../../secret.md"), "secret.md": "# Secret\n" };
    const { memory } = await packed(files);
    expect(memory.readCount("secret.md")).toBe(0);
  });

  test("20,000 keys and 20,000 artifacts are refused in no time", async () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => `key${n}: ${n}`).join("\n");
    const { diagnostics } = await packed({ ...REST, [PRD]: BODY, [MAP]: keys });
    expect(diagnostics.map(({ code }) => code)).toEqual(["yaml-limit"]);
  });

  test("a name with line ends, Markdown and a secret forges nothing", async () => {
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const name = `Pay\\n\\n## Context manifest\\n\\n- [x](http://evil) ${secret} \`\`\` <pre>`;
    const { outcome } = await packed({
      ...REST,
      [PRD]: BODY,
      [MAP]: `orchestration: {name: "${name}", slug: pay}\nartifacts: {}\n`,
    });
    expect(outcome.text).not.toContain(secret);
    expect(JSON.stringify(outcome.manifest)).not.toContain(secret);
    expect(outcome.text.split("\n")[0]).toMatch(/^# Context Pack — review — Pay ## Context manifest - /);
  });
});

describe("configuration", () => {
  const CONFIG = "sdd.config.yaml";

  test.each<[string, string, string[]]>([
    ["broken", "intelligence: {", [`${CONFIG}:1:16 yaml-syntax`]],
    ["a way out", "intelligence: {context_pack_dir: ../../out}", [`${CONFIG}:1:16 config-bad-value`]],
    ["outside .sdd", "intelligence: {context_pack_dir: docs/packs}", [`${CONFIG}:1:16 config-bad-value`]],
    ["a limit out of range", "intelligence: {max_context_chars: 99}", [`${CONFIG}:1:16 config-bad-value`]],
    ["redaction off", "intelligence: {redact_secrets: false}", [`${CONFIG}:1:16 config-bad-value`]],
    ["an unknown key", "colour: red", [`${CONFIG}:1:1 config-unknown-key`]],
  ])("%s falls back to what holds without it", async (_, text, wanted) => {
    const { diagnostics, outcome } = await packed({ ...REST, [PRD]: BODY, [CONFIG]: text });
    expect(diagnostics.map(({ path, line, code }) => `${path}:${line} ${code}`)).toEqual(
      wanted.map((item) => item.replace(/:\d+ /, " ")),
    );
    expect(outcome.paths.pack).toBe(".sdd/intelligence/context-packs/pay/review.md");
    expect(outcome.manifest.limit).toBe(24_000);
  });
});

describe("names of orchestrations", () => {
  test.each(["__proto__", "constructor", "hasOwnProperty", "toString", "a b", "ünï", "x`y", "a](b"])(
    "docs/%s",
    async (slug) => {
      const files = {
        [`docs/${slug}/01-idea.md`]: `# Idea — Pay\n\n## Problem\n\nIt is slow.\n`,
        [`docs/${slug}/02-prd.md`]: BODY,
        [`docs/${slug}/adrs/0001-x.md`]: "# 1. X\n\n**Status:** Accepted\n\n## Decision\n\nUse the queue.\n",
      };
      if (slug.startsWith("_")) {
        const project = await fixture(files).session.refresh();
        expect(project.orchestrations).toEqual([]);
        return;
      }
      const { outcome, session, project, memory } = await packed(files, { slug });
      expect(outcome.text).toContain("by a wire");
      expect(outcome.text).toContain("Use the queue.");
      session.write(outcome, project.inventory);
      expect(memory.text(`.sdd/intelligence/context-packs/${slug}/review.md`)).toBe(outcome.text);
    },
  );

  test.each(["a\n\n## Context manifest\n", "a\u001b[2J", "con", "a:b", "trailing."])(
    "%j is no name that a pack may be written under, so it is no orchestration",
    async (slug) => {
      const project = await fixture({ [`docs/${slug}/01-idea.md`]: "# Idea\n" }).session.refresh();
      expect(project.orchestrations).toEqual([]);
    },
  );
});

describe("a kept index that came with the repository", () => {
  test.each<[string, (line: Record<string, unknown>) => void]>([
    [
      "facts of another shape",
      (line) => {
        line["facts"] = { refs: 5, map: { artifacts: 5 }, diagnostics: 1 };
      },
    ],
    [
      "a forged state",
      (line) => {
        line["facts"] = { adr: { status: "accepted" }, title: "Forged title" };
      },
    ],
  ])("%s: nothing is taken over by hash alone", async (_, forge) => {
    const first = fixture();
    const wanted = await first.session.refresh();
    const lines = (first.project.index.text ?? "").split("\n").filter(Boolean);
    const forged = lines.map((text) => {
      const line = JSON.parse(text) as Record<string, unknown>;
      forge(line);
      line["mtime_ms"] = 1;
      return JSON.stringify(line);
    });
    const second = fixture();
    second.project.index.save(forged.join("\n"));
    const project = await second.session.refresh();
    expect([...project.inventory.records.values()]).toEqual([...wanted.inventory.records.values()]);
  });

  test.each(["", "null", "[]\n1\n{}", '{"format":1,"path":5}', "\u0000", "x".repeat(100_000)])(
    "%.20j is passed over",
    async (text) => {
      const { session, project: memory } = fixture();
      memory.index.save(text);
      const project = await session.refresh();
      expect(project.orchestrations.map(({ slug }) => slug)).toEqual(["checkout", "returns"]);
    },
  );
});

describe("events and learnings", () => {
  const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");

  test("hostile lines: prototypes, Markdown, and secrets behind JSON escapes", async () => {
    const lines = [
      { kind: "constructor", summary: "A kind that every object has." },
      { kind: "__proto__", summary: "Another one that every object has." },
      { kind: "risk", summary: "```\n## Context manifest\n<pre> <!-- and so on" },
      { kind: "decision", summary: "One adapter for each provider.", source_artifact: "docs/checkout/](x" },
      { kind: 5, summary: "A number for a kind." },
      { kind: "risk", status: "stale", summary: "STALE text." },
    ].map((line) => JSON.stringify(line));
    lines.push("not json", "null", "5", '"text"', "[1]", '{"summary":5}', "{");
    lines.push(`{"kind":"risk","summary":"use \\u0067${secret.slice(1)} here"}`);
    const files = {
      ...sampleFiles(),
      ".sdd/intelligence/learnings.jsonl": lines.join("\n"),
      ".sdd/events.jsonl": lines.join("\r\n"),
    };
    const { outcome } = await packed(files);
    expect(outcome.text).toContain("One adapter for each provider.");
    expect(outcome.text).not.toContain("STALE");
    expect(outcome.text + JSON.stringify(outcome.manifest)).not.toContain(secret);
  });
});

test("every error of a hostile project has a code", async () => {
  const { session } = fixture({ "docs/pay/01-idea.md": "# Idea\n" });
  const project = await session.refresh();
  const [pay] = project.orchestrations;
  if (pay === undefined) throw new Error("no orchestration");
  checkPack(session.build(project, pay, "prd", 1_000));
  expect(() => session.build(project, pay, "prd", 100)).toThrow(SddError);
});
