import type { Conflict, ConflictSide } from "../../core/learning/conflict.js";
import type { SettledConflict, SortedConflicts } from "../../core/learning/settlements.js";
import { diagnosticMessage } from "../../core/diagnostics.js";
import { findOrchestration } from "../../core/project/project.js";
import { redactShort } from "../../core/redaction/redact.js";
import { openLearnings } from "../../node/learning.js";
import type { ExitCode } from "../exit-code.js";
import { printJson, printResult, type CliIo } from "../io.js";
import { problemJson } from "../problems.js";
import { sessionFor } from "../project.js";

export interface ConflictsOptions {
  readonly name?: string;
  readonly json?: boolean;
  readonly root?: string;
}

const shownSide = (side: ConflictSide): ConflictSide => ({ ...side, path: redactShort(side.path) });

/** A conflict as `--json` prints it; `stands` is the index of a side. */
function conflictJson(conflict: Conflict): Record<string, unknown> {
  return {
    id: conflict.id,
    ...problemJson(conflict),
    between: conflict.between.map(redactShort),
    sides: conflict.sides.map(shownSide),
  };
}

/** A name of a file, or a text, with a line end in it must not look like a line of its own. */
const oneLine = (text: string): string => text.replace(/[\r\n]/g, "⟨LF⟩");

function linesOf(conflict: Conflict): string[] {
  const { severity, path, line, id } = conflict;
  const message = redactShort(diagnosticMessage(conflict));
  const sides = conflict.sides
    .map(shownSide)
    .map((side, index) => `    ${index + 1}. ${side.path}:${side.line}: ${side.text}`);
  return [`${redactShort(path)}:${line}: ${severity}: ${message} [${id}]`, ...sides].map(oneLine);
}

function settledLines(conflict: SettledConflict): string[] {
  const { by, at, reason, stands } = conflict.settlement;
  return [...linesOf(conflict), oneLine(`    ${stands + 1} stands: ${reason} (${by}, ${at})`)];
}

function textOf({ open, settled }: SortedConflicts): string {
  const lines = [
    ...open.flatMap(linesOf),
    ...(settled.length === 0 ? [] : ["", "Settled:", ...settled.flatMap(settledLines)]),
    "",
    `Open: ${open.length}, settled: ${settled.length}.`,
  ];
  return `${(lines[0] === "" ? lines.slice(1) : lines).join("\n")}\n`;
}

/**
 * `sdd intelligence conflicts`: lists, and settles nothing, since that is a person's act in the editor.
 *
 * @throws SddError `unknown-orchestration`, `no-orchestrations`, `feature-off`, `not-a-project`
 */
export async function intelligenceConflicts(io: CliIo, options: ConflictsOptions): Promise<ExitCode> {
  const opened = sessionFor(io, options.root);
  const { project, records: learnings } = await openLearnings(opened).list();
  const slug = options.name === undefined ? undefined : findOrchestration(project, options.name).slug;
  const found = opened.session.listConflicts(project, { slug, learnings });
  if (options.json === true) {
    printJson(io, {
      conflicts: found.open.map(conflictJson),
      settled: found.settled.map((item) => ({ ...conflictJson(item), settlement: item.settlement })),
    });
  } else printResult(io, textOf(found));
  return 0;
}
