import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../../src/core/publish/unified-diff.js";
import { scale } from "../scale.js";

/** Applies a diff as `patch` would, checking every line that it claims to find. */
function applied(before: string, diff: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let at = 0;
  const rows = diff.split("\n").slice(2, -1);
  for (const [index, row] of rows.entries()) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$/.exec(row);
    if (head !== null) {
      const start = head[2] === "0" ? Number(head[1]) : Number(head[1]) - 1;
      out.push(...lines.slice(at, start));
      at = start;
      continue;
    }
    if (row.startsWith("\\")) continue;
    const text = `${row.slice(1)}${rows[index + 1]?.startsWith("\\") === true ? "" : "\n"}`;
    if (row.startsWith("+")) out.push(text);
    else {
      expect(lines[at]).toBe(text);
      if (row.startsWith(" ")) out.push(text);
      at++;
    }
  }
  return [...out, ...lines.slice(at)].join("");
}

test("applied to the one text it gives the other", () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom("a", "b", "c", "", "d\r"), { maxLength: 30 }), fc.constantFrom("", "\n"))
    .map(([lines, end]) => lines.join("\n") + end);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff("x.md", before, after);
      expect(diff === "").toBe(before === after);
      if (diff !== "") expect(applied(before, diff)).toBe(after);
    }),
    { numRuns: scale(600) },
  );
});

test("looks as people know it", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  expect(unifiedDiff("a.md", before, before.replace("5", "five"))).toBe(
    "--- a/a.md\n+++ b/a.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
  );
  expect(unifiedDiff("a.md", undefined, "x\n")).toBe("--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+x\n");
});
