import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GuidanceEntry } from "../../../src/core/guidance/entry.js";
import { GuidanceService } from "../../../src/core/guidance/service.js";
import { GuidanceEngine } from "../../../src/node/engine-guidance.js";
import { openGuidance } from "../../../src/node/guidance.js";
import { type MessageToPage, parseToHost, parseToPage } from "../../../src/protocol/review.js";
import { ReviewSession } from "../../../src/vscode/guidance/review/session.js";

vi.mock("vscode", () => ({
  env: { language: "en" },
  l10n: {
    t: (text: string, ...values: readonly string[]): string =>
      text.replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? ""),
  },
}));

type Show = Extract<MessageToPage, { type: "show" }>;

/** A review over a real engine, store and record of approvals; the page is what it posted last. */
class Review {
  readonly posted: MessageToPage[] = [];
  readonly engine: GuidanceEngine;
  readonly session: ReviewSession;
  now = Date.now();
  isTrusted = true;
  isSharing = false;
  #tokens = 0;

  constructor(
    readonly root: string,
    readonly config: string,
  ) {
    this.engine = new GuidanceEngine(root, config);
    this.session = new ReviewSession({
      engines: () => [
        { id: "root", call: (method, params) => this.engine.call(method, params) as Promise<never> },
      ],
      post: (message) => {
        // Whatever is sent would get through the page's own check.
        expect(parseToPage(structuredClone(message))).toEqual(message);
        this.posted.push(message);
      },
      newToken: () => (++this.#tokens).toString(16).padStart(32, "0"),
      now: () => this.now,
      mayWrite: () => this.isTrusted,
      isSharing: () => this.isSharing,
      words: () => ({ words: {}, language: "en" }),
      changed: () => Promise.resolve(),
      sentence: (error) => Promise.resolve(String(error)),
    });
  }

  get last(): MessageToPage {
    const last = this.posted.at(-1);
    if (last === undefined) throw new Error("Nothing was posted.");
    return last;
  }

  get shown(): Show {
    const { last } = this;
    if (last.type !== "show") throw new Error(`It shows ${JSON.stringify(last)}`);
    return last;
  }

  /** As it comes from the page: through the check of messages. */
  async send(message: unknown): Promise<void> {
    const parsed = parseToHost(message);
    if (parsed === undefined) throw new Error("The message is none.");
    await this.session.receive(parsed);
  }

  get stored(): readonly GuidanceEntry[] {
    const text = readFileSync(join(this.root, ".sdd/store.json"), "utf8");
    return (JSON.parse(text) as { guidance: GuidanceEntry[] }).guidance;
  }

  edit(change: (text: string) => string): void {
    const path = join(this.root, ".sdd/store.json");
    writeFileSync(path, change(readFileSync(path, "utf8")));
  }

  statuses(): readonly string[] {
    return this.stored.map(({ status }) => status);
  }

  recalled(): readonly string[] {
    const service = new GuidanceService(openGuidance(this.root, { configFolder: this.config }));
    return service.recall({}).rules.map(({ text }) => text);
  }
}

let folder: string;
let review: Review;

async function propose(text: string, more: Readonly<Record<string, string>> = {}): Promise<GuidanceEntry> {
  const service = new GuidanceService(openGuidance(review.root, { configFolder: review.config }));
  const input = { type: "guardrail", text, rationale: "An audit.", domain: "checkout", ...more };
  const outcome = await service.propose(input, "an agent");
  if (outcome.outcome !== "queued") throw new Error(outcome.outcome);
  return outcome.entry;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sdd-review-"));
  const root = join(folder, "project");
  mkdirSync(root);
  execFileSync("git", ["-C", root, "init", "-q"]);
  review = new Review(root, join(folder, "config"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("an act", () => {
  test("with the token of what is shown decides, and the next one opens", async () => {
    await propose("Never log card numbers.");
    await propose("Use one currency for each order.");
    await review.session.openNext();
    expect(review.shown.place).toBe("1 of 2");
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    expect(review.statuses()).toEqual(["approved", "pending"]);
    expect(review.recalled()).toEqual(["Never log card numbers."]);
    expect(review.shown.entry.agent).toEqual([{ text: "Use one currency for each order.", kind: "plain" }]);
    expect(review.shown.notice).toEqual({ kind: "done", text: "Approved: Never log card numbers." });
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    expect(review.last.type).toBe("empty");
  });

  test("with a token that was spent, or is of what was shown before, decides nothing", async () => {
    await propose("Never log card numbers.");
    await propose("Use one currency for each order.");
    await review.session.openNext();
    const { token } = review.shown;
    await review.send({ type: "act", token, act: "approve" });
    await review.send({ type: "act", token, act: "approve" });
    await review.send({ type: "act", token: "f".repeat(32), act: "approve" });
    expect(review.statuses()).toEqual(["approved", "pending"]);
    expect(review.shown.notice?.kind).toBe("problem");
    const old = review.shown.token;
    await review.send({ type: "move", by: 1 });
    await review.send({ type: "act", token: old, act: "archive", reason: "" });
    expect(review.statuses()).toEqual(["approved", "pending"]);
  });

  test("on what changed since it was shown decides nothing, and shows the difference", async () => {
    await propose("Never log card numbers.");
    await review.session.openNext();
    review.edit((text) => text.replace("Never log", "Always log"));
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    expect(review.statuses()).toEqual(["pending"]);
    expect(review.recalled()).toEqual([]);
    expect(review.shown.notice?.text).toContain("it changed since it was shown");
    expect(review.shown.entry.differences).toEqual([
      {
        label: "Text",
        parts: [
          { text: "Never", kind: "removed" },
          { text: "Always", kind: "added" },
          { text: " log card numbers.", kind: "plain" },
        ],
      },
    ]);
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    expect(review.recalled()).toEqual(["Always log card numbers."]);
  });

  test("in a workspace that is not trusted is neither offered nor done", async () => {
    await propose("Never log card numbers.");
    review.isTrusted = false;
    await review.session.openNext();
    expect(review.shown.entry.acts).toEqual([]);
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    expect(review.statuses()).toEqual(["pending"]);
  });

  test("that approves what nobody sees is refused, and says where it is", async () => {
    await propose("Never log card numbers.");
    review.edit((text) => text.replace("Never log", "Never\\u200b log"));
    await review.session.openNext();
    expect(review.shown.entry.agent).toContainEqual({ text: "⟨ZWSP⟩", kind: "hidden" });
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    expect(review.last).toMatchObject({ type: "problem", problems: [{ field: "text" }] });
    expect(review.statuses()).toEqual(["pending"]);
  });

  test("of rejection needs a reason, and can be taken back for a minute", async () => {
    await propose("Never log card numbers.");
    await review.session.openNext();
    await review.send({ type: "act", token: review.shown.token, act: "reject", reason: "  " });
    const { last } = review;
    if (last.type !== "problem") throw new Error(last.type);
    await review.send({ type: "act", token: last.token, act: "reject", reason: "Not ours." });
    expect(review.stored[0]).toMatchObject({ status: "rejected", review_reason: "Not ours." });
    const empty = review.last;
    if (empty.type !== "empty" || empty.undo === null) throw new Error("It cannot be taken back.");
    await review.send({ type: "undo", token: "0".repeat(32) });
    expect(review.statuses()).toEqual(["rejected"]);
    await review.send({ type: "undo", token: empty.undo.token });
    expect(review.statuses()).toEqual(["pending"]);
    expect(review.shown.notice?.text).toBe("Taken back.");
    await review.send({ type: "undo", token: empty.undo.token });
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    review.now += 61_000;
    await review.send({ type: "ready" });
    expect(review.last).toMatchObject({ type: "empty", undo: null });
  });

  test("of approval with edits approves what was edited", async () => {
    await propose("Never log card numbers.");
    await review.session.openNext();
    const { token, entry } = review.shown;
    const fields = { ...entry.fields, text: "Never log card numbers or names." };
    await review.send({ type: "act", token, act: "edit", fields });
    expect(review.recalled()).toEqual(["Never log card numbers or names."]);
  });

  test("of supersession archives the other, if that is as it was shown", async () => {
    await propose("Keep logs of orders for 30 days.");
    await review.session.openNext();
    await review.send({ type: "act", token: review.shown.token, act: "approve" });
    await propose("Keep logs of orders for 90 days.");
    await review.session.openNext();
    const [other] = review.shown.entry.similar;
    expect(other?.opposition).toContain("values differ");
    expect(other?.there).toContainEqual({ text: "30", kind: "marked" });
    expect(other?.canSupersede).toBe(true);
    const first = review.stored[0]?.id;
    await review.send({ type: "act", token: review.shown.token, act: "supersede", other: "gm-else" });
    expect(review.statuses()).toEqual(["approved", "pending"]);
    await review.send({ type: "act", token: review.shown.token, act: "supersede", other: first });
    expect(review.statuses()).toEqual(["archived", "approved"]);
    expect(review.recalled()).toEqual(["Keep logs of orders for 90 days."]);
  });
});

describe("what is unverified", () => {
  test("is accepted one by one, or all that were looked at, each as it was shown", async () => {
    for (const text of ["Never log names.", "Use euro cents.", "Test each refund."]) await propose(text);
    review.edit((text) => text.replaceAll('"pending"', '"approved"'));
    expect(review.recalled()).toEqual([]);
    await review.session.openNext();
    expect(review.shown.entry.acts).toEqual(["accept", "decline"]);
    await review.send({ type: "move", by: 1 });
    expect(review.shown.entry).toMatchObject({ seen: 2, acts: ["accept", "acceptAll", "decline"] });
    // One of those that were looked at changes; the third one nobody looked at.
    const [seen] = review.posted.flatMap((each) => (each.type === "show" ? each.entry.fields.text : []));
    review.edit((text) => text.replace(seen ?? "", "Log everything."));
    await review.send({ type: "act", token: review.shown.token, act: "acceptAll" });
    expect(review.recalled()).toHaveLength(1);
    expect(review.recalled()).not.toContain("Log everything.");
    expect(review.shown.notice?.text).toBe("Accepted: 1. Not accepted, look at them once more: 1.");
  });
});

test("what is shared goes into a file of the team's, which another person accepts after a look", async () => {
  const { id } = await propose("Never log card numbers.");
  review.isSharing = true;
  await review.session.openNext();
  await review.send({ type: "act", token: review.shown.token, act: "approve" });
  const file = `.sdd/guidance/${id}.json`;
  const text = readFileSync(join(review.root, file), "utf8");

  const theirs = join(folder, "clone");
  mkdirSync(join(theirs, ".sdd/guidance"), { recursive: true });
  writeFileSync(join(theirs, file), text);
  const other = new Review(theirs, join(folder, "other-config"));
  expect(other.recalled()).toEqual([]);
  await other.session.openNext();
  expect(other.shown.entry.warnings).toContain("It comes from a file of the team's.");
  await other.send({ type: "act", token: other.shown.token, act: "accept" });
  expect(other.recalled()).toEqual(["Never log card numbers."]);
  expect(readFileSync(join(theirs, file), "utf8")).toBe(text);
});

describe("an entry by hand", () => {
  test("is queued as any other, once all that it needs is there", async () => {
    await review.session.propose("root", "Money is counted in cents.");
    const { last } = review;
    if (last.type !== "form") throw new Error(last.type);
    await review.send({ type: "propose", token: last.token, fields: last.fields });
    const refused = review.last;
    if (refused.type !== "problem") throw new Error(refused.type);
    expect(refused.problems.map(({ field }) => field)).toEqual(["rationale"]);
    const fields = { ...last.fields, rationale: "Floats lose cents." };
    await review.send({ type: "propose", token: last.token, fields });
    await review.send({ type: "propose", token: refused.token, fields });
    // The first of the two came with a token that was spent.
    expect(review.stored).toMatchObject([{ status: "pending", source: "manual" }]);
    expect(review.recalled()).toEqual([]);
  });
});

test("a dry run says what recall would answer with the entry and without", async () => {
  await propose("Never log card numbers.", { type: "convention" });
  await review.session.openNext();
  await review.send({ type: "dryRun", number: 7, prompt: "log the card numbers", fields: null });
  expect(review.last).toMatchObject({ type: "dryRun", number: 7, with: [{ isThis: true }], without: [] });
  await review.send({ type: "dryRun", number: 8, prompt: "paint the door", fields: null });
  expect(review.last).toMatchObject({ number: 8, sentence: "Not recalled for this.", with: [] });
});

test("a secret in the store is not shown, and is approved only without it", async () => {
  await propose("Never log card numbers.");
  const secret = ["AKIA", "IOSFODNN7", "ZXCVBNM"].join("");
  review.edit((text) => text.replace("card numbers", secret));
  await review.session.openNext();
  expect(JSON.stringify(review.posted)).not.toContain(secret);
  await review.send({ type: "act", token: review.shown.token, act: "approve" });
  const { last } = review;
  if (last.type !== "problem" || last.fields === null) throw new Error("It was not refused.");
  expect(review.statuses()).toEqual(["pending"]);
  await review.send({ type: "act", token: last.token, act: "edit", fields: last.fields });
  expect(review.statuses()).toEqual(["approved"]);
  expect(JSON.stringify(review.stored)).not.toContain(secret);
});
