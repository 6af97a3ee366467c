import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the bundle takes VS Code's API as it is, and copies it for no module", () => {
  const bundle = join(import.meta.dirname, "..", "..", "..", "dist", "extension.cjs");
  if (!existsSync(bundle)) throw new Error("Run npm run build first.");
  const uses = readFileSync(bundle, "utf8").match(/.require\("vscode"\)/g) ?? [];
  expect(uses.length).toBeGreaterThan(10);
  // `x=require(…)`; a copy reads `x=copy(require(…))`.
  expect(uses.filter((use) => use.startsWith("("))).toEqual([]);
});
