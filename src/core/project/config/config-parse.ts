import { configFrom } from "./config-reading.js";
import type { ParsedConfig } from "./config-reading.js";
import { parseYaml } from "../yaml/yaml.js";

// Loads the YAML parser: import this file dynamically, and the defaults from config.ts.

/** Reads a configuration of any YAML, see `configFrom`. */
export function parseConfig(text: string, path: string): ParsedConfig {
  return configFrom(parseYaml(text, path), path);
}
