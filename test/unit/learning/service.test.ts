import { describe, expect, test } from "vitest";
import { sampleFiles } from "../context/fixture.js";
import { fifo, unreadable } from "../memory-ports.js";
import { INDEX, learningFixture, recordWith, RECENT, REVIEWS } from "./fixture.js";

const PRD = "docs/checkout/02-prd.md";
const ADAPTER = "docs/checkout/adrs/0001-adapter.md";
const PATTERNS = "docs/_project-intelligence/patterns-and-conventions.md";

/** The text with one part replaced; fails where it is not there. */
function changed(text: string | undefined, from: string, to: string): string {
  if (text?.includes(from) !== true) throw new Error(`no “${from}”`);
  return text.replace(from, to);
}

describe("learning", () => {
  test("records know their source, section, line, hash and standing", async () => {
    const { service, project, lines } = learningFixture();
    const result = await service.learn();
    expect(result).toMatchObject({ added: lines().length, superseded: 0, missing: 0, written: true });
    const risk = recordWith(lines(), "may be down");
    expect(risk).toMatchObject({
      kind: "risk",
      summary: "The provider may be down for minutes at a time.",
      orchestration: "Checkout Ágil",
      orchestration_slug: "checkout",
      source_stage: "prd",
      source_artifact: PRD,
      source_hash: project.hasher.sha256(project.text(PRD) ?? ""),
      section: "PRD — Checkout › Risks",
      confidence: "high",
      status: "active",
      derived: true,
    });
    const { line } = risk;
    expect(project.text(PRD)?.split("\n")[line - 1]).toContain("may be down");
    expect(recordWith(lines(), "npm run test:payments")).toMatchObject({
      kind: "command",
      confidence: "low",
    });
    expect(recordWith(lines(), "One adapter for each provider")).toMatchObject({
      kind: "decision",
      source_stage: "adr",
      orchestration_slug: "checkout",
      confidence: "high",
    });
    expect(recordWith(lines(), "whole cents")).toMatchObject({
      kind: "pattern",
      orchestration_slug: "_project",
      source_stage: "project-discovery",
      confidence: "medium",
    });
    expect(recordWith(lines(), "confirmed within two seconds").kind).toBe("quality_signal");
  });

  test("twice changes nothing, reads nothing and writes nothing", async () => {
    const { service, another, project } = learningFixture();
    await service.learn();
    const text = project.text(INDEX);
    project.clock.advance(86_400_000);
    const writes = project.written.length;
    expect(await service.learn()).toMatchObject({ read: 0, added: 0, written: false });
    expect(await another().learn()).toMatchObject({ read: 0, added: 0, written: false });
    expect(project.text(INDEX)).toBe(text);
    expect(project.written.length).toBe(writes);
  });

  test("deleted, the index comes back the same, but for the time", async () => {
    const { service, project } = learningFixture();
    await service.learn();
    const text = project.text(INDEX);
    project.remove(".sdd/intelligence");
    await service.learn();
    expect(project.text(INDEX)).toBe(text);
  });

  test("an edit that keeps a sentence keeps its record; a gone sentence is superseded by the one near it", async () => {
    const { service, project, lines } = learningFixture();
    await service.learn();
    const before = lines();
    project.clock.advance(60_000);
    project.write(PRD, changed(project.text(PRD), "for minutes at a time", "for hours at a time"));
    const result = await service.learn();
    expect(result).toMatchObject({ read: 1, added: 1, superseded: 1 });
    const gone = recordWith(lines(), "for minutes");
    const next = recordWith(lines(), "for hours");
    expect(gone).toMatchObject({ status: "superseded", superseded_by: next.id });
    expect(next.learned_at > gone.learned_at).toBe(true);
    const kept = recordWith(lines(), "confirmed within two seconds");
    const was = recordWith(before, "confirmed within two seconds");
    expect(kept).toEqual({ ...was, source_hash: project.hasher.sha256(project.text(PRD) ?? "") });
    expect(lines().filter(({ source_artifact: path }) => path !== PRD)).toEqual(
      before.filter(({ source_artifact: path }) => path !== PRD),
    );
  });

  test("a sentence with nothing near it is superseded by none; one that moves is succeeded where it went", async () => {
    const { service, project, lines } = learningFixture();
    await service.learn();
    project.write(PRD, changed(project.text(PRD), "The provider may be down for minutes at a time.", ""));
    await service.learn();
    expect(recordWith(lines(), "may be down").superseded_by).toBeUndefined();
    project.write(ADAPTER, changed(project.text(ADAPTER), "## Decision", "## Decision outcome"));
    await service.learn();
    const [old, moved] = lines()
      .filter(({ summary }) => summary.includes("One adapter"))
      .sort((a, b) => (a.status < b.status ? 1 : -1));
    expect([old?.status, moved?.status]).toEqual(["superseded", "active"]);
    expect(old?.superseded_by).toBe(moved?.id);
  });

  test("one orchestration, with what belongs to the project; the others stay as they are", async () => {
    const { service, lines } = learningFixture();
    const result = await service.learn({ names: ["checkout agil"] });
    expect(result.orchestrations).toEqual(["checkout"]);
    expect(new Set(lines().map(({ orchestration_slug: slug }) => slug))).toEqual(
      new Set(["checkout", "_project"]),
    );
    await expect(service.learn({ names: ["nowhere"] })).rejects.toMatchObject({
      code: "unknown-orchestration",
    });
  });

  test("a dry run writes nothing, and is forgotten", async () => {
    const { service, project } = learningFixture();
    const dry = await service.learn({ dryRun: true });
    expect(dry).toMatchObject({ written: false, files: [INDEX, ".sdd/intelligence/sources.index.jsonl"] });
    expect(project.written).toEqual([]);
    expect((await service.list()).isLearned).toBe(false);
    expect((await service.learn()).added).toBe(dry.added);
  });

  test("an approval in the map raises the confidence without reading the document", async () => {
    const { service, project, lines } = learningFixture();
    await service.learn();
    expect(recordWith(lines(), "npm run test:payments").confidence).toBe("low");
    const map = "docs/checkout/traceability-map.yaml";
    const approved = changed(
      project.text(map),
      "{file: 03-techspec.md, state: draft}",
      "{file: 03-techspec.md, state: approved}",
    );
    project.write(map, approved);
    project.resetReads();
    expect(await service.learn()).toMatchObject({ read: 0, written: true });
    expect(project.readCount("docs/checkout/03-techspec.md")).toBe(0);
    expect(recordWith(lines(), "npm run test:payments").confidence).toBe("high");
  });

  test("a decision that is superseded itself teaches nothing that holds", async () => {
    const { service, project, lines } = learningFixture();
    await service.learn();
    project.write(ADAPTER, changed(project.text(ADAPTER), "Accepted", "Superseded by 0009"));
    await service.learn();
    expect(recordWith(lines(), "One adapter").status).toBe("superseded");
  });

  test("records of a source that is gone stay, and come back to life with it", async () => {
    const { service, project, lines } = learningFixture();
    await service.learn();
    const text = project.text(PATTERNS) ?? "";
    project.remove(PATTERNS);
    expect((await service.learn()).missing).toBeGreaterThan(0);
    expect(recordWith(lines(), "whole cents")).toMatchObject({
      status: "stale",
      stale_reason: "source_missing",
    });
    project.write(PATTERNS, text);
    await service.learn();
    expect(recordWith(lines(), "whole cents").status).toBe("active");
    expect(recordWith(lines(), "whole cents").stale_reason).toBeUndefined();
  });

  test("a corrupt line is set aside with its number, and the rest is used", async () => {
    const { service, project, another } = learningFixture();
    await service.learn();
    const text = project.text(INDEX) ?? "";
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const [first = "", ...rest] = text.split("\n");
    project.write(INDEX, [first, `{"torn":"${secret}`, ...rest].join("\n"));
    expect((await another().status()).last_error).toContain("line 2");
    expect((await another().learn()).rejected).toBe(1);
    expect(project.text(INDEX)).toBe(text);
    const rejected = JSON.parse(project.text(`${INDEX}.rejected`) ?? "") as { line: number; text: string };
    expect(rejected.line).toBe(2);
    expect(rejected.text).not.toContain(secret);
    expect((await another().status()).last_error).toBeNull();
  });

  test("what was set aside is learned again, also where only one orchestration is asked for", async () => {
    const { service, project, another } = learningFixture();
    await service.learn();
    const text = project.text(INDEX) ?? "";
    const lines = text.split("\n");
    const at = lines.findIndex((line) => line.includes("may be down"));
    project.write(INDEX, lines.with(at, (lines[at] ?? "").slice(0, 200)).join("\n"));
    const name = (await another().list()).project.orchestrations.find(
      ({ slug }) => slug !== "checkout",
    )?.slug;
    expect(await another().learn({ names: [name ?? ""] })).toMatchObject({ rejected: 1 });
    expect(project.text(INDEX)).toBe(text);
  });

  test("an index that an editor marked, or that has a line of other bytes, is used all the same", async () => {
    const { service, project, another } = learningFixture();
    await service.learn();
    const text = project.text(INDEX) ?? "";
    project.write(INDEX, `\ufeff${text}`);
    expect((await another().status()).last_error).toBeNull();
    const bytes = new TextEncoder().encode(text);
    project.write(INDEX, new Uint8Array([...bytes, 0x7b, 0xff, 0xfe, 0x7d, 0x0a]));
    const status = await another().status();
    expect(status.learnings).toBeGreaterThan(0);
    expect(status.last_error).toContain(`line ${text.split("\n").length}`);
    expect(await another().learn()).toMatchObject({ rejected: 1, added: 0 });
    expect(project.text(INDEX)).toBe(text);
    project.write(INDEX, new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")));
    expect(await another().status()).toMatchObject({ learnings: status.learnings, last_error: null });
  });

  test.each([
    ["cannot be read", unreadable, "permission"],
    ["is no file", fifo, "no regular file"],
  ])("an index that %s is told of, and never replaced", async (_what, content, reason) => {
    const { project, another } = learningFixture();
    project.write(INDEX, content);
    expect((await another().status()).last_error).toContain(reason);
    await expect(another().learn()).rejects.toMatchObject({ code: "unreadable-file" });
    await expect(another().dismiss(["ln-0000000000000000"], "ana", "no")).rejects.toMatchObject({
      code: "unreadable-file",
    });
    expect(project.written).toEqual([]);
  });

  test.each([
    ["source_artifact", "../../etc/passwd"],
    ["source_artifact", "/etc/passwd"],
    ["line", 0],
    ["summary", "long ".repeat(500)],
    ["learned_at", "yesterday"],
  ])("a line of which %s is %s is none of ours", async (key, value) => {
    const { service, project, another, lines } = learningFixture();
    await service.learn();
    const [first] = lines();
    project.write(INDEX, `${JSON.stringify({ ...first, [key]: value })}\n`);
    expect((await another().list()).rejected).toHaveLength(1);
  });

  test("a document that was renamed takes its learnings with it", async () => {
    const { service, project, lines } = learningFixture();
    await service.learn();
    const before = recordWith(lines(), "whole cents");
    project.rename(PATTERNS, PATTERNS.replace("patterns-and", "rules-and"));
    expect(await service.learn()).toMatchObject({ missing: 0 });
    const [gone, moved] = lines().filter(({ summary }) => summary === before.summary);
    expect(gone).toMatchObject({ id: before.id, status: "superseded", superseded_by: moved?.id });
    expect(moved).toMatchObject({ status: "active" });
    expect((await service.status()).statuses.stale).toBe(0);
  });

  test.each([
    ["memory: {learning_enabled: false}\n", "memory.learning_enabled"],
    ["intelligence: {enabled: false}\n", "intelligence.enabled"],
  ])("is switched off by %s", async (config, key) => {
    const { service, project } = learningFixture({ ...sampleFiles(), "sdd.config.yaml": config });
    await expect(service.learn()).rejects.toMatchObject({ code: "feature-off", params: [key] });
    expect(project.written).toEqual([]);
  });

  test("no secret of a document gets into the index", async () => {
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const files = sampleFiles();
    files[PRD] =
      `${files[PRD] ?? ""}\n## Decisions ${secret}\n\nThe service signs in with the token ${secret} every night.\n`;
    const { service, project } = learningFixture(files);
    await service.learn();
    expect(project.text(INDEX)).toContain("[REDACTED]");
    expect(project.text(INDEX)).not.toContain(secret);
  });
});

describe("staleness", () => {
  test("after learning, an untouched tree has no stale entry, and nothing is opened to see that", async () => {
    const { service, project } = learningFixture();
    await service.learn();
    await service.list();
    project.resetReads();
    const { records } = await service.list();
    expect(records.every(({ status }) => status !== "stale")).toBe(true);
    expect(project.readCount(PRD)).toBe(0);
  });

  test("tells a changed section from a change elsewhere, and from a missing source", async () => {
    const { service, project } = learningFixture();
    await service.learn();
    project.write(PRD, changed(project.text(PRD), "within two seconds", "within three seconds"));
    project.remove(PATTERNS);
    const { records } = await service.list();
    expect(recordWith(records, "within two seconds").stale_reason).toBe("section_changed");
    expect(recordWith(records, "may be down").stale_reason).toBe("file_changed");
    expect(recordWith(records, "whole cents").stale_reason).toBe("source_missing");
    expect(recordWith(records, "One adapter").status).toBe("active");
    // A file that was just written may change again within its time stamp, so it is looked at once more.
    project.clock.advance(10_000);
    await service.list();
    project.resetReads();
    await service.list();
    expect(project.readCount(PRD)).toBe(0);
    const status = await service.status();
    expect(status).toMatchObject({ stale_sources: 2, last_error: null, index_dir: ".sdd/intelligence" });
    expect(status.statuses.stale).toBe(Object.values(status.stale_reasons).reduce((a, b) => a + b));
  });
});

describe("reviews", () => {
  test("a re-verified record holds as long as its section stays, through learning and without the index", async () => {
    const { service, another, project, lines } = learningFixture();
    await service.learn();
    project.write(PRD, changed(project.text(PRD), "for minutes at a time", "for hours at a time"));
    const { id } = recordWith((await service.list()).records, "for minutes");
    expect(await service.reverify([id, "ln-0000000000000000"], "ana")).toEqual({
      done: [id],
      passedOver: ["ln-0000000000000000"],
    });
    const verified = { by: "ana", at: "2026-01-01T01:00:00Z" };
    expect(recordWith((await service.list()).records, "for minutes")).toMatchObject({
      status: "active",
      verified,
    });
    await service.learn();
    expect(recordWith(lines(), "for minutes")).toMatchObject({ status: "active", verified });
    const text = project.text(INDEX);
    project.remove(INDEX);
    await another().learn();
    expect(project.text(INDEX)).toBe(text);
    project.write(PRD, changed(project.text(PRD), "for hours at a time", "for days at a time"));
    expect(recordWith((await service.list()).records, "for minutes").stale_reason).toBe("section_changed");
    await service.learn();
    expect(recordWith(lines(), "for minutes").status).toBe("superseded");
  });

  test("a dismissed record stays dismissed, with who and why, until it is restored", async () => {
    const { service, another, project, lines } = learningFixture();
    await service.learn();
    const { id } = recordWith(lines(), "may be down");
    await service.dismiss([id], "ana", "known to everyone");
    expect(recordWith(lines(), "may be down").dismissed).toMatchObject({
      by: "ana",
      reason: "known to everyone",
    });
    project.remove(INDEX);
    await another().learn();
    expect(recordWith(lines(), "may be down").dismissed?.reason).toBe("known to everyone");
    expect((await another().status()).statuses.dismissed).toBe(1);
    await service.restore([id], "bo");
    expect(recordWith(lines(), "may be down").dismissed).toBeUndefined();
    const actions = (project.text(REVIEWS) ?? "")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { action: string }).action);
    expect(actions).toEqual(["dismissed", "restored"]);
  });

  test("a secret in a reason is not kept", async () => {
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    const { service, project, lines } = learningFixture();
    await service.learn();
    await service.dismiss([recordWith(lines(), "may be down").id], "ana", `see ${secret}`);
    expect((project.text(REVIEWS) ?? "") + (project.text(INDEX) ?? "")).not.toContain(secret);
  });
});

describe("a large index", () => {
  const many = Object.fromEntries(
    Array.from({ length: 90 }, (_, number) => [
      `docs/adr/${String(number + 100).padStart(4, "0")}-r.md`,
      `# ${number}. Record\n\n**Status:** Accepted\n\n## Decision\n\n${Array.from({ length: 6 }, (_, n) => `- Service ${number} keeps rule number ${n} of the ledger for ever and a day.\n`).join("")}`,
    ]),
  );

  test("is not written anew for one document; another process sees the change, and puts the whole together", async () => {
    const { service, another, project } = learningFixture({ ...sampleFiles(), ...many });
    await service.learn();
    const main = project.text(INDEX) ?? "";
    expect(main.length).toBeGreaterThan(256_000);
    project.write(PRD, changed(project.text(PRD), "for minutes at a time", "for hours at a time"));
    expect((await service.learn()).files).toEqual([RECENT]);
    expect(project.text(INDEX)).toBe(main);
    expect(project.text(RECENT)).toContain("for hours");
    const { records } = await another().list();
    expect(recordWith(records, "for hours").status).toBe("active");
    expect(
      records.filter(({ source_artifact: path }) => path === PRD).every(({ status }) => status !== "stale"),
    ).toBe(true);
    expect(await another().learn()).toMatchObject({ read: 0 });
    project.remove(".sdd/intelligence/learnings.jsonl");
    project.remove(RECENT);
    await another().learn();
    expect(project.text(INDEX)).toContain("for hours");
  });
});
