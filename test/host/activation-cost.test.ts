import { strict as assert } from "node:assert";
import { testAccess } from "./support/extension.js";

describe("activation alone", () => {
  it("reads no file, starts no thread and watches nothing", async () => {
    const { roots } = await testAccess();
    assert.equal(roots.isStarted, false);
    assert.deepEqual(roots.all, []);
  });
});
