import { relative, resolve, sep } from "node:path";
import { SddError } from "../../core/errors.js";
import { healthJson } from "../../core/health/report.js";
import { validateArtifact } from "../../core/health/validate.js";
import { parseStage, STAGES } from "../../core/project/stages.js";
import { documentPorts } from "../../node/document-ports.js";
import type { ExitCode } from "../exit-code.js";
import { printResult, type CliIo } from "../io.js";
import { sessionFor } from "../project.js";
import { formatFrom, hasErrors, rendered, timeOf, type HealthOptions } from "./health.js";

export type ValidateOptions = Pick<HealthOptions, "json" | "format" | "root">;

/** The project path of what was named: from the working folder, else from the root. */
function pathWithin(io: CliIo, root: string, named: string, isThere: (path: string) => boolean): string {
  const fromHere = relative(root, resolve(io.cwd, named)).split(sep).join("/");
  const fromRoot = relative(root, resolve(root, named)).split(sep).join("/");
  const found = [fromHere, fromRoot].find((path) => path !== "" && !path.startsWith("../") && isThere(path));
  if (found !== undefined) return found;
  if (fromHere.startsWith("../") && fromRoot.startsWith("../")) throw new SddError("path-refused", named);
  throw new SddError("unreadable-file", named, "it is missing, or is no readable text");
}

/** `sdd validate-artifact`: 1 where there is an error. */
export async function validateArtifactCommand(
  io: CliIo,
  name: string,
  file: string,
  options: ValidateOptions,
  version: string,
): Promise<ExitCode> {
  const format = formatFrom(options);
  const stage = parseStage(name);
  if (stage === undefined) throw new SddError("unknown-stage", name, STAGES.join(", "));
  const { root, session } = sessionFor(io, options.root);
  const ports = documentPorts(root);
  const path = pathWithin(io, root, file, (each) => ports.files.stamp(each) !== undefined);
  const project = await session.refresh();
  const config = session.configOf(project.inventory).health;
  const report = validateArtifact(ports, project, { path, stage, config });
  if (report === undefined)
    throw new SddError("unreadable-file", path, "it is missing, or is no readable text");
  const json = `${JSON.stringify(healthJson(report, timeOf(io)), undefined, 2)}\n`;
  printResult(io, rendered(report, format, json, version));
  return hasErrors(report) ? 1 : 0;
}
