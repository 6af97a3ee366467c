import * as z from "zod";
import { LIMITS } from "../core/guidance/checks.js";
import { GUIDANCE_STATUSES, GUIDANCE_TYPES } from "../core/guidance/entry.js";
import { proposalMessage } from "../core/guidance/proposal-message.js";
import type { EarlierDecision, ProposalOutcome } from "../core/guidance/proposals.js";
import type { SimilarEntry } from "../core/guidance/similarity.js";
import { redactShort } from "../core/redaction/redact.js";
import { reveal } from "../core/text/reveal.js";
import { defineTool, ToolRefusal } from "./tool.js";

const input = z.strictObject({
  type: z
    .enum(GUIDANCE_TYPES)
    .describe(
      "guardrail: never break it; convention: how it is done here; instruction: do so; fact: what is so.",
    ),
  text: z.string().min(1).max(LIMITS.text).describe("The rule or fact itself, complete in itself."),
  rationale: z.string().min(1).max(LIMITS.rationale).describe("Why it holds, and how you know."),
  domain: z.string().max(LIMITS.domain).optional().describe("The area it belongs to, as `checkout`."),
  recall: z
    .array(z.string().max(LIMITS.recall.each))
    .max(LIMITS.recall.count)
    .optional()
    .describe("Words in a task by which it should be recalled."),
  paths: z
    .array(z.string().max(LIMITS.paths.each))
    .max(LIMITS.paths.count)
    .optional()
    .describe("Files or folders it concerns, relative to the root; * and ** are allowed."),
});

const RELATIONS = ["same", "near", "contained"] as const satisfies readonly SimilarEntry["relation"][];

const output = z.strictObject({
  id: z.string(),
  status: z.enum(GUIDANCE_STATUSES),
  added: z.boolean(),
  message: z.string(),
  similar: z.array(
    z.strictObject({
      id: z.string(),
      status: z.enum(GUIDANCE_STATUSES),
      relation: z.enum(RELATIONS),
      opposition: z.enum(["negation", "values"]).optional(),
    }),
  ),
  earlier: z.array(
    z.strictObject({
      id: z.string(),
      status: z.enum(["rejected", "archived"]),
      relation: z.enum(RELATIONS),
      at: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  redacted: z.number(),
});

/** Without its text: what nobody approved reaches an agent through `recall`'s `unreviewed` alone. */
const similarJson = ({ id, status, relation, opposition }: SimilarEntry) => ({
  id,
  status,
  relation,
  ...(opposition === undefined ? {} : { opposition }),
});

/** A person's reason; the store may have been edited by hand, so it is treated as any text that leaves it. */
function reasonText(reason: string | null): string | null {
  return reason === null ? null : reveal(redactShort(reason)).slice(0, LIMITS.reason);
}

const shownDecision = (decision: EarlierDecision): EarlierDecision => ({
  ...decision,
  reason: reasonText(decision.reason),
});

function answer(outcome: ProposalOutcome): Readonly<Record<string, unknown>> {
  switch (outcome.outcome) {
    case "queued": {
      const { entry, similar, earlier, redacted } = outcome;
      return {
        id: entry.id,
        status: entry.status,
        added: true,
        message: proposalMessage(outcome),
        similar: similar.map(similarJson),
        earlier: earlier.map(shownDecision),
        redacted,
      };
    }
    case "exists":
    case "rejected-before": {
      const told =
        outcome.outcome === "exists" ? outcome : { ...outcome, earlier: shownDecision(outcome.earlier) };
      return {
        id: told.entry.id,
        status: told.entry.status,
        added: false,
        message: proposalMessage(told),
        similar: [],
        earlier: told.outcome === "exists" ? [] : [told.earlier],
        redacted: 0,
      };
    }
    case "echo":
    case "refused":
      throw new ToolRefusal(proposalMessage(outcome));
  }
}

export const rememberTool = defineTool({
  name: "remember",
  title: "Propose guidance",
  description:
    "Proposes a rule or fact that should hold for this project from now on. It is pending until a person decides in the " +
    "editor, and is not recalled before: do not poll, and do not propose it twice. Only what you learned yourself and " +
    "others will need; no secrets, no logs of a session.",
  input,
  output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(proposal, { memory, agent, signal }) {
    const outcome = await memory.inTurn(() => {
      // What was called off before its turn is not stored.
      signal.throwIfAborted();
      return memory.service.propose(proposal, agent);
    });
    return answer(outcome);
  },
});
