import fc from "fast-check";
import { expect, test } from "vitest";
import { readArtifactHeader } from "../../../src/core/project/artifact-header.js";
import { setHeaderState } from "../../../src/core/project/header-edit.js";
import { ARTIFACT_STATES } from "../../../src/core/project/stages.js";
import { scale, seed } from "../scale.js";

const document = (bullet: string, end = "\n"): string =>
  [
    "# PRD — Checkout",
    "",
    "## Traceability",
    "",
    "- Slug: draft",
    bullet,
    "",
    "## Summary",
    "",
    "draft",
    "",
  ].join(end);

test("sets the state where the header says it, and nowhere else", () => {
  expect(setHeaderState(document("- Current state: draft"), "approved")).toBe(
    document("- Current state: approved"),
  );
});

test("keeps emphasis, capitals, line ends and the language", () => {
  const cases = [
    ["- **Estado atual:** Rascunho", "- **Estado atual:** Aprovado"],
    ["- Текущее состояние: `черновик`", "- Текущее состояние: `утверждено`"],
    ["* State: draft.", "* State: approved"],
  ] as const;
  for (const [before, after] of cases) {
    for (const end of ["\n", "\r\n"]) {
      expect(setHeaderState(document(before, end), "approved")).toBe(document(after, end));
    }
  }
});

test("leaves a header alone that agrees, says nothing, or says no state", () => {
  for (const bullet of ["- Current state: Approved", "- Owner: Ana", "- Current state: as we go"]) {
    expect(setHeaderState(document(bullet), "approved")).toBeUndefined();
  }
});

test("what was set is what a reader reads", () => {
  const words = fc.constantFrom("draft", "pendente", "Aprovada", "черновик", "opcional", "recorded");
  fc.assert(
    fc.property(words, fc.constantFrom(...ARTIFACT_STATES), (word, state) => {
      const text = document(`- Current state: ${word}`);
      const after = setHeaderState(text, state) ?? text;
      expect(readArtifactHeader(after).trace.find(({ key }) => key === "state")?.state).toBe(state);
    }),
    { numRuns: scale(300), seed },
  );
});
