import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { slugOf } from "../../core/project/slug.js";
import { COMMANDS } from "../commands/ids.js";
import type { Place } from "../project/place.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";

async function pickRoot(roots: ProjectRoots, place: Place, title: string): Promise<ProjectRoot> {
  const all = roots.required();
  const [first] = all;
  const named = all.find(({ id }) => id === place.root) ?? (all.length === 1 ? first : undefined);
  if (named !== undefined) return named;
  const items = all.map((root) => ({ label: root.folder.name, description: root.folder.uri.fsPath, root }));
  const placeHolder = vscode.l10n.t("In which folder?");
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.root;
}

/** The folder's name while the person types, or why the name will not do. */
function checkName(root: ProjectRoot, name: string): vscode.InputBoxValidationMessage | undefined {
  if (name.trim() === "") return undefined;
  try {
    const slug = slugOf(name);
    if (root.orchestration(slug) !== undefined) {
      const message = vscode.l10n.t("There is an orchestration docs/{0} already.", slug);
      return { message, severity: vscode.InputBoxValidationSeverity.Error };
    }
    const message = vscode.l10n.t("It will live in docs/{0}.", slug);
    return { message, severity: vscode.InputBoxValidationSeverity.Info };
  } catch {
    const message = vscode.l10n.t("A name needs at least one letter or digit.");
    return { message, severity: vscode.InputBoxValidationSeverity.Error };
  }
}

/**
 * SDD: Create Orchestration.
 *
 * @param given the name, where the command was run with one
 */
export async function createOrchestration(roots: ProjectRoots, place: Place, given?: string): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", "docs");
  const title = vscode.l10n.t("Create Orchestration");
  const root = await pickRoot(roots, place, title);
  const name =
    given ??
    (await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t("The name of the feature or initiative"),
      placeHolder: vscode.l10n.t("Gift cards"),
      ignoreFocusOut: true,
      validateInput: (text) => checkName(root, text),
    }));
  if (name === undefined || name.trim() === "") throw new SddError("cancelled");
  const { slug, files } = await root.engine.call("init", { name });
  await root.refresh();
  const readme = files.find((path) => path.endsWith("README.md"));
  if (readme !== undefined) await vscode.window.showTextDocument(root.uri(readme));
  const button = vscode.l10n.t("Create Stage Document");
  const sentence = vscode.l10n.t("Created docs/{0} with its traceability map.", slug);
  void vscode.window.showInformationMessage(sentence, button).then((pressed) => {
    if (pressed !== button) return;
    void vscode.commands.executeCommand(COMMANDS.createStage, { root: root.id, slug });
  });
}
