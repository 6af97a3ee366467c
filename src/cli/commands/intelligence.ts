import { SddError } from "../../core/errors.js";
import type { LearnRequest, LearnResult, LearningsStatus } from "../../core/learning/service-types.js";
import { redactShort } from "../../core/redaction/redact.js";
import { systemClock } from "../../node/clock.js";
import { openLearnings } from "../../node/learning.js";
import type { ExitCode } from "../exit-code.js";
import { printJson, printMessage, printResult, type CliIo } from "../io.js";
import { sessionFor } from "../project.js";

export interface LearnOptions {
  readonly name?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly root?: string;
}

export interface StatusOptions {
  readonly json?: boolean;
  readonly root?: string;
}

/** What `learn --json` prints. */
function learnJson(result: LearnResult): Record<string, unknown> {
  const { orchestrations, documents, read, added, superseded, missing, active, kinds } = result;
  return {
    ...{ orchestrations, documents, read, added, superseded, missing, active, kinds },
    left_out: result.leftOut,
    rejected: result.rejected,
    unreadable: result.unreadable.map(redactShort),
    files: result.files,
    written: result.written,
  };
}

const inWords = (kinds: Readonly<Record<string, number>>): string =>
  Object.entries(kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join(", ");

function learnText(result: LearnResult, dryRun: boolean): string {
  const { documents, read, added, superseded, missing, active, kinds, leftOut, files, written } = result;
  const lines = [
    `Documents: ${documents}, read: ${read}. Learnings: new ${added}, superseded ${superseded}, source gone ${missing}.`,
    `${active} hold now${active === 0 ? "" : ` (${inWords(kinds)})`}.`,
  ];
  const more = inWords(leftOut);
  if (more !== "") lines.push(`Left out, beyond what is kept of one kind and document: ${more}.`);
  if (written) lines.push(`Wrote ${files.join(", ")}.`);
  else if (dryRun && files.length > 0) lines.push(`Would write ${files.join(", ")}.`);
  else lines.push("Nothing to write: the index is up to date.");
  return `${lines.join("\n")}\n`;
}

/** `sdd intelligence learn`, and with `memory` what `sdd memory learn` does. */
export async function learn(io: CliIo, options: LearnOptions, memory = false): Promise<ExitCode> {
  const { name, all = false, dryRun = false } = options;
  if ((name === undefined) === !all)
    throw new SddError("wrong-usage", "Say either --name <orchestration> or --all.");
  const clock = systemClock(io.env);
  const learnings = openLearnings(sessionFor(io, options.root), clock);
  const request: LearnRequest = { names: name === undefined ? undefined : [name], dryRun, memory };
  const result = await learnings.learn(request);
  if (options.json === true) printJson(io, learnJson(result));
  else printResult(io, learnText(result, dryRun));
  if (result.rejected > 0)
    printMessage(io, `${result.rejected} lines of the index were no records and were set aside.`);
  for (const path of result.unreadable)
    printMessage(io, `${redactShort(path)} could not be read; what was learned from it stays as it was.`);
  return 0;
}

function statusText(status: LearningsStatus): string {
  const { index_dir, learnings, kinds, sources_indexed, stale_sources, stale_reasons, conflicts } = status;
  const stale = inWords(stale_reasons);
  return [
    `Index: ${index_dir}`,
    `Learnings: ${learnings}${learnings === 0 ? "" : ` (${inWords(kinds)})`}`,
    `Stale: ${status.statuses.stale}${stale === "" ? "" : ` (${stale})`}, in sources: ${stale_sources}`,
    `Superseded: ${status.statuses.superseded}, dismissed: ${status.statuses.dismissed}`,
    `Sources: ${sources_indexed}, conflicts: ${conflicts}`,
    ...(status.last_error === null ? [] : [`Last error: ${status.last_error}`]),
    "",
  ].join("\n");
}

/** `sdd intelligence status` */
export async function intelligenceStatus(io: CliIo, options: StatusOptions): Promise<ExitCode> {
  const learnings = openLearnings(sessionFor(io, options.root), systemClock(io.env));
  const status = await learnings.status();
  if (options.json === true) printJson(io, status);
  else printResult(io, statusText(status));
  return 0;
}
