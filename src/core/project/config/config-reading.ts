import type { Diagnostic } from "../../diagnostics.js";
import { fold } from "../../text/fold.js";
import { healthFrom } from "./config-health.js";
import { CONFIG_LANGUAGES, CONTEXT_CHARS, DEFAULT_CONFIG } from "./config.js";
import type { ConfigLanguage, SddConfig } from "./config.js";
import { plainPath } from "../plain-path.js";
import type { YamlResult } from "../yaml/yaml.js";
import { YamlFields } from "../yaml/yaml-fields.js";

/** The keys of each part, as they are written. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  memory: ["learning_enabled", "index_path", "redact_secrets"],
  intelligence: [
    "enabled",
    "index_dir",
    "context_pack_dir",
    "max_context_chars",
    "redact_secrets",
    "language",
  ],
  health: ["rules", "required_sections"],
};

/** A configuration, and what was wrong with the file. */
export interface ParsedConfig {
  readonly config: SddConfig;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads `sdd.config.yaml`. There is always a configuration: a key that is missing, or whose value is bad (reported),
 * has its default, and unknown keys are reported as information.
 *
 * @param result the file's YAML, by either reader.
 */
export function configFrom(result: YamlResult, path: string): ParsedConfig {
  const fields = new YamlFields(result, path, "config-bad-value");
  if (result.value === undefined) return { config: DEFAULT_CONFIG, diagnostics: fields.diagnostics };
  reportUnknownKeys(fields);
  const { memory, intelligence } = DEFAULT_CONFIG;
  const chars = fields.integer(
    ["intelligence", "max_context_chars"],
    CONTEXT_CHARS.least,
    CONTEXT_CHARS.most,
  );
  const config: SddConfig = {
    memory: {
      learningEnabled: fields.boolean(["memory", "learning_enabled"]) ?? memory.learningEnabled,
      indexPath: statePath(fields, ["memory", "index_path"]) ?? memory.indexPath,
      redactSecrets: redaction(fields, ["memory", "redact_secrets"]),
    },
    intelligence: {
      enabled: fields.boolean(["intelligence", "enabled"]) ?? intelligence.enabled,
      indexDir: statePath(fields, ["intelligence", "index_dir"]) ?? intelligence.indexDir,
      contextPackDir: statePath(fields, ["intelligence", "context_pack_dir"]) ?? intelligence.contextPackDir,
      maxContextChars: chars ?? intelligence.maxContextChars,
      redactSecrets: redaction(fields, ["intelligence", "redact_secrets"]),
      language:
        fields.parsed(["intelligence", "language"], CONFIG_LANGUAGES.join(", "), parseLanguage) ??
        intelligence.language,
    },
    health: healthFrom(fields),
  };
  return { config, diagnostics: fields.diagnostics };
}

function reportUnknownKeys(fields: YamlFields): void {
  for (const part of Object.keys(fields.map([]) ?? {})) {
    const known = Object.hasOwn(KEYS, part) ? KEYS[part] : undefined;
    if (known === undefined) {
      fields.report("config-unknown-key", "info", [part], [part]);
      continue;
    }
    for (const key of Object.keys(fields.map([part]) ?? {})) {
      if (!known.includes(key)) fields.report("config-unknown-key", "info", [part, key], [`${part}.${key}`]);
    }
  }
}

/**
 * What is derived is written below `.sdd` alone, so that a configuration which came with a repository cannot name a
 * file of the project to be overwritten.
 */
function statePath(fields: YamlFields, keys: readonly string[]): string | undefined {
  return fields.parsed(keys, "a plain path below .sdd", (text) => {
    const path = plainPath(text);
    return path?.startsWith(".sdd/") === true ? path : undefined;
  });
}

function redaction(fields: YamlFields, keys: readonly string[]): true {
  if (fields.boolean(keys) === false) fields.bad(keys, "true: redaction cannot be switched off");
  return true;
}

function parseLanguage(text: string): ConfigLanguage | undefined {
  const folded = fold(text).replace("_", "-");
  if (folded === "pt") return "pt-BR";
  return CONFIG_LANGUAGES.find((language) => language.toLowerCase() === folded);
}
