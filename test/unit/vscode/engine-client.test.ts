import { EventEmitter } from "node:events";
import { describe, expect, test, vi } from "vitest";
import type { EngineRequest, EngineResponse } from "../../../src/node/engine-api.js";
import { EngineClient, type CancelToken, type EngineThread } from "../../../src/vscode/engine/client.js";

/** A thread that keeps what it was asked; a test answers, or lets it die. */
class FakeThread extends EventEmitter implements EngineThread {
  readonly requests: EngineRequest[] = [];
  readonly cell: Int32Array;
  ended = false;

  constructor(cancel: SharedArrayBuffer) {
    super();
    this.cell = new Int32Array(cancel);
  }

  postMessage(request: EngineRequest): void {
    this.requests.push(request);
  }

  terminate(): Promise<void> {
    this.ended = true;
    return Promise.resolve();
  }

  answer(result: unknown): void {
    const response: EngineResponse = { id: this.requests.at(-1)?.id ?? 0, ok: true, result };
    this.emit("message", response);
  }

  refuse(error: { code: "internal" | "cancelled"; params: string[]; detail?: string }): void {
    this.emit("message", { id: this.requests.at(-1)?.id ?? 0, ok: false, error });
  }
}

function setUp(options: { mayWrite?: boolean; timeoutMs?: number } = {}) {
  const threads: FakeThread[] = [];
  const lines: string[] = [];
  const client = new EngineClient({
    start: (cancel) => {
      const thread = new FakeThread(cancel);
      threads.push(thread);
      return thread;
    },
    mayWrite: () => options.mayWrite ?? true,
    log: { warn: (text) => lines.push(text) },
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  const thread = (index = 0): FakeThread => {
    const found = threads[index];
    if (found === undefined) throw new Error(`No thread ${index} was started.`);
    return found;
  };
  return { client, threads, thread, lines };
}

class FakeToken implements CancelToken {
  isCancellationRequested = false;
  readonly listeners = new Set<() => void>();
  onCancellationRequested(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }
  cancel(): void {
    this.isCancellationRequested = true;
    for (const listener of this.listeners) listener();
  }
}

const EMPTY = { orchestrations: [], diagnostics: [] };

describe("the engine's client", () => {
  test("starts its thread with the first request, and only one", async () => {
    const { client, threads, thread } = setUp();
    expect(threads).toHaveLength(0);
    const first = client.call("overview", {});
    thread().answer(EMPTY);
    await expect(first).resolves.toEqual(EMPTY);
    const second = client.call("overview", {});
    thread().answer(EMPTY);
    await second;
    expect(threads).toHaveLength(1);
  });

  test("sends one request at a time, in order", async () => {
    const { client, thread } = setUp();
    const first = client.call("overview", {});
    const second = client.call("init", { name: "Second" });
    expect(thread().requests.map(({ method }) => method)).toEqual(["overview"]);
    thread().answer(EMPTY);
    await first;
    expect(thread().requests.map(({ method }) => method)).toEqual(["overview", "init"]);
    thread().answer({ slug: "second", files: [] });
    await expect(second).resolves.toEqual({ slug: "second", files: [] });
  });

  test("stops a look for the sake of what a person asked for, and begins it again afterwards", async () => {
    const { client, thread } = setUp();
    const look = client.call("health", {});
    const other = client.call("learnings", {});
    expect(thread().cell[0]).toBe(0);
    const learn = client.call("learn", {});
    expect(thread().cell[0]).toBe(1);
    thread().refuse({ code: "cancelled", params: [] });
    expect(thread().requests.map(({ method }) => method)).toEqual(["health", "learn"]);
    expect(thread().cell[0]).toBe(0);
    thread().answer("learned");
    await expect(learn).resolves.toBe("learned");
    expect(thread().requests.at(-1)?.method).toBe("health");
    thread().answer("found");
    await expect(look).resolves.toBe("found");
    thread().answer("listed");
    await expect(other).resolves.toBe("listed");
  });

  test("takes the answer of a look that came to its end before it saw that it was to stop", async () => {
    const { client, thread } = setUp();
    const look = client.call("health", {});
    const learn = client.call("learn", {});
    thread().answer("found");
    await expect(look).resolves.toBe("found");
    expect(thread().cell[0]).toBe(0);
    thread().answer("learned");
    await expect(learn).resolves.toBe("learned");
  });

  test("does not stop what a person asked for, nor a look that was stopped often", async () => {
    const { client, thread } = setUp();
    const learn = client.call("learn", {});
    const second = client.call("learn", {});
    expect(thread().cell[0]).toBe(0);
    thread().answer(1);
    thread().answer(2);
    await Promise.all([learn, second]);
    const look = client.call("health", {});
    for (let times = 0; times < 5; times++) {
      const command = client.call("learn", {});
      expect(thread().cell[0]).toBe(1);
      thread().refuse({ code: "cancelled", params: [] });
      thread().answer(times);
      await command;
    }
    void client.call("learn", {}).catch(() => undefined);
    expect(thread().cell[0]).toBe(0);
    thread().answer("found");
    await expect(look).resolves.toBe("found");
  });

  test("a look that was stopped and whose asker gave up is cancelled", async () => {
    const { client, thread } = setUp();
    const token = new FakeToken();
    const look = client.call("health", {}, token);
    const learn = client.call("learn", {});
    token.cancel();
    thread().refuse({ code: "cancelled", params: [] });
    thread().answer("learned");
    await learn;
    await expect(look).rejects.toMatchObject({ code: "cancelled" });
    expect(thread().requests).toHaveLength(2);
  });

  test("carries an error over with its code and places, and logs the detail", async () => {
    const { client, thread, lines } = setUp();
    const call = client.call("overview", {});
    thread().refuse({ code: "internal", params: ["it broke"], detail: "at line 1" });
    await expect(call).rejects.toMatchObject({ code: "internal", params: ["it broke"] });
    expect(lines.join()).toContain("at line 1");
  });

  test("cancels the request in hand through the shared cell, and not the next one", async () => {
    const { client, thread } = setUp();
    const token = new FakeToken();
    const first = client.call("overview", {}, token);
    const second = client.call("overview", {});
    expect(thread().cell[0]).toBe(0);
    token.cancel();
    expect(thread().cell[0]).toBe(1);
    thread().refuse({ code: "cancelled", params: [] });
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    expect(thread().cell[0]).toBe(0);
    expect(token.listeners.size).toBe(0);
    thread().answer(EMPTY);
    await second;
  });

  test("drops a waiting request that was cancelled, without asking the thread", async () => {
    const { client, thread } = setUp();
    const token = new FakeToken();
    const first = client.call("overview", {});
    const second = client.call("init", { name: "x" }, token);
    token.cancel();
    thread().answer(EMPTY);
    await first;
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    expect(thread().requests).toHaveLength(1);
  });

  test.each(["error", "exit"])(
    "fails its request when the thread is lost (%s), and starts a new one",
    async (event) => {
      const { client, thread, threads, lines } = setUp();
      const first = client.call("overview", {});
      thread().emit(event, event === "exit" ? 134 : new Error("out of memory"));
      await expect(first).rejects.toMatchObject({ code: "engine-lost" });
      expect(lines.join("\n")).toMatch(/out of memory|exit 134/);
      const second = client.call("overview", {});
      thread(1).answer(EMPTY);
      await expect(second).resolves.toEqual(EMPTY);
      expect(threads).toHaveLength(2);
    },
  );

  test("goes on with what waits when a thread is lost", async () => {
    const { client, thread } = setUp();
    const first = client.call("overview", {});
    const second = client.call("overview", {});
    thread().emit("exit", 1);
    await expect(first).rejects.toMatchObject({ code: "engine-lost" });
    thread(1).answer(EMPTY);
    await expect(second).resolves.toEqual(EMPTY);
  });

  test("gives up a thread that does not answer in time", async () => {
    vi.useFakeTimers();
    try {
      const { client, thread, threads } = setUp();
      const call = client.call("overview", {});
      const failed = expect(call).rejects.toMatchObject({ code: "engine-silent", params: ["60"] });
      await vi.advanceTimersByTimeAsync(59_999);
      expect(thread().ended).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await failed;
      expect(thread().ended).toBe(true);
      void client.call("overview", {}).catch(() => undefined);
      expect(threads).toHaveLength(2);
      client.dispose();
    } finally {
      vi.useRealTimers();
    }
  });

  test("passes over what a lost thread still says", async () => {
    const { client, thread } = setUp();
    const first = client.call("overview", {});
    thread().emit("error", new Error("lost"));
    await expect(first).rejects.toMatchObject({ code: "engine-lost" });
    const second = client.call("overview", {});
    thread(0).emit("message", { id: 2, ok: true, result: "stale" });
    thread(0).emit("exit", 1);
    thread(1).answer(EMPTY);
    await expect(second).resolves.toEqual(EMPTY);
  });

  test("asks for nothing that writes where writing is not allowed", async () => {
    const { client, threads, thread } = setUp({ mayWrite: false });
    const question = { slug: "x", stage: "prd" } as const;
    await expect(client.call("pack", { ...question, write: true })).rejects.toMatchObject({
      code: "untrusted",
    });
    await expect(client.call("init", { name: "x" })).rejects.toMatchObject({ code: "untrusted" });
    expect(threads).toHaveLength(0);
    const preview = client.call("pack", { ...question, write: false });
    thread().answer("a pack");
    await expect(preview).resolves.toBe("a pack");
  });

  test("ends everything with itself", async () => {
    const { client, thread } = setUp();
    const first = client.call("overview", {});
    const second = client.call("overview", {});
    client.dispose();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    await expect(client.call("overview", {})).rejects.toMatchObject({ code: "cancelled" });
    expect(thread().ended).toBe(true);
  });
});
