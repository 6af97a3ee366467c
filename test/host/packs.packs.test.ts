import { strict as assert } from "node:assert";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/vscode/extension.js";
import { drawTree, findItem, press, runCli, testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";

const AT = { slug: "checkout", stage: "tasks" };
const PACK = ".sdd/intelligence/context-packs/checkout/tasks.md";

describe("context packs", () => {
  let access: TestAccess;
  const path = (name: string): string => join(workspaceRoot(), name);
  const read = (name: string): string => readFileSync(path(name), "utf8");

  before(async () => {
    access = await testAccess();
  });

  it("lists orchestrations and their stages", async () => {
    const lines = await drawTree(access);
    assert.ok(lines.includes("  PRD | approved · no pack"), lines.join("\n"));
    assert.equal(existsSync(path(".sdd")), false);
  });

  it("copies a pack without writing", async () => {
    await vscode.commands.executeCommand("sdd.context.copy", AT);
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^# Context Pack — tasks — /);
    assert.equal(existsSync(path(".sdd")), false);
  });

  it("writes the very bytes that the command line prints", async () => {
    await vscode.commands.executeCommand("sdd.context.build", AT);
    assert.equal(
      read(PACK),
      runCli(["context", "build", "--name", "checkout", "--stage", "tasks"], workspaceRoot()),
    );
  });

  it("shows the manifest in the tree", async () => {
    const lines = await drawTree(access);
    assert.ok(lines.some((line) => /^ {4}Context pack \| fresh · [\d,]+ of 24,000 characters$/.test(line)));
    assert.ok(lines.some((line) => /^ {4}03-techspec\.md \| 135 · quoted/.test(line)));
    assert.ok(lines.some((line) => /^ {4}Left out \(\d+\)/.test(line)));
  });

  it("keeps an item's object and id while it is there", async () => {
    const before = await findItem(access, "03-techspec.md");
    await vscode.commands.executeCommand("sdd.view.refresh");
    assert.equal(await findItem(access, "03-techspec.md"), before);
  });

  it("says that a pack is outdated within two seconds of a change on disk, and draws nothing else again", async () => {
    const drawn: unknown[] = [];
    const listener = access.tree.onDidChangeTreeData((event) => drawn.push(event));
    const prd = path("docs/checkout/02-prd.md");
    writeFileSync(prd, `${readFileSync(prd, "utf8")}\n## Requirements\n\n- A requirement that came later.\n`);
    await waitUntil(
      "the tree",
      async () => (await drawTree(access, undefined, 2)).some((line) => line.includes("pack outdated")),
      2_000,
    );
    listener.dispose();
    const labels = drawn.flat().map((handle) => access.tree.getTreeItem(handle as never).label);
    assert.deepEqual(labels, ["Tasks"]);
  });

  it("offers to rebuild above the text of an outdated pack, and rebuilds it", async () => {
    const uri = vscode.Uri.file(path(PACK));
    await vscode.window.showTextDocument(uri);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      uri,
    );
    const [lens] = lenses;
    assert.match(lens?.command?.title ?? "", /Outdated/);
    await press(lens?.command);
    assert.match(read(PACK), /A requirement that came later\./);
    assert.ok(existsSync(path(PACK.replace(".md", ".previous.md"))));
    assert.ok((await drawTree(access, undefined, 2)).some((line) => /Tasks \|.*pack fresh/.test(line)));
  });

  it("leaves no open editor with the text of the pack before, wherever VS Code watches", async () => {
    const at = { slug: "returns-portal", stage: "tasks" };
    const pack = PACK.replace("checkout/tasks.md", "returns-portal/tasks.md");
    await vscode.commands.executeCommand("sdd.context.build", at);
    const document = await vscode.workspace.openTextDocument(path(pack));
    const prd = path("docs/returns-portal/02-prd.md");
    writeFileSync(prd, `${readFileSync(prd, "utf8")}\n## Requirements\n\n- Labels print on any printer.\n`);
    await vscode.commands.executeCommand("sdd.context.build", at);
    assert.match(document.getText(), /Labels print on any printer\./);
    assert.equal(document.isDirty, false);
    assert.equal(document.getText(), read(pack));
  });

  it("compares a pack with the one that it replaced", async () => {
    await vscode.commands.executeCommand("sdd.context.diff", AT);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.ok(input.original.path.endsWith("tasks.previous.md"));
  });

  it("opens a source at the line of a quoted section", async () => {
    const source = await findItem(access, "03-techspec.md");
    const [section] = await access.tree.getChildren(source);
    assert.ok(section);
    await press(access.tree.getTreeItem(section).command);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(editor.document.uri.path.endsWith("docs/checkout/03-techspec.md"));
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /^#/);
  });

  it("refuses to open what lies outside", async () => {
    const before = vscode.window.activeTextEditor?.document.uri.toString();
    for (const bad of ["../outside.md", "/etc/passwd", ""]) {
      await vscode.commands.executeCommand("sdd.source.open", {
        root: access.roots.all[0]?.id,
        path: bad,
        line: 1,
      });
    }
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), before);
  });

  it("stops a build that is cancelled, and does the next one", async () => {
    const engine = access.roots.all[0]?.engine;
    assert.ok(engine);
    const source = new vscode.CancellationTokenSource();
    const question = { slug: "checkout", stage: "tasks", write: false } as const;
    const stopped = engine.call("pack", question, source.token);
    source.cancel();
    await assert.rejects(stopped, { code: "cancelled" });
    assert.match((await engine.call("pack", question)).text, /^# Context Pack/);
  });

  it("answers the last of many looks with what the disk held then", async () => {
    const [root] = access.roots.all;
    assert.ok(root);
    const looks = Array.from({ length: 20 }, () => root.refresh());
    writeFileSync(path("docs/checkout/07-review.md"), "# Review — Checkout\n\nFine.\n");
    await Promise.all([...looks, root.refresh()]);
    const review = root.orchestration("checkout")?.stages.find(({ stage }) => stage === "review");
    assert.equal(review?.path, "docs/checkout/07-review.md");
  });
});
