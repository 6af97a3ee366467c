import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { configSchema } from "../../../src/core/project/config/config-schema.js";
import { parseConfig } from "../../../src/core/project/config/config-parse.js";
import { traceabilityMapSchema } from "../../../src/core/project/map/traceability-map-schema.js";
import { parseMap } from "../../../src/core/project/map/traceability-map.js";
import { parseYaml } from "../../../src/core/project/yaml/yaml.js";

// `SDD_WRITE_SCHEMAS=1 npx vitest run test/unit/project/schemas.test.ts` brings the files up to date.
it.each([
  ["schemas/traceability-map.schema.json", traceabilityMapSchema],
  ["schemas/sdd-config.schema.json", configSchema],
] as const)("%s is what the zod schema says", (file, schema) => {
  const text = `${JSON.stringify(z.toJSONSchema(schema, { io: "input", target: "draft-7" }), null, 2)}\n`;
  if (process.env["SDD_WRITE_SCHEMAS"] === "1") writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});

it.each([
  ["schemas/traceability-map.schema.json", 14],
  ["schemas/sdd-config.schema.json", 11],
])("%s describes its keys", (file, least) => {
  const described = readFileSync(file, "utf8").match(/"description": "[^"]{10,}"/g) ?? [];
  expect(described.length).toBeGreaterThanOrEqual(least);
});

const MAP = (lines: string): string =>
  `orchestration: {name: N, slug: s}\nartifacts:\n  prd:\n    file: 02-prd.md\n    state: approved\n${lines}`;

it.each([
  ["a plain map", MAP(""), true],
  [
    "every field",
    MAP(`    approved_at: 2026-07-21T03:44:14Z\n    revision: 1\n    sha256: ${"aB".repeat(32)}\n`),
    true,
  ],
  ["empty fields", MAP("    approved_at: ''\n    sha256: ''\n"), true],
  ["fields of other tools", MAP("    owner: me\nextra: [1]\n"), true],
  ["a bad time", MAP("    updated_at: yesterday\n"), false],
  ["a bad hash", MAP("    sha256: abc\n"), false],
  ["a negative revision", MAP("    revision: -1\n"), false],
  ["a file that leaves the folder", MAP("  idea: {file: ../x.md, state: draft}\n"), false],
  ["an absolute file", MAP("  idea: {file: /x.md, state: draft}\n"), false],
  ["a drive", MAP("  idea: {file: 'C:x.md', state: draft}\n"), false],
  ["a file with dots in its name", MAP("  idea: {file: a..b.md, state: draft}\n"), true],
  ["no state", MAP("  idea: {file: x.md}\n"), false],
  ["no orchestration", "artifacts: {}\n", false],
])("the map's schema and its reader agree on %s", (_name, text, fine) => {
  const { diagnostics } = parseMap(text, "docs/s/traceability-map.yaml");
  expect(diagnostics.length === 0).toBe(fine);
  expect(
    traceabilityMapSchema.safeParse(JSON.parse(JSON.stringify(parseYaml(text, "x").value))).success,
  ).toBe(fine);
});

it.each([
  ["nothing", "{}", true],
  ["a part", "intelligence: {max_context_chars: 1000, language: ru}", true],
  ["too few characters", "intelligence: {max_context_chars: 999}", false],
  ["too many", "intelligence: {max_context_chars: 1000001}", false],
  ["no number", "intelligence: {max_context_chars: many}", false],
  ["a path outside", "intelligence: {index_dir: ../x}", false],
  ["a path outside .sdd", "memory: {index_path: package.json}", false],
  ["a path that climbs out", "memory: {index_path: .sdd/../x}", false],
  ["redaction off", "memory: {redact_secrets: false}", false],
  ["an unknown key", "memory: {colour: red}", false],
  ["an unknown part", "paint: 1", false],
  ["a rule", "health: {rules: {broken-link: off}, required_sections: {prd: [Summary]}}", true],
  ["a severity that is none", "health: {rules: {broken-link: fatal}}", false],
  ["sections of no stage", "health: {required_sections: {chapter: [A]}}", false],
  ["sections that are no list", "health: {required_sections: {prd: Summary}}", false],
  ["an unknown language", "intelligence: {language: tlh}", false],
])("the configuration's schema and its reader agree on %s", (_name, text, fine) => {
  expect(parseConfig(text, "sdd.config.yaml").diagnostics.length === 0).toBe(fine);
  expect(configSchema.safeParse(JSON.parse(JSON.stringify(parseYaml(text, "x").value))).success).toBe(fine);
});
