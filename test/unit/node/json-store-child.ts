// Started by json-store.test.ts (bundled): adds numbered notes of one writer; without a count, until it is killed.
import { add, storeIn } from "./json-store-fixture.js";

const [root = "", writer = "", count = "0", size = "0"] = process.argv.slice(2);
const store = storeIn(root, { waitMs: 60_000 });
const last = Number(count) || Infinity;
for (let n = 1; n <= last; n++) {
  const { document } = await store.update(add(`${writer} ${n}`, "x".repeat(Number(size))));
  // Said only after the update resolved: what was acknowledged.
  process.stdout.write(`${n} ${document.revision}\n`);
}
