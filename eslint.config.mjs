import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** What a layer may not import, and the sentence a developer reads when it does. */
const layer = (files, patterns, message) => ({
  files: [files],
  rules: { "no-restricted-imports": ["error", { patterns: [{ regex: patterns, message }] }] },
});

export default tseslint.config(
  { ignores: ["dist/**", "out/**", "test/fixtures/**", "examples/**", "test-results/**"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 500 }],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Named exports only: a name is easier to find." },
        {
          selector: "ExportAllDeclaration",
          message: "No barrel files: import from the module that owns it.",
        },
      ],
    },
  },
  {
    files: ["src/**/*.ts", "webview/**/*.ts"],
    rules: {
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      eqeqeq: "error",
    },
  },
  layer(
    "src/core/**/*.ts",
    "^(vscode$|node:|fs$|path$|\\.\\./+(node|vscode|cli|mcp)/)|/(node|vscode|cli|mcp)/",
    "core knows neither VS Code nor Node: reach the outside through a port (src/core/ports.ts).",
  ),
  layer(
    "src/node/**/*.ts",
    "^vscode$|/(vscode|cli|mcp)/",
    "node stands on core alone: the faces (vscode, cli, mcp) import it, not the other way.",
  ),
  layer("src/mcp/**/*.ts", "^vscode$|/(vscode|cli)/", "The MCP server knows core and node only."),
  layer("src/cli/**/*.ts", "^vscode$|/(vscode|mcp)/", "The command line knows core and node only."),
  layer(
    "src/cli/commands/mcp.ts",
    "^vscode$|/vscode/",
    "This command starts the MCP server, and knows no other face.",
  ),
  layer("src/protocol/**/*.ts", "^vscode$|^node:|/(node|vscode|cli|mcp)/", "Messages stand on core alone."),
  layer(
    "webview/**/*.ts",
    "^vscode$|^node:|/(core|node|vscode|cli|mcp)/",
    "A page knows the messages (src/protocol) and nothing else of the extension.",
  ),
  layer("src/vscode/**/*.ts", "/(cli|mcp)/", "The extension knows core, protocol and node only."),
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        fetch: "readonly",
      },
    },
  },
);
