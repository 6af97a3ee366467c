/**
 * Health, on generated trees: from nothing against only reading and hashing the same files; after one edit, together
 * with the look at the files, against the index alone that finds one changed file. What the conflicts cost is theirs.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectSession } from "../../src/core/context/session.js";
import { healthOf, HealthMemory } from "../../src/core/health/health.js";
import type { Project } from "../../src/core/project/project.js";
import { documentPorts } from "../../src/node/document-ports.js";
import { openSession } from "../../src/node/session.js";
import { ReadAndHash } from "./support/floors.js";
import { sideBySide } from "./support/measure.js";
import { printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";
import { roundsFor, SIZES } from "./support/sizes.js";
import { createTree } from "./support/tree.js";

const AFTER_AN_EDIT = 1.3;

const noIndex = { load: () => undefined, save: () => undefined };

printTitle("Health", RATIO_COLUMNS);
for (const size of SIZES.filter((each) => each >= 1_000)) {
  const tree = createTree(size);
  const label = `${size.toLocaleString("en")} documents`;
  const absolute = tree.paths.map((path) => join(tree.root, path));
  const edited = join(tree.root, tree.paths.find((path) => path.endsWith("02-prd.md")) ?? "");
  const edit = (): void => {
    appendFileSync(edited, "\nOne more sentence.\n");
  };
  const judge = (session: ProjectSession, project: Project, memory?: HealthMemory) => {
    const { health } = session.configOf(project.inventory);
    return healthOf(documentPorts(tree.root), { project, config: health, conflicts: [] }, memory);
  };

  const floor = new ReadAndHash();
  const cold = {
    run: async () => {
      const { session } = openSession(tree.root, noIndex);
      const { documents } = judge(session, await session.refresh());
      if (documents !== tree.paths.length) throw new Error(`Looked at ${documents} files only.`);
    },
  };
  const rounds = Math.min(7, roundsFor(size));
  printRatio(
    `index and health, cold, ${label}`,
    await sideBySide(cold, { run: () => floor.run(absolute) }, rounds),
  );

  const ours = openSession(tree.root, noIndex).session;
  const memory = new HealthMemory();
  judge(ours, await ours.refresh(), memory);
  const base = openSession(tree.root, noIndex).session;
  await base.refresh();
  const again = {
    prepare: edit,
    run: async () => judge(ours, await ours.refresh(), memory),
  };
  const index = { prepare: edit, run: () => base.refresh() };
  printRatio(`after one edit, ${label}`, await sideBySide(again, index, roundsFor(size)), AFTER_AN_EDIT);
  tree.remove();
}
