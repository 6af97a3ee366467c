import * as vscode from "vscode";
import { adviceFor } from "../../core/diagnostic-advice.js";
import { diagnosticTemplate, type Diagnostic, type Severity } from "../../core/diagnostics.js";
import type { FileFindings } from "../../node/engine-api.js";
import { reveal } from "../../core/text/reveal.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import { phrase } from "../base/phrases.js";
import type { Findings, HealthStates } from "../health/states.js";
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

/** So many findings go to VS Code at a time: each is turned into a message, which takes the host's time. */
const AT_A_TIME = 50;

/** Milliseconds until the next of them, in which the host does its other work. */
const PAUSE_MS = 5;

/** What the Problems panel shows of a root, and what it is to show. */
class RootFindings {
  readonly base: vscode.Uri;
  readonly #shown = new Map<string, FileFindings>();
  #rest: Iterator<Change, undefined> | undefined;

  constructor(base: vscode.Uri) {
    this.base = base;
  }

  want(wanted: Findings): void {
    this.#rest = differences(this.#shown, wanted);
  }

  /** The next file whose findings are to be set again; `undefined` where all are as wanted. */
  next(): Change | undefined {
    const change = this.#rest?.next().value;
    if (change === undefined) this.#rest = undefined;
    else if (change.file === undefined) this.#shown.delete(change.path);
    else this.#shown.set(change.path, change.file);
    return change;
  }
}

interface Change {
  readonly path: string;
  /** `undefined`: there are none any more. */
  readonly file: FileFindings | undefined;
}

function* differences(shown: Findings, wanted: Findings): Generator<Change, undefined> {
  // What did not change is the same object.
  for (const [path, file] of wanted) if (shown.get(path) !== file) yield { path, file };
  for (const path of [...shown.keys()]) if (!wanted.has(path)) yield { path, file: undefined };
  return undefined;
}

/** Keeps the Problems panel in step with what the engines find; only files whose findings changed are set again. */
export class ProjectDiagnostics implements DisposableLike {
  readonly #own = new Disposables();
  readonly #collection = this.#own.add(vscode.languages.createDiagnosticCollection("sdd"));
  readonly #roots = new Map<string, RootFindings>();
  #timer: NodeJS.Timeout | undefined;

  constructor(roots: ProjectRoots, health: HealthStates) {
    this.#own.add(
      health.onDidChange((root) => {
        if (root !== undefined) this.#want(root.folder.uri, health.findingsOf(root));
        const open = new Set(roots.all.map(({ id }) => id));
        for (const [id, { base }] of this.#roots) if (!open.has(id)) this.#want(base, new Map());
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#own.dispose();
  }

  #want(base: vscode.Uri, findings: Findings): void {
    const id = base.toString();
    const root = this.#roots.get(id) ?? new RootFindings(base);
    this.#roots.set(id, root);
    root.want(findings);
    this.#goOn(0);
  }

  #goOn(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#setSome()) this.#goOn(PAUSE_MS);
    }, ms);
  }

  /** @returns whether there may be more */
  #setSome(): boolean {
    const some: [vscode.Uri, readonly vscode.Diagnostic[] | undefined][] = [];
    let weight = 0;
    for (const root of this.#roots.values()) {
      for (let next = root.next(); next !== undefined; next = root.next()) {
        const { path, file } = next;
        some.push([vscode.Uri.joinPath(root.base, path), file?.diagnostics.map(toVsCode)]);
        weight += 1 + (file?.diagnostics.length ?? 0);
        if (weight >= AT_A_TIME) break;
      }
      if (weight >= AT_A_TIME) break;
    }
    if (some.length > 0) this.#collection.set(some);
    return weight >= AT_A_TIME;
  }
}
