import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Connection } from "../../../src/mcp/connection.js";
import { LineSplitter } from "../../../src/mcp/line-splitter.js";
import { LineTransport, MESSAGE_BYTES } from "../../../src/mcp/line-transport.js";
import { MessageIdScanner } from "../../../src/mcp/message-id.js";
import { scale } from "../scale.js";

const bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** Cuts bytes into pieces at some of their places. */
function pieces(all: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (all.length + 1)), all.length].sort((a, b) => a - b);
  return places.slice(1).map((end, at) => all.subarray(places[at], end));
}

function split(limit: number, chunks: readonly Uint8Array[]): readonly unknown[] {
  const found: unknown[] = [];
  const splitter = new LineSplitter(limit, {
    line: (text) => found.push(text),
    tooLong: (id) => found.push({ tooLong: id }),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return found;
}

describe("lines", () => {
  test("are found however the stream is cut", () => {
    const lines = fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", "·")));
    fc.assert(
      fc.property(lines, fc.array(fc.nat()), (texts, cuts) => {
        const found = split(1_000_000, pieces(bytes(texts.join("\n")), cuts));
        expect(found).toEqual(texts.filter((text) => text.trim() !== ""));
      }),
      { numRuns: scale(500) },
    );
  });

  test("over the limit go by, and those around them are found", () => {
    const long = `{"method":"m","id":7,"params":"${"x".repeat(60)}"}`;
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        const found = split(50, pieces(bytes(`before\n${long}\nafter\n`), cuts));
        expect(found).toEqual(["before", { tooLong: 7 }, "after"]);
      }),
      { numRuns: scale(500) },
    );
  });

  test("of exactly the limit are read", () => {
    expect(split(5, [bytes("12345\n123456\n")])).toEqual(["12345", { tooLong: undefined }]);
  });
});

describe("the id of a message", () => {
  const idOf = (text: string): string | number | undefined => {
    const scanner = new MessageIdScanner();
    scanner.push(bytes(text));
    return scanner.id;
  };

  test("is that of the request, wherever it stands and whatever stands within", () => {
    const request = fc.record({
      params: fc.dictionary(fc.constantFrom("id", "method", 'a"id":1'), fc.jsonValue()),
      id: fc.oneof(fc.integer(), fc.string({ maxLength: 50 })),
      first: fc.boolean(),
      spaces: fc.constantFrom(0, 2),
    });
    fc.assert(
      fc.property(request, ({ params, id, first, spaces }) => {
        const message = first
          ? { id, method: "m\\", params }
          : { jsonrpc: "2.0", method: "tools/call", params, id };
        expect(idOf(JSON.stringify(message, undefined, spaces))).toBe(id);
      }),
      { numRuns: scale(1_000) },
    );
  });

  test.each([
    '{"id":5,"result":{}}',
    '{"method":"m","params":{"id":5}}',
    "[1,2",
    "garbage",
    '{"method":"m","id":{}}',
  ])("is none in %s", (text) => {
    expect(idOf(text)).toBeUndefined();
  });
});

function transport() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new LineTransport(input, output);
  const [received, errors]: [JSONRPCMessage[], string[]] = [[], []];
  const connection = new Connection(wire);
  connection.onmessage = (message) => received.push(message);
  connection.onerror = (error) => errors.push(error.message);
  const sent = (): readonly unknown[] =>
    ((output.read() as Buffer | null)?.toString("utf8") ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown);
  return { input, output, wire, connection, received, errors, sent };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe("the transport", () => {
  test("answers what is no message, and goes on", async () => {
    const { input, connection, received, sent } = transport();
    await connection.start();
    input.write('garbage\n{"id":3,"method":5}\n[]\n{"jsonrpc":"2.0","id":4,"method":"ping"}\n');
    await settled();
    expect(sent()).toMatchObject([
      { error: { code: -32700 } },
      { id: 3, error: { code: -32600 } },
      { error: { code: -32600 } },
    ]);
    expect(received).toMatchObject([{ id: 4, method: "ping" }]);
  });

  test("refuses a message over 4 MB by its id, and goes on", async () => {
    const { input, connection, received, sent } = transport();
    await connection.start();
    const params = { text: "x".repeat(MESSAGE_BYTES + 1) };
    input.write(`${JSON.stringify({ method: "tools/call", params, jsonrpc: "2.0", id: "big" })}\n`);
    input.write('{"jsonrpc":"2.0","id":4,"method":"ping"}\n');
    await settled();
    const [refused] = sent();
    expect(refused).toMatchObject({ id: "big", error: { code: -32600 } });
    expect(JSON.stringify(refused)).toContain("Send less at once");
    expect(received).toMatchObject([{ id: 4, method: "ping" }]);
  });

  test("tells the end, after what came before it; and is idle when all is answered", async () => {
    const { input, wire, connection, received } = transport();
    let ended = false;
    wire.onend = () => {
      ended = true;
    };
    await connection.start();
    input.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}');
    await settled();
    expect([ended, received.length]).toEqual([true, 2]);

    let idle = false;
    const waited = connection.whenIdle(10_000).then(() => {
      idle = true;
    });
    await connection.send({ jsonrpc: "2.0", id: 1, result: {} });
    await settled();
    expect(idle).toBe(false);
    await connection.send({ jsonrpc: "2.0", id: 2, result: {} });
    await waited;
  });

  test("waits for no request that was cancelled or stays open, and for none for ever", async () => {
    const { input, connection } = transport();
    await connection.start();
    input.write('{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}\n');
    input.write('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
    await settled();
    const start = performance.now();
    await connection.whenIdle(10_000);
    expect(performance.now() - start).toBeLessThan(5_000);
    input.write('{"jsonrpc":"2.0","id":3,"method":"ping"}\n');
    await settled();
    await connection.whenIdle(10);
  });
});
