import { strict as assert } from "node:assert";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { drawTree, findItem, testAccess } from "./support/extension.js";
import { waitUntil } from "./support/host.js";

describe("context packs of several roots", () => {
  const roots = (): readonly string[] =>
    (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);

  it("lists only roots that have an orchestration, each under its name", async () => {
    const lines = await drawTree(await testAccess(), undefined, 2);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith(" ")).map((line) => line.split(" |")[0]),
      ["checkout"],
    );
  });

  it("shows a second root as soon as it has one, and builds there", async () => {
    const access = await testAccess();
    const [, second = ""] = roots();
    mkdirSync(join(second, "docs", "loyalty"), { recursive: true });
    writeFileSync(
      join(second, "docs", "loyalty", "01-idea.md"),
      "# Idea — Loyalty\n\n## Problem\n\nNone returns.\n",
    );
    await waitUntil("the second root", async () =>
      (await drawTree(access, undefined, 1)).some((line) => !line.startsWith("checkout")),
    );
    const item = await findItem(access, "Idea", await findItem(access, "Loyalty"));
    await vscode.commands.executeCommand("sdd.context.build", item);
    assert.ok(existsSync(join(second, ".sdd/intelligence/context-packs/loyalty/idea.md")));
    assert.equal(existsSync(join(roots()[0] ?? "", ".sdd")), false);
  });

  it("enters a state into a new map where an orchestration has none", async () => {
    const access = await testAccess();
    const [, second = ""] = roots();
    const item = await findItem(access, "Idea", await findItem(access, "Loyalty"));
    await vscode.commands.executeCommand("sdd.stage.setState", item, "approved");
    const map = readFileSync(join(second, "docs/loyalty/traceability-map.yaml"), "utf8");
    assert.match(map, /slug: loyalty/);
    assert.match(map, /idea:\n {4}file: 01-idea.md\n {4}state: approved/);
  });
});
