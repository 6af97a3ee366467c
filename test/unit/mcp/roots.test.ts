import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { serveOver } from "../../../src/mcp/serve.js";
import { tempFolder } from "../node/temp.js";
import {
  answerOf,
  connected,
  ERAS,
  errorOf,
  newClient,
  PROPOSAL,
  projectOnDisk,
  type Era,
} from "./harness.js";

const uri = (folder: string): string => pathToFileURL(folder).href;
/** A folder in which nothing is found, nor above it. */
const nowhere = (): string => join(tempFolder({ ".git/": "", "deep/er/": "" }), "deep/er");

async function remembers(era: Era, place: Parameters<typeof connected>[0], roots?: readonly string[]) {
  const { client } = await connected(place, { era, ...(roots === undefined ? {} : { roots }) });
  return await client.callTool({ name: "remember", arguments: PROPOSAL });
}

describe.each(ERAS)("the project's root in %s", (era) => {
  test("is --root, and then the client is not asked", async () => {
    const [wanted, other] = [projectOnDisk(), projectOnDisk()];
    const asked: string[] = [];
    const roots = (): readonly string[] => {
      asked.push("roots");
      return [uri(other.root)];
    };
    const { client } = await connected({ option: wanted.root, cwd: other.root }, { era, roots });
    answerOf(await client.callTool({ name: "remember", arguments: PROPOSAL }));
    expect([wanted.service.list().length, other.service.list().length, asked.length]).toEqual([1, 0, 0]);
  });

  test("is else the first of the client's roots that leads to one", async () => {
    const [wanted, other] = [projectOnDisk({ "docs/deep/er/": "" }), projectOnDisk()];
    const roots = [uri(nowhere()), "https://example.org/x", uri(join(wanted.root, "docs/deep/er"))];
    answerOf(await remembers(era, { cwd: other.root }, roots));
    expect([wanted.service.list().length, other.service.list().length]).toEqual([1, 0]);
  });

  test("is not the working folder's where the client names other folders", async () => {
    const other = projectOnDisk();
    const text = errorOf(await remembers(era, { cwd: other.root }, [uri(nowhere())]));
    expect(text).toContain("No project root was found");
    expect(other.service.list()).toEqual([]);
  });

  test.each([[undefined], [[]]])(
    "is else found upwards from the working folder (roots: %j)",
    async (roots) => {
      const project = projectOnDisk({ "docs/deep/": "" });
      answerOf(await remembers(era, { cwd: join(project.root, "docs/deep") }, roots));
      expect(project.service.list()).toHaveLength(1);
    },
  );

  test("is looked for at each call: none is an answer, and the server stays", async () => {
    const folder = nowhere();
    const { client } = await connected({ cwd: folder }, { era });
    const text = errorOf(await client.callTool({ name: "recall", arguments: {} }));
    expect(text).toContain("Go on without the project's memory.");
    mkdirSync(join(folder, "docs"));
    answerOf(await client.callTool({ name: "recall", arguments: {} }));
  });

  test("follows a client that changes its folders", async () => {
    const [first, second] = [projectOnDisk(), projectOnDisk()];
    let root = first.root;
    const { client } = await connected({ cwd: nowhere() }, { era, roots: () => [uri(root)] });
    answerOf(await client.callTool({ name: "remember", arguments: PROPOSAL }));
    ({ root } = second);
    answerOf(await client.callTool({ name: "remember", arguments: PROPOSAL }));
    expect([first.service.list().length, second.service.list().length]).toEqual([1, 1]);
  });

  test("a --root that is no folder is an answer", async () => {
    const { client } = await connected({ option: "not-there", cwd: nowhere() }, { era });
    expect(errorOf(await client.callTool({ name: "recall", arguments: {} }))).toContain(
      "--root: there is no folder",
    );
  });
});

test("a client that fails to answer for its roots has none", async () => {
  const project = projectOnDisk();
  const [here, there] = InMemoryTransport.createLinkedPair();
  const log: string[] = [];
  const serving = serveOver(there, {
    place: { option: undefined, cwd: project.root },
    configFolder: project.configFolder,
    version: "1",
    log: (line) => {
      log.push(line);
    },
  });
  const client = newClient({ roots: () => [] });
  client.setRequestHandler("roots/list", () => {
    throw new Error("no folders today");
  });
  await client.connect(here);
  answerOf(await client.callTool({ name: "remember", arguments: PROPOSAL }));
  expect(project.service.list()).toHaveLength(1);
  expect(log.join("\n")).toContain("did not answer for its roots");
  await client.close();
  await serving.leave();
});
