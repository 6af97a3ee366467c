import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMap } from "../../../../src/core/project/map/traceability-map.js";
import { scale, seed } from "../../scale.js";
import { corpora, hasCorpora } from "../../corpora.js";

const PATH = "docs/checkout/traceability-map.yaml";
const HEAD = "orchestration:\n  name: Checkout\n  slug: checkout\n";

const problems = (text: string): string[] =>
  parseMap(text, PATH).diagnostics.map(
    ({ code, severity, line, column, params }) =>
      `${severity} ${code} ${line}:${column} ${params.join(" | ")}`,
  );

describe("what stands in a map", () => {
  const text = [
    "# kept by hand",
    "orchestration: {name: Checkout 1.10, slug: checkout, created_at: 2026-07-21T03:44:14Z, state: in_progress, source: local-artifact-store}",
    "artifacts:",
    "  prd: {file: 02-prd.md, state: approved, approved_at: '2026-07-22', revision: 2, size_bytes: 11, validation_status: valid}",
    "  techspec:",
    "    file: ./03-techspec.md",
    "    state: Aprovado",
    "    approved_at: ''",
    `    sha256: ${"AB".repeat(32)}`,
    "    updated_at: 2026-06-09T00:00:00.000Z",
    "  refinement: {file: 05-refinement.md, state: optional, approved_at: '', skipped_reason: ''}",
    "  Tech-Spec: {file: other.md, state: черновик}",
    "",
  ].join("\r\n");

  it("is read as plain data", () => {
    const { map, diagnostics } = parseMap(text, PATH);
    expect(diagnostics).toEqual([]);
    expect(map).toEqual({
      name: "Checkout 1.10",
      slug: "checkout",
      createdAt: "2026-07-21T03:44:14Z",
      state: "in_progress",
      source: "local-artifact-store",
      artifacts: [
        {
          stage: "prd",
          file: "02-prd.md",
          state: "approved",
          approvedAt: "2026-07-22",
          revision: 2,
          sizeBytes: 11,
          line: 4,
        },
        {
          stage: "techspec",
          file: "03-techspec.md",
          state: "approved",
          sha256: "ab".repeat(32),
          updatedAt: "2026-06-09T00:00:00.000Z",
          line: 5,
        },
        { stage: "refinement", file: "05-refinement.md", state: "optional", line: 11 },
        { stage: "techspec", file: "other.md", state: "draft", line: 12 },
      ],
    });
  });

  it("survives JSON", () => {
    const { map } = parseMap(text, PATH);
    expect(JSON.parse(JSON.stringify(map))).toEqual(map);
  });

  it("may be empty", () => {
    for (const empty of ["artifacts: {}\n", "artifacts:\n"]) {
      expect(problems(HEAD + empty)).toEqual([]);
      expect(parseMap(HEAD + empty, PATH).map?.artifacts).toEqual([]);
    }
  });
});

describe("one bad entry does not hide the others", () => {
  const good = "  qa: {file: 08-qa.md, state: draft}\n";
  it.each([
    ["no file", "{state: draft}", "warning map-missing-key 5:3 artifacts.prd.file"],
    ["a refused file", "{file: ../x.md, state: draft}", "error map-path-refused 5:15 ../x.md"],
    ["an absolute file", "{file: /etc/passwd, state: draft}", "error map-path-refused 5:15 /etc/passwd"],
    ["a drive", "{file: 'C:x.md', state: draft}", "error map-path-refused 5:15 C:x.md"],
    ["a backslash", "{file: 'a\\b.md', state: draft}", "error map-path-refused 5:15 a\\b.md"],
    ["a NUL", '{file: "a\\0.md", state: draft}', "error map-path-refused 5:15 a\0.md"],
    ["a device", "{file: nul.md, state: draft}", "error map-path-refused 5:15 nul.md"],
    [
      "a file that is a list",
      "{file: [a], state: draft}",
      "warning map-bad-value 5:15 artifacts.prd.file | a text",
    ],
    ["a text", "02-prd.md", "warning map-bad-value 5:8 artifacts.prd | a map of keys"],
    ["a list", "[02-prd.md]", "warning map-bad-value 5:8 artifacts.prd | a map of keys"],
    ["nothing", "", "warning map-missing-key 5:3 artifacts.prd.file"],
  ])("%s", (_name, entry, problem) => {
    const text = `${HEAD}artifacts:\n  prd: ${entry}\n${good}`;
    expect(problems(text)).toEqual([problem]);
    expect(parseMap(text, PATH).map?.artifacts.map(({ stage }) => stage)).toEqual(["qa"]);
  });

  it.each([
    ["no state", "", "warning map-missing-key 5:3 artifacts.prd.state", { state: "pending" }],
    [
      "an unknown state",
      "state: done-ish",
      /^warning map-bad-value 5:28 artifacts.prd.state \| pending, draft/,
      { state: "draft" },
    ],
    [
      "a bad time",
      "state: approved, approved_at: soon",
      /^warning map-bad-value 5:\d+ artifacts.prd.approved_at/,
      { state: "approved" },
    ],
    [
      "a bad hash",
      "state: approved, sha256: 12",
      /^warning map-bad-value 5:\d+ artifacts.prd.sha256 \| 64 hex/,
      { state: "approved" },
    ],
    [
      "a bad size",
      "state: approved, size_bytes: -1",
      /^warning map-bad-value 5:\d+ .*a whole number of 0 or more/,
      { state: "approved" },
    ],
  ])("%s leaves the rest of the entry", (_name, more, problem, rest) => {
    const text = `${HEAD}artifacts:\n  prd: {file: a.md, ${more}}\n${good}`;
    expect(problems(text)).toEqual([
      typeof problem === "string" ? problem : (expect.stringMatching(problem) as unknown),
    ]);
    expect(parseMap(text, PATH).map?.artifacts).toEqual([
      { stage: "prd", file: "a.md", ...rest, line: 5 },
      { stage: "qa", file: "08-qa.md", state: "draft", line: 6 },
    ]);
  });

  it("reports an unknown stage as information, and keeps it apart", () => {
    const text = `${HEAD}artifacts:\n  deploy: {file: x.md}\n  __proto__: {file: x.md}\n${good}`;
    expect(problems(text)).toEqual([
      "info map-unknown-stage 5:3 deploy",
      "info map-unknown-stage 6:3 __proto__",
    ]);
    expect(parseMap(text, PATH).map?.unknown).toEqual([
      { key: "deploy", line: 5 },
      { key: "__proto__", line: 6 },
    ]);
  });

  it("takes the folder's name for a missing or unusable slug", () => {
    const text = "orchestration:\n  slug: ../up\nartifacts: {}\n";
    expect(problems(text)).toEqual([
      "warning map-bad-value 2:9 orchestration.slug | the name of a folder",
      "warning map-missing-key 1:1 orchestration.name",
    ]);
    expect(parseMap(text, PATH).map).toMatchObject({ slug: "checkout", name: "checkout" });
  });
});

describe("other shapes", () => {
  it.each([
    [
      "requirements by id",
      "REQ-1: {tests: [a]}\nREQ-2: {}\n",
      "warning map-unknown-shape 1:1 its keys are REQ-1, REQ-2",
    ],
    [
      "many keys",
      "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\n",
      "warning map-unknown-shape 1:1 its keys are a, b, c, d, e, …",
    ],
    [
      "a list of artifacts",
      "version: 1\nartifacts:\n  - id: 1\n",
      "warning map-unknown-shape 2:1 artifacts is a list",
    ],
    [
      "a text for artifacts",
      "artifacts: none\n",
      "warning map-unknown-shape 1:1 artifacts is a single value",
    ],
    ["an empty file", "", "warning map-unknown-shape 1:1 it is empty"],
    ["a list", "- a\n", "error yaml-not-a-map 1:1 a list"],
    ["broken", "artifacts:\n\tprd: 1\n", "error yaml-syntax 2:1 a tab where spaces are needed"],
  ])("%s: reported, no map", (_name, text, problem) => {
    expect(problems(text)).toEqual([problem]);
    expect(parseMap(text, PATH).map).toBeUndefined();
  });
});

it("never throws, whatever stands where", () => {
  const value = fc.constantFrom(
    "",
    "~",
    "1",
    "[]",
    "{}",
    "[{}]",
    "'x'",
    "*a",
    "&a {b: *a}",
    "|\n    x",
    "approved",
    "true",
  );
  const key = fc.constantFrom(
    "orchestration",
    "artifacts",
    "prd",
    "file",
    "state",
    "slug",
    "revision",
    "__proto__",
    "0",
  );
  const line = fc
    .tuple(fc.constantFrom("", "  ", "    "), key, value)
    .map(([indent, name, text]) => `${indent}${name}: ${text}`);
  const property = fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
    const { map, diagnostics } = parseMap(lines.join("\n"), PATH);
    expect(map !== undefined || diagnostics.length > 0).toBe(true);
  });
  fc.assert(property, { numRuns: scale(10_000), seed });
});

const CORPUS = join(corpora, "sdd-layer");

it.skipIf(!hasCorpora)("reads a real map", () => {
  const path = "docs/project-intelligence-layer/traceability-map.yaml";
  const { map, diagnostics } = parseMap(readFileSync(join(CORPUS, path), "utf8"), path);
  expect(diagnostics).toEqual([]);
  expect(map?.artifacts).toHaveLength(11);
  expect(map?.artifacts.filter(({ state }) => state === "approved").map(({ stage }) => stage)).toEqual([
    "prd",
    "techspec",
  ]);
});
