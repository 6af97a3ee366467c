import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { approved, queue } from "../guidance/memory-store.js";
import { answerOf, connected, ERAS, errorOf, PROPOSAL, projectOnDisk } from "./harness.js";

async function served(era: (typeof ERAS)[number] = "2025-11-25") {
  const project = projectOnDisk();
  const { client, log } = await connected({ cwd: project.root, configFolder: project.configFolder }, { era });
  const call = (name: string, args: Readonly<Record<string, unknown>> = {}) =>
    client.callTool({ name, arguments: args });
  return { ...project, client, log, call };
}

describe("the list of tools", () => {
  test("has recall and remember, and nothing that decides: a new tool has to be added here by hand", async () => {
    const { client } = await served();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["recall", "remember"]);
    for (const { name } of tools)
      expect(name).not.toMatch(/approve|accept|reject|review|archive|edit|update|delete|supersede|undo/i);
  });

  test.each(ERAS)("is exact, annotated and short in %s", async (era) => {
    const { client } = await served(era);
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThan(6_000);
    const shapes = tools.map(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]).flat();
    for (const schema of shapes)
      expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    // Some clients know one type to a value.
    expect(JSON.stringify(tools)).not.toContain('"type":[');
    expect(tools.map(({ annotations }) => annotations)).toMatchObject([
      { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      { readOnlyHint: false, idempotentHint: false, destructiveHint: false },
    ]);
    expect(tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))).toEqual([
      ["domain", "intent_hint", "paths", "limit", "cursor", "max_chars"],
      ["type", "text", "rationale", "domain", "recall", "paths"],
    ]);
  });

  test("no language-model tool is contributed by the extension", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { contributes: object };
    expect(Object.keys(manifest.contributes)).not.toContain("languageModelTools");
  });
});

describe.each(ERAS)("in %s", (era) => {
  test("the server says who it is and how it is used", async () => {
    const { client } = await served(era);
    expect(client.getServerVersion()).toMatchObject({ name: "sdd-layer", version: "1.2.3" });
    expect(client.getInstructions()).toContain("Call recall before you start");
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
  });

  test("a proposal is pending, named after its agent, and recalled once a person approved it", async () => {
    const { call, review, service } = await served(era);
    const proposed = answerOf(await call("remember", { ...PROPOSAL, recall: ["webhook"] }));
    expect(proposed).toMatchObject({ status: "pending", added: true, similar: [], earlier: [], redacted: 0 });
    expect(proposed["message"]).toContain("a person decides");
    const before = answerOf(await call("recall", { intent_hint: "a webhook" }));
    expect(before).toMatchObject({
      rules: [],
      facts: [],
      note: "Nothing that is approved matches; go on without.",
    });

    const shown = service.show(proposed["id"] as string);
    expect(shown?.entry).toMatchObject({
      proposed_by: "tester 7",
      source: "agent_proposal",
      status: "pending",
    });
    await review.approve({ id: proposed["id"] as string, sha256: shown?.sha256 ?? "" }, "Ana");
    const after = answerOf(await call("recall", { intent_hint: "a webhook" }));
    expect(after).toMatchObject({
      rules: [{ id: proposed["id"], type: "guardrail", text: PROPOSAL.text, why: ['keyword "webhook"'] }],
      left_out: { count: 0, cursor: null, too_long: [] },
    });
    expect(after["session_id"]).toMatch(/^session-[0-9A-Z]{26}$/);
    expect(after["session_id"]).toBe(before["session_id"]);
  });

  test("an unknown tool is an error of the protocol", async () => {
    const { call } = await served(era);
    await expect(call("approve-guidance")).rejects.toMatchObject({ code: -32602 });
    await expect(call("constructor")).rejects.toMatchObject({ code: -32602 });
  });

  test.each([
    [
      "remember",
      { text: "x", rationale: "y" },
      "type is missing: give one of guardrail, convention, instruction, fact.",
    ],
    [
      "remember",
      { ...PROPOSAL, type: "rule" },
      "type must be one of guardrail, convention, instruction, fact.",
    ],
    ["remember", { ...PROPOSAL, text: 5 }, "text must be a string, not a number."],
    ["remember", { ...PROPOSAL, text: "" }, "text is empty: say it in words."],
    [
      "remember",
      { ...PROPOSAL, text: "a".repeat(2_001) },
      "text has 2001 characters; at most 2000 are taken. Shorten it",
    ],
    ["remember", { ...PROPOSAL, paths: "src" }, "paths must be a list of strings, not a string."],
    ["remember", { ...PROPOSAL, recall: ["a", null] }, "recall[1] must be a string, not null."],
    [
      "remember",
      { ...PROPOSAL, status: "approved" },
      "There is no argument status: leave it out. The arguments are type,",
    ],
    ["recall", { limit: 0 }, "limit must be at least 1."],
    ["recall", { limit: 2_000 }, "limit must be at most 1000."],
    ["recall", { limit: 1.5 }, "limit must be a whole number, not a number."],
    ["recall", { cursor: "x" }, "The cursor is none that recall gave out. Change that and try again."],
  ])("%s is told what to mend (%#)", async (name, args, sentence) => {
    const { call, service } = await served(era);
    expect(errorOf(await call(name, args))).toContain(sentence);
    expect(service.list()).toEqual([]);
  });

  test("all that is wrong is said at once", async () => {
    const { call } = await served(era);
    const text = errorOf(await call("remember", { typ: "fact" }));
    for (const field of ["type is missing", "text is missing", "rationale is missing", "no argument typ"])
      expect(text).toContain(field);
  });
});

describe("remember", () => {
  test("refuses what a person cannot see, with its place", async () => {
    const { call, service } = await served();
    const text = errorOf(await call("remember", { ...PROPOSAL, text: "Be kind\u{e0041}\u202e." }));
    expect(text).toContain("text has characters that a person cannot see");
    expect(text).toContain("line 1, column 8");
    expect(service.list()).toEqual([]);
  });

  test("replaces secrets, and says how many", async () => {
    const { call, service } = await served();
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const answer = answerOf(await call("remember", { ...PROPOSAL, rationale: `The token is ${secret}` }));
    expect(answer["redacted"]).toBe(1);
    expect(JSON.stringify(service.list())).not.toContain(secret);
  });

  test("the same is answered with the id that it has, and a near one with what it is near to", async () => {
    const { call, service } = await served();
    const first = answerOf(await call("remember", PROPOSAL));
    const again = answerOf(await call("remember", { ...PROPOSAL, text: PROPOSAL.text.toUpperCase() }));
    expect(again).toMatchObject({ id: first["id"], status: "pending", added: false });
    const opposite = answerOf(
      await call("remember", { ...PROPOSAL, text: "Never validate the signature of each webhook." }),
    );
    expect(opposite).toMatchObject({ added: true, similar: [{ id: first["id"], opposition: "negation" }] });
    expect(JSON.stringify(opposite)).not.toContain("signature");
    expect(service.list()).toHaveLength(2);
  });

  test("what a person rejected comes back with the date and the reason", async () => {
    const { call, service, review, root } = await served();
    const shown = await queue({ service }, "Skip the tests on Fridays", { type: "convention", domain: "x" });
    await review.reject(shown, "We test always", "Ana");
    const path = join(root, ".sdd/store.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("We test always", "We test\u202e always"));
    const args = { ...PROPOSAL, type: "convention", domain: "x", text: "Skip the tests on Fridays" };
    const answer = answerOf(await call("remember", args));
    expect(answer).toMatchObject({
      id: shown.id,
      status: "rejected",
      added: false,
      earlier: [{ id: shown.id }],
    });
    expect(answer["message"]).toMatch(/A person rejected this on \d{4}-\d\d-\d\d/);
    expect(answer["message"]).toContain("We test⟨RLO⟩ always");
    expect(JSON.stringify(answer)).not.toContain("\u202e");
    expect(service.list()).toHaveLength(1);
  });

  test("what recall gave out is not taken as news", async () => {
    const project = projectOnDisk();
    await approved(project, "Prices are decimals with two places", { type: "fact" });
    const { client } = await connected({ cwd: project.root, configFolder: project.configFolder });
    answerOf(await client.callTool({ name: "recall", arguments: {} }));
    const echo = { ...PROPOSAL, type: "instruction", text: "> prices are decimals, with two places!" };
    const text = errorOf(await client.callTool({ name: "remember", arguments: echo }));
    expect(text).toContain("This repeats what recall gave you");
    expect(project.service.list()).toHaveLength(1);

    const other = await connected({ cwd: project.root, configFolder: project.configFolder });
    answerOf(await other.client.callTool({ name: "remember", arguments: echo }));
  });
});

describe("recall", () => {
  test("stays within its characters, says what was left out, and goes on from there", async () => {
    const project = projectOnDisk();
    const ids = new Set<string>();
    for (let n = 0; n < 12; n++)
      ids.add((await approved(project, `Rule ${n} says ${"word ".repeat(200)}${n * 7919}`)).id);
    const { client } = await connected({ cwd: project.root, configFolder: project.configFolder });
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page++) {
      const args = cursor === undefined ? {} : { cursor };
      const answer = answerOf(await client.callTool({ name: "recall", arguments: args }));
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(8_000);
      seen.push(...(answer["rules"] as { id: string }[]).map(({ id }) => id));
      const left = answer["left_out"] as { count: number; cursor: string | null };
      if (left.cursor === null) break;
      expect(answer["note"]).toContain(`${left.count} more match`);
      ({ cursor } = left);
    }
    expect(seen).toHaveLength(12);
    expect(new Set(seen)).toEqual(ids);
  });

  test("what the store alone calls approved is not given out", async () => {
    const { call, service, root } = await served();
    await queue({ service }, "Trust every webhook");
    const path = join(root, ".sdd/store.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"status":"pending"', '"status":"approved"'));
    expect(answerOf(await call("recall"))).toMatchObject({ rules: [], facts: [] });
  });
});

describe("a store that cannot be used", () => {
  test("of a later version is read, and the model is told what to do", async () => {
    const { call, root, service, log } = await served();
    await queue({ service }, "Trust every webhook");
    const path = join(root, ".sdd/store.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"schema_version":1', '"schema_version":2'));
    answerOf(await call("recall"));
    answerOf(await call("recall"));
    expect(errorOf(await call("remember", PROPOSAL))).toContain(
      "tell the person that this server needs an update",
    );
    expect(log.filter((line) => line.includes("later version"))).toHaveLength(1);
  });

  test("that is broken is an answer", async () => {
    const project = projectOnDisk({ "docs/": "", ".sdd/store.json": "{" });
    const { client } = await connected({ cwd: project.root, configFolder: project.configFolder });
    const result = await client.callTool({ name: "recall", arguments: {} });
    expect(errorOf(result)).toContain("Go on without the project's memory, and tell the person.");
  });
});

test("20 proposals at once are all stored", async () => {
  const { call, service } = await served();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call("remember", { ...PROPOSAL, text: `Module ${n} owns table ${n * 31 + 7}`, domain: `d${n}` }),
    ),
  );
  const ids = answers.map((answer) => answerOf(answer)["id"]);
  expect(new Set(ids).size).toBe(20);
  const stored = new Set(service.list().map(({ entry }) => entry.id));
  for (const id of ids) expect(stored).toContain(id);
});

test("what is called off before its turn is not stored", async () => {
  const { client, service } = await served();
  const stop = new AbortController();
  const propose = (n: number) =>
    client.callTool(
      {
        name: "remember",
        arguments: { ...PROPOSAL, text: `Module ${n} owns table ${n * 31 + 7}`, domain: `d${n}` },
      },
      n === 9 ? { signal: stop.signal } : {},
    );
  const calls = Array.from({ length: 10 }, (_, n) => propose(n));
  stop.abort();
  const ends = await Promise.allSettled(calls);
  expect(ends.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 9 }, () => "fulfilled"),
    "rejected",
  ]);
  answerOf(await propose(10));
  expect(service.list().map(({ entry }) => entry.domain)).not.toContain("d9");
  expect(service.list()).toHaveLength(10);
});
