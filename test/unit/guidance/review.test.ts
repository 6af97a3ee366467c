import { describe, expect, test } from "vitest";
import { SddError } from "../../../src/core/errors.js";
import { GUIDANCE_STATUSES, type GuidanceStatus } from "../../../src/core/guidance/entry.js";
import { mayBecome } from "../../../src/core/guidance/transitions.js";
import { approved, MemoryDisk, processOn, proposal, queue } from "./memory-store.js";

const statusOf = (disk: MemoryDisk, id: string): string | undefined =>
  disk.document.guidance.find((entry) => entry.id === id)?.status;

test("only four transitions are allowed", () => {
  const allowed = GUIDANCE_STATUSES.flatMap((from) =>
    GUIDANCE_STATUSES.filter((to) => mayBecome(from, to)).map((to) => `${from} ${to}`),
  );
  expect(allowed).toEqual(["pending approved", "pending rejected", "pending archived", "approved archived"]);
});

describe("approving", () => {
  test("makes an entry recalled, and records who, when and what", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    expect(process.service.recall({}).rules).toEqual([]);
    expect(await process.review.approve(shown, "Ana")).toMatchObject({ ok: true, notShared: undefined });
    expect(process.service.recall({}).rules.map(({ text }) => text)).toEqual(["Validate webhooks"]);
    const at = new Date(process.clock.now()).toISOString();
    expect(process.disk.approvals).toEqual([{ ...shown, decision: "approved", who: "Ana", at }]);
    expect(process.service.show(shown.id)).toMatchObject({
      verified: true,
      entry: { reviewed_by: "Ana", reviewed_at: at },
    });
  });

  test("fails where it is not what was shown, and says what it is", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    process.disk.editEntry(shown.id, { text: "Trust webhooks" });
    const outcome = await process.review.approve(shown, "Ana");
    expect(outcome).toMatchObject({ ok: false, problem: "changed", now: { text: "Trust webhooks" } });
    expect(process.disk.approvals).toEqual([]);
    expect(statusOf(process.disk, shown.id)).toBe("pending");
  });

  test("is refused for hidden characters that were written into the store", async () => {
    const process = processOn();
    const { id } = await queue(process, "Validate webhooks");
    process.disk.editEntry(id, { text: "Validate webhooks\u{e0041}" });
    const sha256 = process.service.show(id)?.sha256 ?? "";
    expect(await process.review.approve({ id, sha256 }, "Ana")).toMatchObject({
      ok: false,
      problem: "refused",
      problems: [{ code: "hidden-characters", field: "text" }],
    });
  });

  test("of a secret in the store shows first what would be approved", async () => {
    const process = processOn();
    const { id } = await queue(process, "Deploy by hand");
    process.disk.editEntry(id, { text: `Deploy with ${["AKIA", "IOSFODNN7", "ZXCVBNM"].join("")}` });
    const sha256 = process.service.show(id)?.sha256 ?? "";
    expect(await process.review.approve({ id, sha256 }, "Ana")).toMatchObject({
      ok: false,
      problem: "redacted",
    });
  });

  test("with edits approves the new text under its own hash", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    const outcome = await process.review.approveWithEdits(
      shown,
      proposal("Validate webhooks by signature", { type: "convention", recall: ["webhook"] }),
      "Ana",
    );
    expect(outcome).toMatchObject({
      ok: true,
      entries: [{ id: shown.id, type: "convention", status: "approved" }],
    });
    expect(process.disk.approvals.map(({ sha256 }) => sha256)).not.toContain(shown.sha256);
    expect(process.service.recall({}).rules).toMatchObject([{ text: "Validate webhooks by signature" }]);
  });

  test("with edits that do not pass changes nothing", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    const before = process.disk.text;
    expect(await process.review.approveWithEdits(shown, proposal(""), "Ana")).toMatchObject({
      problem: "refused",
    });
    expect(process.disk.text).toBe(before);
  });

  test("that cannot be recorded leaves the entry pending", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    process.disk.failApprovals = true;
    await expect(process.review.approve(shown, "Ana")).rejects.toBeInstanceOf(SddError);
    expect(statusOf(process.disk, shown.id)).toBe("pending");
    expect(process.service.counts()).toEqual({ pending: 1, unverified: 0 });
  });

  test("twice: the second is refused", async () => {
    const disk = new MemoryDisk();
    const [one, other] = [processOn(disk), processOn(disk)];
    const shown = await queue(one, "Validate webhooks");
    const outcomes = await Promise.all([
      one.review.approve(shown, "Ana"),
      other.review.reject(shown, "No.", "Rui"),
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
    expect(outcomes[1]).toMatchObject({ problem: "transition", from: "approved", to: "rejected" });
  });
});

describe("closing", () => {
  test("a rejection needs a reason", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    expect(await process.review.reject(shown, "  ", "Ana")).toMatchObject({ problem: "reason-missing" });
    expect(await process.review.reject(shown, "x\u202e", "Ana")).toMatchObject({ problem: "refused" });
    expect(await process.review.reject(shown, "Too broad.", "Ana")).toMatchObject({ ok: true });
    expect(process.service.list("rejected")).toMatchObject([{ entry: { review_reason: "Too broad." } }]);
  });

  test("an archived entry is kept, and not recalled, whatever the store says later", async () => {
    const process = processOn();
    const shown = await approved(process, "Validate webhooks");
    await process.review.archive(shown, "", "Ana");
    expect(process.service.recall({}).rules).toEqual([]);
    process.disk.editEntry(shown.id, { status: "approved" });
    expect(process.service.recall({}).rules).toEqual([]);
    expect(process.service.unverified()).toMatchObject([{ entry: { id: shown.id }, from: "store" }]);
  });

  test.each(["rejected", "archived"] as const)("%s is final", async (status: GuidanceStatus) => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    process.disk.editEntry(shown.id, { status });
    for (const outcome of [
      await process.review.approve(shown, "Ana"),
      await process.review.reject(shown, "No.", "Ana"),
      await process.review.archive(shown, "", "Ana"),
    ])
      expect(outcome).toMatchObject({ ok: false, problem: "transition", from: status });
  });

  test("superseding archives the other one", async () => {
    const process = processOn();
    const old = await approved(process, "The timeout is 30 seconds");
    const shown = await queue(process, "The timeout is 60 seconds");
    expect(await process.review.supersede(shown, old, "Ana")).toMatchObject({ ok: true });
    expect(statusOf(process.disk, old.id)).toBe("archived");
    expect(process.service.show(shown.id)?.entry.supersedes).toBe(old.id);
    expect(process.service.recall({}).rules.map(({ id }) => id)).toEqual([shown.id]);
  });

  test("superseding what changed meanwhile does neither", async () => {
    const process = processOn();
    const old = await approved(process, "The timeout is 30 seconds");
    const shown = await queue(process, "The timeout is 60 seconds");
    const stale = { ...old, sha256: shown.sha256 };
    expect(await process.review.supersede(shown, stale, "Ana")).toMatchObject({
      ok: false,
      problem: "changed",
    });
    expect([statusOf(process.disk, old.id), statusOf(process.disk, shown.id)]).toEqual([
      "approved",
      "pending",
    ]);
  });
});

describe("undoing", () => {
  const undoOf = (outcome: { readonly ok: boolean; readonly undo?: string | undefined }): string =>
    outcome.undo ?? "";

  test("within a minute brings the entry and the approvals back", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    const before = process.disk.document.guidance;
    const token = undoOf(await process.review.approve(shown, "Ana"));
    process.clock.advance(59_000);
    expect(await process.review.undo(token, "Ana")).toMatchObject({ ok: true, undo: undefined });
    expect(process.disk.document.guidance).toEqual(before);
    process.disk.editEntry(shown.id, { status: "approved" });
    expect(process.service.recall({}).rules).toEqual([]);
    expect(await process.review.undo(token, "Ana")).toMatchObject({ problem: "undo-expired" });
  });

  test("after a minute is too late", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    const token = undoOf(await process.review.approve(shown, "Ana"));
    process.clock.advance(60_001);
    expect(await process.review.undo(token, "Ana")).toMatchObject({ problem: "undo-expired" });
    expect(statusOf(process.disk, shown.id)).toBe("approved");
  });

  test("an archived entry is approved and verified again", async () => {
    const process = processOn();
    const shown = await approved(process, "Validate webhooks");
    const token = undoOf(await process.review.archive(shown, "", "Ana"));
    await process.review.undo(token, "Ana");
    expect(process.service.recall({}).rules.map(({ id }) => id)).toEqual([shown.id]);
  });

  test("a supersession brings both back", async () => {
    const process = processOn();
    const old = await approved(process, "The timeout is 30 seconds");
    const shown = await queue(process, "The timeout is 60 seconds");
    await process.review.undo(undoOf(await process.review.supersede(shown, old, "Ana")), "Ana");
    expect(process.service.recall({}).rules.map(({ id }) => id)).toEqual([old.id]);
    expect(statusOf(process.disk, shown.id)).toBe("pending");
  });

  test("what somebody else changed since stays", async () => {
    const process = processOn();
    const shown = await queue(process, "Validate webhooks");
    const token = undoOf(await process.review.approve(shown, "Ana"));
    process.disk.editEntry(shown.id, { text: "Trust webhooks" });
    expect(await process.review.undo(token, "Ana")).toMatchObject({ ok: false, problem: "changed" });
    expect(statusOf(process.disk, shown.id)).toBe("approved");
  });
});

describe("domains", () => {
  test("are made, changed and switched off", async () => {
    const process = processOn();
    await approved(process, "Validate webhooks", { domain: "checkout" });
    const input = { domain: "Checkout", always_on: true, recall: ["payment"], description: "The till." };
    expect(await process.review.saveDomain(input)).toMatchObject({ domain: "checkout", state: "active" });
    expect(process.service.recall({ intentHint: "anything" }).rules).toHaveLength(1);
    await process.review.setDomainState("CHECKOUT", "inactive");
    expect(process.service.recall({ intentHint: "anything" }).rules).toEqual([]);
    expect(process.service.recall({ domain: "checkout" }).domain).toEqual({
      name: "checkout",
      state: "inactive",
    });
    expect(process.service.domains()).toMatchObject([
      {
        domain: "checkout",
        state: "inactive",
        always_on: true,
        recall: ["payment"],
        counts: { approved: 1 },
      },
    ]);
  });

  test("are checked", async () => {
    const { review, disk } = processOn();
    const input = { domain: " ", always_on: false, recall: ["pay\u200b"], description: "" };
    expect(await review.saveDomain(input)).toMatchObject([{ field: "domain" }, { field: "recall[0]" }]);
    expect(disk.text).toBeUndefined();
  });
});
