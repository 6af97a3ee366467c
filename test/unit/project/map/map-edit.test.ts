import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SddError } from "../../../../src/core/errors.js";
import { addArtifact, newMap, setStageState } from "../../../../src/core/project/map/map-edit.js";
import { parseStage, STAGES } from "../../../../src/core/project/stages.js";
import { parseMap } from "../../../../src/core/project/map/traceability-map.js";
import { parseYaml } from "../../../../src/core/project/yaml/yaml.js";
import { yamlScalar } from "../../../../src/core/project/yaml/yaml-scalar.js";
import { scale, seed } from "../../scale.js";

const AT = "2026-07-21T03:44:14Z";
const SHA = "0".repeat(64);

const BLOCK = `# kept by hand
orchestration:
  name: "Checkout"   # three spaces
  slug: checkout
artifacts:
  idea:
    file: 01-idea.md
    state: approved   # by Ana
    approved_at: '2026-01-01'
    # a note on the idea
  # before prd
  prd:
    file: 02-prd.md
    state: draft
    approved_at: ''
    owner: [ana,  rui]

  techspec: {file: 03-techspec.md, state: pending, approved_at: ''}
# the end
`;

describe("setStageState", () => {
  it("changes the values of one entry and adds what is missing after its last plain line", () => {
    const change = {
      state: "approved",
      approvedAt: AT,
      sha256: SHA,
      sizeBytes: 12,
      revision: 1,
      updatedAt: AT,
    } as const;
    expect(setStageState(BLOCK, "prd", change)).toBe(
      BLOCK.replace(
        "    state: draft\n    approved_at: ''\n",
        `    state: approved\n    approved_at: ${AT}\n    revision: 1\n    sha256: '${SHA}'\n    size_bytes: 12\n    updated_at: ${AT}\n`,
      ),
    );
  });

  it("edits inside braces", () => {
    expect(setStageState(BLOCK, "techspec", { state: "recorded", updatedAt: AT })).toBe(
      BLOCK.replace(
        "state: pending, approved_at: ''}",
        `state: recorded, approved_at: '', updated_at: ${AT}}`,
      ),
    );
  });

  it("keeps quotes and comments of a value, and empties an approval that no longer holds", () => {
    expect(setStageState(BLOCK, "idea", { state: "draft" })).toBe(
      BLOCK.replace(
        "state: approved   # by Ana\n    approved_at: '2026-01-01'",
        "state: draft   # by Ana\n    approved_at: ''",
      ),
    );
    expect(setStageState(BLOCK, "idea", { state: "approved", approvedAt: AT })).toBe(
      BLOCK.replace("'2026-01-01'", `'${AT}'`),
    );
  });

  it("changes nothing where nothing changes", () => {
    expect(setStageState(BLOCK, "prd", { state: "draft" })).toBe(BLOCK);
  });

  it("keeps CRLF, mixed ends, a byte order mark and a missing last line end", () => {
    const text = `\uFEFF${BLOCK.replaceAll("\n", "\r\n")}`;
    const expected = `\uFEFF${setStageState(BLOCK, "prd", { state: "approved", approvedAt: AT, revision: 2 }).replaceAll("\n", "\r\n")}`;
    expect(setStageState(text, "prd", { state: "approved", approvedAt: AT, revision: 2 })).toBe(expected);
    const open = "orchestration: {}\r\nartifacts:\n  qa:\r\n    file: q.md\n    state: draft";
    expect(setStageState(open, "qa", { state: "recorded", revision: 1 })).toBe(
      "orchestration: {}\r\nartifacts:\n  qa:\r\n    file: q.md\n    state: recorded\r\n    revision: 1",
    );
  });

  it("writes JSON into JSON", () => {
    const text =
      '{"orchestration": {"name": "N"}, "artifacts": {"prd": {"file": "02-prd.md", "state": "draft"}}}\n';
    expect(setStageState(text, "prd", { state: "approved", approvedAt: AT, revision: 1 })).toBe(
      text.replace('"state": "draft"', `"state": "approved", "approved_at": "${AT}", "revision": 1`),
    );
  });

  it("fills keys that have no value", () => {
    const text = "artifacts:\n  prd:\n    file: a.md\n    state: # soon\n    approved_at:\n";
    expect(setStageState(text, "prd", { state: "approved", approvedAt: AT })).toBe(
      `artifacts:\n  prd:\n    file: a.md\n    state: approved # soon\n    approved_at: ${AT}\n`,
    );
    expect(setStageState("artifacts:\n  prd:\n  qa: {file: q.md}\n", "prd", { state: "draft" })).toBe(
      "artifacts:\n  prd: {file: 02-prd.md, state: draft, approved_at: ''}\n  qa: {file: q.md}\n",
    );
  });

  it("goes by what the map calls the stage", () => {
    const text = "artifacts:\n  Tech-Spec:\n    file: a.md\n    state: draft\n";
    expect(setStageState(text, "techspec", { state: "recorded" })).toBe(text.replace("draft", "recorded"));
  });

  it("adds a stage that is not there, with the file it is told", () => {
    const text = setStageState(BLOCK, "memory", { state: "recorded", file: "08-memory.md", revision: 1 });
    expect(text).toBe(
      BLOCK.replace(
        "approved_at: ''}\n",
        "approved_at: ''}\n  memory: {file: 08-memory.md, state: recorded, approved_at: '', revision: 1}\n",
      ),
    );
  });

  it.each([
    ["broken YAML", "artifacts:\n\tprd: 1\n", "invalid-map"],
    ["a list", "- prd\n", "invalid-map"],
    ["artifacts as a list", "artifacts: [prd]\n", "invalid-map"],
    ["an entry that is a text", "artifacts:\n  prd: 02-prd.md\n", "invalid-map"],
    ["a state that is a map", "artifacts:\n  prd: {file: a.md, state: {a: 1}}\n", "invalid-map"],
    [
      "a state in a block scalar",
      "artifacts:\n  prd:\n    file: a.md\n    state: |\n      draft\n",
      "invalid-map",
    ],
    ["a state by alias", "x: &a draft\nartifacts:\n  prd: {file: a.md, state: *a}\n", "invalid-map"],
  ])("refuses %s", (_name, text, code) => {
    expect(() => setStageState(text, "prd", { state: "approved" })).toThrow(SddError);
    expect(() => setStageState(text, "prd", { state: "approved" })).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });
});

describe("addArtifact", () => {
  it("adds after the nearest earlier stage, in its style, past its comments", () => {
    expect(addArtifact(BLOCK, "risk", "00-risk-classification.md", "draft")).toContain(
      "approved_at: ''}\n  risk: {file: 00-risk-classification.md, state: draft, approved_at: ''}\n# the end",
    );
    const text = BLOCK.replace("  prd:\n", "  tasks:\n");
    expect(addArtifact(text, "prd", "02-prd.md", "draft")).toBe(
      text.replace(
        "    # a note on the idea\n",
        "    # a note on the idea\n  prd:\n    file: 02-prd.md\n    state: draft\n    approved_at: ''\n",
      ),
    );
  });

  it("sets file and state of an entry that is there", () => {
    expect(addArtifact(BLOCK, "techspec", "spec.md", "draft")).toBe(
      BLOCK.replace("file: 03-techspec.md, state: pending", "file: spec.md, state: draft"),
    );
  });

  it.each([
    [
      "empty braces",
      "orchestration: {name: N}\nartifacts: {}   # none yet\n",
      "orchestration: {name: N}\nartifacts:   # none yet\n  idea:\n    file: 01-idea.md\n    state: draft\n    approved_at: ''\n",
    ],
    [
      "nothing",
      "artifacts:\nextra: 1\n",
      "artifacts:\n  idea:\n    file: 01-idea.md\n    state: draft\n    approved_at: ''\nextra: 1\n",
    ],
    [
      "no key",
      "orchestration:\n  name: N",
      "orchestration:\n  name: N\nartifacts:\n  idea:\n    file: 01-idea.md\n    state: draft\n    approved_at: ''\n",
    ],
    [
      "empty braces in JSON",
      '{"artifacts": {}}',
      '{"artifacts": {"idea": {"file": "01-idea.md", "state": "draft", "approved_at": ""}}}',
    ],
    [
      "a wider indent",
      "artifacts:\n    risk:\n        file: r.md\n        state: draft\n",
      "artifacts:\n    risk:\n        file: r.md\n        state: draft\n    idea:\n        file: 01-idea.md\n        state: draft\n        approved_at: ''\n",
    ],
    [
      "a block scalar at the end",
      "artifacts:\n  risk:\n    file: r.md\n    note: |\n      text\n\nlast: 1\n",
      "artifacts:\n  risk:\n    file: r.md\n    note: |\n      text\n  idea:\n    file: 01-idea.md\n    state: draft\n    approved_at: ''\n\nlast: 1\n",
    ],
  ])("into %s", (_name, before, after) => {
    expect(addArtifact(before, "idea", "01-idea.md", "draft")).toBe(after);
  });

  it("refuses a file that leaves the folder", () => {
    expect(() => addArtifact(BLOCK, "qa", "../qa.md", "draft")).toThrow(
      expect.objectContaining({ code: "path-refused" }) as Error,
    );
  });
});

describe("newMap", () => {
  it.each([
    "Checkout",
    "Pagamento — fase 2",
    "yes",
    "1.10",
    "a: b",
    "# x",
    "it's",
    'say "x"',
    "- a",
    "{a}",
    "tab\there",
    " padded ",
    "null",
    "é",
    "2026-01-01",
    "*x",
    "[1]",
  ])("holds the name %j, and grows", (name) => {
    const text = newMap(name, "s", AT);
    const path = "docs/s/traceability-map.yaml";
    expect(parseMap(text, path)).toEqual({
      map: {
        name: name.trim(),
        slug: "s",
        state: "in_progress",
        createdAt: AT,
        source: "local-artifact-store",
        artifacts: [],
      },
      diagnostics: [],
    });
    const grown = STAGES.reduce((map, stage) => addArtifact(map, stage, `${stage}.md`, "draft"), text);
    expect(parseMap(grown, path).map?.artifacts.map(({ stage }) => stage)).toEqual(STAGES);
  });
});

it("property: any scalar comes back as it was, in any style", () => {
  const style = fc.constantFrom("plain" as const, "single" as const, "double" as const);
  const property = fc.property(fc.string({ unit: "grapheme" }), style, (value, as) => {
    for (const text of [`a: ${yamlScalar(value, as)}\n`, `{a: ${yamlScalar(value, as)}}`]) {
      const result = parseYaml(text, "x");
      expect(result.diagnostics).toEqual([]);
      expect(result.value?.["a"]).toBe(value);
    }
  });
  fc.assert(property, { numRuns: scale(5_000), seed });
});

/** A piece of a map: one entry, or what stands between entries. */
const state = fc.constantFrom("draft", "'pending'", '"approved"', "recorded # why", "");
const entryOf = (key: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      state,
      fc.constantFrom("", "    approved_at: ''\n", "    approved_at: 2026-01-01   # x\n"),
      fc.constantFrom(
        "",
        "    owner: [a,  b]\n",
        "    note: |\n      two\n\n      lines\n",
        "    # note\n",
        "    deep: {x: {y: 1}}\n",
      ),
      fc.boolean(),
      fc.constantFrom("", "\n", "  # between\n", "# at the edge\n\n"),
    )
    .map(([value, approved, more, flow, between]) =>
      flow
        ? `  ${key}: {file: ${key}.md,  state: ${value.replace(/ #.*/, "") || "draft"}, extra: [1, 2]}   # flow\n${between}`
        : `  ${key}:\n    file: "${key}.md"\n    state: ${value}\n${approved}${more}${between}`,
    );
const keys = ["idea", "prd", "tech-spec", "tasks", "deploy", "review", "qa"];

it("property: what is not touched keeps its bytes", () => {
  const property = fc.property(
    fc.tuple(...keys.map(entryOf)),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\uFEFF"),
    fc.constantFrom("idea", "prd", "techspec", "tasks", "review", "qa"),
    fc.record({
      state: fc.constantFrom("draft", "approved", "recorded") as fc.Arbitrary<"draft" | "approved">,
      revision: fc.nat(9),
    }),
    (entries, end, mark, stage, change) => {
      const withEnds = (text: string): string => text.replaceAll("\n", end);
      const index = keys.findIndex((key) => parseStage(key) === stage);
      const before =
        mark +
        withEnds(
          `# top\norchestration: {name: N,  slug: s}\nartifacts:\n${entries.slice(0, index).join("")}`,
        );
      const after = withEnds(`${entries.slice(index + 1).join("")}tail:  1\n`);
      const text = before + withEnds(entries[index] ?? "") + after;
      const result = setStageState(text, stage, { ...change, updatedAt: AT });
      expect(result.startsWith(before)).toBe(true);
      expect(result.endsWith(after)).toBe(true);
      const middle = result.slice(before.length, result.length - after.length);
      expect(middle.includes("\n") && middle.replaceAll(end, "").includes("\n")).toBe(false);
      for (const kept of [
        "owner: [a,  b]",
        "# note",
        "# between",
        "# why",
        "   # flow",
        "deep: {x: {y: 1}}",
      ]) {
        expect(middle.includes(kept)).toBe((entries[index] ?? "").includes(kept));
      }
      const entry = parseMap(result.replace("\uFEFF", ""), "docs/s/m.yaml").map?.artifacts.find(
        (item) => item.stage === stage,
      );
      expect(entry).toMatchObject({ ...change, updatedAt: AT });
    },
  );
  fc.assert(property, { numRuns: scale(1_000), seed });
}, 120_000);
