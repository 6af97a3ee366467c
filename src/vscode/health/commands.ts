import * as vscode from "vscode";
import type { Diagnostic } from "../../core/diagnostics.js";
import { SddError } from "../../core/errors.js";
import { amountOf, stageWord } from "../packs/words.js";
import { parseStage } from "../../core/project/stages.js";
import { applyEdits, documentOf } from "../project/edits.js";
import type { ProjectRoots } from "../project/roots.js";
import { fixTitle } from "./actions.js";

/** SDD: Show Health: the Problems panel, and `health.json` for whoever reads it elsewhere. */
export async function showHealth(roots: ProjectRoots): Promise<void> {
  const all = roots.required();
  await roots.refresh();
  await vscode.commands.executeCommand("workbench.actions.view.problems");
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", ".sdd/intelligence/health.json");
  const written = [];
  for (const root of all) written.push(await root.learning.call("writeHealth", {}));
  const findings = written.reduce((sum, each) => sum + each.findings, 0);
  const paths = written.map(({ path }) => path).join(", ");
  vscode.window.setStatusBarMessage(
    vscode.l10n.t("Findings: {0}. Written to {1}.", amountOf(findings), paths),
    10_000,
  );
}

/** What a command was run with, unchecked. */
type Argument = Readonly<Record<string, unknown>>;

async function save(roots: ProjectRoots, uri: string): Promise<void> {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
  if (document === undefined || roots.of(document.uri) === undefined || !document.isDirty) return;
  if (!(await document.save())) {
    throw new SddError("write-failed", document.fileName, vscode.l10n.t("the editor could not save it"));
  }
}

function isFinding(value: unknown): value is Diagnostic {
  if (typeof value !== "object" || value === null) return false;
  const { code, path, line, params } = value as Argument;
  return (
    typeof code === "string" && typeof path === "string" && typeof line === "number" && Array.isArray(params)
  );
}

/**
 * The second half of a quick fix: saves what it changed, or asks a person first where the change stands for a decision
 * of theirs. The fix itself is asked for again, so that nothing is applied that was not found now.
 */
export async function fixFinding(roots: ProjectRoots, argument: unknown): Promise<void> {
  const { save: uri, root: id, finding, kind } = (argument ?? {}) as Argument;
  if (typeof uri === "string") {
    await save(roots, uri);
    return;
  }
  const root = roots.all.find((each) => each.id === id);
  if (root === undefined || !isFinding(finding)) {
    throw new SddError("wrong-usage", vscode.l10n.t("Choose a finding in the Problems panel first."));
  }
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", finding.path);
  const document = await documentOf(root, finding.path);
  if (document === undefined)
    throw new SddError("unreadable-file", finding.path, vscode.l10n.t("it is gone"));
  const fixes = await root.learning.call("quickFixes", { finding, text: document.getText() });
  const fix = fixes.find((each) => each.kind === kind);
  if (fix === undefined) return;
  if (fix.confirm) {
    const stage = parseStage(fix.detail);
    const question = vscode.l10n.t(
      "Did you read what changed in the document of the stage {0}, and does its state still hold? The map then gets the document's present hash.",
      stage === undefined ? fix.detail : stageWord(stage),
    );
    const button = vscode.l10n.t("Enter the Hash");
    const options = { modal: true, detail: fixTitle(fix) };
    if ((await vscode.window.showWarningMessage(question, options, button)) !== button) return;
  }
  await applyEdits(root, [{ path: fix.path, text: fix.text }]);
  await root.refresh();
}
