#!/usr/bin/env node
import { SddError } from "../core/errors.js";
import { runCli } from "./run.js";
import { settleForShortRun } from "./short-run.js";

/**
 * Whoever reads our output may stop reading (`| head`): that is no error, and no reason for a stack trace. Output that
 * goes to a full disk is one: what stands there is not the whole result.
 */
function endOnLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  const lost = new SddError("write-failed", "The output", `the system says ${error.code ?? error.message}`);
  process.stderr.write(`sdd: ${lost.message}\n`, () => process.exit(lost.exitCode));
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

process.stdout.on("error", endOnLostOutput);
// With nobody left to tell, the exit code has to do.
process.stderr.on("error", () => undefined);

// Commands that may run for minutes (learning from everything, the server) are better off as they are.
if (process.argv[2] === "context") settleForShortRun();

// The exit code is set, not forced, so that what is still on its way to a pipe arrives.
process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  isTerminal: process.stdout.isTTY,
  out: (text) => {
    process.stdout.write(text);
  },
  err: (text) => {
    process.stderr.write(text);
  },
  readInput,
});
