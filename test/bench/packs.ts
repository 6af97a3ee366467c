/**
 * A pack from a warm index, against only reading and hashing the files that it quotes. Each round takes another
 * orchestration, so that no document is in the session's memory yet; then the same pack again, when all of them are.
 */
import { join } from "node:path";
import type { ProjectSession } from "../../src/core/context/session.js";
import type { Project } from "../../src/core/project/project.js";
import { createIndexStore } from "../../src/node/index-store.js";
import { openSession } from "../../src/node/session.js";
import { ReadAndHash } from "./support/floors.js";
import { comparisonOf, sideBySide } from "./support/measure.js";
import { printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";
import { SIZES } from "./support/sizes.js";
import { createTree, type Tree } from "./support/tree.js";

const BOUND = 5;
const STAGE = "review";
const ROUNDS = 40;

function packOf(session: ProjectSession, project: Project, number: number): readonly string[] {
  const orchestration = project.orchestrations[number % project.orchestrations.length];
  if (orchestration === undefined) throw new Error("There is no orchestration.");
  const { manifest } = session.build(project, orchestration, STAGE);
  return manifest.sources.filter(({ chars }) => chars > 0).map(({ path }) => path);
}

/** Opens the session anew for each round, from the kept index: only then no document is known. */
async function firstPacks(tree: Tree, open: () => ProjectSession): Promise<void> {
  const floor = new ReadAndHash();
  const mine: number[] = [];
  const bases: number[] = [];
  let quoted: readonly string[] = [];
  const base = (): void => {
    const start = performance.now();
    floor.run(quoted.map((path) => join(tree.root, path)));
    bases.push(performance.now() - start);
  };
  const session = open();
  const project = await session.refresh();
  const rounds = Math.min(ROUNDS, project.orchestrations.length - 4);
  for (let number = 0; number < rounds + 4; number++) {
    const warmUp = number < 4;
    const start = performance.now();
    quoted = packOf(session, project, number);
    const time = performance.now() - start;
    if (warmUp) continue;
    if (mine.length === 0) base();
    mine.push(time);
    base();
  }
  const label = `first pack of an orchestration, ${project.inventory.records.size.toLocaleString("en")} files`;
  printRatio(`${label} (quotes ${quoted.length})`, comparisonOf(mine, bases), BOUND);
}

printTitle("A pack from a warm index", RATIO_COLUMNS);
for (const size of SIZES) {
  const tree = createTree(size);
  const store = createIndexStore(join(tree.aside, "sources.index.jsonl"));
  const open = () => openSession(tree.root, store).session;
  await firstPacks(tree, open);
  const session = open();
  const project = await session.refresh();
  const floor = new ReadAndHash();
  const quoted = packOf(session, project, 0).map((path) => join(tree.root, path));
  const again = { run: () => packOf(session, project, 0) };
  const reading = { run: () => floor.run(quoted) };
  printRatio(
    `the same pack again (quotes ${quoted.length})`,
    await sideBySide(again, reading, ROUNDS),
    BOUND,
  );
  tree.remove();
}
