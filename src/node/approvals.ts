import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import {
  type ApprovalDecision,
  type ApprovalLedger,
  DecisionTable,
  DECISIONS,
} from "../core/guidance/approvals.js";
import { isGuidanceId } from "../core/guidance/entry.js";
import type { AppendLog, LogCursor } from "../core/ports.js";
import { redactShort } from "../core/redaction/redact.js";
import { createAppendLog } from "./append-log.js";
import { nodeHasher } from "./hasher.js";
import type { UserFolders } from "./index-store.js";
import { attempt } from "./paths.js";
import { userArea } from "./state-area.js";

/**
 * The folder for what the user decided: `$XDG_CONFIG_HOME` (or `~/.config`), `~/Library/Application Support`,
 * `%APPDATA%`; each with `sdd-layer` in it. Relative values are ignored, as the XDG rules ask.
 *
 * @returns `undefined` where the user has no home: then nothing counts as approved, and nothing can be.
 */
export function userConfigFolder(
  user: UserFolders = { env: process.env, platform: process.platform, home: attempt(homedir) },
): string | undefined {
  const home = user.home !== undefined && isAbsolute(user.home) ? user.home : undefined;
  const inHome = (...parts: readonly string[]): string | undefined => home && join(home, ...parts);
  const given = (name: string): string | undefined => {
    const value = user.env[name];
    return value !== undefined && isAbsolute(value) ? value : undefined;
  };
  let base: string | undefined;
  if (user.platform === "win32") base = given("APPDATA") ?? inHome("AppData", "Roaming");
  else if (user.platform === "darwin") base = inHome("Library", "Application Support");
  else base = given("XDG_CONFIG_HOME") ?? inHome(".config");
  return base && join(base, "sdd-layer");
}

/** What tells one project root from another: a hash of its real path. */
export function rootIdentity(root: string): string {
  const real = attempt(() => realpathSync.native(root)) ?? root;
  return nodeHasher.sha256(real).slice(0, 32);
}

const HASH = /^[0-9a-f]{64}$/;

/** A line of the log as a decision; `undefined` where it is none, or is on another root. */
function parseDecision(value: Readonly<Record<string, unknown>>, root: string): ApprovalDecision | undefined {
  const { id, sha256, decision, who, at } = value;
  const known = DECISIONS.find((each) => each === decision);
  if (known === undefined || !isGuidanceId(id) || value["root"] !== root) return undefined;
  if (typeof sha256 !== "string" || !HASH.test(sha256)) return undefined;
  if (typeof who !== "string" || typeof at !== "string") return undefined;
  return { id, sha256, decision: known, who, at };
}

/** The approvals of one root as a log in a folder that belongs to the user (0600). What was read is not read again. */
class LoggedApprovals implements ApprovalLedger {
  #table = new DecisionTable();
  #cursor: LogCursor | undefined;

  constructor(
    private readonly log: AppendLog,
    private readonly root: string,
  ) {}

  decisions(): DecisionTable {
    const { records, cursor, restarted } = this.log.read(this.#path, this.#cursor);
    if (restarted) this.#table = new DecisionTable();
    for (const { value } of records) {
      const decision = parseDecision(value, this.root);
      if (decision !== undefined) this.#table.add(decision);
    }
    this.#cursor = cursor;
    return this.#table;
  }

  record(decisions: readonly ApprovalDecision[]): void {
    const lines = decisions.map(({ id, sha256, decision, who, at }) =>
      JSON.stringify({ root: this.root, id, sha256, decision, who: redactShort(who), at }),
    );
    this.log.append(this.#path, lines);
  }

  get #path(): string {
    return `approvals/${this.root}.ndjson`;
  }
}

/**
 * Opens the approvals of a root. Nothing is made before the first decision.
 *
 * @param folder `userConfigFolder()`.
 */
export function openApprovals(root: string, folder: string): ApprovalLedger {
  return new LoggedApprovals(createAppendLog(userArea(folder)), rootIdentity(root));
}
