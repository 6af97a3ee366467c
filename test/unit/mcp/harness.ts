import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { GuidanceReview } from "../../../src/core/guidance/review.js";
import { GuidanceService } from "../../../src/core/guidance/service.js";
import { serveOver } from "../../../src/mcp/serve.js";
import { openGuidance } from "../../../src/node/guidance.js";
import { tempFolder } from "../node/temp.js";

export const ERAS = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

/** A project on disk with a user's configuration beside it, and what a person does in the editor. */
export function projectOnDisk(files: Parameters<typeof tempFolder>[0] = { "docs/": "" }) {
  const root = tempFolder(files);
  const config = tempFolder();
  const configFolder = join(config, "sdd-layer");
  const ports = openGuidance(root, { configFolder });
  return {
    root,
    config,
    configFolder,
    service: new GuidanceService(ports),
    review: new GuidanceReview(ports),
  };
}

export interface ClientOptions {
  readonly era?: Era;
  /** URIs; left out: the client has no roots. */
  readonly roots?: readonly string[] | (() => readonly string[]);
}

export function newClient({ era = "2025-11-25", roots }: ClientOptions = {}): Client {
  const client = new Client(
    { name: "tester", version: "7" },
    {
      capabilities: roots === undefined ? {} : { roots: {} },
      versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } },
    },
  );
  if (roots !== undefined)
    client.setRequestHandler("roots/list", () => ({
      roots: (typeof roots === "function" ? roots() : roots).map((uri) => ({ uri })),
    }));
  return client;
}

/** A server in this process, with a client connected to it. */
export async function connected(
  place: { readonly option?: string; readonly cwd: string; readonly configFolder?: string },
  options: ClientOptions = {},
): Promise<{ readonly client: Client; readonly log: readonly string[] }> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const log: string[] = [];
  const serving = serveOver(there, {
    place: { option: place.option, cwd: place.cwd },
    configFolder: place.configFolder,
    version: "1.2.3",
    log: (line) => {
      log.push(line);
    },
  });
  const client = newClient(options);
  onTestFinished(async () => {
    await client.close();
    await serving.leave();
  });
  await client.connect(here);
  return { client, log };
}

type ToolResult = Awaited<ReturnType<Client["callTool"]>>;

/** The text of an answer; throws where there is not exactly one. */
function textOf({ content }: ToolResult): string {
  const [first, ...others] = content;
  if (first?.type !== "text" || others.length > 0) throw new Error("not one text");
  return first.text;
}

/** What an error tells the model; throws where it is none. */
export function errorOf(result: ToolResult): string {
  if (result.isError !== true) throw new Error(`no error: ${textOf(result)}`);
  return textOf(result);
}

/** The structured answer; throws where it is an error, or the text says something else. */
export function answerOf(result: ToolResult): Readonly<Record<string, unknown>> {
  const text = textOf(result);
  if (result.isError === true) throw new Error(text);
  if (JSON.stringify(result.structuredContent) !== text) throw new Error("text and structure differ");
  return result.structuredContent as Readonly<Record<string, unknown>>;
}

export const PROPOSAL = {
  type: "guardrail",
  text: "Validate the signature of each webhook.",
  rationale: "It was decided after an incident.",
} as const;
