import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitUserName, versionInGit } from "../../../src/node/git.js";
import { tempFolder } from "./temp.js";

const DOC = "docs/a/02 prd é.md";

function git(root: string, ...args: string[]): void {
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
  execFileSync("git", [...identity, "-C", root, ...args], { stdio: "ignore" });
}

/** A repository whose project lies in a folder of its own, with a file's versions committed one after another. */
function repository(...versions: readonly string[]): string {
  const root = tempFolder({ "project/docs/a/": "" });
  git(root, "init", "-q");
  const project = join(root, "project");
  for (const text of versions) {
    writeFileSync(join(project, DOC), text);
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "x");
  }
  return project;
}

const is =
  (text: string) =>
  (bytes: Buffer): boolean =>
    bytes.toString("utf8") === text;

describe("the version of a file in git", () => {
  test("is found in the history, below the root of the repository", () => {
    const versions = Array.from({ length: 40 }, (_, index) => `# Version ${index}\n`);
    const root = repository(...versions);
    for (const text of ["# Version 0\n", "# Version 21\n", "# Version 39\n"]) {
      expect(versionInGit(root, DOC, is(text))?.toString()).toBe(text);
    }
    expect(versionInGit(root, DOC, is("never"))).toBeUndefined();
  });

  test("is found under an earlier name, on another branch, where it is only staged, and with the disk's line ends", () => {
    const root = repository("# One\n\nText that stays the same for the rename to be seen.\n");
    git(root, "checkout", "-q", "-b", "other");
    writeFileSync(join(root, DOC), "# Elsewhere\n");
    git(root, "commit", "-q", "-am", "x");
    git(root, "checkout", "-q", "-");
    renameSync(join(root, DOC), join(root, "docs/new.md"));
    git(root, "add", "-A");
    git(root, "commit", "-q", "-m", "x");
    writeFileSync(join(root, "docs/new.md"), "# Staged\n");
    git(root, "add", "-A");
    const one = "# One\r\n\r\nText that stays the same for the rename to be seen.\r\n";
    expect(versionInGit(root, "docs/new.md", is(one))?.toString()).toBe(one);
    expect(versionInGit(root, "docs/new.md", is("# Staged\n"))?.toString()).toBe("# Staged\n");
    expect(versionInGit(root, DOC, is("# Elsewhere\n"))?.toString()).toBe("# Elsewhere\n");
  });

  test("is not there where there is no repository, and none is needed for an answer", () => {
    expect(versionInGit(tempFolder({ "docs/a.md": "# A\n" }), "docs/a.md", () => true)).toBeUndefined();
  });

  test("is looked for without running what the repository names", () => {
    const root = repository("# One\n", "# Two\n");
    const ran = join(root, "ran");
    const script = join(root, "run.sh");
    writeFileSync(script, `#!/bin/sh\ntouch '${ran}'\n`);
    chmodSync(script, 0o755);
    mkdirSync(join(root, "hooks"));
    for (const hook of ["post-index-change", "reference-transaction"])
      writeFileSync(join(root, "hooks", hook), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 });
    const keys = ["core.fsmonitor", "core.pager", "diff.external", "gpg.program", "core.sshCommand"];
    for (const key of keys) git(root, "config", key, script);
    git(root, "config", "core.hooksPath", join(root, "hooks"));
    git(root, "config", "log.showSignature", "true");
    git(root, "config", "diff.x.textconv", script);
    git(root, "config", "filter.x.smudge", script);
    writeFileSync(join(root, ".gitattributes"), "*.md diff=x filter=x\n");
    expect(versionInGit(root, DOC, is("# One\n"))?.toString()).toBe("# One\n");
    expect(existsSync(ran)).toBe(false);
  });
});

test("a person's name is what git signs their commits with", () => {
  const root = repository("# One\n");
  git(root, "config", "user.name", "Ana Souza");
  expect(gitUserName(root)).toBe("Ana Souza");
});
