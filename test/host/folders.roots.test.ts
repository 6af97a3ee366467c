import { strict as assert } from "node:assert";
import * as vscode from "vscode";
import { activateExtension } from "./support/host.js";

describe("in a workspace of two folders", () => {
  it("activates and runs its command", async () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 2);
    await activateExtension();
    await vscode.commands.executeCommand("sdd.view.refresh");
  });
});
