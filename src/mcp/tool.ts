import type { StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import type * as z from "zod";
import type { ProjectMemory } from "./memory.js";
import { answerSchema, argumentSchema } from "./tool-schema.js";

/** What a call is answered from. */
export interface ToolCall {
  readonly memory: ProjectMemory;
  /** Who asks, as the client names itself; not checked. */
  readonly agent: string;
  /** The same for all that one server process is asked. */
  readonly sessionId: string;
  /** Aborted where nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A tool's answer: an object as its output schema says. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** A call whose arguments have been checked. @throws ToolRefusal, SddError */
export type PreparedCall = (call: ToolCall) => Promise<ToolAnswer>;

/** A tool, as the library takes it. None approves, rejects, edits or archives: only a person does, in the review. */
export interface Tool {
  readonly name: string;
  readonly config: {
    readonly title: string;
    readonly description: string;
    readonly annotations: ToolAnnotations;
    readonly inputSchema: StandardSchemaWithJSON<unknown, PreparedCall>;
    readonly outputSchema: StandardSchemaWithJSON;
  };
}

interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly run: (input: z.output<Input>, call: ToolCall) => ToolAnswer | Promise<ToolAnswer>;
}

/** Arguments that pass the schema become a prepared call, so that what runs is typed by what was checked. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description, annotations, input, output, run } = definition;
  const inputSchema = argumentSchema(
    input,
    (checked): PreparedCall =>
      async (call) =>
        run(checked, call),
  );
  return {
    name,
    config: { title, description, annotations, inputSchema, outputSchema: answerSchema(output) },
  };
}

/** The tool was understood and did not do it; the message says why, and what to do now. */
export class ToolRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ToolRefusal";
  }
}
