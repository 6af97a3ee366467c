import * as vscode from "vscode";
import type { Diagnostic } from "../../core/diagnostics.js";
import type { QuickFix } from "../../core/health/quick-fixes.js";
import { reveal } from "../../core/text/reveal.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { toSddError } from "../commands/errors.js";
import { COMMANDS } from "../commands/ids.js";
import { textOf, SOURCE } from "../project/diagnostics.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import { changeBetween } from "../project/text-change.js";
import type { HealthStates } from "./states.js";
import { suppression } from "./suppress.js";

const DOCUMENTS: vscode.DocumentSelector = [
  { scheme: "file", language: "markdown" },
  { scheme: "file", language: "yaml" },
  { scheme: "file", pattern: "**/*.mdc" },
];

export function fixTitle({ kind, detail }: QuickFix): string {
  switch (kind) {
    case "hash-into-map":
      return vscode.l10n.t("Enter the document's present hash into the map…");
    case "add-section":
      return vscode.l10n.t("Add the section “{0}”", reveal(detail));
    case "moved-link":
      return vscode.l10n.t("Correct the link: {0}", reveal(detail));
  }
}

/** The finding behind a diagnostic of VS Code, which knows no more than line, code and sentence. */
function findingFor(
  states: HealthStates,
  root: ProjectRoot,
  path: string,
  shown: vscode.Diagnostic,
): Diagnostic | undefined {
  return states
    .findingsOf(root)
    .get(path)
    ?.diagnostics.find(
      (each) =>
        each.code === shown.code &&
        each.line === shown.range.start.line + 1 &&
        textOf(each) === shown.message,
    );
}

/** Quick fixes for the findings at the cursor: safe corrections, and the comment that passes a finding over. */
export class HealthActions implements vscode.CodeActionProvider, DisposableLike {
  readonly #roots: ProjectRoots;
  readonly #states: HealthStates;
  readonly #log: SafeLog;
  readonly #own = new Disposables();

  constructor(roots: ProjectRoots, states: HealthStates, log: SafeLog) {
    this.#roots = roots;
    this.#states = states;
    this.#log = log;
    const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];
    this.#own.add(vscode.languages.registerCodeActionsProvider(DOCUMENTS, this, { providedCodeActionKinds }));
  }

  dispose(): void {
    this.#own.dispose();
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const root = this.#roots.of(document.uri);
    const path = root?.relative(document.uri);
    if (root === undefined || path === undefined) return [];
    const ours = diagnostics.filter(({ source }) => source === SOURCE);
    const all = await Promise.all(
      ours.map(async (shown) => {
        const finding = findingFor(this.#states, root, path, shown);
        const fixes = finding === undefined ? [] : await this.#fixesFor(root, finding, document);
        const actions = fixes.map((fix) => fixAction(root, document, fix, finding, shown));
        return [...actions, ...suppressAction(document, shown)];
      }),
    );
    return all.flat();
  }

  async #fixesFor(
    root: ProjectRoot,
    finding: Diagnostic,
    document: vscode.TextDocument,
  ): Promise<readonly QuickFix[]> {
    try {
      return await root.learning.call("quickFixes", { finding, text: document.getText() });
    } catch (error) {
      const known = toSddError(error);
      this.#log.warn(`quick fixes: ${known.code}: ${known.message}`);
      return [];
    }
  }
}

/** What changes in a document, as one edit that can be undone; a document without unsaved changes is saved again after it. */
function fixAction(
  root: ProjectRoot,
  document: vscode.TextDocument,
  fix: QuickFix,
  finding: Diagnostic | undefined,
  shown: vscode.Diagnostic,
): vscode.CodeAction {
  const action = new vscode.CodeAction(fixTitle(fix), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [shown];
  if (fix.confirm || fix.path !== root.relative(document.uri)) {
    const argument = { root: root.id, finding, kind: fix.kind };
    action.command = { command: COMMANDS.fixFinding, title: action.title, arguments: [argument] };
    return action;
  }
  action.isPreferred = true;
  const change = changeBetween(document.getText(), fix.text);
  if (change === undefined) return action;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(change.start), document.positionAt(change.end));
  edit.replace(document.uri, range, change.text);
  action.edit = edit;
  return savedAfter(action, document);
}

function savedAfter(action: vscode.CodeAction, document: vscode.TextDocument): vscode.CodeAction {
  if (document.isDirty) return action;
  const argument = { save: document.uri.toString() };
  action.command = { command: COMMANDS.fixFinding, title: action.title, arguments: [argument] };
  return action;
}

function suppressAction(document: vscode.TextDocument, shown: vscode.Diagnostic): vscode.CodeAction[] {
  const { line } = shown.range.start;
  if (typeof shown.code !== "string" || line >= document.lineCount) return [];
  const lines = document.getText().split(/\r\n|\n|\r/);
  const isYaml = document.languageId === "yaml";
  const insertion = suppression(lines, line, shown.code, isYaml);
  if (insertion === undefined) return [];
  const title = vscode.l10n.t("Suppress {0} on this line", shown.code);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [shown];
  action.edit = new vscode.WorkspaceEdit();
  action.edit.insert(document.uri, new vscode.Position(line, insertion.column), insertion.text);
  return [savedAfter(action, document)];
}
