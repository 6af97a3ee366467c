import { diagnosticMessage } from "../../core/diagnostics.js";
import type { DocumentProposal } from "../../core/publish/apply.js";
import { proposeIntelligence, type PublishProposal } from "../../core/publish/publish.js";
import { unifiedDiff } from "../../core/publish/unified-diff.js";
import { SddError } from "../../core/errors.js";
import { redactShort } from "../../core/redaction/redact.js";
import { systemClock } from "../../node/clock.js";
import { documentPorts } from "../../node/document-ports.js";
import { openLearnings } from "../../node/learning.js";
import { createProjectWriter } from "../../node/project-writer.js";
import type { ExitCode } from "../exit-code.js";
import { printJson, printMessage, printResult, type CliIo } from "../io.js";
import { problemJson } from "../problems.js";
import { sessionFor } from "../project.js";

export interface PublishOptions {
  readonly write?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly root?: string;
}

const isChange = ({ status }: DocumentProposal): boolean => status === "create" || status === "update";

/** Hand-written lines beside the regions are the person's own, and stand in the diff as its context: they are redacted. */
function diffOf({ path, before, after }: DocumentProposal): string {
  return redactShort(unifiedDiff(path, before, after));
}

function publishJson(
  { language, isLearned, documents }: PublishProposal,
  written: readonly string[],
): unknown {
  return {
    language,
    learned: isLearned,
    documents: documents.map((each) => ({
      path: each.path,
      status: each.status,
      written: written.includes(each.path),
      problems: each.diagnostics.map(problemJson),
      diff: diffOf(each),
    })),
  };
}

function summaryOf({ documents }: PublishProposal, write: boolean): string {
  const changed = documents.filter(isChange).map(({ path }) => path);
  const refused = documents.filter(({ status }) => status === "refused").map(({ path }) => path);
  const lines = [
    changed.length === 0
      ? "Nothing to write: the documents are up to date."
      : `${write ? "Wrote" : "Would write"} ${changed.join(", ")}.`,
  ];
  if (changed.length > 0 && !write) lines.push("Nothing was written; --write writes it.");
  if (refused.length > 0) lines.push(`Left as they are: ${refused.join(", ")}.`);
  return lines.join("\n");
}

/**
 * `sdd intelligence publish`: prints what would change as a diff, and with `--write` writes it. A file whose marks are
 * broken is left as it is, the others are written; it makes the exit code 1.
 *
 * @throws SddError `feature-off`, `not-a-project`, `write-failed`, `path-refused`
 */
export async function publish(io: CliIo, options: PublishOptions): Promise<ExitCode> {
  const { write = false, dryRun = false } = options;
  if (write && dryRun) throw new SddError("wrong-usage", "Say either --write or --dry-run.");
  const opened = sessionFor(io, options.root);
  const current = await openLearnings(opened, systemClock(io.env)).list();
  const proposal = proposeIntelligence(opened.session, documentPorts(opened.root), current);
  const written: string[] = [];
  if (write) {
    const writer = createProjectWriter(opened.root);
    for (const { path, after, status } of proposal.documents.filter(isChange)) {
      writer.writeDocument({ path, text: after }, status === "create" ? "create" : "replace");
      written.push(path);
    }
  }
  if (options.json === true) printJson(io, publishJson(proposal, written));
  else printResult(io, proposal.documents.map(diffOf).join(""));
  for (const { path, line, column, ...rest } of proposal.documents.flatMap((each) => each.diagnostics)) {
    const message = diagnosticMessage({ path, line, column, ...rest });
    printMessage(io, `${redactShort(path)}:${line}:${column}: ${rest.severity}: ${redactShort(message)}`);
  }
  if (!proposal.isLearned)
    printMessage(
      io,
      "Nothing was learned yet, so there is little to tell: run sdd intelligence learn --all first.",
    );
  printMessage(io, summaryOf(proposal, write));
  return proposal.documents.some(({ status }) => status === "refused") ? 1 : 0;
}
