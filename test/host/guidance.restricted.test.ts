import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { testAccess } from "./support/extension.js";
import { workspaceRoot } from "./support/host.js";

describe("guidance in a workspace that is not trusted", () => {
  it("is read, and neither proposed, decided nor changed", async () => {
    const { roots, guidance } = await testAccess();
    assert.deepEqual(await guidance.tree.getChildren(), []);
    for (const command of ["propose", "approve", "reject", "archive", "reviewNext"]) {
      await vscode.commands.executeCommand(`sdd.guidance.${command}`, { id: "gm-01X" });
    }
    for (const command of ["create", "edit", "switchOff", "switchOn"]) {
      await vscode.commands.executeCommand(`sdd.domain.${command}`, {});
    }
    const engine = roots.all[0]?.engine;
    assert.ok(engine);
    const untrusted = { code: "untrusted" };
    const shown = { id: "gm-01X", sha256: "" };
    const input = { type: "fact", text: "x", rationale: "y" };
    const domain = { domain: "x", always_on: true, recall: [], description: "" };
    await assert.rejects(
      () => engine.call("decideGuidance", { decision: { act: "approve", shown }, share: false }),
      untrusted,
    );
    await assert.rejects(() => engine.call("undoGuidance", { undo: "undo-1" }), untrusted);
    await assert.rejects(() => engine.call("proposeGuidance", input), untrusted);
    await assert.rejects(() => engine.call("saveDomain", domain), untrusted);
    await assert.rejects(() => engine.call("setDomainState", { domain: "x", state: "inactive" }), untrusted);
    assert.equal(existsSync(join(workspaceRoot(), ".sdd")), false);
  });
});
