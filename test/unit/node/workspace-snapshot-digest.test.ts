import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openChangeLedger } from "../../../src/node/change-ledger.js";
import { digestSession } from "../../../src/node/session-digest.js";
import { watchWorkspace } from "../../../src/node/workspace-snapshot.js";
import { tempFolder } from "./temp.js";

function project(): { readonly root: string; readonly git: (...args: readonly string[]) => string } {
  const root = tempFolder({
    ...{ "src/pay/a.ts": "a\n", "src/pay/b.ts": "b\n", "docs/pay/02-prd.md": "x\n" },
    ".gitignore": ".sdd/\n",
  });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=a@example.org", "-C", root, ...args], {
      encoding: "utf8",
    }).trim();
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  return { root, git };
}

const session = (root: string, actor = "agent:x", sessionId = "s-1") => {
  const watch = watchWorkspace(root, sessionId, { cacheFolder: tempFolder() });
  watch.begin();
  return { ledger: openChangeLedger(root), watch, actor };
};

test("a session that edits and commits: its digest, an honest narrative and one that is not", async () => {
  const { root, git } = project();
  const own = session(root);
  fs.writeFileSync(join(root, "src/pay/a.ts"), "a\nmore\n");
  fs.writeFileSync(join(root, "src/pay/c.ts"), "c\n");
  git("add", "-A");
  git("commit", "-q", "-m", "second");
  const head = git("rev-parse", "HEAD").slice(0, 7);
  const says = `Added c.ts, changed src/pay/a.ts, and committed as ${head}.`;
  const { digest } = await digestSession({ ...own, narrative: says });
  expect(digest).toMatchObject({
    entries_count: 3,
    by_domain: { git: 1, "src/pay": 2 },
    targets: ["src/pay/a.ts", "src/pay/c.ts"],
    arrived: { entries_count: 1, files_count: 2 },
    ...{ lines_added: 2, lines_removed: 0, partial: false, divergence: false, reasons: [] },
  });
  const again = await digestSession({
    ...own,
    narrative: "Only updated docs/pay/02-prd.md, committed as 1234567.",
  });
  expect(again.digest.entries_count).toBe(3);
  expect(again.digest.divergences.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    "not_shown docs/pay/02-prd.md",
    "not_shown 1234567",
  ]);
});

test("what an editor recorded already is not told twice, and stays with whom it was put down to", async () => {
  const { root } = project();
  const own = session(root);
  const target = "src/pay/a.ts";
  fs.writeFileSync(join(root, target), "by hand\n");
  fs.writeFileSync(join(root, "src/pay/b.ts"), "by somebody\n");
  await own.ledger.record([{ actor: "ana", domain: "src/pay", action: "changed", target, summary: "" }]);
  const { digest } = await digestSession({ ...own, narrative: "Answered questions." });
  expect(digest.divergence).toBe(false);
  expect(own.ledger.entries().map((entry) => [entry.actor, entry.target])).toEqual([
    ["ana", "src/pay/a.ts"],
    ["unknown", "src/pay/b.ts"],
  ]);
});
