import * as z from "zod/mini";
import { GUIDANCE_TYPES } from "../core/guidance/entry.js";

/**
 * Messages between the extension and the page in which guidance is reviewed. Both sides check what they are sent: the page
 * is shown what agents wrote, and is believed no more than them. No object may have a key that is not named here.
 */

// Under the page's policy nothing may be compiled from a text; zod would try, and the attempt would be reported.
z.config({ jitless: true });

/** Longer than anything that a form sends, before the core's own limits are applied. */
const MOST_UNITS = 70_000;

const short = z.string().check(z.maxLength(2_000));
const long = z.string().check(z.maxLength(MOST_UNITS));
const list = z.array(short).check(z.maxLength(1_000));
const token = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** A piece of a text. `hidden`: stands for a character that is not seen. `marked`: differs from the text beside it. */
const part = z.strictObject({
  text: long,
  kind: z.enum(["plain", "hidden", "marked", "added", "removed"]),
});
const parts = z.array(part).check(z.maxLength(20_000));

/** What a form has, as a person types it. */
const fields = z.strictObject({
  type: z.enum(GUIDANCE_TYPES),
  domain: long,
  text: long,
  rationale: long,
  recall: list,
  paths: list,
});

const labelled = z.strictObject({ label: short, parts });

const neighbour = z.strictObject({
  id: short,
  /** Its type, domain and status. */
  about: short,
  /** How near it is. */
  relation: short,
  /** What may be contradictory, in words; empty where nothing is. */
  opposition: short,
  here: parts,
  there: parts,
  canSupersede: z.boolean(),
});

const ACTS = ["approve", "edit", "reject", "archive", "supersede", "accept", "acceptAll", "decline"] as const;

const entry = z.strictObject({
  /** Type and domain. */
  title: short,
  /** Where it stands, and for how long. */
  status: short,
  /** Exactly what an agent gets, with what is not seen made visible. */
  agent: parts,
  /** A fact's rationale, which an agent gets too; empty otherwise. */
  agentRationale: parts,
  facts: z.array(labelled),
  warnings: z.array(short),
  /** What differs from what was shown before, or from what the store says. */
  differences: z.array(labelled),
  similar: z.array(neighbour),
  acts: z.array(z.enum(ACTS)),
  /** How many unverified entries were looked at, with this one. */
  seen: z.number(),
  fields,
});

const notice = z.strictObject({ kind: z.enum(["done", "problem"]), text: short });

/** An act that can be taken back. */
const undo = z.strictObject({ token, text: short, seconds: z.number() });

const frame = { notice: z.nullable(notice), undo: z.nullable(undo) };

const domains = list;

const line = z.strictObject({ text: short, isThis: z.boolean(), isDisplaced: z.boolean() });

const toPage = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("init"),
    words: z.record(z.string(), short),
    language: short,
    types: z.array(z.strictObject({ value: z.enum(GUIDANCE_TYPES), label: short })),
  }),
  z.strictObject({ type: z.literal("show"), token, place: short, entry, domains, ...frame }),
  z.strictObject({ type: z.literal("empty"), text: short, ...frame }),
  z.strictObject({ type: z.literal("form"), token, fields, domains, ...frame }),
  /** An act was refused; what is shown and typed stays. */
  z.strictObject({
    type: z.literal("problem"),
    token,
    text: short,
    problems: z.array(z.strictObject({ field: short, text: short })),
    /** What would be approved instead, to be looked at. */
    fields: z.nullable(fields),
  }),
  z.strictObject({
    type: z.literal("dryRun"),
    number: z.number(),
    sentence: short,
    with: z.array(line),
    without: z.array(line),
  }),
]);

const act = { type: z.literal("act"), token };

const toHost = z.union([
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ ...act, act: z.enum(["approve", "accept", "acceptAll"]) }),
  z.strictObject({ ...act, act: z.enum(["reject", "archive", "decline"]), reason: long }),
  z.strictObject({ ...act, act: z.literal("supersede"), other: short }),
  z.strictObject({ ...act, act: z.literal("edit"), fields }),
  z.strictObject({ type: z.literal("propose"), token, fields }),
  z.strictObject({ type: z.literal("undo"), token }),
  z.strictObject({ type: z.literal("move"), by: z.union([z.literal(1), z.literal(-1)]) }),
  z.strictObject({ type: z.literal("open"), id: short }),
  z.strictObject({
    type: z.literal("dryRun"),
    number: z.number(),
    prompt: long,
    fields: z.nullable(fields),
  }),
]);

export type Part = z.infer<typeof part>;
export type Parts = readonly Part[];
export type FormFields = z.infer<typeof fields>;
export type ReviewEntry = z.infer<typeof entry>;
export type Notice = z.infer<typeof notice>;
export type Undo = z.infer<typeof undo>;
export type Act = (typeof ACTS)[number];
export type DryRunLine = z.infer<typeof line>;
export type MessageToPage = z.infer<typeof toPage>;
export type MessageToHost = z.infer<typeof toHost>;
export type ActMessage = Extract<MessageToHost, { type: "act" }>;

/** `undefined` where it is no such message: it is to be passed over. */
export function parseToPage(value: unknown): MessageToPage | undefined {
  const result = toPage.safeParse(value);
  return result.success ? result.data : undefined;
}

/** `undefined` where it is no such message: nothing may be done for it. */
export function parseToHost(value: unknown): MessageToHost | undefined {
  const result = toHost.safeParse(value);
  return result.success ? result.data : undefined;
}
