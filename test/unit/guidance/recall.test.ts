import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Domains } from "../../../src/core/guidance/domains.js";
import type { GuidanceDomain, GuidanceEntry } from "../../../src/core/guidance/entry.js";
import { recallFrom, type RecallRequest, type RecallSources } from "../../../src/core/guidance/recall.js";
import { matchEntries } from "../../../src/core/guidance/recall-match.js";
import { scale, seed } from "../scale.js";
import { approved, processOn, queue } from "./memory-store.js";

function entry(id: string, change: Partial<GuidanceEntry> = {}): GuidanceEntry {
  return {
    id: `gm-${id}`,
    type: "guardrail",
    domain: "general",
    text: `The rule with the number ${id}`,
    rationale: "It was decided so.",
    recall: [],
    status: "approved",
    source: "manual",
    proposed_by: "Ana",
    proposed_at: "2026-01-01T00:00:00.000Z",
    reviewed_by: "Ana",
    reviewed_at: "2026-01-02T00:00:00.000Z",
    paths: [],
    review_reason: null,
    supersedes: null,
    similar_to: [],
    sha256: "",
    ...change,
  };
}

const domain = (name: string, change: Partial<GuidanceDomain> = {}): GuidanceDomain => ({
  ...{ domain: name, state: "active", always_on: false, recall: [], description: "" },
  ...change,
});

function sources(guidance: readonly GuidanceEntry[], domains: readonly GuidanceDomain[] = []): RecallSources {
  return { guidance, domains, verified: guidance, summaries: [], intent: undefined };
}

const given = (from: RecallSources, request: RecallRequest): readonly string[] => {
  const { rules, facts } = recallFrom(from, request);
  return [...rules, ...facts].map(({ id }) => id);
};

describe("what is recalled", () => {
  const all = sources(
    [
      entry("a", { domain: "house" }),
      entry("b", { domain: "checkout", recall: ["stripe"] }),
      entry("c", { domain: "checkout", recall: ["refund"] }),
      entry("d", { domain: "search", recall: ["index"], paths: ["src/search/**"] }),
      entry("e", { domain: "off", recall: ["stripe"] }),
    ],
    [
      domain("house", { always_on: true }),
      domain("checkout", { recall: ["payment"] }),
      domain("off", { state: "inactive", always_on: true }),
    ],
  );

  test.each([
    ["an always-on domain, and a keyword", { intentHint: "Add Stripe webhooks" }, ["gm-a", "gm-b"]],
    ["a domain's keyword", { intentHint: "the payments page" }, ["gm-a", "gm-b", "gm-c"]],
    ["more keywords first", { intentHint: "payment by stripe" }, ["gm-a", "gm-b", "gm-c"]],
    ["more keywords first, the other way", { intentHint: "refund a payment" }, ["gm-a", "gm-c", "gm-b"]],
    ["a path", { paths: ["src/search/a/b.ts"] }, ["gm-a", "gm-d"]],
    ["a path that leaves the project matches nothing", { paths: ["../src/search/b.ts"] }, ["gm-a"]],
    ["a domain", { domain: "Checkout" }, ["gm-a", "gm-b", "gm-c"]],
    ["a domain narrows", { domain: "checkout", intentHint: "search index" }, ["gm-a", "gm-b", "gm-c"]],
    ["nothing that matches", { intentHint: "write a poem" }, ["gm-a"]],
    ["all where nothing is asked", {}, ["gm-a", "gm-b", "gm-c", "gm-d"]],
    ["a limit", { limit: 2 }, ["gm-a", "gm-b"]],
  ] as const)("by %s", (_, request, ids) => {
    expect(given(all, request)).toEqual(ids);
  });

  test("with why", () => {
    const { rules } = recallFrom(all, { intentHint: "stripe payment", paths: ["src/search"] });
    expect(rules.map(({ why }) => why)).toEqual([
      ["domain house is always on"],
      ['keyword "stripe"', 'keyword "payment" of its domain'],
      ['keyword "payment" of its domain'],
      ["path src/search (src/search/**)"],
    ]);
  });

  test("an empty answer is honest", () => {
    expect(recallFrom(sources([entry("b", { recall: ["stripe"] })]), { intentHint: "a poem" })).toEqual({
      rules: [],
      facts: [],
      left_out: { count: 0, cursor: null, too_long: [] },
    });
    expect(recallFrom(sources([]), { domain: "nowhere" }).domain).toEqual({
      name: "nowhere",
      state: "unknown",
    });
  });

  test("an entry without keywords is found by two words of its text", () => {
    const plain = sources([entry("b", { text: "Retry failed webhooks with exponential backoff" })]);
    expect(given(plain, { intentHint: "add retries to the webhook handler" })).toEqual(["gm-b"]);
    expect(given(plain, { intentHint: "rename the webhook handler" })).toEqual([]);
  });

  test("rules stand by type, facts apart with date and rationale", () => {
    const mixed = sources([
      entry("a", { type: "instruction" }),
      entry("b", { type: "fact" }),
      entry("c", { type: "convention" }),
      entry("d", { type: "guardrail" }),
    ]);
    const { rules, facts } = recallFrom(mixed, {});
    expect(rules.map(({ type }) => type)).toEqual(["guardrail", "convention", "instruction"]);
    expect(facts).toMatchObject([
      { id: "gm-b", rationale: "It was decided so.", date: "2026-01-02T00:00:00.000Z" },
    ]);
    expect(rules[0]).not.toHaveProperty("rationale");
  });

  test("the latest comes before the older, then the lower id", () => {
    const many = sources([
      entry("c"),
      entry("a"),
      entry("b", { reviewed_at: "2026-02-01T00:00:00.000Z" }),
      entry("d", { reviewed_at: "yesterday" }),
    ]);
    expect(given(many, {})).toEqual(["gm-b", "gm-a", "gm-c", "gm-d"]);
  });

  test("a secret that was approved by mistake does not go out", () => {
    const key = ["AKIA", "IOSFODNN7", "ZXCVBNM"].join("");
    expect(JSON.stringify(recallFrom(sources([entry("a", { text: `Use ${key}` })]), {}))).not.toContain(key);
  });
});

describe("the bound", () => {
  const many = sources(
    Array.from({ length: 120 }, (_, at) => entry(`${1000 + at}`, { text: `${"x ".repeat(60)}${at}` })),
  );

  test("of 8,000 characters holds, and what was left out follows by cursor, each once", () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const result = recallFrom(many, { cursor });
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(8_000);
      expect(result.left_out.count).toBe(120 - seen.length - result.rules.length);
      seen.push(...result.rules.map(({ id }) => id));
      cursor = result.left_out.cursor ?? undefined;
      pages++;
    } while (cursor !== undefined);
    expect(seen).toEqual(many.guidance.map(({ id }) => id));
    expect(pages).toBeGreaterThan(2);
  });

  test("can be asked for otherwise", () => {
    expect(JSON.stringify(recallFrom(many, { maxChars: 2_000 })).length).toBeLessThanOrEqual(2_000);
    expect(recallFrom(many, { maxChars: 100_000 }).left_out).toEqual({
      count: 0,
      cursor: null,
      too_long: [],
    });
  });

  test("names what is longer than one answer may be", () => {
    const huge = sources([entry("a", { text: "y".repeat(1_500) }), entry("b")]);
    const result = recallFrom(huge, { maxChars: 2_000 });
    expect(result.rules.map(({ id }) => id)).toEqual(["gm-b"]);
    expect(result.left_out.too_long).toEqual(["gm-a"]);
  });

  test("a cursor goes on at its place though entries came and went", () => {
    const first = recallFrom(many, { limit: 3 });
    const cursor = first.left_out.cursor ?? undefined;
    const without = many.guidance.filter(({ id }) => id !== first.rules[2]?.id);
    const changed = sources([entry("0"), ...without]);
    expect(given(changed, { cursor, limit: 2 })).toEqual(["gm-1003", "gm-1004"]);
  });

  test.each(["", "x", "r2~1~~gm-a", "r1~1~~../x", "r1~1~2026~gm-a~"])("the cursor %j is none", (cursor) => {
    expect(() => recallFrom(many, { cursor })).toThrow("The cursor is none that recall gave out.");
  });

  test("summaries that nobody approved stand apart, cut, and leave room", () => {
    const summaries = Array.from({ length: 5 }, (_, at) => ({
      id: `ss-${at}`,
      narrative: `${at} ${"😀 did things. ".repeat(80)}`,
      agent: "Claude Code",
      session_end: `2026-01-0${at + 1}T00:00:00Z`,
      digest: { entries_count: 3, divergence: at === 4, reasons: ["a.ts was not created"], by_domain: {} },
    }));
    const result = recallFrom({ ...many, summaries, intent: "Pay by card\nin two steps" }, {});
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(8_000);
    expect(result.unreviewed?.intent).toBe("Pay by card in two steps");
    expect(result.unreviewed?.summaries.map(({ id }) => id)).toEqual(["ss-4", "ss-3"]);
    expect(result.unreviewed?.summaries[0]).toMatchObject({ divergence: true, digest: { entries_count: 3 } });
    for (const { narrative } of result.unreviewed?.summaries ?? []) {
      expect(narrative.length).toBeLessThanOrEqual(600);
      expect(narrative).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
    const next = recallFrom({ ...many, summaries, intent: "x" }, { cursor: result.left_out.cursor ?? "" });
    expect(next.unreviewed).toBeUndefined();
  });
});

describe("recall is a function of the store and the request", () => {
  const word = fc.constantFrom("stripe", "payment", "index", "Webhook", "платёж", "支払い", "rate limit");
  const anyEntry = fc.record({
    type: fc.constantFrom("guardrail", "convention", "instruction", "fact"),
    domain: fc.constantFrom("house", "checkout", "search"),
    recall: fc.array(word, { maxLength: 3 }),
    paths: fc.array(fc.constantFrom("src", "src/*.ts", "docs/a.md"), { maxLength: 2 }),
    reviewed_at: fc.constantFrom(null, "2026-01-02T00:00:00.000Z", "2026-01-03T00:00:00.000Z", "x"),
    text: fc.constantFrom("Validate webhooks by signature", "Sempre validar pagamentos", "y".repeat(900)),
  });
  const store = fc.tuple(
    fc.array(anyEntry, { maxLength: 25 }),
    fc.record({ always_on: fc.boolean(), state: fc.constantFrom("active", "inactive") }),
  );
  const request = fc.record(
    {
      domain: fc.constantFrom("house", "CHECKOUT", "nowhere"),
      intentHint: fc.array(word, { maxLength: 4 }).map((words) => words.join(" and ")),
      paths: fc.array(fc.constantFrom("src/a.ts", "docs", "../x"), { maxLength: 2 }),
      limit: fc.integer({ min: 1, max: 8 }),
      maxChars: fc.integer({ min: 2_000, max: 9_000 }),
    },
    { requiredKeys: [] },
  );
  const build = ([changes, house]: Readonly<
    typeof store extends fc.Arbitrary<infer T> ? T : never
  >): RecallSources =>
    sources(
      changes.map((change, at) => entry(`${100 + at}`, change as Partial<GuidanceEntry>)),
      [domain("house", house), domain("checkout", { recall: ["payment"] })],
    );

  test("whatever order the store is in, the same bytes come back, within the bound", () => {
    fc.assert(
      fc.property(store, request, fc.nat(), (made, asked, turn) => {
        const from = build(made);
        const by = turn % Math.max(from.guidance.length, 1);
        const turned = [...from.guidance.slice(by), ...from.guidance.slice(0, by)].reverse();
        const text = JSON.stringify(recallFrom(from, asked));
        expect(JSON.stringify(recallFrom(from, asked))).toBe(text);
        expect(JSON.stringify(recallFrom({ ...from, verified: turned }, asked))).toBe(text);
        expect(text.length).toBeLessThanOrEqual(asked.maxChars ?? 8_000);
      }),
      { seed, numRuns: scale(1_000) },
    );
  });

  test("page by page, every match comes once, in the fixed order", () => {
    fc.assert(
      fc.property(store, request, (made, asked) => {
        const from = build(made);
        const matches = matchEntries(from.verified, new Domains(from), asked);
        const expected = new Set(matches.map((match) => match.entry.id));
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const result = recallFrom(from, { ...asked, cursor });
          const page = [...result.rules, ...result.facts].map(({ id }) => id);
          seen.push(...page, ...result.left_out.too_long);
          expect(result.left_out.count).toBe(expected.size - seen.length);
          cursor = result.left_out.cursor ?? undefined;
        } while (cursor !== undefined);
        expect(new Set(seen)).toEqual(expected);
        expect(seen).toHaveLength(expected.size);
      }),
      { seed, numRuns: scale(500) },
    );
  });
});

describe("a dry run", () => {
  test("shows a pending entry as it would be given, and what would be without it", async () => {
    const process = processOn();
    await approved(process, "Validate webhooks", { recall: ["webhook"] });
    const { id } = await queue(process, "Keep the raw body of webhooks", { recall: ["webhook"] });
    const run = process.service.dryRun(id, { intentHint: "add a webhook" });
    expect(run?.place).toBe("given");
    expect(run?.with.rules).toHaveLength(2);
    expect(run?.without).toEqual(process.service.recall({ intentHint: "add a webhook" }));
    expect(process.service.dryRun(id, { intentHint: "a poem" })?.place).toBe("none");
    expect(process.service.dryRun("gm-0", {})).toBeUndefined();
    expect(process.service.list("pending")).toHaveLength(1);
  });

  test("shows what it would push out, and what it would supersede", async () => {
    const process = processOn();
    const old = await approved(process, "The timeout is 30 seconds");
    process.clock.advance(1_000);
    const { id } = await queue(process, "The timeout is 60 seconds");
    expect(process.service.dryRun(id, { limit: 1 })).toMatchObject({ place: "given", displaced: [old.id] });
    const run = process.service.dryRun(id, {}, undefined, old.id);
    expect(run?.with.rules.map((rule) => rule.id)).toEqual([id]);
  });

  test("with edits shows these", async () => {
    const process = processOn();
    const { id } = await queue(process, "Keep the raw body", { recall: ["webhook"] });
    const edits = {
      type: "fact" as const,
      domain: "general",
      text: "The raw body is kept.",
      rationale: "r",
      recall: ["stripe"],
      paths: [],
    };
    const run = process.service.dryRun(id, { intentHint: "stripe" }, edits);
    expect(run?.with.facts).toMatchObject([{ text: "The raw body is kept." }]);
  });

  test("gives nothing out: what it shows may be proposed", async () => {
    const process = processOn();
    const { id } = await queue(process, "Keep the raw body of webhooks");
    process.service.dryRun(id, {});
    const again = await process.service.propose(
      { type: "fact", text: "Keep the raw body of webhooks", rationale: "r" },
      "agent",
    );
    expect(again.outcome).toBe("queued");
  });
});
