import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { LineSplitter } from "./line-splitter.js";

/** The most bytes of a message (DESIGN §10). */
export const MESSAGE_BYTES = 4 * 1024 * 1024;

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

type MessageId = string | number | undefined;

function idOf(value: unknown): MessageId {
  if (typeof value !== "object" || value === null || !("id" in value) || !("method" in value))
    return undefined;
  return typeof value.id === "string" || typeof value.id === "number" ? value.id : undefined;
}

/**
 * JSON-RPC by lines. Unlike the library's own, it answers what is no message or too long, and goes on; and the end of the
 * input is only told, so that what was asked before it can still be answered.
 */
export class LineTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  /** The input is over, or one of the two streams broke. */
  onend?: (() => void) | undefined;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #splitter: LineSplitter;
  #isClosed = false;
  readonly #onData = (chunk: Buffer): void => {
    this.#splitter.push(chunk);
  };
  readonly #onEnd = (): void => {
    this.#stop();
    this.#splitter.end();
    this.onend?.();
  };
  readonly #onError = (error: Error): void => {
    this.onerror?.(error);
    this.#stop();
    this.onend?.();
  };

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
    this.#splitter = new LineSplitter(MESSAGE_BYTES, {
      line: (text) => {
        this.#take(text);
      },
      tooLong: (id) => {
        this.#refuse(
          id,
          INVALID_REQUEST,
          `The message is longer than ${MESSAGE_BYTES} bytes and was not read. Send less at once.`,
        );
      },
    });
  }

  start(): Promise<void> {
    this.#input.on("data", this.#onData).on("end", this.#onEnd).on("error", this.#onError);
    this.#output.on("error", this.#onError);
    return Promise.resolve();
  }

  /** Resolves when the message has been handed to the system. */
  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message);
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#stop();
    // Else an open pipe would keep the process.
    this.#input.destroy();
    this.onclose?.();
    return Promise.resolve();
  }

  #stop(): void {
    this.#input.off("data", this.#onData).off("end", this.#onEnd).off("error", this.#onError);
    // An error without a listener would end the process.
    this.#input.on("error", () => undefined);
    this.#output.off("error", this.#onError).on("error", () => undefined);
  }

  #take(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#refuse(undefined, PARSE_ERROR, "The line is no JSON.");
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      this.#refuse(idOf(value), INVALID_REQUEST, "The line is no JSON-RPC 2.0 message.");
      return;
    }
    this.onmessage?.(message);
  }

  /** Without an id the protocol's schema has none, where plain JSON-RPC would have `null`. */
  #refuse(id: MessageId, code: number, message: string): void {
    this.onerror?.(new Error(message));
    this.#write({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code, message } }).catch(
      (error: unknown) => this.onerror?.(error instanceof Error ? error : new Error(String(error))),
    );
  }

  #write(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}
