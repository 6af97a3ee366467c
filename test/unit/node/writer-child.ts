// Started by project-writer.test.ts (bundled): writes one document over and over until it is killed.
import { createProjectWriter } from "../../../src/node/project-writer.js";

const [root = "", size = "0"] = process.argv.slice(2);
const writer = createProjectWriter(root);
for (let round = 0; ; round++) {
  const text = `${String.fromCharCode(97 + (round % 26)).repeat(Number(size))}end`;
  writer.writeDocument({ path: "docs/a.md", text }, "replace");
  writer.writeDerived([{ path: ".sdd/intelligence/b.json", text }]);
  if (round === 0) process.stdout.write("ready\n");
}
