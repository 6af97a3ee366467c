import { strict as assert } from "node:assert";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";

const FOLDER = "docs/_project-intelligence";
const RISKS = `${FOLDER}/risk-register.md`;
const INDEX = `${FOLDER}/decision-index.md`;
const COMMAND = "sdd.intelligence.publish";

const at = (path: string): string => join(workspaceRoot(), path);
const read = (path: string): string => readFileSync(at(path), "utf8");

/** The documents as they stand on the disk. */
function documents(): ReadonlyMap<string, string> {
  return new Map(readdirSync(at(FOLDER)).map((name) => [`${FOLDER}/${name}`, read(`${FOLDER}/${name}`)]));
}

function isShown(): boolean {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab?.label.startsWith("Update Project Intelligence") === true;
}

/** Runs the command, and answers its question, which comes right behind the editor with the changes. */
async function run(answer: "accept" | "cancel"): Promise<void> {
  const keys = {
    accept: "workbench.action.acceptSelectedQuickOpenItem",
    cancel: "workbench.action.closeQuickOpen",
  };
  const done = vscode.commands.executeCommand(COMMAND).then(() => true);
  await waitUntil("the changes to be shown", isShown, 40_000);
  const answered = async (): Promise<boolean> => {
    await vscode.commands.executeCommand(keys[answer]);
    return Promise.race([done, sleep(250, false)]);
  };
  await waitUntil("the command to end", answered, 40_000);
}

describe("project intelligence documents", function () {
  // The first question of a launch starts a thread and looks at all documents.
  this.timeout(90_000);
  let before: ReadonlyMap<string, string>;

  beforeEach(async () => {
    await testAccess();
    before = documents();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const path of documents().keys()) if (!before.has(path)) rmSync(at(path));
    for (const [path, text] of before) writeFileSync(at(path), text);
  });

  it("are shown as a diff, and nothing is written where the person cancels", async () => {
    await run("cancel");
    assert.deepEqual(documents(), before);
  });

  it("are written where the person accepts; what was there stays, and undo takes it back", async () => {
    const risks = read(RISKS);
    await run("accept");
    assert.equal(documents().size, 6);
    const written = read(RISKS);
    assert.ok(written.startsWith(`${risks}\n<!-- sdd:begin risks -->\n`));
    assert.match(read(INDEX), /One Postgres schema for each service/);
    // Of an edit of several files an undo would ask which are meant.
    const edited = written.replace("## Risks in the documents", "## Edited by hand");
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(at(RISKS)));
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, all, edited);
    await vscode.workspace.applyEdit(edit);
    await document.save();
    await run("accept");
    assert.equal(read(RISKS), written);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await waitUntil("the undo", () => document.getText() === edited);
    await document.save();
    assert.equal(read(RISKS), edited);
  });

  it("take in what an editor has not saved", async () => {
    const risks = read(RISKS);
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(at(RISKS)));
    // The editor may still have the text of the test before, and reads the file again a moment later.
    await waitUntil("the editor to see the file", () => document.getText() === risks);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(document.lineCount, 0), "\nWritten just now.\n");
    await vscode.workspace.applyEdit(edit);
    assert.ok(document.isDirty);
    await run("accept");
    assert.match(read(RISKS), /\nWritten just now\.\n\n<!-- sdd:begin risks -->\n/);
  });

  it("are not put into a file whose marks are broken", async () => {
    const broken = `${read(RISKS)}\n<!-- sdd:begin risks -->\n`;
    writeFileSync(at(RISKS), broken);
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(at(RISKS)));
    await waitUntil("the editor to see the file", () => document.getText() === broken);
    await run("accept");
    assert.equal(read(RISKS), broken);
    assert.ok(existsSync(at(INDEX)));
  });
});
