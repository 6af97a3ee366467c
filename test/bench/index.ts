/**
 * The index of sources, on generated trees: built from nothing (and written, and flushed) against only reading and
 * hashing the same files; looked at again, with nothing changed, against a bare walk with `stat`. An index holds kinds,
 * hashes and stamps; what files say of themselves is read when a pack or a view asks for it, and the last row shows what
 * reading all maps and front matter adds.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createIndexStore } from "../../src/node/index-store.js";
import { openSession } from "../../src/node/session.js";
import { ReadAndHash, walkWithStat } from "./support/floors.js";
import { sideBySide } from "./support/measure.js";
import { printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";
import { roundsFor, SIZES } from "./support/sizes.js";
import { createTree } from "./support/tree.js";

const BOUND = 1.5;

printTitle("Index of sources", RATIO_COLUMNS);
for (const size of SIZES) {
  const tree = createTree(size);
  const label = `${size.toLocaleString("en")} documents`;
  const indexFile = join(tree.aside, "sources.index.jsonl");
  const absolute = tree.paths.map((path) => join(tree.root, path));
  const floor = new ReadAndHash();
  const open = () => openSession(tree.root, createIndexStore(indexFile)).session;
  const cold = {
    prepare: () => {
      rmSync(indexFile, { force: true });
    },
    run: () => {
      const { records } = open().index();
      if (records.size !== tree.paths.length) throw new Error("Not all documents were found.");
    },
  };
  const reading = { run: () => floor.run(absolute) };
  printRatio(`cold index, ${label}`, await sideBySide(cold, reading, roundsFor(size)), BOUND);

  const walk = { run: () => walkWithStat(tree.root) };
  const session = open();
  session.index();
  const again = { run: () => session.index() };
  printRatio(
    `unchanged, in a running session, ${label}`,
    await sideBySide(again, walk, roundsFor(size)),
    BOUND,
  );
  const loaded = { run: () => open().index() };
  printRatio(
    `unchanged, index read from disk, ${label}`,
    await sideBySide(loaded, walk, roundsFor(size)),
    BOUND,
  );
  const put = { prepare: cold.prepare, run: () => open().refresh() };
  printRatio(
    `cold, with maps and front matter read, ${label}`,
    await sideBySide(put, reading, roundsFor(size)),
  );
  tree.remove();
}
