import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { testAccess } from "./support/extension.js";
import { workspaceRoot } from "./support/host.js";

describe("learnings in a workspace that is not trusted", () => {
  it("are not learned, decided or written, by commands or by the engine", async () => {
    const { roots, learnings } = await testAccess();
    await learnings.states.ready();
    for (const command of [
      "sdd.learning.learn",
      "sdd.learning.reverify",
      "sdd.conflict.settle",
      "sdd.health.show",
    ]) {
      await vscode.commands.executeCommand(command, {}, "all");
    }
    const engine = roots.all[0]?.learning;
    assert.ok(engine);
    const untrusted = { code: "untrusted" };
    await assert.rejects(() => engine.call("learn", {}), untrusted);
    await assert.rejects(() => engine.call("reverifyLearnings", { ids: [] }), untrusted);
    await assert.rejects(() => engine.call("settleConflict", { id: "", stands: 0, reason: "x" }), untrusted);
    await assert.rejects(() => engine.call("writeHealth", {}), untrusted);
    assert.equal(existsSync(join(workspaceRoot(), ".sdd")), false);
  });

  it("are held against the documents all the same, and so is health", async () => {
    const { roots, learnings, health } = await testAccess();
    await roots.refresh();
    const [root] = roots.all;
    assert.ok(root);
    await Promise.all([learnings.states.look(root), health.refresh(root)]);
    assert.equal(learnings.states.all[0]?.learnings?.state, "none");
    assert.ok(health.findingsOf(root).size > 0);
  });
});
