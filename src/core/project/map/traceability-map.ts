import { mapFrom } from "./map-reading.js";
import type { ParsedMap } from "./map-reading.js";
import { parseYaml } from "../yaml/yaml.js";

// Loads the YAML parser: import this file dynamically, and the types from traceability-map-types.ts.

/** Reads a traceability map of any YAML, see `mapFrom`. */
export function parseMap(text: string, path: string): ParsedMap {
  return mapFrom(parseYaml(text, path), path);
}
