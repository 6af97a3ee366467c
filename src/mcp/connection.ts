import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";

/** What a client says of itself. */
export interface ClientFacts {
  /** As `name version`; empty where it has said nothing. */
  readonly name: string;
  /** Whether it can be asked for its roots. */
  readonly hasRoots: boolean;
}

const NO_FACTS: ClientFacts = { name: "", hasRoots: false };

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** @param info an implementation's `name` and `version`. @param capabilities the client's. */
export function clientFacts(info: unknown, capabilities: unknown): ClientFacts {
  const { name, version } = fieldsOf(info);
  const hasRoots = fieldsOf(capabilities)["roots"] !== undefined;
  return { name: `${textOf(name)} ${textOf(version)}`.trim(), hasRoots };
}

/** Requests that stay open for as long as the connection does. */
const OPEN_ENDED = "subscriptions/listen";

/**
 * A transport that knows who is at the other end and which requests wait for an answer. In the era that begins with
 * `initialize`, a client names itself there alone; later ones do so with each request.
 */
export class Connection implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];

  readonly #wire: Transport;
  readonly #waiting = new Set<string | number>();
  #idle: (() => void)[] = [];
  #client = NO_FACTS;

  constructor(wire: Transport) {
    this.#wire = wire;
  }

  /** From `initialize`; nothing is known where there was none. */
  get client(): ClientFacts {
    return this.#client;
  }

  async start(): Promise<void> {
    this.#wire.onclose = () => this.onclose?.();
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.#wire.onmessage = (message, extra) => {
      this.#receive(message);
      this.onmessage?.(message, extra);
    };
    await this.#wire.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    try {
      await this.#wire.send(message, options);
    } finally {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    await this.#wire.close();
  }

  /**
   * Resolves when every request has been answered, or the time is over.
   *
   * @param ms milliseconds.
   */
  async whenIdle(ms: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.#idle.push(resolve);
    });
    clearTimeout(timer);
  }

  #receive(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method !== OPEN_ENDED) this.#waiting.add(message.id);
      if (message.method !== "initialize") return;
      const { clientInfo, capabilities } = fieldsOf(message.params);
      this.#client = clientFacts(clientInfo, capabilities);
    } else if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      const id = fieldsOf(message.params)["requestId"];
      if (typeof id === "string" || typeof id === "number") this.#settle(id);
    }
  }

  #settle(id: string | number | undefined): void {
    if (id !== undefined) this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    for (const done of this.#idle.splice(0)) done();
  }
}
