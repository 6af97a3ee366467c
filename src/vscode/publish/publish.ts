import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import type { DocumentProposal } from "../../core/publish/apply.js";
import { INTELLIGENCE_FOLDER } from "../../core/publish/paths.js";
import type { PublishProposal } from "../../core/publish/publish.js";
import { INTELLIGENCE_FILES } from "../../core/publish/files.js";
import { COMMANDS } from "../commands/ids.js";
import { amountOf } from "../packs/words.js";
import { messageOf } from "../project/diagnostics.js";
import { applyEdits, documentOf } from "../project/edits.js";
import type { Place } from "../project/place.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import type { ProposedTexts } from "./proposals.js";

const PATHS = INTELLIGENCE_FILES.map((file) => `${INTELLIGENCE_FOLDER}/${file}.md`);

const titleOf = (): string => vscode.l10n.t("Update Project Intelligence");

/** @throws SddError `cancelled`, `wrong-usage` where no folder is open */
async function pickRoot(roots: ProjectRoots, { root: id }: Place): Promise<ProjectRoot> {
  const all = roots.required();
  const [first] = all;
  const named = all.find((root) => root.id === id) ?? (all.length === 1 ? first : undefined);
  if (named !== undefined) return named;
  const items = all.map((root) => ({ label: root.folder.name, description: root.folder.uri.fsPath, root }));
  const placeHolder = vscode.l10n.t("In which folder?");
  const picked = await vscode.window.showQuickPick(items, { title: titleOf(), placeHolder });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.root;
}

/** The documents as editors have them, unsaved changes included: a proposal on what is on the disk would undo those. */
async function editorTexts(root: ProjectRoot): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const path of PATHS) {
    try {
      const document = await documentOf(root, path);
      if (document !== undefined) texts[path] = document.getText();
    } catch {
      // What no editor can open is judged by the engine, which says what is wrong with it.
    }
  }
  return texts;
}

const isChange = ({ status }: DocumentProposal): boolean => status === "create" || status === "update";
const nameOf = ({ path }: DocumentProposal): string => path.slice(path.lastIndexOf("/") + 1);

/** Says which files are left alone because their marks are broken, and leads to the first one. */
function warnRefused(root: ProjectRoot, { documents }: PublishProposal): void {
  const refused = documents.filter(({ status }) => status === "refused");
  const [finding] = refused.flatMap(({ diagnostics }) => diagnostics);
  if (finding === undefined) return;
  const where = `${finding.path}:${finding.line}`;
  const sentence = vscode.l10n.t(
    "Left as they are: {0}. {1}: {2}",
    refused.map(nameOf).join(", "),
    where,
    messageOf(finding),
  );
  const button = vscode.l10n.t("Open");
  void vscode.window.showWarningMessage(sentence, button).then((pressed) => {
    if (pressed !== button) return;
    const at = new vscode.Range(finding.line - 1, 0, finding.line - 1, 0);
    void vscode.window.showTextDocument(root.uri(finding.path), { selection: at });
  });
}

/** Says that nothing was learned, so that the documents will say little. */
function warnUnlearned(): void {
  const button = vscode.l10n.t("Learn from Documents");
  const sentence = vscode.l10n.t("Nothing was learned from the documents yet, so there is little to tell.");
  void vscode.window.showInformationMessage(sentence, button).then((pressed) => {
    if (pressed === button) void vscode.commands.executeCommand(COMMANDS.learn);
  });
}

interface Item extends vscode.QuickPickItem {
  readonly proposal: DocumentProposal;
}

function itemOf(proposal: DocumentProposal): Item {
  const { status, diagnostics } = proposal;
  const description = status === "create" ? vscode.l10n.t("new") : vscode.l10n.t("changed");
  // What a person wrote into a region is in the diff, and would be gone: that has to be read before it is accepted.
  const detail = diagnostics.map((each) => `$(warning) ${messageOf(each)}`).join(" ");
  return {
    label: nameOf(proposal),
    description,
    picked: true,
    proposal,
    ...(detail === "" ? {} : { detail }),
  };
}

/** Which of the proposed files a person accepts. The diff can be read meanwhile. @throws SddError `cancelled` */
async function accepted(changes: readonly DocumentProposal[]): Promise<readonly DocumentProposal[]> {
  const picked = await vscode.window.showQuickPick(changes.map(itemOf), {
    title: titleOf(),
    placeHolder: vscode.l10n.t("Which changes do you accept? Nothing is written before."),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined || picked.length === 0) throw new SddError("cancelled");
  return picked.map(({ proposal }) => proposal);
}

/** @throws SddError `wrong-usage` where a file is not any more what the proposal was made for */
async function refuseMoved(root: ProjectRoot, proposals: readonly DocumentProposal[]): Promise<void> {
  for (const { path, before } of proposals) {
    const now = (await documentOf(root, path))?.getText();
    if (now === before?.replace(/^\ufeff/, "")) continue;
    const sentence = vscode.l10n.t(
      "{0} was changed meanwhile, so nothing was written. Run the command again.",
      path,
    );
    throw new SddError("wrong-usage", sentence);
  }
}

/**
 * SDD: Update Project Intelligence. Shows what would change as a diff, and writes what the person accepts as one edit that
 * can be undone.
 *
 * @throws SddError `cancelled`, `feature-off`, `untrusted`, `wrong-usage`, `write-failed`
 */
export async function publishIntelligence(
  roots: ProjectRoots,
  shown: ProposedTexts,
  place: Place,
): Promise<void> {
  const root = await pickRoot(roots, place);
  const progress = vscode.l10n.t("Putting the project intelligence documents together");
  const options = { location: vscode.ProgressLocation.Notification, title: progress, cancellable: true };
  const texts = await editorTexts(root);
  const proposal = await vscode.window.withProgress(options, (_, token) =>
    root.learning.call("proposeIntelligence", { texts }, token),
  );
  warnRefused(root, proposal);
  const changes = proposal.documents.filter(isChange);
  if (changes.length === 0) {
    if (!proposal.documents.some(({ status }) => status === "refused"))
      void vscode.window.showInformationMessage(
        vscode.l10n.t("The project intelligence documents are up to date."),
      );
    return;
  }
  if (!proposal.isLearned) warnUnlearned();
  const resources = changes.map((each) => {
    const { file, before, after } = shown.keep(root, each);
    return [file, before, after] as const;
  });
  await vscode.commands.executeCommand("vscode.changes", titleOf(), resources);
  const chosen = await accepted(changes);
  await refuseMoved(root, chosen);
  const edits = chosen.map(({ path, after }) => ({ path, text: after.replace(/^\ufeff/, "") }));
  await applyEdits(root, edits);
  void vscode.window.showInformationMessage(
    vscode.l10n.t("Project intelligence documents written: {0}.", amountOf(edits.length)),
  );
}
