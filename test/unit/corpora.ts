import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Real documentation trees beside the checkout, where they are. */
export const corpora = process.env["SDD_CORPORA"] ?? "../shared/corpora";
export const hasCorpora = existsSync(corpora);
if (!hasCorpora)
  console.log(`Skipped: the tests on real documentation trees (${corpora} is not there; set SDD_CORPORA).`);

/** Names of the trees, sorted. */
export const trees = hasCorpora
  ? readdirSync(corpora)
      .sort()
      .filter((name) => statSync(join(corpora, name)).isDirectory())
  : [];

/** Every Markdown file below a folder, sorted. */
export function markdownBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return markdownBelow(path);
      return name.endsWith(".md") ? [path] : [];
    });
}
