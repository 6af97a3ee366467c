import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  McpServer,
  type ProtocolEra,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { type ClientFacts, clientFacts } from "./connection.js";
import { errorMessage } from "./error-message.js";
import type { Memories } from "./memory.js";
import { projectRootFor, type RootPlace } from "./project-root.js";
import { recallTool } from "./recall-tool.js";
import { rememberTool } from "./remember-tool.js";
import type { Tool } from "./tool.js";

/** What all that a server process answers has in common. */
export interface ServerCore {
  readonly version: string;
  readonly place: RootPlace;
  readonly memories: Memories;
  readonly sessionId: string;
  /** What the client said when the connection began; in later eras each request says it. */
  readonly client: () => ClientFacts;
  readonly log: (line: string) => void;
}

const INSTRUCTIONS =
  "The project's memory. Call recall before you start on a task. When you learn something that should hold for the " +
  "project, propose it with remember; a person decides on it in the editor, and no tool here can.";

/** A client that does not answer for its roots has none. */
const ROOTS_MS = 5_000;
const ROOTS = "roots";
/** The library's own schema takes no answer at all where one root is no file, and then another project would be found. */
const ROOTS_ANSWER = z.looseObject({ roots: z.array(z.unknown()) });

function rootUris(roots: readonly unknown[]): readonly string[] {
  return roots.flatMap((root) =>
    typeof root === "object" && root !== null && "uri" in root && typeof root.uri === "string"
      ? [root.uri]
      : [],
  );
}

/** The client's roots, or the question that has to be put to it first. */
type Roots = { readonly uris: readonly string[] } | { readonly question: InputRequiredResult };

/** Asks in the words of 2025: the server sends a request of its own. */
async function askedRoots(core: ServerCore, context: ServerContext): Promise<readonly string[]> {
  if (!core.client().hasRoots) return [];
  try {
    const request = { method: "roots/list" };
    const { roots } = await context.mcpReq.send(request, ROOTS_ANSWER, { timeout: ROOTS_MS });
    return rootUris(roots);
  } catch (error) {
    core.log(
      `The client did not answer for its roots: ${error instanceof Error ? error.message : String(error)}`,
    );
    return [];
  }
}

/** What a request says of its client; nothing in the era of 2025. */
function factsOf(context: ServerContext): ClientFacts {
  const envelope = new Map<string, unknown>(Object.entries(context.mcpReq.envelope ?? {}));
  return clientFacts(envelope.get(CLIENT_INFO_META_KEY), envelope.get(CLIENT_CAPABILITIES_META_KEY));
}

/** Asks in the words of 2026: the call is answered with a question, and comes again with the answer. */
function returnedRoots(context: ServerContext): Roots {
  const { inputResponses } = context.mcpReq;
  if (!factsOf(context).hasRoots) return { uris: [] };
  if (inputResponses === undefined)
    return { question: inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } }) };
  const response = inputResponse(inputResponses, ROOTS);
  return { uris: response.kind === "roots" ? rootUris(response.roots) : [] };
}

function agentName(core: ServerCore, context: ServerContext): string {
  const { name } = factsOf(context);
  return name === "" ? core.client().name : name;
}

async function rootsOf(core: ServerCore, context: ServerContext, era: ProtocolEra): Promise<Roots> {
  // With --root there is nothing to ask.
  if (core.place.option !== undefined) return { uris: [] };
  return era === "modern" ? returnedRoots(context) : { uris: await askedRoots(core, context) };
}

function register(server: McpServer, tool: Tool, core: ServerCore, era: ProtocolEra): void {
  server.registerTool(tool.name, tool.config, async (prepared, context) => {
    try {
      const roots = await rootsOf(core, context, era);
      if ("question" in roots) return roots.question;
      const memory = core.memories.of(projectRootFor(core.place, roots.uris));
      const { signal } = context.mcpReq;
      const { sessionId } = core;
      const answer = await prepared({ memory, agent: agentName(core, context), sessionId, signal });
      return {
        content: [{ type: "text", text: JSON.stringify(answer) }],
        structuredContent: answer,
      };
    } catch (error) {
      return { content: [{ type: "text", text: errorMessage(error) }], isError: true };
    }
  });
}

/** A server for one connection, in the era that the connection began in. */
export function createServer(core: ServerCore, era: ProtocolEra): McpServer {
  const server = new McpServer(
    { name: "sdd-layer", title: "SDD Layer", version: core.version },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  register(server, recallTool, core, era);
  register(server, rememberTool, core, era);
  return server;
}
