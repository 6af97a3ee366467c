import * as z from "zod";
import { ARTIFACT_STATES, STAGES } from "../stages.js";

// The shape of a map for the JSON Schema that editors validate with (schemas/traceability-map.schema.json). Reading a
// map goes through traceability-map.ts, which is more lenient and does not load zod (some 65 ms).

const time = z
  .union([
    z.literal(""),
    z.string().regex(/^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?([Zz]|[-+]\d{2}:?\d{2})?)?$/),
  ])
  .describe("ISO 8601, UTC; empty where it does not apply.");

const artifact = z
  .looseObject({
    file: z
      .string()
      .regex(/^(?![/~])(?!.*(^|\/)\.\.(\/|$))[^\\:*?"<>|]+$/)
      .describe("The document, relative to this map's folder."),
    state: z
      .enum(ARTIFACT_STATES)
      .describe("approved follows a human checkpoint; recorded is informative; optional may be left out."),
    approved_at: time.optional().describe("When a person approved it. ISO 8601, UTC; empty before that."),
    revision: z.int().min(0).optional().describe("Counts the approved versions of the document."),
    sha256: z
      .union([z.literal(""), z.string().regex(/^[0-9A-Fa-f]{64}$/)])
      .optional()
      .describe("SHA-256 of the document's bytes when its state was set, in hexadecimal digits."),
    size_bytes: z.int().min(0).optional().describe("The document's size when its state was set, in bytes."),
    updated_at: time.optional().describe("When this entry was last written. ISO 8601, UTC."),
    validation_status: z.string().optional().describe("What a validation said of the document."),
    skipped_reason: z.string().optional().describe("Why an optional stage was left out."),
  })
  .meta({ id: "artifact", description: "One stage's document and where it stands." });

const orchestration = z
  .looseObject({
    name: z.string().min(1).describe("The orchestration's name, for people."),
    slug: z
      .string()
      .regex(/^[^/\\:*?"<>|]+$/)
      .describe("The name of its folder below docs."),
    created_at: time.optional().describe("When it was created. ISO 8601, UTC."),
    state: z.string().optional().describe("Where the whole stands, as in_progress or done."),
    source: z.string().optional().describe("What keeps the artifacts, as local-artifact-store."),
  })
  .describe("The feature or initiative that this folder documents.");

/** The shape of `docs/<slug>/traceability-map.yaml`. */
export const traceabilityMapSchema = z
  .looseObject({
    orchestration,
    artifacts: z
      .looseObject(Object.fromEntries(STAGES.map((stage) => [stage, artifact.optional()])))
      .describe("The documents by stage."),
  })
  .meta({
    title: "Traceability map",
    description: "Which documents an orchestration has, stage by stage, and which of them a person approved.",
  });
