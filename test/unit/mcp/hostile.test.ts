import { Console } from "node:console";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { SddError } from "../../../src/core/errors.js";
import { projectRootFor } from "../../../src/mcp/project-root.js";
import { sendConsoleToStderr } from "../../../src/mcp/stderr-console.js";
import { tempFolder } from "../node/temp.js";
import { scale } from "../scale.js";
import { connected, PROPOSAL, projectOnDisk } from "./harness.js";

const ownConsole = globalThis.console;
afterEach(() => {
  globalThis.console = ownConsole;
  vi.restoreAllMocks();
});

test("whatever the arguments are, the answer is a tool's, and only proposals reach the store", async () => {
  const project = projectOnDisk();
  const { client } = await connected({ cwd: project.root, configFolder: project.configFolder });
  const names = [
    "type",
    "text",
    "rationale",
    "domain",
    "recall",
    "paths",
    "limit",
    "cursor",
    "__proto__",
    "intent_hint",
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.array(fc.string({ unit: "binary" })),
    fc.constantFrom<unknown>(
      PROPOSAL.type,
      PROPOSAL.text,
      "../x",
      "a".repeat(3_000),
      Number.MAX_SAFE_INTEGER,
    ),
  );
  const args = fc.dictionary(fc.constantFrom(...names), value);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("recall", "remember"), args, async (name, given) => {
      const result = await client.callTool({
        name,
        arguments: JSON.parse(JSON.stringify(given)) as typeof given,
      });
      expect(result.content).toHaveLength(1);
      const [part] = result.content;
      expect(part?.type === "text" && part.text.includes("An unexpected error")).toBe(false);
    }),
    { numRuns: scale(600) },
  );
  for (const { entry } of project.service.list()) expect(entry.status).toBe("pending");
}, 60_000);

test("whatever a client calls its roots, a root is found or the answer says that there is none", () => {
  const root = tempFolder({ "docs/": "" });
  const uri = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl(),
    fc.string({ unit: "binary" }).map((path) => `file:///${path}`),
    fc.constantFrom(
      "file:",
      "file://host/share",
      "file:///%00",
      "file:///%2e%2e/%2F",
      "vscode-vfs://github/a/b",
    ),
  );
  fc.assert(
    fc.property(fc.array(uri), (uris) => {
      try {
        expect(projectRootFor({ option: undefined, cwd: root }, uris)).toMatch(/^\//);
      } catch (error) {
        expect(error).toBeInstanceOf(SddError);
      }
    }),
    { numRuns: scale(1_000) },
  );
});

test("the console writes to standard error alone", () => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  vi.spyOn(process, "stdout", "get").mockReturnValue(out as unknown as typeof process.stdout);
  vi.spyOn(process, "stderr", "get").mockReturnValue(err as unknown as typeof process.stderr);
  globalThis.console = new Console(out, err);
  console.log("before");
  sendConsoleToStderr();
  console.log("a library's remark");
  console.info("and another");
  expect(String(out.read())).toBe("before\n");
  expect(String(err.read())).toBe("a library's remark\nand another\n");
});
