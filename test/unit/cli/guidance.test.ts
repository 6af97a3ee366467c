import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GuidanceReview } from "../../../src/core/guidance/review.js";
import { GuidanceService } from "../../../src/core/guidance/service.js";
import { openGuidance } from "../../../src/node/guidance.js";
import { queue } from "../guidance/memory-store.js";
import { tempFolder } from "../node/temp.js";
import { type CliResult, cliProject, errorOf, jsonOf, listing } from "./run.js";

/** A project with one approved guardrail, one approved fact and one pending rule. */
async function guided() {
  const project = cliProject({ "docs/": "" });
  const config = tempFolder();
  const ports = openGuidance(project.root, { configFolder: join(config, "sdd-layer") });
  const service = new GuidanceService(ports);
  const review = new GuidanceReview(ports);
  const rule = await queue({ service }, "Validate webhooks", { recall: ["stripe"], domain: "checkout" });
  const fact = await queue({ service }, "Prices are decimals", { type: "fact", recall: ["price"] });
  const pending = await queue({ service }, "Never validate webhooks", { recall: ["stripe"] });
  for (const shown of [rule, fact]) await review.approve(shown, "Ana");
  const run = (...argv: readonly string[]): Promise<CliResult> =>
    project.run(argv, { env: { XDG_CONFIG_HOME: config, HOME: config } });
  return { ...project, config, run, rule, fact, pending };
}

describe.skipIf(process.platform !== "linux")("sdd recall", () => {
  test("prints what matches, and why", async () => {
    const { run, rule } = await guided();
    const result = await run("recall", "--hint", "Add Stripe");
    expect(result).toMatchObject({ code: 0, err: "" });
    expect(result.out).toBe(`guardrail · checkout\n  Validate webhooks\n  (keyword "stripe"; ${rule.id})\n`);
  });

  test("as JSON is what an agent is given", async () => {
    const { run, rule, fact } = await guided();
    const json = jsonOf(await run("recall", "--json"));
    expect(json).toMatchObject({
      rules: [{ id: rule.id, type: "guardrail" }],
      facts: [{ id: fact.id, rationale: "It was decided after an incident." }],
      left_out: { count: 0, cursor: null },
    });
  });

  test("says honestly that nothing matches", async () => {
    const { run } = await guided();
    expect((await run("recall", "--hint", "a poem")).out).toBe("Nothing that is approved matches.\n");
    expect((await run("recall", "--domain", "nowhere")).out).toContain("No entry has the domain nowhere.");
  });

  test("goes on by cursor", async () => {
    const { run, fact, rule } = await guided();
    const first = jsonOf(await run("recall", "--limit", "1", "--json"));
    const { cursor } = first["left_out"] as { cursor: string };
    const second = jsonOf(await run("recall", "--cursor", cursor, "--json"));
    const ids = [first, second].flatMap((page) =>
      ["rules", "facts"].flatMap((name) => (page[name] as { id: string }[]).map(({ id }) => id)),
    );
    expect(ids.sort()).toEqual([fact.id, rule.id].sort());
  });

  test.each([
    [["recall", "--limit", "0"], "--limit must be a whole number from 1 to 1000."],
    [["recall", "--cursor", "x"], "The cursor is none that recall gave out."],
    [["guidance", "list", "--status", "gone"], "--status: pending, approved, rejected, archived."],
    [["guidance", "show", "gm-0"], "There is no guidance gm-0."],
  ])("%j is wrong usage", async (argv, message) => {
    const { run } = await guided();
    const result = await run(...argv, "--json");
    expect(result.code).toBe(2);
    expect(errorOf(result)).toEqual({ code: "wrong-usage", message });
  });

  test("recalls nothing for a user who approved nothing", async () => {
    const { root } = await guided();
    const other = tempFolder();
    const result = await cliProject({ "docs/": "" }).run(["recall", "--root", root], {
      env: { XDG_CONFIG_HOME: other, HOME: other },
    });
    expect(result.out).toBe("Nothing that is approved matches.\n");
  });

  test("writes nothing, with a store and without", async () => {
    const { run, root, config } = await guided();
    const before = [listing(root), listing(config)];
    await run("recall", "--hint", "stripe");
    await run("guidance", "list", "--json");
    expect([listing(root), listing(config)]).toEqual(before);
    const empty = cliProject({ "docs/": "" });
    expect((await empty.run(["guidance", "list"])).out).toBe("There is no guidance.\n");
    expect(existsSync(join(empty.root, ".sdd"))).toBe(false);
  });
});

describe.skipIf(process.platform !== "linux")("sdd guidance", () => {
  test("lists all, the latest first, with their states", async () => {
    const { run, pending, fact, rule } = await guided();
    expect((await run("guidance", "list")).out.split("\n")).toEqual([
      `${pending.id}  pending     guardrail · general: Never validate webhooks`,
      `${fact.id}  approved    fact · general: Prices are decimals`,
      `${rule.id}  approved    guardrail · checkout: Validate webhooks`,
      "",
    ]);
    const json = jsonOf(await run("guidance", "list", "--status", "pending", "--json"));
    expect(json).toMatchObject({
      counts: { pending: 1, unverified: 0 },
      guidance: [{ id: pending.id, verified: false }],
    });
  });

  test("shows one with what is near and opposed", async () => {
    const { run, pending, rule } = await guided();
    const { out } = await run("guidance", "show", pending.id);
    expect(out).toContain(`similar     ${rule.id} (approved, near, opposite): Validate webhooks`);
    expect(jsonOf(await run("guidance", "show", pending.id, "--json"))).toMatchObject({
      id: pending.id,
      status: "pending",
      similar: [{ id: rule.id, opposition: "negation" }],
    });
  });

  test("says what is approved only elsewhere", async () => {
    const { run, root } = await guided();
    const result = await run("guidance", "list");
    expect(result.err).toBe("");
    const other = tempFolder();
    const strange = await cliProject({ "docs/": "" }).run(["guidance", "list", "--root", root], {
      env: { XDG_CONFIG_HOME: other, HOME: other },
    });
    expect(strange.out).toContain("unverified");
    expect(strange.err).toContain("so not recalled: 2");
  });

  test("has no verb that decides", async () => {
    const { run } = await guided();
    for (const verb of ["approve", "reject", "archive", "edit", "accept", "undo", "propose"])
      expect((await run("guidance", verb, "gm-1")).code).toBe(2);
  });
});
