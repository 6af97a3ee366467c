/** What `language` may say: a language, or `auto` for that of the orchestration's own headings. */
export const CONFIG_LANGUAGES = ["auto", "pt-BR", "en", "ru"] as const;
export type ConfigLanguage = (typeof CONFIG_LANGUAGES)[number];

/** The least and the most that `max_context_chars` may be, in UTF-16 code units. */
export const CONTEXT_CHARS = { least: 1_000, most: 1_000_000 } as const;

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
};
