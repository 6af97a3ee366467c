import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { noForms } from "../../../esbuild-no-forms.mjs";
import { answerOf, ERAS, PROPOSAL, projectOnDisk } from "./harness.js";

/** `sdd mcp` as a process of its own, bundled as it ships. */
let folder = "";
const cli = (): string => join(folder, "cli.mjs");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sdd-mcp-"));
  await build({
    entryPoints: { cli: "src/cli/main.ts" },
    plugins: [noForms],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
    banner: { js: 'import{createRequire as own}from"node:module";const require=own(import.meta.url);' },
    define: { SDD_VERSION: '"1.2.3"' },
  });
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Message = Readonly<Record<string, unknown>> & {
  readonly id?: unknown;
  readonly method?: string;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: Readonly<Record<string, unknown>>;
};

interface Server {
  readonly process: ChildProcess;
  /** All that came on standard output, each line parsed: anything else there makes this throw. */
  readonly messages: () => readonly Message[];
  readonly err: () => string;
  readonly send: (...lines: readonly unknown[]) => void;
  /** Waits until something is found in what came. */
  readonly until: <T>(look: (messages: readonly Message[]) => T | undefined) => Promise<T>;
  /** Waits for the answer with that id. */
  readonly answer: (id: number | string) => Promise<Message>;
  /** The exit code and the signal. */
  readonly left: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };
const callOf = (id: number | string, name: string, args: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

function start(
  project: { readonly root: string; readonly config: string },
  ...args: readonly string[]
): Server {
  const child = spawn(process.execPath, [cli(), "mcp", ...args], {
    cwd: project.root,
    env: { ...process.env, XDG_CONFIG_HOME: project.config, XDG_CACHE_HOME: project.config },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  child.stdin.on("error", () => undefined);
  const messages = (): readonly Message[] => {
    const whole = out.slice(0, out.lastIndexOf("\n") + 1);
    return whole
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Message);
  };
  const until: Server["until"] = async (look) => {
    for (let tries = 0; tries < 2_000; tries++) {
      const found = look(messages());
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`it did not come; standard error: ${err}`);
  };
  return {
    process: child,
    messages,
    err: () => err,
    send(...lines) {
      for (const line of lines)
        child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
    },
    until,
    answer: (id) => until((found) => found.find((message) => message.id === id && !("method" in message))),
    left: new Promise((resolve) => {
      child.once("close", (code, signal) => {
        resolve([code, signal]);
      });
    }),
  };
}

describe.skipIf(process.platform !== "linux")("sdd mcp as a process", () => {
  test("serves over its streams, and leaves with 0 when the input ends, having answered all", async () => {
    const project = projectOnDisk();
    const server = start(project);
    server.send(INITIALIZE, INITIALIZED, { jsonrpc: "2.0", id: 1, method: "tools/list" });
    server.send(callOf(2, "recall", {}), callOf(3, "remember", { type: "fact" }), callOf(4, "approve", {}));
    server.send(callOf(5, "remember", PROPOSAL));
    server.process.stdin?.end();
    expect(await server.left).toEqual([0, null]);
    const answers = new Map(server.messages().map((message) => [message.id, message]));
    expect([...answers.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(answers.get(0)?.result).toMatchObject({
      protocolVersion: "2025-11-25",
      serverInfo: { name: "sdd-layer", version: "1.2.3" },
    });
    expect(answers.get(1)?.result).toMatchObject({ tools: [{ name: "recall" }, { name: "remember" }] });
    expect(answers.get(2)?.result).toMatchObject({ structuredContent: { rules: [], facts: [] } });
    expect(answers.get(3)?.result).toMatchObject({ isError: true });
    expect(answers.get(4)?.error).toMatchObject({ code: -32602 });
    expect(answers.get(5)?.result).toMatchObject({ structuredContent: { status: "pending" } });
    expect(project.service.list()).toMatchObject([{ entry: { proposed_by: "raw 1" } }]);
    expect(server.err()).toBe("");
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "leaves with 0 at %s, having answered what was asked",
    async (signal) => {
      const project = projectOnDisk();
      const server = start(project);
      const params = { ...INITIALIZE.params, capabilities: { roots: {} } };
      server.send({ ...INITIALIZE, params }, INITIALIZED);
      const five = Array.from({ length: 5 }, (_, n) => `call ${n}`);
      server.send(...five.map((id, n) => callOf(id, "remember", { ...PROPOSAL, domain: `d${n}` })));
      // It has read all of them, and waits for us, when the signal comes.
      const asked = await server.until((messages) => {
        const questions = messages.filter(({ method }) => method === "roots/list");
        return questions.length === 5 ? questions : undefined;
      });
      server.process.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 100));
      server.send(...asked.map(({ id }) => ({ jsonrpc: "2.0", id, result: { roots: [] } })));
      expect(await server.left).toEqual([0, null]);
      const acknowledged = server.messages().filter(({ id }) => five.includes(String(id)));
      expect(acknowledged).toHaveLength(5);
      const stored = new Set(project.service.list().map(({ entry }) => entry.id));
      for (const { result } of acknowledged) {
        const { id } = result?.["structuredContent"] as { id: string };
        expect(stored).toContain(id);
      }
    },
  );

  test("leaves at once when nothing was asked", async () => {
    const server = start(projectOnDisk());
    server.process.stdin?.end();
    expect(await server.left).toEqual([0, null]);
    expect(server.messages()).toEqual([]);
  });

  test("survives garbage and 5 MB in a line", async () => {
    const server = start(projectOnDisk());
    server.send(
      INITIALIZE,
      INITIALIZED,
      "garbage",
      '{"half":',
      callOf("big", "remember", { ...PROPOSAL, text: "x".repeat(5e6) }),
    );
    const refused = await server.answer("big");
    expect(refused.error?.message).toContain("longer than 4194304 bytes");
    server.send(callOf("next", "recall", {}));
    expect((await server.answer("next")).result).toMatchObject({ structuredContent: { facts: [] } });
    expect(server.messages().filter(({ error }) => error?.code === -32700)).toHaveLength(2);
    expect(server.err()).toContain("sdd mcp: The line is no JSON.");
    server.process.stdin?.end();
    expect(await server.left).toEqual([0, null]);
  });

  test("stays where there is no project, and takes --root", async () => {
    const [elsewhere, project] = [projectOnDisk({ ".git/": "" }), projectOnDisk()];
    const lost = start(elsewhere);
    lost.send(INITIALIZE, INITIALIZED, callOf(1, "recall", {}));
    expect((await lost.answer(1)).result).toMatchObject({ isError: true });
    lost.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect((await lost.answer(2)).result).toEqual({});

    const rooted = start({ ...elsewhere, config: project.config }, "--root", project.root);
    rooted.send(INITIALIZE, INITIALIZED, callOf(1, "remember", PROPOSAL));
    expect((await rooted.answer(1)).result).toMatchObject({ structuredContent: { added: true } });
    expect(project.service.list()).toHaveLength(1);
  });

  test.each(ERAS)("the library's own client lists and calls in %s", async (era) => {
    const project = projectOnDisk();
    const client = new Client(
      { name: "peer", version: "2" },
      { versionNegotiation: { mode: era === "2025-11-25" ? "legacy" : { pin: era } } },
    );
    const env = { PATH: process.env["PATH"] ?? "", XDG_CONFIG_HOME: project.config };
    const args = [cli(), "mcp"];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: project.root, env }),
    );
    onTestFinished(() => client.close());
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect((await client.listTools()).tools).toHaveLength(2);
    answerOf(await client.callTool({ name: "remember", arguments: PROPOSAL }));
    expect(project.service.list()).toMatchObject([{ entry: { proposed_by: "peer 2" } }]);
  });

  test("two servers with 25 proposals each lose none that they acknowledged", async () => {
    const project = projectOnDisk();
    const servers = [start(project), start(project)];
    for (const [which, server] of servers.entries()) {
      const calls = Array.from({ length: 25 }, (_, n) =>
        callOf(n + 1, "remember", {
          ...PROPOSAL,
          text: `Server ${which} owns table ${n * 37 + which}`,
          domain: `d${which}-${n}`,
        }),
      );
      server.send(INITIALIZE, INITIALIZED, ...calls);
      server.process.stdin?.end();
    }
    for (const server of servers) expect(await server.left).toEqual([0, null]);
    const ids = servers.flatMap((server) =>
      server.messages().flatMap(({ result }) => {
        const answer = result?.["structuredContent"] as { id: string; added: boolean } | undefined;
        return answer?.added === true ? [answer.id] : [];
      }),
    );
    expect(new Set(ids).size).toBe(50);
    const stored = new Set(project.service.list().map(({ entry }) => entry.id));
    for (const id of ids) expect(stored).toContain(id);
  });

  test("a command that is not this one does not load it", () => {
    const entry = readFileSync(cli(), "utf8");
    const loaded = new Set<string>();
    const visit = (name: string): void => {
      if (loaded.has(name)) return;
      loaded.add(name);
      const text = readFileSync(join(folder, name), "utf8");
      for (const [, next = ""] of text.matchAll(/(?:from|import)"\.\/([^"]+\.mjs)"/g)) visit(next);
    };
    visit("cli.mjs");
    const all = [...loaded].map((name) => readFileSync(join(folder, name), "utf8")).join("");
    expect(entry).toContain("serve the project's memory to an agent");
    const shipped = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    for (const ofTheLibrary of ["notifications/initialized", "toJSONSchema"]) {
      expect(shipped.join("")).toContain(ofTheLibrary);
      expect(all).not.toContain(ofTheLibrary);
    }
  });
});
