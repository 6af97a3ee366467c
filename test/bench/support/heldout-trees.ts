import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** One document held out: what is known before it is written, and the document itself. */
export interface HeldOut {
  readonly name: string;
  readonly target: string;
  /** Earlier documents of the same piece of work, nearest first. */
  readonly own: readonly Doc[];
  /** Everything else in the tree, in path order. */
  readonly others: readonly Doc[];
}

export interface Doc {
  readonly path: string;
  readonly text: string;
}

/** A series: documents in the order in which they are written. */
type Series = readonly string[];

function markdownBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return markdownBelow(path);
      return name.endsWith(".md") && statSync(path).size > 0 ? [path] : [];
    });
}

const stages = (folder: string, names: readonly string[]): Series =>
  names.map((name) => join(folder, name)).filter((path) => existsSync(path));

const folders = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory());

/** How each public layout orders its documents. A tree of decisions is one series, by number. */
const TREES: Readonly<Record<string, (root: string) => Series[]>> = {
  "alfredoperez+speckit-companion": (root) =>
    folders(join(root, "specs")).map((folder) =>
      stages(folder, ["spec.md", "research.md", "plan.md", "tasks.md"]),
    ),
  "gotalab+cc-sdd": (root) =>
    folders(join(root, ".kiro/specs")).map((folder) =>
      stages(folder, ["requirements.md", "research.md", "design.md", "tasks.md"]),
    ),
  "Fission-AI+OpenSpec": (root) =>
    folders(join(root, "openspec/changes/archive")).map((folder) =>
      stages(folder, ["proposal.md", "design.md", "tasks.md"]),
    ),
  "CAPHTECH+flutterhelm": (root) => [
    markdownBelow(join(root, "docs")).filter((path) => /\/docs\/\d/.test(path)),
  ],
  "adr+madr": (root) => [markdownBelow(join(root, "docs/decisions")).filter((path) => /\/\d{4}-/.test(path))],
  "AI-Guiders+cascade-ide": (root) => [
    markdownBelow(join(root, "docs/adr")).filter((path) => /\/\d{4}-/.test(path)),
  ],
  "BOHICA-LABS+writescore": (root) => [
    [...markdownBelow(join(root, "docs/prd")), ...markdownBelow(join(root, "docs/architecture"))],
    markdownBelow(join(root, "docs/stories")),
  ],
};

/** Whether two paths are copies of one document in two languages: the same name, with a number in it. */
function sameDocument(a: string, b: string): boolean {
  return basename(a) === basename(b) && /\d/.test(basename(a));
}

/** Every n-th of the list, so that at most `most` are left: spread over the whole, and the same at every run. */
function thinned<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return list.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** The documents to hold out in each tree that is there. At most `most` a tree. */
export function heldOutDocuments(corpora: string, most: number): Map<string, HeldOut[]> {
  const result = new Map<string, HeldOut[]>();
  for (const [tree, seriesOf] of Object.entries(TREES)) {
    const root = join(corpora, tree);
    if (!existsSync(root)) continue;
    const docs = markdownBelow(root).map((path) => ({
      path: path.slice(root.length + 1),
      text: readFileSync(path, "utf8"),
    }));
    const byPath = new Map(docs.map((doc) => [doc.path, doc]));
    const tasks: HeldOut[] = [];
    for (const series of seriesOf(root)) {
      const chain = series
        .map((path) => byPath.get(path.slice(root.length + 1)))
        .filter((doc) => doc !== undefined);
      for (const [index, doc] of chain.entries()) {
        if (index === 0 || doc.text.length < 500) continue;
        const own = chain.slice(Math.max(0, index - 6), index).reverse();
        const others = docs.filter(
          (other) =>
            other !== doc &&
            !own.includes(other) &&
            // A translation of the held-out document, or a later step of the same work, would give it away.
            !sameDocument(other.path, doc.path) &&
            chain.indexOf(other) <= index &&
            (dirname(other.path) !== dirname(doc.path) || chain.includes(other)),
        );
        tasks.push({ name: doc.path, target: doc.text, own, others });
      }
    }
    result.set(tree, thinned(tasks, most));
  }
  return result;
}
