import type { ProjectSession } from "../core/context/session.js";
import type { Diagnostic } from "../core/diagnostics.js";
import { SddError } from "../core/errors.js";
import { healthOf, HealthMemory, type HealthReport, type LearningCounts } from "../core/health/health.js";
import { quickFixes, type QuickFix } from "../core/health/quick-fixes.js";
import { healthJson, healthText } from "../core/health/report.js";
import type { Conflict } from "../core/learning/conflict.js";
import type { Cancellation, ProjectWriter } from "../core/ports.js";
import { DEFAULT_CONFIG } from "../core/project/config/config.js";
import type { Project } from "../core/project/project.js";
import { documentPorts } from "./document-ports.js";
import type { FileFindings } from "./engine-api.js";
import { findingsTeller } from "./overview.js";
import type { Told } from "./teller.js";

/** What health has to be told by those who know. */
export interface HealthContext {
  readonly project: Project;
  /** Conflicts that no person has settled. */
  readonly conflicts: readonly Conflict[];
  readonly learnings: LearningCounts | undefined;
  readonly cancellation: Cancellation;
}

function byFile(findings: readonly Diagnostic[]): readonly FileFindings[] {
  const files: { readonly path: string; readonly diagnostics: Diagnostic[] }[] = [];
  // They are sorted by path.
  for (const each of findings) {
    const last = files.at(-1);
    if (last?.path === each.path) last.diagnostics.push(each);
    else files.push({ path: each.path, diagnostics: [each] });
  }
  return files;
}

/** Findings about a root's documents, kept up to date at the cost of what changed. */
export class HealthEngine {
  readonly #root: string;
  readonly #session: ProjectSession;
  readonly #writer: ProjectWriter;
  readonly #memory = new HealthMemory();
  readonly #teller = findingsTeller();

  constructor(root: string, session: ProjectSession, writer: ProjectWriter) {
    this.#root = root;
    this.#session = session;
    this.#writer = writer;
  }

  /** @param known the version that the asker has all of */
  tell(context: HealthContext, known: string | undefined): Told<FileFindings> {
    return this.#teller.tell(byFile(this.#report(context).findings), known);
  }

  /** What is left of a version that was told in part. */
  rest(version: string): Told<FileFindings> | undefined {
    return this.#teller.rest(version);
  }

  /** @throws SddError `feature-off`, `cancelled`, `write-failed`, `path-refused` */
  write(context: HealthContext, now: string): { path: string; findings: number } {
    const { enabled, indexDir } = this.#session.configOf(context.project.inventory).intelligence;
    if (!enabled) throw new SddError("feature-off", "intelligence");
    const report = this.#report(context);
    const path = `${indexDir}/health.json`;
    const files = [{ path, text: healthText(healthJson(report, now), this.#session.readText(path)) }];
    // The state folder's own ignore file knows the usual place only.
    if (indexDir !== DEFAULT_CONFIG.intelligence.indexDir)
      files.push({ path: `${indexDir}/.gitignore`, text: "*\n" });
    this.#writer.writeDerived(files);
    return { path, findings: report.findings.length };
  }

  /** @param text of the document that the finding stands in, as its editor has it. */
  fixes(project: Project, finding: Diagnostic, text: string): Promise<readonly QuickFix[]> {
    const textOf = (path: string): string | undefined =>
      path === finding.path ? text : this.#session.readText(path);
    const config = this.#session.configOf(project.inventory).health;
    return quickFixes(finding, { project, config, textOf });
  }

  /** @throws SddError `cancelled` */
  #report({ project, conflicts, learnings, cancellation }: HealthContext): HealthReport {
    const config = this.#session.configOf(project.inventory).health;
    const input = { project, config, conflicts, ...(learnings === undefined ? {} : { learnings }) };
    return healthOf(documentPorts(this.#root), input, this.#memory, cancellation);
  }
}
