#!/usr/bin/env node
import { runCli } from "./run.js";

/** Whoever reads our output may stop reading (`| head`): that is no error, and no reason for a stack trace. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

process.stdout.on("error", endOnClosedPipe);
process.stderr.on("error", endOnClosedPipe);

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
