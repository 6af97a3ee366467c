import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { activateExtension, workspaceRoot } from "./support/host.js";

describe("activation", () => {
  it("opens a copy of the workspace, trusted", () => {
    assert.ok(existsSync(join(workspaceRoot(), "docs")), workspaceRoot());
    assert.equal(vscode.workspace.isTrusted, true);
  });

  it("activates and registers its commands", async () => {
    const extension = await activateExtension();
    assert.equal(extension.isActive, true);
    const commands = await vscode.commands.getCommands(true);
    assert.ok(commands.includes("sdd.view.refresh"));
  });

  it("runs the command sdd.view.refresh", async () => {
    await vscode.commands.executeCommand("sdd.view.refresh");
    await assert.rejects(async () => vscode.commands.executeCommand("sdd.view.no-such-command"));
  });

  it("writes nothing into the workspace", () => {
    assert.equal(existsSync(join(workspaceRoot(), ".sdd")), false);
  });
});
