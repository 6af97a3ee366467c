import { strict as assert } from "node:assert";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import type { GuidanceEntry } from "../../src/core/guidance/entry.js";
import type { TestAccess } from "../../src/vscode/extension.js";
import type { GuidanceHandle } from "../../src/vscode/guidance/tree.js";
import { runCli, testAccess } from "./support/extension.js";
import { waitUntil, workspaceRoot } from "./support/host.js";

const STORE = ".sdd/store.json";
const TEXT = "Never log card numbers.";

describe("the view Guidance", () => {
  let access: TestAccess;
  const path = (name: string): string => join(workspaceRoot(), name);

  async function items(parent?: GuidanceHandle): Promise<readonly GuidanceHandle[]> {
    return access.guidance.tree.getChildren(parent);
  }
  async function lines(parent?: GuidanceHandle): Promise<readonly string[]> {
    return (await items(parent)).map((handle) => {
      const { label, description } = access.guidance.tree.getTreeItem(handle);
      return `${typeof label === "string" ? label : ""} | ${String(description)}`;
    });
  }
  function stored(): readonly GuidanceEntry[] {
    return (JSON.parse(readFileSync(path(STORE), "utf8")) as { guidance: GuidanceEntry[] }).guidance;
  }
  /** Whatever could be changed by a decision. */
  function state(): string {
    const config = join(process.env["XDG_CONFIG_HOME"] ?? "", "sdd-layer", "approvals");
    const logs = existsSync(config) ? readdirSync(config).map((name) => join(config, name)) : [];
    return [path(STORE), ...logs].map((name) => readFileSync(name, "utf8")).join("\n");
  }
  function engine() {
    const [root] = access.roots.all;
    assert.ok(root);
    return root.engine;
  }

  before(async () => {
    access = await testAccess();
    access.roots.start();
  });

  it("is empty before anything was proposed, and writes nothing", async () => {
    assert.deepEqual(await items(), []);
    assert.equal(access.guidance.said.badge, undefined);
    assert.equal(existsSync(path(".sdd/store.json")), false);
  });

  it("lists what was proposed, with its age and who proposed it, and counts it", async () => {
    const input = { type: "guardrail", text: TEXT, rationale: "The audit of May.", domain: "checkout" };
    await engine().call("proposeGuidance", { ...input, recall: ["card"] });
    await waitUntil("the badge", () => access.guidance.said.badge === 1);
    assert.deepEqual(await lines(), ["Pending | 1", "Domains | 1"]);
    const [pending] = await items();
    const [line] = await lines(pending);
    assert.match(line ?? "", /^Never log card numbers\. \| Guardrail · checkout · now · .+$/);
  });

  it("shows what another process wrote", async () => {
    const [first] = stored();
    const store = JSON.parse(readFileSync(path(STORE), "utf8")) as object;
    const other = { ...first, id: "gm-01OTHER", text: "Always use cents." };
    writeFileSync(path(STORE), JSON.stringify({ ...store, guidance: [...stored(), other] }));
    const started = Date.now();
    await waitUntil("the badge", () => access.guidance.said.badge === 2);
    console.log(`    shown after ${Date.now() - started} ms`);
  });

  it("decides nothing by a command, whatever it is run with", async () => {
    const [first] = stored();
    assert.ok(first);
    const before = state();
    const { id, sha256 } = first;
    const [pending] = await items();
    const [handle] = await items(pending);
    const root = access.roots.all[0]?.id;
    const places: readonly (readonly unknown[])[] = [
      [id],
      [[id]],
      [{ id }],
      [{ id, root, from: "store", sha256 }],
      [{ root, id, act: "approve", token: "0".repeat(32) }],
      [handle],
      [handle, [handle]],
      [{ type: "act", act: "approve", shown: { id, sha256 } }],
      [],
    ];
    const commands = (await vscode.commands.getCommands(true)).filter((each) =>
      each.startsWith("sdd.guidance."),
    );
    assert.ok(commands.includes("sdd.guidance.approve"), commands.join());
    for (const command of commands.filter((each) => each !== "sdd.guidance.focus")) {
      // A view's own commands are VS Code's.
      if (/^sdd\.guidance\.(open|approve|reject|archive|reviewNext|propose)$/.test(command)) {
        for (const args of places) await vscode.commands.executeCommand(command, ...args);
      }
    }
    assert.equal(state(), before);
    assert.ok(stored().every(({ status }) => status === "pending"));
    assert.equal(access.guidance.said.badge, 2);
  });

  it("opens the entry that a command names, in the one review that there is", async () => {
    for (const id of ["gm-01OTHER", stored()[0]?.id]) {
      await vscode.commands.executeCommand("sdd.guidance.approve", { id });
      assert.equal(access.guidance.said.reviewed, id);
    }
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.equal(tabs.filter(({ label }) => label === "Guidance review").length, 1);
  });

  it("changes no domain by a command that nobody answers", async () => {
    const before = state();
    for (const command of ["sdd.domain.switchOff", "sdd.domain.edit", "sdd.domain.create"]) {
      const run = vscode.commands.executeCommand(command, { domain: "checkout", state: "inactive" });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      await run;
    }
    assert.equal(state(), before);
  });

  it("lists a domain with what it is recalled by", async () => {
    const problems = await engine().call("saveDomain", {
      ...{ domain: "checkout", always_on: true, recall: ["payment"], description: "Paying" },
    });
    assert.deepEqual(problems, []);
    await waitUntil("the domain", async () => {
      const domains = (await items()).find(({ data }) => data.type === "domains");
      return (await lines(domains)).includes("checkout | always on · recalled by: payment");
    });
  });

  it("does not call approved what only the store says is, and does not recall it", async () => {
    writeFileSync(path(STORE), readFileSync(path(STORE), "utf8").replaceAll('"pending"', '"approved"'));
    await waitUntil("the list", async () =>
      (await lines()).includes("Approved elsewhere or edited | 2 · not recalled"),
    );
    assert.equal(access.guidance.said.badge, undefined);
    const recalled = JSON.parse(runCli(["recall", "--hint", "card", "--json"], workspaceRoot())) as {
      rules: unknown[];
    };
    assert.deepEqual(recalled.rules, []);
  });
});
