import type { Ranking } from "../../core/context/ranking.js";
import type { PackOutcome } from "../../core/context/session.js";
import type { Diagnostic } from "../../core/diagnostics.js";
import { SddError } from "../../core/errors.js";
import { CONTEXT_CHARS } from "../../core/project/config/config.js";
import { findOrchestration, type Orchestration } from "../../core/project/project.js";
import { parseStage, STAGES, type Stage } from "../../core/project/stages.js";
import { redactShort } from "../../core/redaction/redact.js";
import { printJson, printResult, type CliIo } from "../io.js";
import { printProblems, problemJson, problemsFor } from "../problems.js";
import { sessionFor } from "../project.js";
import type { ExitCode } from "../exit-code.js";

export interface BuildOptions {
  readonly name: string;
  readonly stage: string;
  readonly write?: boolean;
  readonly dryRun?: boolean;
  readonly maxChars?: string;
  readonly includeContent?: boolean;
  readonly json?: boolean;
  readonly root?: string;
}

export interface RecommendOptions {
  readonly name: string;
  readonly stage?: string;
  readonly json?: boolean;
  readonly root?: string;
}

function stageFrom(name: string): Stage {
  const stage = parseStage(name);
  if (stage === undefined) throw new SddError("unknown-stage", name, STAGES.join(", "));
  return stage;
}

function limitFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(limit >= CONTEXT_CHARS.least && limit <= CONTEXT_CHARS.most))
    throw new SddError("invalid-limit", text);
  return limit;
}

/** What `--json` prints of a pack. */
function packJson(
  outcome: PackOutcome,
  problems: readonly Diagnostic[],
  written: boolean,
  includeContent: boolean,
): Record<string, unknown> {
  const { manifest, paths, orchestration, stage } = outcome;
  return {
    path: paths.pack,
    manifest_path: paths.manifest,
    written,
    orchestration_slug: orchestration.slug,
    stage,
    generated_at: manifest.generated_at,
    sources_considered: manifest.counts.considered,
    sources_included: manifest.counts.included,
    sources_excluded: manifest.counts.excluded,
    sources_stale: manifest.counts.stale,
    conflicts: manifest.conflicts.map(problemJson),
    diagnostics: problems.map(problemJson),
    chars: manifest.chars,
    limit: manifest.limit,
    sha256: manifest.sha256,
    ...(includeContent ? { content: outcome.text } : {}),
  };
}

function summary(outcome: PackOutcome, written: boolean): string {
  const { counts, chars, limit, conflicts } = outcome.manifest;
  const did = written ? `Wrote ${outcome.paths.pack}` : `Would write ${outcome.paths.pack}`;
  const conflictWords = conflicts.length === 0 ? "" : `, conflicts: ${conflicts.length}`;
  return `${did}: ${chars} of ${limit} characters, sources in: ${counts.included}, out: ${counts.excluded}${conflictWords}.`;
}

/** `sdd context build` */
export async function contextBuild(io: CliIo, options: BuildOptions): Promise<ExitCode> {
  const stage = stageFrom(options.stage);
  const limit = limitFrom(options.maxChars);
  const { session } = sessionFor(io, options.root);
  const project = await session.refresh();
  const outcome = session.build(project, findOrchestration(project, options.name), stage, limit);
  const asked = options.write === true;
  const write = asked && options.dryRun !== true;
  if (write) session.write(outcome, project.inventory);
  const considered = new Set(outcome.manifest.sources.map(({ path }) => path));
  const problems = problemsFor(project, outcome.orchestration, considered);
  if (options.json === true) {
    printJson(io, packJson(outcome, problems, write, options.includeContent === true));
  } else if (asked) printResult(io, `${summary(outcome, write)}\n`);
  else printResult(io, outcome.text);
  printProblems(io, [...problems, ...outcome.manifest.conflicts]);
  return 0;
}

/** `sdd context recommend` */
export async function contextRecommend(io: CliIo, options: RecommendOptions): Promise<ExitCode> {
  const wanted = options.stage === undefined ? undefined : stageFrom(options.stage);
  const { session } = sessionFor(io, options.root);
  const project = await session.refresh();
  const { orchestration, stage, ranking } = session.recommend(project, options.name, wanted);
  const considered = new Set(ranking.sources.map(({ record }) => record.path));
  const problems = problemsFor(project, orchestration, considered);
  if (options.json === true) {
    printJson(io, {
      orchestration_slug: orchestration.slug,
      stage,
      sources: ranking.sources.map(({ record, stage: own, state, score, excluded }) => ({
        path: redactShort(record.path),
        kind: record.kind,
        stage: own,
        state,
        score,
        excluded,
      })),
      groups: ranking.groups,
      diagnostics: problems.map(problemJson),
    });
  } else
    printResult(
      io,
      recommendation(orchestration, stage, ranking, wanted === undefined ? "next stage" : "sources for"),
    );
  printProblems(io, problems);
  return 0;
}

function recommendation(
  orchestration: Orchestration,
  stage: Stage,
  ranking: Ranking,
  what: "next stage" | "sources for",
): string {
  const lines = [`${redactShort(orchestration.name)} (${orchestration.slug}): ${what} ${stage}`, ""];
  for (const { record, score, excluded } of ranking.sources) {
    const out = excluded === undefined ? "" : `  (out: ${excluded})`;
    lines.push(`${String(score.total).padStart(5)}  ${redactShort(record.path)}${out}`);
  }
  for (const { folder, reason, count } of ranking.groups)
    lines.push(`    -  ${folder}: ${count} (out: ${reason})`);
  return `${lines.join("\n")}\n`;
}
