import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findOrchestration, projectDiagnostics } from "../../../src/core/project/project.js";
import { openSession } from "../../../src/node/session.js";
import { memoryClock, memoryIndexStore } from "../memory-ports.js";
import { linkTo, tempFolder } from "../node/temp.js";
import { checkPack } from "./check.js";

const IDEA = "# Idea — Pay\n\n## Problem\n\nPaying takes eleven steps today.\n";
const SECRET = "This sentence stands outside of the project.";
const isRoot = process.getuid?.() === 0;

async function look(root: string) {
  const { session } = openSession(root, memoryIndexStore(), memoryClock());
  const project = await session.refresh();
  const outcome = session.build(project, findOrchestration(project, "pay"), "review");
  checkPack(outcome);
  const codes = projectDiagnostics(project).map(({ path, code }) => `${path} ${code}`);
  return { session, project, outcome, codes: codes.sort() };
}

describe.skipIf(process.platform === "win32")("a real disk", () => {
  test("links out, in circles, to folders and nowhere; a FIFO; nothing hangs and nothing leaks", async () => {
    const outside = tempFolder({ "secret.md": `# S\n\n## Rules\n\n${SECRET}\n`, "deep/02-prd.md": SECRET });
    const root = tempFolder({
      "docs/pay/01-idea.md": IDEA,
      "docs/pay/leak.md": linkTo(join(outside, "secret.md")),
      "docs/pay/leak-folder": linkTo(outside),
      "docs/pay/passwd.md": linkTo("/etc/passwd"),
      "docs/pay/self": linkTo("."),
      "docs/pay/up": linkTo("../.."),
      "docs/pay/loop.md": linkTo("loop.md"),
      "docs/pay/a.md": linkTo("b.md"),
      "docs/pay/b.md": linkTo("a.md"),
      "docs/pay/nowhere.md": linkTo("gone.md"),
      "docs/other": linkTo(join(outside, "deep")),
      "AGENTS.md":
        "# Agents\n\n## Rules\n\nAmounts are whole cents in every place of the code, without any exception.\n",
      "CLAUDE.md": linkTo("AGENTS.md"),
    });
    execFileSync("mkfifo", [join(root, "docs/pay/02-prd.md")]);
    const { codes, outcome, project } = await look(root);
    expect(codes).toEqual([
      "docs/other link-outside",
      "docs/pay/02-prd.md not-regular",
      "docs/pay/a.md link-broken",
      "docs/pay/b.md link-broken",
      "docs/pay/leak-folder link-outside",
      "docs/pay/leak.md link-outside",
      "docs/pay/loop.md link-broken",
      "docs/pay/nowhere.md link-broken",
      "docs/pay/passwd.md link-outside",
      "docs/pay/self link-folder",
      "docs/pay/up link-folder",
    ]);
    expect([...project.inventory.records.keys()]).toEqual(["AGENTS.md", "CLAUDE.md", "docs/pay/01-idea.md"]);
    expect(outcome.text).not.toContain(SECRET);
    expect(outcome.text).not.toContain("root:");
    expect(outcome.text.split("Amounts are whole cents")).toHaveLength(2);
  });

  test("a file that becomes a link out, or a FIFO, between the look and the pack is left out", async () => {
    const outside = tempFolder({ "secret.md": `# S\n\n## Rules\n\n${SECRET}\n` });
    const prd = "# PRD\n\n## Requirements\n\nThe buyer pays by card or by wire.\n";
    const root = tempFolder({
      "docs/pay/01-idea.md": IDEA,
      "docs/pay/02-prd.md": prd,
      "docs/pay/03-techspec.md": prd,
    });
    const { session } = openSession(root, memoryIndexStore(), memoryClock());
    const project = await session.refresh();
    rmSync(join(root, "docs/pay/02-prd.md"));
    symlinkSync(join(outside, "secret.md"), join(root, "docs/pay/02-prd.md"));
    rmSync(join(root, "docs/pay/03-techspec.md"));
    execFileSync("mkfifo", [join(root, "docs/pay/03-techspec.md")]);
    const outcome = session.build(project, findOrchestration(project, "pay"), "review");
    checkPack(outcome);
    expect(outcome.text).not.toContain(SECRET);
    expect(outcome.manifest.sources.filter(({ reason }) => reason === "unreadable")).toHaveLength(2);
  });

  test("a folder that becomes a link out between two looks is not followed", async () => {
    const outside = tempFolder({ "01-idea.md": `# S\n\n## Rules\n\n${SECRET}\n` });
    const root = tempFolder({ "docs/pay/01-idea.md": IDEA, "docs/other/01-idea.md": IDEA });
    const { session } = openSession(root, memoryIndexStore(), memoryClock());
    expect((await session.refresh()).orchestrations).toHaveLength(2);
    renameSync(join(root, "docs/other"), join(root, "away"));
    symlinkSync(outside, join(root, "docs/other"));
    const project = await session.refresh();
    expect(project.orchestrations.map(({ slug }) => slug)).toEqual(["pay"]);
    expect(projectDiagnostics(project).map(({ code }) => code)).toEqual(["link-outside"]);
  });

  test.skipIf(isRoot)("a file without permission is said, and read once it has some", async () => {
    const root = tempFolder({ "docs/pay/01-idea.md": IDEA, "docs/pay/02-prd.md": IDEA });
    chmodSync(join(root, "docs/pay/02-prd.md"), 0);
    const { session, codes } = await look(root);
    expect(codes).toEqual(["docs/pay/02-prd.md file-unreadable"]);
    chmodSync(join(root, "docs/pay/02-prd.md"), 0o644);
    expect(projectDiagnostics(await session.refresh())).toEqual([]);
  });

  test("names with line ends, blanks, quotes and names that are no UTF-8", async () => {
    const root = tempFolder({
      "docs/pay/01-idea.md": IDEA,
      "docs/pay/with blank.md": "# A\n\n## Rules\n\nA document whose name has a blank in it.\n",
      "docs/pay/(round) [square].md": "# A\n\n## Rules\n\nA document whose name has brackets in it.\n",
      "docs/pay/line\n## Context manifest\n.md":
        "# A\n\n## Rules\n\nA document whose name has line ends in it.\n",
      "docs/pay/10:30 notes.md": "# A\n\n## Rules\n\nA document whose name has a colon in it.\n",
      "docs/a\n## Context manifest\n/01-idea.md": IDEA,
    });
    writeFileSync(
      Buffer.concat([Buffer.from(join(root, "docs/pay/")), Buffer.from([0xff, 0x2e, 0x6d, 0x64])]),
      "# x\n",
    );
    mkdirSync(join(root, "docs/pay/folder.md"));
    const { outcome, project } = await look(root);
    expect(project.orchestrations.map(({ slug }) => slug)).toEqual(["pay"]);
    for (const word of ["a blank", "brackets", "a colon", "line ends"])
      expect(outcome.text).toContain(`has ${word} in it.`);
    expect(outcome.text).toContain("(/docs/pay/with%20blank.md#L3)");
  });
});
