import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";
import { textOf, write } from "./support/learnings.js";

const FILE = "docs/checkout/adrs/0001-hosted-card-fields.md";
const MAP = "docs/checkout/traceability-map.yaml";
const HEALTH = ".sdd/intelligence/health.json";

describe("health in the Problems panel", () => {
  const uriOf = (path: string): vscode.Uri => vscode.Uri.file(join(workspaceRoot(), path));
  const found = (path: string, code: string): vscode.Diagnostic | undefined =>
    vscode.languages.getDiagnostics(uriOf(path)).find((each) => each.source === "SDD" && each.code === code);

  async function actionsAt(path: string, at: vscode.Diagnostic): Promise<readonly vscode.CodeAction[]> {
    const uri = uriOf(path);
    const document = await vscode.workspace.openTextDocument(uri);
    await waitUntil("the editor to follow the disk", () => document.getText() === textOf(path));
    const kind = vscode.CodeActionKind.QuickFix.value;
    return vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, at.range, kind);
  }

  /** Does what choosing an action does. */
  async function apply({ edit, command }: vscode.CodeAction): Promise<void> {
    if (edit !== undefined) assert.ok(await vscode.workspace.applyEdit(edit));
    if (command === undefined) return;
    await vscode.commands.executeCommand(
      command.command,
      ...((command.arguments ?? []) as readonly unknown[]),
    );
  }

  before(async () => {
    const { roots } = await testAccess();
    await roots.refresh();
  });

  it("shows a broken link at its line and corrects it; that can be undone", async () => {
    const before = textOf(FILE);
    write(FILE, `${before.trimEnd()}\n\nSee [the keys](../0002-idempotency-keys.md).\n`);
    const finding = await waitUntil("the finding", () => found(FILE, "broken-link"));
    assert.equal(finding.range.start.line, textOf(FILE).split("\n").length - 2);
    const actions = await actionsAt(FILE, finding);
    const fix = actions.find(({ title }) => title === "Correct the link: 0002-idempotency-keys.md");
    assert.ok(fix, actions.map(({ title }) => title).join("\n"));
    await apply(fix);
    assert.match(textOf(FILE), /See \[the keys\]\(0002-idempotency-keys\.md\)/);
    await waitUntil("the finding to go", () => found(FILE, "broken-link") === undefined);
    const document = await vscode.workspace.openTextDocument(uriOf(FILE));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    assert.match(document.getText(), /See \[the keys\]\(\.\.\/0002-idempotency-keys\.md\)/);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    write(FILE, before);
    await waitUntil("the text on disk", () => document.getText() === before);
  });

  it("passes a finding over by a comment on its line", async () => {
    const before = textOf(FILE);
    write(FILE, `${before.trimEnd()}\n\nSee [nothing](gone.md).\n`);
    const finding = await waitUntil("the finding", () => found(FILE, "broken-link"));
    const suppress = (await actionsAt(FILE, finding)).find(({ title }) => title.startsWith("Suppress"));
    assert.ok(suppress);
    await apply(suppress);
    assert.match(textOf(FILE), /\(gone\.md\)\. <!-- sdd-ignore broken-link -->\n/);
    await waitUntil("the finding to go", () => found(FILE, "broken-link") === undefined);
    write(FILE, before);
  });

  it("has the same codes as the command line, and writes its report only when that is asked for", async () => {
    assert.equal(existsSync(join(workspaceRoot(), HEALTH)), false);
    await vscode.commands.executeCommand("sdd.health.show");
    const report = JSON.parse(textOf(HEALTH)) as {
      readonly findings: readonly { readonly path: string; readonly code: string; readonly line: number }[];
    };
    const listed = report.findings.map(({ path, code, line }) => `${path}:${line} ${code}`).sort();
    const shown = vscode.languages
      .getDiagnostics()
      .flatMap(([uri, list]) =>
        list
          .filter(({ source }) => source === "SDD")
          .map(
            ({ code, range }) =>
              `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1} ${typeof code === "string" ? code : ""}`,
          ),
      )
      .sort();
    assert.deepEqual(shown, listed);
    assert.ok(shown.length > 0);
  });

  it("changes no map without a person's answer", async () => {
    const before = textOf(MAP);
    const { roots } = await testAccess();
    const [root] = roots.all;
    const finding = {
      code: "artifact-hash-differs",
      severity: "warning",
      path: MAP,
      line: 1,
      column: 1,
      params: ["prd"],
    };
    await vscode.commands.executeCommand("sdd.health.fix", { root: root?.id, finding, kind: "another" });
    assert.equal(textOf(MAP), before);
  });
});
