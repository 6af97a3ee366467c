import { createHash } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import type { EngineStart } from "../../node/engine-api.js";
import type { SafeLog } from "../base/log.js";
import { EngineClient } from "./client.js";

/** Where the index of a root is kept as long as nothing is written under its `.sdd`. */
function indexFile(storage: vscode.Uri, root: string): string {
  const key = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return join(storage.fsPath, "index", `${key}.jsonl`);
}

/** A first look at the health of many thousand documents takes minutes on a slow disk. */
const SLOW_MS = 600_000;

/**
 * An engine of one project root. Its thread starts with the first request.
 *
 * @param isSlow whether what it is asked may take minutes
 */
export function createEngine(
  context: vscode.ExtensionContext,
  root: string,
  log: SafeLog,
  isSlow = false,
): EngineClient {
  const script = pathToFileURL(join(context.extensionPath, "dist", "node", "worker.mjs"));
  const start = (cancel: SharedArrayBuffer): Worker => {
    const workerData: EngineStart = { root, indexFile: indexFile(context.globalStorageUri, root), cancel };
    log.info(`engine: starting for ${root}`);
    return new Worker(script, { workerData, name: "sdd-engine" });
  };
  const mayWrite = (): boolean => vscode.workspace.isTrusted;
  return new EngineClient({ start, log, mayWrite, ...(isSlow ? { timeoutMs: SLOW_MS } : {}) });
}
