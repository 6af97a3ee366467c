/**
 * A pack from a warm index, against only reading and hashing the files that it quotes. The index is kept on disk, with
 * the facts that packs ask for. Five cases: the first pack after opening the project; the first pack of an orchestration
 * in a running session; another stage of the same; the same pack again; and again after one of its documents was edited.
 */
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectSession } from "../../src/core/context/session.js";
import type { Project } from "../../src/core/project/project.js";
import type { Stage } from "../../src/core/project/stages.js";
import { createIndexStore } from "../../src/node/index-store.js";
import { openSession } from "../../src/node/session.js";
import { ReadAndHash } from "./support/floors.js";
import { comparisonOf } from "./support/measure.js";
import { printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";
import { SIZES } from "./support/sizes.js";
import { createTree, type Tree } from "./support/tree.js";

const BOUND = 5;
const STAGE = "review";
const ROUNDS = 40;
/** Opening a project costs a walk each time, so it is done less often. */
const OPENINGS = 11;
const WARM_UPS = 4;

/** Builds one pack and answers the files that it quotes. */
function packOf(session: ProjectSession, project: Project, number: number, stage: Stage): readonly string[] {
  const orchestration = project.orchestrations[number % project.orchestrations.length];
  if (orchestration === undefined) throw new Error("There is no orchestration.");
  const { manifest } = session.build(project, orchestration, stage);
  return manifest.sources.filter(({ chars }) => chars > 0).map(({ path }) => path);
}

/** One round: makes ready, untimed, and answers what is to be timed. */
type Round = (number: number) => Promise<() => readonly string[]>;

class PackBench {
  readonly #floor = new ReadAndHash();
  readonly #tree: Tree;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Times rounds, each between two runs of the base over the files that the pack quotes. */
  async measure(label: string, rounds: number, round: Round): Promise<void> {
    const mine: number[] = [];
    const bases: number[] = [];
    let quoted: readonly string[] = [];
    const base = (): void => {
      const files = quoted.map((path) => join(this.#tree.root, path));
      const start = performance.now();
      this.#floor.run(files);
      bases.push(performance.now() - start);
    };
    for (let number = -WARM_UPS; number < rounds; number++) {
      const build = await round(number + WARM_UPS);
      const start = performance.now();
      quoted = build();
      const time = performance.now() - start;
      if (number < 0) continue;
      if (mine.length === 0) base();
      mine.push(time);
      base();
    }
    printRatio(`${label} (quotes ${quoted.length})`, comparisonOf(mine, bases), BOUND);
  }
}

async function benchTree(size: number): Promise<void> {
  const tree = createTree(size);
  const store = createIndexStore(join(tree.aside, "sources.index.jsonl"));
  const open = () => openSession(tree.root, store).session;
  const bench = new PackBench(tree);
  const label = `${size.toLocaleString("en")} documents`;

  const first = open();
  packOf(first, await first.refresh(), 0, STAGE);
  await bench.measure(`first after opening, ${label}`, OPENINGS, async () => {
    const session = open();
    const project = await session.refresh();
    return () => packOf(session, project, 0, STAGE);
  });

  const session = open();
  const project = await session.refresh();
  const rounds = Math.max(1, Math.min(ROUNDS, project.orchestrations.length - WARM_UPS));
  const build = (number: number, stage: Stage) =>
    Promise.resolve(() => packOf(session, project, number, stage));
  await bench.measure(`first of an orchestration, ${label}`, rounds, (number) => build(number, STAGE));
  await bench.measure(`another stage of it, ${label}`, rounds, (number) => build(number, "qa"));
  await bench.measure(`the same again, ${label}`, rounds, (number) => build(number, STAGE));

  const edited = join(tree.root, "docs/flow-0000/02-prd.md");
  const text = readFileSync(edited, "utf8");
  await bench.measure(`after one edit, ${label}`, OPENINGS, async (number) => {
    writeFileSync(edited, `${text}\nEdit ${number} of the requirements.\n`);
    utimesSync(edited, 1_772_000_000 + number, 1_772_000_000 + number);
    const fresh = await session.refresh();
    return () => packOf(session, fresh, 0, STAGE);
  });
  tree.remove();
}

printTitle("A pack from a warm index", RATIO_COLUMNS);
for (const size of SIZES) await benchTree(size);
