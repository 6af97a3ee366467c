import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import type { DocumentEdit } from "../../node/engine-api.js";
import type { ProjectRoot } from "./root.js";
import { changeBetween } from "./text-change.js";

/** The document of a project file, with what an editor has not saved; `undefined` where there is no such file. */
export async function documentOf(root: ProjectRoot, path: string): Promise<vscode.TextDocument | undefined> {
  const uri = root.uri(path);
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
  return vscode.workspace.openTextDocument(uri);
}

/**
 * Applies a person's change to documents as one edit that can be undone, then saves them. New files are created and
 * never overwrite.
 *
 * @throws SddError `untrusted`, `already-exists`, `write-failed`
 */
export async function applyEdits(root: ProjectRoot, edits: readonly DocumentEdit[]): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", "docs");
  const all = new vscode.WorkspaceEdit();
  for (const { path, text } of edits) {
    const uri = root.uri(path);
    const document = await documentOf(root, path);
    if (document === undefined) {
      all.createFile(uri, { overwrite: false, ignoreIfExists: false });
      all.insert(uri, new vscode.Position(0, 0), text);
      continue;
    }
    const change = changeBetween(document.getText(), text);
    if (change === undefined) continue;
    const range = new vscode.Range(document.positionAt(change.start), document.positionAt(change.end));
    all.replace(uri, range, change.text);
  }
  const paths = edits.map(({ path }) => path).join(", ");
  if (!(await vscode.workspace.applyEdit(all))) {
    throw new SddError("write-failed", paths, vscode.l10n.t("the editor refused the change"));
  }
  for (const { path } of edits) {
    const document = await vscode.workspace.openTextDocument(root.uri(path));
    if (document.isDirty && !(await document.save())) {
      throw new SddError("write-failed", path, vscode.l10n.t("the editor could not save it"));
    }
  }
}
