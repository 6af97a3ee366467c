import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { readAdr } from "../../../src/core/project/adr/adr.js";
import { isAdrPath } from "../../../src/core/project/adr/adr-folders.js";
import { readArtifactHeader } from "../../../src/core/project/artifact-header.js";
import { splitFrontMatter } from "../../../src/core/project/yaml/front-matter.js";
import { parseYaml } from "../../../src/core/project/yaml/yaml.js";
import { corpora, hasCorpora, markdownBelow, trees } from "../corpora.js";

// Every reader over every document of the real trees: what it finds lies inside the document, and front matter parses.
describe.skipIf(!hasCorpora)("real trees", () => {
  it("are there", () => {
    expect(trees.length).toBeGreaterThan(0);
  });

  it.each(trees)("reads all of %s", (tree) => {
    const statuses = new Map<string, number>();
    for (const file of markdownBelow(join(corpora, tree))) {
      const path = relative(join(corpora, tree), file).replaceAll("\\", "/");
      const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
      const lines = text.split(/\r\n|\n|\r/);
      const adr = readAdr(text, path);
      if (adr.statusLine !== undefined) {
        expect(lines[adr.statusLine - 1], path).toContain((adr.label ?? "").slice(0, 20).trim());
      }
      const header = readArtifactHeader(text);
      if (header.titleLine !== undefined) expect(lines[header.titleLine - 1], path).toContain(header.title);
      for (const { value, line } of header.trace) expect(lines[line - 1], path).toContain(value);
      const front = splitFrontMatter(text);
      expect(parseYaml(front.raw ?? "", path, front.rawStartLine - 1).diagnostics, path).toEqual([]);
      if (isAdrPath(path, [])) statuses.set(adr.status, (statuses.get(adr.status) ?? 0) + 1);
    }
    if (statuses.size > 0) console.log(`${tree}: ${JSON.stringify(Object.fromEntries(statuses))}`);
  });
});
