import { SddError } from "../../core/errors.js";
import { countLearnings, healthOf, type HealthReport } from "../../core/health/health.js";
import { junitText } from "../../core/health/junit.js";
import { healthJson, healthText } from "../../core/health/report.js";
import { sarifText } from "../../core/health/sarif.js";
import { healthForPeople } from "../../core/health/text-report.js";
import { DEFAULT_CONFIG } from "../../core/project/config/config.js";
import { redactShort } from "../../core/redaction/redact.js";
import { systemClock } from "../../node/clock.js";
import { documentPorts } from "../../node/document-ports.js";
import { openLearnings } from "../../node/learning.js";
import { createProjectWriter } from "../../node/project-writer.js";
import type { ExitCode } from "../exit-code.js";
import { printMessage, printResult, type CliIo } from "../io.js";
import { sessionFor } from "../project.js";

export const HEALTH_FORMATS = ["text", "json", "sarif", "junit"] as const;
export type HealthFormat = (typeof HEALTH_FORMATS)[number];

export interface HealthOptions {
  readonly json?: boolean;
  readonly format?: string;
  readonly strict?: boolean;
  readonly dryRun?: boolean;
  readonly root?: string;
}

/** @throws SddError `wrong-usage` for a format that is none. */
export function formatFrom({ json, format }: Pick<HealthOptions, "json" | "format">): HealthFormat {
  if (format === undefined) return json === true ? "json" : "text";
  const found = HEALTH_FORMATS.find((each) => each === format);
  if (found === undefined) throw new SddError("wrong-usage", `--format: ${HEALTH_FORMATS.join(", ")}.`);
  if (json === true && found !== "json") throw new SddError("wrong-usage", "--json and --format differ.");
  return found;
}

/** A report in one of the formats, with a line end. @param json the text of `health.json`. */
export function rendered(report: HealthReport, format: HealthFormat, json: string, version: string): string {
  switch (format) {
    case "json":
      return json;
    case "sarif":
      return sarifText(report.findings, version);
    case "junit":
      return junitText(report.findings);
    case "text":
      return healthForPeople(report);
  }
}

/** ISO 8601 UTC with seconds, by the clock or `SOURCE_DATE_EPOCH`. */
export function timeOf(io: CliIo): string {
  return `${new Date(systemClock(io.env).now()).toISOString().slice(0, 19)}Z`;
}

export function hasErrors({ findings }: HealthReport): boolean {
  return findings.some(({ severity }) => severity === "error");
}

/** `sdd intelligence health` */
export async function intelligenceHealth(
  io: CliIo,
  options: HealthOptions,
  version: string,
): Promise<ExitCode> {
  const format = formatFrom(options);
  const opened = sessionFor(io, options.root);
  const { root, session } = opened;
  const { project, records } = await openLearnings(opened).list();
  const config = session.configOf(project.inventory);
  const { indexDir } = config.intelligence;
  const report = healthOf(documentPorts(root), {
    project,
    config: config.health,
    conflicts: session.listConflicts(project, { learnings: records }).open,
    learnings: countLearnings(records, `${indexDir}/learnings.jsonl`),
  });
  const path = `${indexDir}/health.json`;
  const json = healthText(healthJson(report, timeOf(io)), session.readText(path));
  if (options.dryRun !== true) {
    const files = [{ path, text: json }];
    // The state folder's own ignore file knows the usual place only.
    if (indexDir !== DEFAULT_CONFIG.intelligence.indexDir)
      files.push({ path: `${indexDir}/.gitignore`, text: "*\n" });
    createProjectWriter(root).writeDerived(files);
  }
  printResult(io, rendered(report, format, json, version));
  if (options.dryRun !== true && format === "text") printMessage(io, `Wrote ${redactShort(path)}.`);
  return options.strict === true && hasErrors(report) ? 1 : 0;
}
