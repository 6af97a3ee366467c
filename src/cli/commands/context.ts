import type { PackOutcome } from "../../core/context/session.js";
import { diagnosticMessage } from "../../core/diagnostics.js";
import { SddError } from "../../core/errors.js";
import { CONTEXT_CHARS } from "../../core/project/config.js";
import { findOrchestration } from "../../core/project/project.js";
import { parseStage, STAGES, type Stage } from "../../core/project/stages.js";
import { printJson, printMessage, printResult, type CliIo } from "../io.js";
import { sessionFor } from "../project.js";
import type { ExitCode } from "../run.js";

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
function packJson(outcome: PackOutcome, written: boolean, includeContent: boolean): Record<string, unknown> {
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
    conflicts: manifest.conflicts.map((item) => ({
      code: item.code,
      path: item.path,
      line: item.line,
      message: diagnosticMessage(item),
    })),
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
  if (options.json === true) printJson(io, packJson(outcome, write, options.includeContent === true));
  else if (asked) printResult(io, `${summary(outcome, write)}\n`);
  else printResult(io, outcome.text);
  for (const conflict of outcome.manifest.conflicts) {
    printMessage(io, `${conflict.path}:${conflict.line}: ${diagnosticMessage(conflict)}`);
  }
  return 0;
}

/** `sdd context recommend` */
export async function contextRecommend(io: CliIo, options: RecommendOptions): Promise<ExitCode> {
  const wanted = options.stage === undefined ? undefined : stageFrom(options.stage);
  const { session } = sessionFor(io, options.root);
  const project = await session.refresh();
  const { orchestration, stage, ranking } = session.recommend(project, options.name, wanted);
  if (options.json === true) {
    printJson(io, {
      orchestration_slug: orchestration.slug,
      stage,
      sources: ranking.sources.map(({ record, stage: own, state, score, excluded }) => ({
        path: record.path,
        kind: record.kind,
        stage: own,
        state,
        score,
        excluded,
      })),
      groups: ranking.groups,
    });
    return 0;
  }
  const lines = [`${orchestration.name} (${orchestration.slug}): next stage ${stage}`, ""];
  for (const { record, score, excluded } of ranking.sources) {
    lines.push(
      `${String(score.total).padStart(5)}  ${record.path}${excluded === undefined ? "" : `  (out: ${excluded})`}`,
    );
  }
  for (const { folder, reason, count } of ranking.groups)
    lines.push(`    -  ${folder}: ${count} (out: ${reason})`);
  printResult(io, `${lines.join("\n")}\n`);
  return 0;
}
