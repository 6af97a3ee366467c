import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { redactShort } from "../core/redaction/redact.js";
import { reveal } from "../core/text/reveal.js";
import { systemIds } from "../node/ids.js";
import { Connection } from "./connection.js";
import { LineTransport } from "./line-transport.js";
import { Memories } from "./memory.js";
import type { RootPlace } from "./project-root.js";
import { createServer } from "./server.js";

export interface ServeOptions {
  readonly input: Readable;
  /** Carries the protocol, and nothing else. */
  readonly output: Writable;
  readonly place: RootPlace;
  /** The user's configuration folder for this product; `undefined` where there is none. */
  readonly configFolder: string | undefined;
  readonly version: string;
  /** One line for the person who reads the server's log; it may hold anything. */
  readonly log: (line: string) => void;
  /** Calls back when the process is asked to end. */
  readonly onStop: (stop: () => void) => void;
}

/** What was asked for may still be answered for so long after the end was announced. */
const LEAVE_MS = 5_000;

export interface Serving {
  /** Answers what was asked, within a time, and closes the connection. */
  leave(): Promise<void>;
}

/** Serves one connection over a transport, which it starts and closes. */
export function serveOver(
  wire: Transport,
  options: Omit<ServeOptions, "input" | "output" | "onStop">,
): Serving {
  const { place, configFolder, version } = options;
  const log = (line: string): void => {
    options.log(reveal(redactShort(line)).replace(/\s*\n\s*/g, " "));
  };
  const connection = new Connection(wire);
  const core = {
    version,
    place,
    memories: new Memories({ configFolder, log }),
    sessionId: systemIds().next("session"),
    client: () => connection.client,
    log,
  };
  const handle = serveStdio(({ era }) => createServer(core, era), {
    transport: connection,
    onerror: (error) => {
      log(error.message);
    },
  });
  return {
    async leave() {
      await connection.whenIdle(LEAVE_MS);
      await handle.close();
    },
  };
}

/** Serves one connection. Resolves when the input is over or the process shall end, and what was asked is answered. */
export async function serve(options: ServeOptions): Promise<void> {
  const wire = new LineTransport(options.input, options.output);
  const ended = new Promise<void>((resolve) => {
    wire.onend = resolve;
    options.onStop(resolve);
  });
  const serving = serveOver(wire, options);
  await ended;
  await serving.leave();
}
