import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const MIB = 1024 * 1024;

/** The part of vsce that is used here; its own declarations need types that this project does not have. */
interface Vsce {
  listFiles(options: { cwd: string; dependencies: boolean }): Promise<readonly string[]>;
}

let files: readonly string[];

beforeAll(async () => {
  if (!existsSync(join(ROOT, "dist/extension.cjs"))) throw new Error("Nothing is built yet: npm run build");
  const vsce = createRequire(import.meta.url)("@vscode/vsce") as Vsce;
  files = await vsce.listFiles({ cwd: ROOT, dependencies: false });
});

test("the package holds what it should and nothing else", () => {
  // Chunks carry a hash of their content, and how many there are is the bundler's business.
  const names = files.map((file) => file.replaceAll("\\", "/").replace(/-[0-9A-Z]{8}\.mjs$/, "-HASH.mjs"));
  expect([...new Set(names)].sort()).toMatchInlineSnapshot(`
    [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist/extension.cjs",
      "dist/node/chunk-HASH.mjs",
      "dist/node/cli.mjs",
      "dist/node/config-parse-HASH.mjs",
      "dist/node/conflicts-HASH.mjs",
      "dist/node/context-HASH.mjs",
      "dist/node/engine-guidance-HASH.mjs",
      "dist/node/engine-learning-HASH.mjs",
      "dist/node/engine-publish-HASH.mjs",
      "dist/node/guidance-HASH.mjs",
      "dist/node/health-HASH.mjs",
      "dist/node/init-HASH.mjs",
      "dist/node/intelligence-HASH.mjs",
      "dist/node/map-edit-HASH.mjs",
      "dist/node/mcp-HASH.mjs",
      "dist/node/publish-HASH.mjs",
      "dist/node/redact-HASH.mjs",
      "dist/node/serve-HASH.mjs",
      "dist/node/traceability-map-HASH.mjs",
      "dist/node/validate-artifact-HASH.mjs",
      "dist/node/worker.mjs",
      "dist/node/yaml-HASH.mjs",
      "dist/review.cjs",
      "dist/webview/review.css",
      "dist/webview/review.js",
      "l10n/bundle.l10n.pt-br.json",
      "l10n/bundle.l10n.ru.json",
      "media/icon.png",
      "media/preview-lines.js",
      "media/sdd.svg",
      "package.json",
      "package.nls.json",
      "package.nls.pt-br.json",
      "package.nls.ru.json",
      "schemas/sdd-config.schema.json",
      "schemas/traceability-map.schema.json",
    ]
  `);
});

test("the package is below its limit", () => {
  // A package is a zip file: each file is deflated by itself.
  const bytes = files.reduce((sum, file) => sum + deflateRawSync(readFileSync(join(ROOT, file))).length, 0);
  expect(bytes).toBeLessThan(MIB);
});
