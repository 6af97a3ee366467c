import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";

/** Schemas of tools, as the library takes them: what is wrong is said in sentences that name the field and the mend. */

type Issue = z.core.$ZodIssue;

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === "number" ? `${name}[${key}]` : `${name === "" ? "" : `${name}.`}${String(key)}`,
    "",
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  array: "a list of strings",
  number: "a number",
  int: "a whole number",
};

function sizeSentence(field: string, issue: Issue, value: unknown): string | undefined {
  if (issue.code === "too_big") {
    if (typeof value === "string")
      return `${field} has ${value.length} characters; at most ${issue.maximum} are taken. Shorten it, or split it in two.`;
    if (Array.isArray(value))
      return `${field} has ${value.length} items; at most ${issue.maximum} are taken. Leave the others out.`;
    return `${field} must be at most ${issue.maximum}.`;
  }
  if (issue.code === "too_small")
    return typeof value === "string"
      ? `${field} is empty: say it in words${field === "text" || field === "rationale" ? "" : ", or leave it out"}.`
      : `${field} must be at least ${issue.minimum}.`;
  return undefined;
}

function issueSentence(issue: Issue, value: unknown, fields: readonly string[]): string {
  const field = fieldName(issue.path) || "The arguments";
  const found = valueAt(value, issue.path);
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.slice(0, 5).map((key) => key.slice(0, 60));
    return `There is no argument ${names.join(", ")}: leave it out. The arguments are ${fields.join(", ")}.`;
  }
  const isMissing = found === undefined && issue.path.length > 0;
  if (issue.code === "invalid_value") {
    const allowed = issue.values.map(String).join(", ");
    return isMissing ? `${field} is missing: give one of ${allowed}.` : `${field} must be one of ${allowed}.`;
  }
  if (issue.code === "invalid_type") {
    const kind = KINDS[issue.expected] ?? `a ${issue.expected}`;
    return isMissing
      ? `${field} is missing: give ${kind}.`
      : `${field} must be ${kind}, not ${kindOf(found)}.`;
  }
  return sizeSentence(field, issue, found) ?? `${field}: ${issue.message}`;
}

/** `{type: [a, b]}` as `{anyOf: [{type: a}, {type: b}]}`: clients that know one type to a value refuse a list of them. */
function singleTypes(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(singleTypes);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: readonly [string, unknown]) =>
      key === "type" && Array.isArray(value)
        ? ["anyOf", value.map((type: unknown) => ({ type }))]
        : [key, singleTypes(value)],
    ),
  );
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const json = z.toJSONSchema(schema, { target: "draft-2020-12", io });
  // The protocol's default dialect needs no mention, and every character is read by each agent.
  const kept = Object.entries(json).filter(([key]) => key !== "$schema");
  return Object.fromEntries(kept.map(([key, value]) => [key, singleTypes(value)]));
}

function checked<S extends z.ZodObject, T>(
  schema: S,
  io: "input" | "output",
  use: (value: z.output<S>) => T,
): StandardSchemaWithJSON<unknown, T> {
  const fields = Object.keys(schema.shape);
  return {
    "~standard": {
      version: 1,
      vendor: "sdd-layer",
      validate(value) {
        const parsed = schema.safeParse(value);
        if (parsed.success) return { value: use(parsed.data) };
        // One, since the library strings issues together with commas.
        const sentences = parsed.error.issues.map((issue) => issueSentence(issue, value, fields));
        return { issues: [{ message: sentences.join(" ") }] };
      },
      jsonSchema: { input: () => jsonSchema(schema, io), output: () => jsonSchema(schema, io) },
    },
  };
}

/** A schema of arguments, whose issues are sentences for a model. @param use makes of what was checked what is passed on. */
export function argumentSchema<S extends z.ZodObject, T>(
  schema: S,
  use: (value: z.output<S>) => T,
): StandardSchemaWithJSON<unknown, T> {
  return checked(schema, "input", use);
}

/** A schema of answers: the library holds each against it before it goes out. */
export function answerSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  return checked(schema, "output", (value) => value);
}
