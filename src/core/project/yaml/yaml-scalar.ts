/** How a scalar is written. */
export type ScalarStyle = "plain" | "single" | "double";

/** Letters, digits and a few marks, beginning with none that YAML gives a meaning to. */
const PLAIN = /^[\p{L}\p{N}_./][\p{L}\p{N}_./:+\-–— ]*$/u;
/** What some reader of YAML 1.1 or 1.2 takes for something other than text. Timestamps may stand unquoted in a map. */
const OTHER_TYPE =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?(?:\.inf|\.nan|[\d_.]+(?:e[-+]?\d+)?|0x[\da-f_]+|0o?[0-7_]+|[\d:_.]+))$/i;

function isPlainSafe(text: string): boolean {
  return PLAIN.test(text) && !/:(?:\s|$)|\s$/.test(text) && !OTHER_TYPE.test(text);
}

/** One line of YAML for a text or a number: in the style asked for where that can hold it, else in one that can. */
export function yamlScalar(value: string | number, style: ScalarStyle): string {
  if (typeof value === "number") return String(value);
  if (/[\p{Cc}\u2028\u2029\uFEFF]/u.test(value) || style === "double") return JSON.stringify(value);
  if (style === "plain" && isPlainSafe(value)) return value;
  return `'${value.replaceAll("'", "''")}'`;
}
