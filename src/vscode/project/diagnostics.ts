import * as vscode from "vscode";
import { diagnosticTemplate, type Diagnostic, type Severity } from "../../core/diagnostics.js";
import { reveal } from "../../core/text/reveal.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import { phrase } from "../base/phrases.js";
import type { ProjectRoot } from "./root.js";
import type { ProjectRoots } from "./roots.js";

const SEVERITY: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
};

/** To the end of its line; VS Code clips it to the text. */
const LINE_END = 10_000;

function toVsCode({ code, severity, line, column, params }: Diagnostic): vscode.Diagnostic {
  const message = reveal(vscode.l10n.t(diagnosticTemplate(code), ...params.map(phrase)));
  const range = new vscode.Range(line - 1, column - 1, line - 1, LINE_END);
  const made = new vscode.Diagnostic(range, message, SEVERITY[severity]);
  made.source = "SDD";
  made.code = code;
  return made;
}

/** Keeps the Problems panel in step with what the engines find; only files whose findings changed are set again. */
export class ProjectDiagnostics implements DisposableLike {
  readonly #own = new Disposables();
  readonly #collection = this.#own.add(vscode.languages.createDiagnosticCollection("sdd"));
  readonly #shown = new Map<string, Map<string, string>>();

  constructor(roots: ProjectRoots) {
    this.#own.add(
      roots.onDidChange((root) => {
        if (root !== undefined) this.#show(root);
        const open = new Set(roots.all.map(({ id }) => id));
        for (const id of [...this.#shown.keys()]) if (!open.has(id)) this.#forget(id);
      }),
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  #show(root: ProjectRoot): void {
    const byPath = new Map<string, Diagnostic[]>();
    for (const found of root.overview?.diagnostics ?? []) {
      const list = byPath.get(found.path);
      if (list === undefined) byPath.set(found.path, [found]);
      else list.push(found);
    }
    const before = this.#shown.get(root.id) ?? new Map<string, string>();
    const now = new Map<string, string>();
    for (const [path, found] of byPath) {
      const uri = root.uri(path);
      const key = JSON.stringify(found);
      now.set(uri.toString(), key);
      if (before.get(uri.toString()) !== key) this.#collection.set(uri, found.map(toVsCode));
    }
    for (const uri of before.keys()) if (!now.has(uri)) this.#collection.delete(vscode.Uri.parse(uri));
    this.#shown.set(root.id, now);
  }

  #forget(id: string): void {
    for (const uri of this.#shown.get(id)?.keys() ?? []) this.#collection.delete(vscode.Uri.parse(uri));
    this.#shown.delete(id);
  }
}
