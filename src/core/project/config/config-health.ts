import { diagnosticTemplates, type DiagnosticCode } from "../../diagnostics.js";
import { parseStage, type Stage } from "../stages.js";
import type { YamlFields } from "../yaml/yaml-fields.js";
import { RULE_LEVELS, type HealthConfig, type RuleLevel } from "./config.js";

/** Whether a text is the code of a finding. */
function isDiagnosticCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticTemplates(), text);
}

function levelOf(text: string): RuleLevel | undefined {
  return RULE_LEVELS.find((level) => level === text.toLowerCase());
}

function rules(fields: YamlFields): HealthConfig["rules"] {
  const levels: Partial<Record<DiagnosticCode, RuleLevel>> = {};
  for (const code of Object.keys(fields.map(["health", "rules"]) ?? {})) {
    const keys = ["health", "rules", code];
    if (!isDiagnosticCode(code)) {
      fields.report("config-unknown-key", "info", keys, [`health.rules.${code}`]);
      continue;
    }
    const level = fields.parsed(keys, "off, info, warning or error", levelOf);
    if (level !== undefined) levels[code] = level;
  }
  return levels;
}

/** The titles of one stage's sections; an empty list asks for none. */
function titlesAt(fields: YamlFields, keys: readonly string[]): readonly string[] | undefined {
  const value = fields.value(keys);
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    const written = value.map((item) => (typeof item === "string" ? item.trim() : ""));
    if (written.every((title) => title !== "" && title.length <= 200)) return written;
  }
  fields.bad(keys, "a list of section titles");
  return undefined;
}

function requiredSections(fields: YamlFields): HealthConfig["requiredSections"] {
  const sections: Partial<Record<Stage, readonly string[]>> = {};
  for (const name of Object.keys(fields.map(["health", "required_sections"]) ?? {})) {
    const keys = ["health", "required_sections", name];
    const stage = parseStage(name);
    if (stage === undefined) {
      fields.report("config-unknown-key", "info", keys, [`health.required_sections.${name}`]);
      continue;
    }
    const titles = titlesAt(fields, keys);
    if (titles !== undefined) sections[stage] = titles;
  }
  return sections;
}

/** The part `health` of the configuration: which rules hold, and which sections a stage's document must have. */
export function healthFrom(fields: YamlFields): HealthConfig {
  return { rules: rules(fields), requiredSections: requiredSections(fields) };
}
