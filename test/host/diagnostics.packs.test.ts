import { strict as assert } from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";

describe("the Problems panel", () => {
  const map = (): string => join(workspaceRoot(), "docs/returns-portal/traceability-map.yaml");
  const ours = (): readonly vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(vscode.Uri.file(map())).filter(({ source }) => source === "SDD");

  it("shows a broken map at its line, and forgets it when it is mended", async () => {
    const { roots } = await testAccess();
    await roots.refresh();
    assert.deepEqual(ours(), []);
    const before = readFileSync(map(), "utf8");
    writeFileSync(map(), `${before}\norchestration:\n  name: again\n`);
    const [found] = await waitUntil("the diagnostic", () => (ours().length > 0 ? ours() : undefined));
    assert.equal(found?.code, "yaml-duplicate-key");
    assert.match(found.message, /orchestration/);
    assert.equal(found.range.start.line, before.split("\n").length);
    writeFileSync(map(), before);
    await waitUntil("the diagnostic to go", () => ours().length === 0);
  });

  it("shows conflicts between documents and map", () => {
    const all = vscode.languages
      .getDiagnostics()
      .flatMap(([uri, list]) => list.map(({ code, source }) => ({ path: uri.path, code, source })));
    const conflict = all.find(({ code, source }) => source === "SDD" && code === "artifact-state-differs");
    assert.ok(conflict?.path.endsWith("docs/checkout/03-techspec.md"), JSON.stringify(all));
  });
});
