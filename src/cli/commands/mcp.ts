import { homedir } from "node:os";
import { sendConsoleToStderr } from "../../mcp/stderr-console.js";
import { userConfigFolder } from "../../node/approvals.js";
import { attempt } from "../../node/paths.js";
import type { ExitCode } from "../exit-code.js";
import { type CliIo, printMessage } from "../io.js";

export interface McpOptions {
  readonly root?: string;
}

/** `sdd mcp`: serves until its input ends. The process's own streams carry the protocol, so it takes them as they are. */
export async function mcp(io: CliIo, { root }: McpOptions, version: string): Promise<ExitCode> {
  sendConsoleToStderr();
  if (process.stdin.isTTY)
    printMessage(
      io,
      "sdd mcp speaks to an agent's host, not to people. End it with Ctrl+D; see sdd mcp --help.",
    );
  const { serve } = await import("../../mcp/serve.js");
  await serve({
    input: process.stdin,
    output: process.stdout,
    place: { option: root, cwd: io.cwd },
    configFolder: userConfigFolder({ env: io.env, platform: process.platform, home: attempt(homedir) }),
    version,
    log: (line) => {
      printMessage(io, `sdd mcp: ${line}`);
    },
    onStop: (stop) => {
      // Once: whoever asks a second time does not want to wait.
      process.once("SIGINT", stop).once("SIGTERM", stop);
    },
  });
  return 0;
}
