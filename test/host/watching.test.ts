import { strict as assert } from "node:assert";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { waitUntil, workspaceRoot } from "./support/host.js";

describe("the host's file watching", () => {
  it("reports a file that another program wrote", async () => {
    const seen: string[] = [];
    const watcher = vscode.workspace.createFileSystemWatcher("**/docs/**");
    watcher.onDidCreate((uri) => seen.push(uri.fsPath));
    const path = join(workspaceRoot(), "docs", "written-beside.md");
    writeFileSync(path, "# Note\n");
    await waitUntil("the watcher", () => seen.includes(path));
    assert.deepEqual(seen, [path]);
    watcher.dispose();
  });
});
