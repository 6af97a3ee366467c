import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/vscode/extension.js";
import { press, testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";
import { groupLines, groupOf, itemsOf, lineOf, linesOf, textOf, write } from "./support/learnings.js";

const PRD = "docs/checkout/02-prd.md";
const ADR = "docs/checkout/adrs/0002-idempotency-keys.md";
const INDEX = ".sdd/intelligence/learnings.jsonl";
const REVIEWS = ".sdd/intelligence/reviews.jsonl";
const CHANGED = "Stale: section changed";
const ELSEWHERE = "Stale: other part";

function git(...args: string[]): void {
  const identity = ["-c", "user.name=Ana Souza", "-c", "user.email=ana@example.org"];
  execFileSync("git", [...identity, "-C", workspaceRoot(), ...args], { stdio: "ignore" });
}

describe("the view Learnings", () => {
  let access: TestAccess;
  const path = (name: string): string => join(workspaceRoot(), name);
  const isStale = async (): Promise<boolean> =>
    (await groupLines(access)).some((line) => line.startsWith("Stale"));

  before(async () => {
    git("init", "-q");
    git("config", "user.name", "Ana Souza");
    git("add", "-A");
    git("commit", "-q", "-m", "Documents");
    access = await testAccess();
  });

  it("lists nothing before anything was learned, and writes nothing", async () => {
    // Conflicts need no learning; this workspace has one.
    assert.deepEqual(await groupLines(access), [
      "Learn from Documents | nothing yet",
      "Conflicts | 1 · to settle",
    ]);
    assert.equal(existsSync(path(INDEX)), false);
  });

  it("lists what was learned by kind, and nothing as stale", async () => {
    await vscode.commands.executeCommand("sdd.learning.learn", {}, "all");
    const lines = await groupLines(access);
    assert.ok(
      lines.some((line) => /^Decisions \| \d+$/.test(line)),
      lines.join("\n"),
    );
    assert.ok(
      lines.some((line) => /^Document summaries \| \d+$/.test(line)),
      lines.join("\n"),
    );
    assert.equal(await isStale(), false, lines.join("\n"));
    assert.deepEqual(access.learnings.said, { badge: undefined, message: "" });
    const index = textOf(INDEX);
    await vscode.commands.executeCommand("sdd.learning.learn", {}, "all");
    assert.equal(textOf(INDEX), index);
  });

  it("opens the source of an item at its line", async () => {
    const [item] = await itemsOf(access, "Decisions");
    assert.ok(item?.data.type === "learning");
    await press(access.learnings.tree.getTreeItem(item).command);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.ok(editor.document.uri.path.endsWith(item.data.record.source_artifact));
    assert.equal(editor.selection.active.line, item.data.record.line - 1);
  });

  it("shows within a second of a save what went stale, and why", async () => {
    const [item] = (await itemsOf(access, "Decisions")).filter(
      ({ data }) => data.type === "learning" && data.record.source_artifact === ADR,
    );
    assert.ok(item?.data.type === "learning");
    const document = await vscode.workspace.openTextDocument(path(ADR));
    const edit = new vscode.WorkspaceEdit();
    const end = document.lineAt(item.data.record.line - 1).range.end;
    edit.insert(document.uri, end, " It holds for refunds too.");
    await vscode.workspace.applyEdit(edit);
    const started = Date.now();
    await document.save();
    await waitUntil("the stale group", isStale, 1_000);
    console.log(`    stale after ${Date.now() - started} ms`);
    const lines = await groupLines(access);
    assert.match(lines[0] ?? "", /^Stale: section changed \| \d+ · look at it$/);
    assert.match(lines[1] ?? "", /^Stale: other part \| \d+ · probably fine$/);
    const { badge, message } = access.learnings.said;
    assert.ok(badge !== undefined && badge > 0);
    assert.match(message ?? "", /^\d+ stale: \d+ to look at, \d+ probably fine$/);
  });

  it("shows within a second and a half what another program changed", async () => {
    const before = (await itemsOf(access, CHANGED)).length;
    write(PRD, textOf(PRD).replace("## Risks\n", "## Risks\n\n- Nobody may pay twice.\n"));
    await waitUntil("more stale ones", async () => (await itemsOf(access, CHANGED)).length > before, 1_500);
  });

  it("compares the section then, from git, with the section now", async () => {
    const [item] = (await itemsOf(access, CHANGED)).filter(
      ({ data }) => data.type === "learning" && data.record.source_artifact === ADR,
    );
    assert.ok(item?.data.type === "learning");
    await vscode.commands.executeCommand("sdd.learning.showChanges", item);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [then, now] = await Promise.all(
      [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.doesNotMatch(then?.getText() ?? "", /It holds for refunds too/);
    assert.match(now?.getText() ?? "", /It holds for refunds too/);
    assert.equal(then?.getText(), now?.getText().replace(" It holds for refunds too.", ""));
  });

  it("re-verifies the chosen ones at once, and keeps who did it", async () => {
    const all = await itemsOf(access, CHANGED);
    assert.ok(all.length > 1);
    await vscode.commands.executeCommand("sdd.learning.reverify", all[0], [...all]);
    assert.equal(
      (await groupLines(access)).some((line) => line.startsWith(CHANGED)),
      false,
    );
    const said = linesOf(REVIEWS);
    assert.equal(said.length, all.length);
    for (const { action, by } of said) assert.deepEqual([action, by], ["reverified", "Ana Souza"]);
    assert.equal(access.learnings.said.badge, undefined);
    assert.match(access.learnings.said.message ?? "", /^\d+ stale, all probably fine$/);
  });

  it("refreshes from the document what is left", async () => {
    const all = await itemsOf(access, ELSEWHERE);
    await vscode.commands.executeCommand("sdd.learning.refresh", all[0], [...all]);
    assert.equal(await isStale(), false);
    assert.deepEqual(access.learnings.said, { badge: undefined, message: "" });
  });

  it("says of a missing source that it is missing, and dismisses with a reason", async () => {
    const file = "docs/returns-portal/01-idea.md";
    const text = textOf(file);
    rmSync(path(file));
    const group = await waitUntil("the group", () =>
      groupOf(access, "Stale: source missing").catch(() => undefined),
    );
    const items = await access.learnings.tree.getChildren(group);
    await vscode.commands.executeCommand("sdd.learning.dismiss", group, undefined, "The idea was given up.");
    const dismissed = await itemsOf(access, "Dismissed");
    assert.equal(dismissed.length, items.length);
    const [first] = dismissed;
    assert.ok(first);
    assert.match(lineOf(access, first), /\| The idea was given up\. · 01-idea\.md/);
    assert.equal(await isStale(), false);
    write(file, text);
    await access.roots.refresh();
    await vscode.commands.executeCommand("sdd.learning.restore", first, [...dismissed]);
    await assert.rejects(groupOf(access, "Dismissed"));
    assert.equal(await isStale(), false);
  });

  it("shows a conflict from both sides, and keeps what a person settled", async () => {
    const [conflict] = await itemsOf(access, "Conflicts");
    assert.ok(conflict);
    const sides = await access.learnings.tree.getChildren(conflict);
    assert.ok(sides.length >= 2);
    const [side] = sides;
    assert.ok(side);
    await press(access.learnings.tree.getTreeItem(side).command);
    await vscode.commands.executeCommand("sdd.conflict.settle", side, undefined, "It is the later one.");
    const settled = await itemsOf(access, "Settled conflicts");
    const [first] = settled;
    assert.ok(first);
    assert.match(lineOf(access, first), /stands\. Ana Souza, .*: It is the later one\./);
    await vscode.commands.executeCommand("sdd.conflict.reopen", first);
    await assert.rejects(groupOf(access, "Settled conflicts"));
    assert.ok((await itemsOf(access, "Conflicts")).length > 0);
  });

  it("is empty where the configuration switches learning off", async () => {
    const config = textOf("sdd.config.yaml");
    write("sdd.config.yaml", "memory:\n  learning_enabled: false\n");
    await access.roots.refresh();
    await waitUntil("the empty view", async () => (await groupLines(access)).length === 0);
    write("sdd.config.yaml", config);
    await access.roots.refresh();
    await waitUntil("the groups", async () => (await groupLines(access)).length > 3);
  });
});
