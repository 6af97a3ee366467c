// Started by change-ledger.test.ts (bundled): records numbered changes of one writer.
import { openChangeLedger } from "../../../src/node/change-ledger.js";

const [root = "", writer = "", count = "0"] = process.argv.slice(2);
const ledger = openChangeLedger(root, { waitMs: 120_000 });
for (let n = 1; n <= Number(count); n++) {
  const target = `src/${writer}/${n}.ts`;
  await ledger.record([{ actor: writer, domain: "src", action: "changed", target, summary: `ação ${n}` }]);
  // Said only after it resolved: what was acknowledged.
  process.stdout.write(`${n}\n`);
}
