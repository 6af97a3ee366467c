import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { activateExtension } from "./support/host.js";

describe("in a workspace that is not trusted", () => {
  it("is loaded and activates all the same", async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    assert.equal((await activateExtension()).isActive, true);
  });

  it("runs the command sdd.view.refresh", async () => {
    await vscode.commands.executeCommand("sdd.view.refresh");
  });
});
