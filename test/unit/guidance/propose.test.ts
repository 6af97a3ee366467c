import { describe, expect, test } from "vitest";
import { proposalMessage } from "../../../src/core/guidance/proposal-message.js";
import { approved, MemoryDisk, processOn, proposal, queue } from "./memory-store.js";

describe("a proposal", () => {
  test("is queued as pending, with who and when", async () => {
    const { service, clock } = processOn();
    const outcome = await service.propose(
      proposal("Validate webhooks", { recall: ["stripe"] }),
      "Claude Code",
    );
    expect(outcome).toMatchObject({
      outcome: "queued",
      entry: {
        status: "pending",
        source: "agent_proposal",
        proposed_by: "Claude Code",
        proposed_at: new Date(clock.now()).toISOString(),
        domain: "general",
        recall: ["stripe"],
        reviewed_by: null,
      },
    });
    expect(proposalMessage(outcome)).toContain("Do not poll");
    expect(service.counts()).toEqual({ pending: 1, unverified: 0 });
  });

  test.each([
    ["case and spaces", "VALIDATE   webhooks\nby signature", {}],
    ["the domain's spelling", "Validate webhooks by signature", { domain: "General" }],
  ])("that is the same but for %s gives the id that is there", async (_, text, change) => {
    const process = processOn();
    const { id } = await queue(process, "Validate webhooks by signature");
    const again = await process.service.propose(proposal(text, change), "other");
    expect(again).toMatchObject({ outcome: "exists", entry: { id } });
    expect(process.disk.document.guidance).toHaveLength(1);
  });

  test.each([
    ["another type", { type: "fact" }],
    ["another domain", { domain: "checkout" }],
  ])("of the same text and %s is queued, as a near one", async (_, change) => {
    const process = processOn();
    const { id } = await queue(process, "Validate webhooks by signature");
    const again = await process.service.propose(proposal("Validate webhooks by signature", change), "other");
    expect(again).toMatchObject({
      outcome: "queued",
      entry: { similar_to: [id] },
      similar: [{ id, relation: "same" }],
    });
  });

  test("that says the opposite is near, and marked", async () => {
    const process = processOn();
    const { id } = await approved(process, "Always retry failed payments");
    const again = await process.service.propose(proposal("Never retry failed payments"), "other");
    expect(again).toMatchObject({
      outcome: "queued",
      entry: { similar_to: [id] },
      similar: [{ id, status: "approved", opposition: "negation" }],
    });
  });

  test("with a domain in another spelling takes the first one's", async () => {
    const process = processOn();
    await queue(process, "One rule of the till", { domain: "Caixa Única" });
    const outcome = await process.service.propose(
      proposal("Quite another thing", { domain: "caixa unica" }),
      "a",
    );
    expect(outcome).toMatchObject({ outcome: "queued", entry: { domain: "Caixa Única" } });
  });

  test("that was rejected comes back with the date and the reason", async () => {
    const process = processOn();
    const shown = await queue(process, "Cache everything forever");
    await process.review.reject(shown, "Prices change.", "Ana");
    const again = await process.service.propose(proposal("cache everything FOREVER"), "other");
    expect(again).toMatchObject({
      outcome: "rejected-before",
      earlier: { id: shown.id, reason: "Prices change.", at: new Date(process.clock.now()).toISOString() },
    });
    expect(proposalMessage(again)).toMatch(/rejected this on 2026-01-01: Prices change\./);
    expect(process.disk.document.guidance).toHaveLength(1);
  });

  test("that is near a rejected one is queued, and tells of it", async () => {
    const process = processOn();
    const shown = await queue(process, "Cache all product prices forever");
    await process.review.reject(shown, "Prices change.", "Ana");
    const again = await process.service.propose(
      proposal("Cache all product prices forever, always"),
      "other",
    );
    expect(again).toMatchObject({
      outcome: "queued",
      earlier: [{ id: shown.id, status: "rejected", relation: "near" }],
    });
  });

  test("of a person may come again after a rejection", async () => {
    const process = processOn();
    const shown = await queue(process, "Cache everything forever");
    await process.review.reject(shown, "No.", "Ana");
    const again = await process.service.propose(proposal("Cache everything forever"), "Ana", "manual");
    expect(again).toMatchObject({ outcome: "queued", earlier: [{ relation: "same", reason: "No." }] });
  });

  test("that is refused leaves the store as it is", async () => {
    const { service, disk } = processOn();
    expect(await service.propose(proposal("pay\u202ement"), "a")).toMatchObject({ outcome: "refused" });
    expect(disk.text).toBeUndefined();
  });
});

describe("an echo", () => {
  test.each([
    ["as it was", "Validate webhooks by signature before anything else"],
    ["in quotes and capitals", "“VALIDATE webhooks — by signature, before anything else!”"],
    ["a piece of it", "webhooks by signature before anything"],
  ])("is refused: %s", async (_, text) => {
    const process = processOn();
    const { id } = await approved(process, "Validate webhooks by signature before anything else");
    process.service.recall({});
    const outcome = await process.service.propose(proposal(text, { type: "fact" }), "agent");
    expect(outcome).toEqual({ outcome: "echo", of: id });
    expect(proposalMessage(outcome)).toContain(id);
  });

  test("is only what this very process gave out", async () => {
    const disk = new MemoryDisk();
    const one = processOn(disk);
    await approved(one, "Validate webhooks by signature before anything else");
    one.service.recall({});
    const other = await processOn(disk).service.propose(
      proposal("Validate webhooks by signature before anything else", { type: "fact" }),
      "agent",
    );
    expect(other.outcome).toBe("queued");
  });

  test("of a session's narrative is refused as well", async () => {
    const process = processOn();
    const narrative = "I moved the retry logic into the queue worker and left the dead letters alone.";
    process.disk.edit((document) => ({ ...document, session_summaries: [{ id: "ss-1", narrative }] }));
    expect(process.service.recall({}).unreviewed?.summaries).toMatchObject([{ id: "ss-1", narrative }]);
    expect(await process.service.propose(proposal(narrative), "agent")).toEqual({
      outcome: "echo",
      of: "ss-1",
    });
  });

  test("is no echo where something of one's own was added", async () => {
    const process = processOn();
    await approved(process, "Validate webhooks by signature");
    process.service.recall({});
    const outcome = await process.service.propose(
      proposal("Validate webhooks by signature, and keep the raw body for that"),
      "agent",
    );
    expect(outcome.outcome).toBe("queued");
  });

  test("a person may propose what was given out", async () => {
    const process = processOn();
    await approved(process, "Validate webhooks by signature");
    process.service.recall({});
    const outcome = await process.service.propose(
      proposal("Validate webhooks by signature", { type: "fact" }),
      "Ana",
      "manual",
    );
    expect(outcome.outcome).toBe("queued");
  });
});
