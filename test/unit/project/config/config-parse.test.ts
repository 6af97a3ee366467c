import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../../../../src/core/project/config/config.js";
import { parseConfig } from "../../../../src/core/project/config/config-parse.js";

const problems = (text: string): string[] =>
  parseConfig(text, "sdd.config.yaml").diagnostics.map(
    ({ code, severity, line, column, params }) =>
      `${severity} ${code} ${line}:${column} ${params.join(" | ")}`,
  );

describe("parseConfig", () => {
  it("has every default where the file says nothing", () => {
    for (const text of ["", "# later\n", "memory:\n", "intelligence: {}\n"]) {
      expect(parseConfig(text, "sdd.config.yaml")).toEqual({ config: DEFAULT_CONFIG, diagnostics: [] });
    }
  });

  it("takes every key", () => {
    const text = [
      "memory:",
      "  learning_enabled: false",
      "  index_path: .sdd/m/l.jsonl",
      "  redact_secrets: true",
      "intelligence:",
      "  enabled: false",
      "  index_dir: ./.sdd/i",
      "  context_pack_dir: .sdd/packs",
      "  max_context_chars: 1000",
      "  language: pt_br",
      "health:",
      "  rules: {broken-link: error, map-missing: off}",
      "  required_sections:",
      "    prd: [Resumo, Preços]",
      "    tech-spec: []",
    ].join("\n");
    expect(parseConfig(text, "sdd.config.yaml")).toEqual({
      diagnostics: [],
      config: {
        memory: { learningEnabled: false, indexPath: ".sdd/m/l.jsonl", redactSecrets: true },
        intelligence: {
          enabled: false,
          indexDir: ".sdd/i",
          contextPackDir: ".sdd/packs",
          maxContextChars: 1000,
          redactSecrets: true,
          language: "pt-BR",
        },
        health: {
          rules: { "broken-link": "error", "map-missing": "off" },
          requiredSections: { prd: ["Resumo", "Preços"], techspec: [] },
        },
      },
    });
  });

  it.each([
    [
      "a limit too low",
      "intelligence: {max_context_chars: 999}",
      /max_context_chars \| a whole number from 1000 to 1000000$/,
    ],
    ["a limit too high", "intelligence: {max_context_chars: 1000001}", /from 1000 to 1000000$/],
    ["a limit with a fraction", "intelligence: {max_context_chars: 2000.5}", /from 1000 to 1000000$/],
    [
      "a word for a boolean",
      "memory: {learning_enabled: yes}",
      /^warning config-bad-value 1:28 memory.learning_enabled \| true or false$/,
    ],
    [
      "a severity that is none",
      "health: {rules: {broken-link: fatal}}",
      /^warning config-bad-value 1:31 health.rules.broken-link \| off, info, warning or error$/,
    ],
    [
      "a code that is none",
      "health: {rules: {toString: off}}",
      /^info config-unknown-key 1:18 health.rules.toString$/,
    ],
    [
      "sections of no stage",
      "health: {required_sections: {chapter: [A]}}",
      /^info config-unknown-key 1:30 health.required_sections.chapter$/,
    ],
    [
      "sections that are no list",
      "health: {required_sections: {prd: Resumo}}",
      /^warning config-bad-value 1:35 health.required_sections.prd \| a list of section titles$/,
    ],
    [
      "a title that is no text",
      "health: {required_sections: {prd: [{a: 1}]}}",
      /required_sections.prd \| a list of section titles$/,
    ],
    ["a path outside the root", "intelligence: {index_dir: ../x}", /index_dir \| a plain path below .sdd$/],
    ["an absolute path", "intelligence: {index_dir: /tmp/x}", /a plain path below .sdd$/],
    ["a file of the project", "memory: {index_path: README.md}", /a plain path below .sdd$/],
    ["a path that climbs out again", "memory: {index_path: .sdd/../../x}", /a plain path below .sdd$/],
    ["a path that is a list", "memory: {index_path: [a]}", /index_path \| a text$/],
    ["no redaction", "intelligence: {redact_secrets: false}", /true: redaction cannot be switched off$/],
    ["an unknown language", "intelligence: {language: tlh}", /language \| auto, pt-BR, en, ru$/],
    ["a part that is no map", "memory: 5", /^warning config-bad-value 1:9 memory \| a map of keys$/],
    ["broken YAML", "memory:\n\tx: 1", /^error yaml-syntax 2:1 /],
    ["a list", "- memory", /^error yaml-not-a-map 1:1 a list$/],
  ])("reports %s and keeps the default", (_name, text, problem) => {
    expect(problems(text)).toEqual([expect.stringMatching(problem)]);
    expect(parseConfig(text, "sdd.config.yaml").config).toEqual(DEFAULT_CONFIG);
  });

  it("reports unknown keys as information, prototypes' names among them", () => {
    expect(problems("intelligence:\n  colour: red\nconstructor: 1\n__proto__: {}\n")).toEqual([
      "info config-unknown-key 2:3 intelligence.colour",
      "info config-unknown-key 3:1 constructor",
      "info config-unknown-key 4:1 __proto__",
    ]);
  });

  it("keeps good keys beside bad ones", () => {
    const { config } = parseConfig("intelligence: {language: ru, max_context_chars: x}", "sdd.config.yaml");
    expect(config.intelligence).toMatchObject({ language: "ru", maxContextChars: 24_000 });
  });
});
