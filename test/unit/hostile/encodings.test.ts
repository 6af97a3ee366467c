import { describe, expect, test } from "vitest";
import { findOrchestration, type Project } from "../../../src/core/project/project.js";
import { fixture } from "../context/fixture.js";
import { fifo, linkTo, unreadable } from "../memory-ports.js";
import { brief, checkPack, lineOfSection, packed } from "./check.js";

const PRD = "docs/pay/02-prd.md";
const prd = (end: string): string =>
  [
    "# PRD — Pay",
    "",
    "## Requirements",
    "",
    "- the buyer pays with a card ✓ or a wire",
    "",
    "## Risks",
    "",
    "The bank may be closed on Sundays.",
    "",
  ].join(end);

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part)))),
  );

const utf16 = (text: string, big: boolean): Uint8Array => {
  const buffer = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(big ? buffer.swap16() : buffer);
};

/** Files that keep a project going beside the one that is looked at. */
const REST = { "docs/pay/01-idea.md": "# Idea — Pay\n\n## Problem\n\nPaying takes eleven steps today.\n" };

describe("encodings and line ends", () => {
  test.each<[string, string | Uint8Array]>([
    ["UTF-8", prd("\n")],
    ["UTF-8 with a byte order mark", bytes([0xef, 0xbb, 0xbf], prd("\n"))],
    ["CRLF", prd("\r\n")],
    ["a byte order mark and CRLF", bytes([0xef, 0xbb, 0xbf], prd("\r\n"))],
    ["lone CR", prd("\r")],
    ["UTF-16 LE", utf16(prd("\n"), false)],
    ["UTF-16 BE with CRLF", utf16(prd("\r\n"), true)],
    ["mixed line ends", prd("\n").replace("\n\n## Risks", "\r\n\r## Risks")],
  ])("%s is quoted right, with the right lines", async (_, content) => {
    const { outcome, diagnostics } = await packed({ ...REST, [PRD]: content });
    expect(diagnostics).toEqual([]);
    expect(outcome.text).toContain("- the buyer pays with a card ✓ or a wire\n");
    expect(outcome.text).not.toContain("\r");
    expect(outcome.text).not.toContain("\ufeff");
    expect(lineOfSection(outcome, PRD, "Requirements")).toBe(3);
    expect(lineOfSection(outcome, PRD, "Risks")).toBe(7);
    expect(outcome.manifest.orchestration).toBe("Pay");
  });

  test("the heading's line is right below front matter, whatever the line ends", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = `---${end}title: x${end}tags: [a]${end}---${end}${prd(end)}`;
      const { outcome } = await packed({ ...REST, [PRD]: text });
      expect(lineOfSection(outcome, PRD, "Risks")).toBe(11);
    }
  });
});

describe("what is no text", () => {
  test.each<[string, Uint8Array, string]>([
    ["invalid UTF-8", bytes("# PRD\n\nbad ", [0xc3, 0x28]), `${PRD}:3:5 invalid-utf8`],
    ["Latin-1", new Uint8Array(Buffer.from("# Visão\n", "latin1")), `${PRD}:1:6 invalid-utf8`],
    ["a NUL byte", bytes("# PRD\r\n\r\nbad \0"), `${PRD}:3:5 nul-byte`],
    [
      "UTF-16 without a byte order mark",
      new Uint8Array(Buffer.from("# PRD", "utf16le")),
      `${PRD}:1:2 nul-byte`,
    ],
    ["a picture", bytes([0x89, 0x50, 0x4e, 0x47, 0, 1]), `${PRD}:1:4 nul-byte`],
  ])("%s gives one diagnostic, is left out, and the rest goes on", async (_, content, wanted) => {
    const { outcome, diagnostics } = await packed({ ...REST, [PRD]: content });
    expect(diagnostics.map(brief)).toEqual([wanted]);
    const source = outcome.manifest.sources.find(({ path }) => path === PRD);
    expect([source?.verdict, source?.reason]).toEqual(["out", "unreadable"]);
    expect(outcome.text).toContain("Paying takes eleven steps today.");
  });

  test("a file that cannot be opened, a FIFO, links that lead out, nowhere or in a circle", async () => {
    const { outcome, diagnostics } = await packed({
      ...REST,
      [PRD]: unreadable,
      "docs/pay/03-techspec.md": fifo,
      "docs/pay/04-tasks.md": linkTo("/etc/passwd"),
      "docs/pay/05-refinement.md": linkTo("../../../outside.md"),
      "docs/pay/06-execution.md": linkTo("nowhere.md"),
      "docs/pay/loop-a.md": linkTo("loop-b.md"),
      "docs/pay/loop-b.md": linkTo("loop-a.md"),
      "docs/pay/self": linkTo("../pay"),
    });
    expect(diagnostics.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      "docs/pay/02-prd.md file-unreadable",
      "docs/pay/03-techspec.md not-regular",
      "docs/pay/04-tasks.md link-outside",
      "docs/pay/05-refinement.md link-outside",
      "docs/pay/06-execution.md link-broken",
      "docs/pay/loop-a.md link-broken",
      "docs/pay/loop-b.md link-broken",
      "docs/pay/self link-folder",
    ]);
    expect(outcome.text).toContain("Paying takes eleven steps today.");
  });

  test("a file that becomes readable is read at the next look", async () => {
    const { session, memory } = await packed({ ...REST, [PRD]: unreadable });
    // As after a change of permissions: size, time and inode stay what they were.
    const stamp = memory.files.stamp(PRD);
    memory.write(PRD, "");
    memory.touch(PRD, stamp?.mtimeMs);
    expect(memory.files.stamp(PRD)).toEqual(stamp);
    const project = await session.refresh();
    expect(project.inventory.records.get(PRD)?.status).toBe("active");
  });

  test("an unreadable file is not written into the index again at every look", async () => {
    const { session, memory } = await packed({ ...REST, [PRD]: unreadable });
    const { saves } = memory.index;
    expect((await session.refresh()).inventory.changed).toBe(false);
    expect(memory.index.saves).toBe(saves);
  });
});

describe("linked files", () => {
  test("CLAUDE.md as a link to AGENTS.md is read, and quoted once", async () => {
    const rule = "Amounts of money are whole cents, and never floating point numbers anywhere in the code.";
    const { outcome, diagnostics } = await packed({
      ...REST,
      "AGENTS.md": `# Agents\n\n## Rules\n\n${rule}\n`,
      "CLAUDE.md": linkTo("AGENTS.md"),
    });
    expect(diagnostics).toEqual([]);
    expect(outcome.text.split(rule)).toHaveLength(2);
    const claude = outcome.manifest.sources.find(({ path }) => path === "CLAUDE.md");
    expect([claude?.verdict, claude?.reason]).toEqual(["out", "repeats-others"]);
  });

  test("a link to what is never indexed is not followed", async () => {
    const secret = "SECRET_SENTENCE that stands in a file which is never indexed.";
    const { project, outcome } = await packed({
      ...REST,
      ".env": secret,
      "node_modules/x/README.md": secret,
      "docs/pay/notes.md": linkTo("../../.env"),
      "docs/pay/readme.md": linkTo("../../node_modules/x/README.md"),
    });
    expect([...project.inventory.records.keys()]).toEqual(["docs/pay/01-idea.md"]);
    expect(outcome.text).not.toContain("SECRET_SENTENCE");
  });
});

describe("sizes", () => {
  const filler = "A requirement that is long enough to fill a file of three megabytes in a short while.\n\n";

  test("a file of just under 3 MB is read, one over is left out, and so is a line over 1 MB", async () => {
    const most = 3 * 1024 * 1024;
    const large = `${prd("\n")}\n## Notes\n\n${filler.repeat(Math.floor((most - 1_000) / filler.length))}`;
    const { diagnostics, project } = await packed({
      ...REST,
      "docs/pay/a.md": large,
      "docs/pay/b.md": large + " ".repeat(most + 1 - Buffer.byteLength(large)),
      "docs/pay/c.md": `# C\n\n${"x".repeat(1_048_577)}\n`,
    });
    expect(diagnostics.map(brief)).toEqual([
      "docs/pay/b.md:1:1 file-too-large",
      "docs/pay/c.md:3:1 line-too-long",
    ]);
    expect(project.inventory.records.get("docs/pay/a.md")?.status).toBe("active");
  });

  test("what is too long for redaction is left out, and the manifest says so", async () => {
    const { outcome } = await packed({ ...REST, [PRD]: prd("\n") + filler.repeat(26_000) });
    const source = outcome.manifest.sources.find(({ path }) => path === PRD);
    expect([source?.verdict, source?.reason]).toEqual(["out", "redaction"]);
  });

  test.each<[string, string]>([
    ["an empty file", ""],
    ["blanks only", " \n\t\n  "],
    ["a byte order mark only", "\ufeff"],
    ["front matter only", "---\ntitle: x\n---\n"],
    ["a heading only", "# PRD"],
    ["an open comment", "<!-- # PRD\n\ntext"],
  ])("%s has nothing to quote", async (_, text) => {
    const { outcome, diagnostics } = await packed({ ...REST, [PRD]: text });
    expect(diagnostics).toEqual([]);
    const source = outcome.manifest.sources.find(({ path }) => path === PRD);
    expect([source?.verdict, source?.reason]).toEqual(["out", "nothing-to-quote"]);
  });

  test("a project with nothing but empty files still has its skeleton", async () => {
    const { outcome } = await packed({ "docs/pay/01-idea.md": "", "docs/pay/traceability-map.yaml": "" });
    expect(outcome.manifest.orchestration_slug).toBe("pay");
  });
});

describe("files that move under the reader's hands", () => {
  const own = (project: Project) => findOrchestration(project, "pay");

  test("one that vanishes between the look and the pack is left out, and comes back with it", async () => {
    const { session, memory } = await packed({ ...REST, [PRD]: prd("\n") });
    memory.write("AGENTS.md", "# A\n\n## Rules\n\nA rule that was written a moment ago.\n");
    const project = await session.refresh();
    memory.rename("AGENTS.md", "away.md");
    const without = session.build(project, own(project), "review");
    checkPack(without);
    expect(without.manifest.sources.find(({ path }) => path === "AGENTS.md")?.reason).toBe("unreadable");
    memory.rename("away.md", "AGENTS.md");
    expect(session.build(project, own(project), "review").text).toContain("written a moment ago.");
  });

  test("one that changes in between is quoted as it is, with its own hash", async () => {
    const { session, memory } = await packed({ ...REST, [PRD]: prd("\n") });
    const changed = "# Rules\n\n## Rules\n\nThis was written in between the look and the pack.\n";
    memory.write("AGENTS.md", "# Rules\n\n## Rules\n\nThis was there at first and nobody quoted it.\n");
    const project = await session.refresh();
    memory.write("AGENTS.md", changed);
    const { text, manifest } = session.build(project, own(project), "review");
    expect(text).toContain("written in between");
    const source = manifest.sources.find(({ path }) => path === "AGENTS.md");
    expect(source?.hash).toBe(memory.hasher.sha256(changed));
  });

  test("a cancelled build leaves nothing behind that the next one would find", async () => {
    const files = { ...REST, [PRD]: prd("\n") };
    const whole = (await packed(files)).outcome.text;
    let cancelled = 0;
    for (let after = 0; after < 12; after++) {
      const { session } = fixture(files);
      const project = await session.refresh();
      let asked = 0;
      const cancellation = { isCancelled: () => asked++ >= after };
      try {
        session.build(project, own(project), "review", undefined, cancellation);
      } catch (error) {
        expect(error).toMatchObject({ code: "cancelled" });
        cancelled++;
      }
      expect(session.build(project, own(project), "review").text).toBe(whole);
    }
    expect(cancelled).toBeGreaterThan(2);
  });
});
