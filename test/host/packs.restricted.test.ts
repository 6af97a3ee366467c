import { strict as assert } from "node:assert";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { drawTree, testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";

const AT = { slug: "checkout", stage: "tasks" };

describe("context packs in a workspace that is not trusted", () => {
  const path = (name: string): string => join(workspaceRoot(), name);

  it("are listed", async () => {
    const lines = await drawTree(await testAccess(), undefined, 2);
    assert.ok(lines.includes("  PRD | approved · no pack"), lines.join("\n"));
  });

  it("are previewed but not written", async () => {
    const uri = await vscode.commands.executeCommand<vscode.Uri>("sdd.context.build", AT);
    assert.equal(uri.scheme, "sdd-pack");
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /^# Context Pack — tasks — /);
    await waitUntil("the preview", () =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === "Preview tasks.md")),
    );
    assert.equal(existsSync(path(".sdd")), false);
  });

  it("can be copied", async () => {
    await vscode.commands.executeCommand("sdd.context.copy", AT);
    assert.match(await vscode.env.clipboard.readText(), /^# Context Pack — tasks — /);
  });

  it("leave every document as it is", async () => {
    const map = path("docs/checkout/traceability-map.yaml");
    const before = readFileSync(map, "utf8");
    const folders = readdirSync(path("docs"));
    await vscode.commands.executeCommand("sdd.stage.setState", AT, "approved");
    await vscode.commands.executeCommand("sdd.stage.create", { slug: "checkout", stage: "qa" });
    await vscode.commands.executeCommand("sdd.orchestration.create", {}, "New");
    assert.equal(readFileSync(map, "utf8"), before);
    assert.equal(existsSync(path("docs/checkout/08-qa.md")), false);
    assert.deepEqual(readdirSync(path("docs")), folders);
    assert.equal(existsSync(path(".sdd")), false);
  });

  it("are not written by the engine either, whoever asks it", async () => {
    const { roots } = await testAccess();
    const engine = roots.all[0]?.engine;
    await assert.rejects(
      async () => engine?.call("pack", { slug: "checkout", stage: "tasks", write: true }),
      {
        code: "untrusted",
      },
    );
    await assert.rejects(async () => engine?.call("init", { name: "New" }), { code: "untrusted" });
  });
});
