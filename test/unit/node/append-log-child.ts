// Started by append-log.test.ts (bundled): appends numbered lines of one writer; without a count, until it is killed.
import { createAppendLog } from "../../../src/node/append-log.js";
import { projectArea } from "../../../src/node/state-area.js";

const [root = "", path = "", writer = "", count = "0", size = "0"] = process.argv.slice(2);
const log = createAppendLog(projectArea(root));
const last = Number(count) || Infinity;
for (let n = 1; n <= last; n++) {
  log.append(path, [JSON.stringify({ writer, n, text: "ação".repeat(Number(size)) })]);
  // Said only after append returned: what was acknowledged.
  if (last === Infinity || n === last) process.stdout.write(`${n}\n`);
}
