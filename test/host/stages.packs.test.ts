import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/vscode/extension.js";
import { drawTree, testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";

const MAP = "docs/checkout/traceability-map.yaml";
const TASKS = "docs/checkout/04-tasks.md";

describe("moving a stage forward", () => {
  let access: TestAccess;
  const path = (name: string): string => join(workspaceRoot(), name);
  const read = (name: string): string => readFileSync(path(name), "utf8");
  const open = (name: string): Thenable<vscode.TextEditor> =>
    vscode.window.showTextDocument(vscode.Uri.file(path(name)));

  before(async () => {
    access = await testAccess();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("sets a stage's state with its hash, and undo restores the map's bytes", async () => {
    const before = read(MAP);
    await vscode.commands.executeCommand(
      "sdd.stage.setState",
      { slug: "checkout", stage: "tasks" },
      "approved",
    );
    const after = read(MAP);
    const document = readFileSync(path(TASKS));
    assert.match(after, new RegExp(`sha256: ['"]?${createHash("sha256").update(document).digest("hex")}`));
    assert.match(after, /tasks:\n(?: {4}.*\n)*? {4}state: approved/);
    for (const line of before.split("\n").filter((each) => each.includes("#"))) {
      assert.ok(after.includes(line), `the comment is gone: ${line}`);
    }
    const { document: map } = await open(MAP);
    await vscode.commands.executeCommand("undo");
    await map.save();
    assert.equal(read(MAP), before);
  });

  it("sets the state in the document's own header too, so that the two agree", () => {
    assert.match(read(TASKS), /^- Current state: approved$/m);
  });

  it("saves what an editor holds before it enters the hash", async () => {
    const { document } = await open(TASKS);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, "\n- One more task.\n");
    await vscode.workspace.applyEdit(edit);
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand(
      "sdd.stage.setState",
      { slug: "checkout", stage: "tasks" },
      "recorded",
    );
    assert.equal(document.isDirty, false);
    const hash = createHash("sha256")
      .update(readFileSync(path(TASKS)))
      .digest("hex");
    assert.match(read(MAP), new RegExp(hash));
  });

  it("does not approve what is not there", async () => {
    const before = read(MAP);
    await vscode.commands.executeCommand("sdd.stage.setState", { slug: "checkout", stage: "qa" }, "approved");
    assert.equal(read(MAP), before);
  });

  it("creates a stage's document from its template, enters it into the map, and opens it", async () => {
    const before = read(MAP);
    await vscode.commands.executeCommand("sdd.stage.create", { slug: "checkout", stage: "qa" });
    assert.match(read("docs/checkout/08-qa.md"), /^# QA — Checkout\n\n## Traceability\n/);
    assert.match(read(MAP), /qa:\n {4}file: 08-qa.md\n {4}state: draft/);
    const uri = vscode.window.activeTextEditor?.document.uri;
    assert.ok(uri?.path.endsWith("08-qa.md"));
    await waitUntil("the tree", async () =>
      (await drawTree(access, undefined, 2)).includes("  QA | draft · no pack"),
    );
    const { document: map } = await open(MAP);
    await vscode.commands.executeCommand("undo");
    await map.save();
    assert.equal(read(MAP), before);
  });

  it("takes the map as an editor holds it, and loses nothing of that", async () => {
    const { document } = await open(MAP);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "# written by hand, not saved yet\n");
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand(
      "sdd.stage.setState",
      { slug: "checkout", stage: "review" },
      "optional",
    );
    assert.match(read(MAP), /^# written by hand, not saved yet\n/);
    assert.match(read(MAP), /review:\n(?: {4}.*\n)*? {4}state: optional/);
  });

  it("creates an orchestration without overwriting", async () => {
    await vscode.commands.executeCommand("sdd.orchestration.create", {}, "Cartões-presente");
    assert.match(read("docs/cartoes-presente/traceability-map.yaml"), /name: "?Cartões-presente/);
    const readme = read("docs/cartoes-presente/README.md");
    await vscode.commands.executeCommand("sdd.orchestration.create", {}, "Cartões presente");
    assert.equal(read("docs/cartoes-presente/README.md"), readme);
    await vscode.commands.executeCommand("sdd.stage.create", { slug: "cartoes-presente", stage: "idea" });
    assert.ok(existsSync(path("docs/cartoes-presente/01-idea.md")));
  });
});
