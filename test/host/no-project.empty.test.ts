import { strict as assert } from "node:assert";
import { readdirSync } from "node:fs";
import * as vscode from "vscode";
import { activateExtension, workspaceRoot } from "./support/host.js";

describe("in a folder without documents", () => {
  it("is not activated by itself, and runs its command when asked", async () => {
    const extension = vscode.extensions.getExtension("sdd-layer.sdd-layer");
    assert.equal(extension?.isActive, false);
    await vscode.commands.executeCommand("sdd.view.refresh");
    assert.equal((await activateExtension()).isActive, true);
    assert.deepEqual(readdirSync(workspaceRoot()), []);
  });
});
