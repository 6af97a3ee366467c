import { spawnSync } from "node:child_process";
import { devNull, homedir } from "node:os";

/**
 * Reading from a git repository. Only for workspaces that are trusted: what a repository's configuration could make git
 * run is switched off all the same, and so is everything that would write or use the network.
 */

const CONFIG = {
  "core.fsmonitor": "false",
  "core.hooksPath": devNull,
  "log.showSignature": "false",
  "log.mailmap": "false",
  "safe.bareRepository": "explicit",
  "submodule.recurse": "false",
};

const TIMEOUT_MS = 5_000;
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Versions of one file that are looked at, the newest first. */
const MAX_VERSIONS = 500;
/** Versions that are read at once. */
const BATCH = 16;

function environment(): NodeJS.ProcessEnv {
  // A caller's GIT_DIR and the like would lead to another repository.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(inherited),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_LITERAL_PATHSPECS: "1",
    LC_ALL: "C",
  };
}

/**
 * What git prints; `undefined` where it is not installed, fails, or takes too long.
 *
 * @param args may begin with further options of git itself, as `-c`.
 */
export function git(root: string, args: readonly string[], input = ""): Buffer | undefined {
  const settings = Object.entries(CONFIG).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const { status, stdout } = spawnSync("git", ["--no-pager", ...settings, "-C", root, ...args], {
    // On Windows a program is looked for in the working folder first, and the workspace's is not ours.
    cwd: homedir(),
    env: environment(),
    input,
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  return status === 0 ? stdout : undefined;
}

/** The name that git signs a person's commits with; `undefined` where it knows none. */
export function gitUserName(root: string): string | undefined {
  const name = git(root, ["config", "--get", "user.name"])?.toString("utf8").trim();
  return name === "" ? undefined : name;
}

const ID = /\b[0-9a-f]{40,64}\b/g;
const NO_BLOB = /^0+$/;

/** The ids of a file's versions: staged, then in the history of HEAD, renames followed, then on other branches. */
function* versionIds(root: string, path: string): Generator<string> {
  const log = ["log", "--format=", "--raw", "--no-abbrev", "--no-ext-diff", "--no-textconv"];
  const asked = [
    ["ls-files", "-s", "--", path],
    [...log, "-n", String(MAX_VERSIONS), "--follow", "--", path],
    [...log, "-n", String(MAX_VERSIONS), "--all", "--", path],
  ];
  const seen = new Set<string>();
  for (const args of asked) {
    for (const [id] of (git(root, args)?.toString("latin1") ?? "").matchAll(ID)) {
      if (NO_BLOB.test(id) || seen.has(id)) continue;
      seen.add(id);
      yield id;
    }
  }
}

/** Takes apart what `git cat-file --batch` prints: a line `<id> <type> <size>`, then the bytes and a line end. */
function* blobsIn(output: Buffer): Generator<Buffer> {
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end === -1) return;
    const [, type, size] = output.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (type === "missing" || size === undefined) continue;
    const length = Number(size);
    if (type === "blob") yield output.subarray(at, at + length);
    at += length + 1;
  }
}

/** As a checkout with `core.autocrlf` writes it. */
function withCrLf(blob: Buffer): Buffer {
  return Buffer.from(blob.toString("latin1").replaceAll(/(?<!\r)\n/g, "\r\n"), "latin1");
}

/**
 * The version of a file that is the one looked for, as it stood in the working folder.
 *
 * @param root absolute path of the project root, which may lie below that of the repository
 * @param path relative to the root, with `/`
 */
export function versionInGit(
  root: string,
  path: string,
  isMeant: (bytes: Buffer) => boolean,
): Buffer | undefined {
  const find = (ids: readonly string[]): Buffer | undefined => {
    const output = ids.length === 0 ? undefined : git(root, ["cat-file", "--batch"], `${ids.join("\n")}\n`);
    for (const blob of blobsIn(output ?? Buffer.alloc(0))) {
      const found = [blob, withCrLf(blob)].find(isMeant);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  let batch: string[] = [];
  for (const id of versionIds(root, path)) {
    if (batch.push(id) < BATCH) continue;
    const found = find(batch);
    if (found !== undefined) return found;
    batch = [];
  }
  return find(batch);
}
