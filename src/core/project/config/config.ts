import type { DiagnosticCode, Severity } from "../../diagnostics.js";
import type { Stage } from "../stages.js";

/** What `language` may say: a language, or `auto` for that of the orchestration's own headings. */
export const CONFIG_LANGUAGES = ["auto", "pt-BR", "en", "ru"] as const;
export type ConfigLanguage = (typeof CONFIG_LANGUAGES)[number];

/** The least and the most that `max_context_chars` may be, in UTF-16 code units. */
export const CONTEXT_CHARS = { least: 1_000, most: 1_000_000 } as const;

/** What `health.rules` may say of a finding's code. */
export const RULE_LEVELS = ["off", "info", "warning", "error"] as const satisfies readonly (
  "off" | Severity
)[];
export type RuleLevel = (typeof RULE_LEVELS)[number];

export interface HealthConfig {
  /** Severities instead of the usual ones, by the code of a finding; `off` leaves the finding out. */
  readonly rules: Readonly<Partial<Record<DiagnosticCode, RuleLevel>>>;
  /** Titles of the sections that a stage's document must have, instead of the usual ones. */
  readonly requiredSections: Readonly<Partial<Record<Stage, readonly string[]>>>;
}

/** `sdd.config.yaml` with every default filled in. Paths are relative to the project root and stay inside it. */
export interface SddConfig {
  readonly memory: {
    readonly learningEnabled: boolean;
    readonly indexPath: string;
    /** Always true: redaction cannot be switched off. */
    readonly redactSecrets: true;
  };
  readonly intelligence: {
    readonly enabled: boolean;
    readonly indexDir: string;
    readonly contextPackDir: string;
    /** In UTF-16 code units. */
    readonly maxContextChars: number;
    /** Always true: redaction cannot be switched off. */
    readonly redactSecrets: true;
    readonly language: ConfigLanguage;
  };
  readonly health: HealthConfig;
}

/** What holds where there is no `sdd.config.yaml`, or a key of it is missing or bad. */
export const DEFAULT_CONFIG: SddConfig = {
  memory: { learningEnabled: true, indexPath: ".sdd/memory/learnings.jsonl", redactSecrets: true },
  intelligence: {
    enabled: true,
    indexDir: ".sdd/intelligence",
    contextPackDir: ".sdd/intelligence/context-packs",
    maxContextChars: 24_000,
    redactSecrets: true,
    language: "auto",
  },
  health: { rules: {}, requiredSections: {} },
};
