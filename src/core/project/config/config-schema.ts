import * as z from "zod";
import { STAGES } from "../stages.js";
import { CONFIG_LANGUAGES, CONTEXT_CHARS, DEFAULT_CONFIG, RULE_LEVELS } from "./config.js";

// The shape of the configuration for the JSON Schema that editors validate with (schemas/sdd-config.schema.json).
// Reading goes through config-parse.ts, which does not load zod (some 65 ms).

const { memory, intelligence } = DEFAULT_CONFIG;

const statePath = z.string().regex(/^\.sdd\/(?!\.\.(\/|$))(?!.*\/\.\.(\/|$))[^\\:*?"<>|]+$/);
/** The codes themselves are checked by the reader: listed here, each new one would make another schema. */
const code = z.string().regex(/^[a-z][a-z0-9-]*$/);
const sectionTitles = z.array(z.string().trim().min(1).max(200));
const redactSecrets = z
  .literal(true)
  .default(true)
  .describe("Secrets never leave their source: redaction cannot be switched off.");

/** The shape of `sdd.config.yaml`; every key is optional. */
export const configSchema = z
  .strictObject({
    memory: z
      .strictObject({
        learning_enabled: z
          .boolean()
          .default(memory.learningEnabled)
          .describe("Whether learnings are also kept for `sdd memory learn`."),
        index_path: statePath.default(memory.indexPath).describe("Where, below .sdd."),
        redact_secrets: redactSecrets,
      })
      .partial()
      .describe("The memory of earlier versions of the tool."),
    intelligence: z
      .strictObject({
        enabled: z.boolean().default(intelligence.enabled).describe("Whether anything is derived at all."),
        index_dir: statePath
          .default(intelligence.indexDir)
          .describe("Where the index of sources and learnings is kept, below .sdd."),
        context_pack_dir: statePath
          .default(intelligence.contextPackDir)
          .describe("Where context packs are written, below .sdd."),
        max_context_chars: z
          .int()
          .min(CONTEXT_CHARS.least)
          .max(CONTEXT_CHARS.most)
          .default(intelligence.maxContextChars)
          .describe("The most characters (UTF-16 code units) that a context pack may have."),
        redact_secrets: redactSecrets,
        language: z
          .enum(CONFIG_LANGUAGES)
          .default(intelligence.language)
          .describe("The language of a pack's headings; auto takes that of the documents."),
      })
      .partial()
      .describe("Context packs, learnings and health."),
    health: z
      .strictObject({
        rules: z
          .record(code, z.enum(RULE_LEVELS))
          .describe("Severity of a finding by its code, instead of the usual one; off leaves it out."),
        required_sections: z
          .partialRecord(z.enum(STAGES), sectionTitles)
          .describe("Sections that a stage's document must have, instead of the usual ones."),
      })
      .partial()
      .describe("What is looked for in the documents."),
  })
  .partial()
  .meta({ title: "SDD Layer configuration", description: "Settings of SDD Layer for one project." });
