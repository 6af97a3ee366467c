import { SddError } from "../../core/errors.js";
import { newOrchestration } from "../../core/project/init.js";
import { systemClock } from "../../node/clock.js";
import { createProjectFiles } from "../../node/project-files.js";
import { createProjectWriter } from "../../node/project-writer.js";
import { findProjectRoot, findRepositoryRoot } from "../../node/roots.js";
import { printJson, printResult, type CliIo } from "../io.js";
import { rootFor } from "../project.js";
import type { ExitCode } from "../exit-code.js";

export interface InitOptions {
  readonly json?: boolean;
  readonly root?: string;
}

/**
 * `sdd init`: a repository without `docs/` is no project yet, so where none is found upwards the repository's own folder
 * serves, and outside of any the working folder.
 */
export function init(io: CliIo, name: string, options: InitOptions): ExitCode {
  const root = rootFor(io, options.root ?? findProjectRoot(io.cwd) ?? findRepositoryRoot(io.cwd) ?? io.cwd);
  const created = newOrchestration(
    name,
    `${new Date(systemClock(io.env).now()).toISOString().slice(0, 19)}Z`,
  );
  const files = createProjectFiles(root);
  const there = created.files.find(({ path }) => files.stamp(path) !== undefined);
  if (there !== undefined) throw new SddError("already-exists", there.path);
  const writer = createProjectWriter(root);
  for (const file of created.files) writer.writeDocument(file, "create");
  const paths = created.files.map(({ path }) => path);
  if (options.json === true) printJson(io, { slug: created.slug, folder: created.folder, files: paths });
  else
    printResult(io, `Created ${paths.join(" and ")}${root === rootFor(io, io.cwd) ? "" : ` in ${root}`}.\n`);
  return 0;
}
