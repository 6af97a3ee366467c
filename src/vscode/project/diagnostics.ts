import * as vscode from "vscode";
import { adviceFor } from "../../core/diagnostic-advice.js";
import { diagnosticTemplate, type Diagnostic, type Severity } from "../../core/diagnostics.js";
import { reveal } from "../../core/text/reveal.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import { phrase } from "../base/phrases.js";
import type { Findings, HealthStates } from "../health/states.js";
import type { ProjectRoot } from "./root.js";
import type { ProjectRoots } from "./roots.js";

const SEVERITY: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
};

/** To the end of its line; VS Code clips it to the text. */
const LINE_END = 10_000;

/** What VS Code shows as the origin of our diagnostics. */
export const SOURCE = "SDD";

/** What to do about a finding, in the person's language; empty where nothing can be said in general. */
function adviceOf({ code }: Diagnostic): string {
  const advice = adviceFor(code);
  return advice === undefined ? "" : vscode.l10n.t(advice);
}

/** What the Problems panel says of a finding: its sentence, and below it what to do. */
export function textOf(finding: Diagnostic): string {
  return [messageOf(finding), adviceOf(finding)].filter((line) => line !== "").join("\n");
}

/** The sentence of a finding in the person's language, fit to be shown. */
export function messageOf({ code, params }: Diagnostic): string {
  return reveal(vscode.l10n.t(diagnosticTemplate(code), ...params.map(phrase)));
}

function toVsCode(finding: Diagnostic): vscode.Diagnostic {
  const { code, severity, line, column } = finding;
  const range = new vscode.Range(line - 1, column - 1, line - 1, LINE_END);
  const made = new vscode.Diagnostic(range, textOf(finding), SEVERITY[severity]);
  made.source = SOURCE;
  made.code = code;
  return made;
}

/** So many files' findings go to VS Code at a time: each is turned into a message, which takes the host's time. */
const FILES_AT_A_TIME = 25;

/** Keeps the Problems panel in step with what the engines find; only files whose findings changed are set again. */
export class ProjectDiagnostics implements DisposableLike {
  readonly #own = new Disposables();
  readonly #collection = this.#own.add(vscode.languages.createDiagnosticCollection("sdd"));
  /** By root and path. */
  readonly #shown = new Map<string, ReadonlyMap<string, readonly Diagnostic[]>>();
  /** What is still to be set, the newest for each file; by the file's address. */
  readonly #waiting = new Map<string, readonly [vscode.Uri, readonly Diagnostic[]]>();
  #timer: NodeJS.Immediate | undefined;

  constructor(roots: ProjectRoots, health: HealthStates) {
    this.#own.add(
      health.onDidChange((root) => {
        if (root !== undefined) this.#show(root, health.findingsOf(root));
        const open = new Set(roots.all.map(({ id }) => id));
        for (const [id, shown] of this.#shown) if (!open.has(id)) this.#forget(id, shown.keys());
      }),
    );
  }

  dispose(): void {
    clearImmediate(this.#timer);
    this.#own.dispose();
  }

  #show(root: ProjectRoot, now: Findings): void {
    const before = this.#shown.get(root.id);
    this.#shown.set(root.id, now);
    // What did not change is the same list.
    for (const [path, found] of now) if (before?.get(path) !== found) this.#set(root.uri(path), found);
    for (const path of before?.keys() ?? []) if (!now.has(path)) this.#set(root.uri(path), []);
  }

  #forget(id: string, paths: Iterable<string>): void {
    const base = vscode.Uri.parse(id);
    for (const path of paths) this.#set(vscode.Uri.joinPath(base, path), []);
    this.#shown.delete(id);
  }

  #set(uri: vscode.Uri, found: readonly Diagnostic[]): void {
    this.#waiting.set(uri.toString(), [uri, found]);
    this.#timer ??= setImmediate(() => {
      this.#setSome();
    });
  }

  #setSome(): void {
    const some = [...this.#waiting].slice(0, FILES_AT_A_TIME);
    for (const [key] of some) this.#waiting.delete(key);
    this.#collection.set(
      some.map(([, [uri, found]]) => [uri, found.length === 0 ? undefined : found.map(toVsCode)]),
    );
    this.#timer =
      this.#waiting.size === 0
        ? undefined
        : setImmediate(() => {
            this.#setSome();
          });
  }
}
