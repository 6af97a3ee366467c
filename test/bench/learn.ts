/**
 * Learning, on generated trees: from nothing, against a cold index of the same tree; and after one edit in a running
 * session, against a re-index that finds one changed file (issue 3, §6: at most 1.3 times).
 */
import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIndexStore } from "../../src/node/index-store.js";
import { openLearnings } from "../../src/node/learning.js";
import { openSession } from "../../src/node/session.js";
import { sideBySide } from "./support/measure.js";
import { FIGURE_COLUMNS, printFigure, printRatio, printTitle, RATIO_COLUMNS } from "./support/report.js";
import { roundsFor, SIZES } from "./support/sizes.js";
import { createTree, type Tree } from "./support/tree.js";

const BOUND = 1.3;

/** Makes one document another, and old enough that its time stamp is trusted. */
function editor({ root, paths }: Tree): () => void {
  const path = paths.find((name) => name.endsWith("/02-prd.md"));
  if (path === undefined) throw new Error("There is no document to edit.");
  const file = join(root, path);
  const text = readFileSync(file, "utf8");
  let edits = 0;
  return () => {
    edits++;
    writeFileSync(file, `${text}\n- The limit of round ${edits} holds for every order of the service.\n`);
    const at = new Date(Date.UTC(2026, 2, 3) + edits * 60_000);
    utimesSync(file, at, at);
  };
}

const sizes = SIZES.filter((size) => size >= 1_000);
for (const size of sizes.length > 0 ? sizes : SIZES) {
  const tree = createTree(size);
  const label = `${size.toLocaleString("en")} documents`;
  const store = () => createIndexStore(join(tree.aside, "sources.index.jsonl"));
  const open = () => openSession(tree.root, store());
  const state = join(tree.root, ".sdd");
  printTitle(`Learning, ${label}`, RATIO_COLUMNS);
  const forget = () => {
    rmSync(state, { recursive: true, force: true });
    rmSync(join(tree.aside, "sources.index.jsonl"), { force: true });
  };
  const coldLearn = { prepare: forget, run: () => openLearnings(open()).learn() };
  const coldIndex = { prepare: forget, run: () => open().session.refresh() };
  printRatio(
    `from nothing, against a cold index`,
    await sideBySide(coldLearn, coldIndex, size > 1_000 ? 3 : 7),
  );

  const edit = editor(tree);
  const running = open();
  const learnings = openLearnings(running);
  const first = await learnings.learn();
  await learnings.learn();
  // The same session: what it knows of the files costs the same in both.
  const indexing = running.session;
  const learn = { prepare: edit, run: () => learnings.learn() };
  const index = { prepare: edit, run: () => indexing.refresh() };
  printRatio(`after one edit, against a re-index`, await sideBySide(learn, index, roundsFor(size)), BOUND);
  const again = { run: () => learnings.learn() };
  const unchanged = { run: () => indexing.refresh() };
  printRatio(`nothing changed, against a look`, await sideBySide(again, unchanged, roundsFor(size)));
  const list = { run: () => learnings.list() };
  printRatio(`list with staleness, against a look`, await sideBySide(list, unchanged, roundsFor(size)));

  printTitle(`Learnings, ${label}`, FIGURE_COLUMNS);
  printFigure(
    "records",
    Object.values(first.kinds).reduce((sum, count) => sum + count, 0),
    "",
  );
  tree.remove();
}
