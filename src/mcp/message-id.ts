/** Bytes of a key or an id that are kept; a longer one is none of ours. */
const MOST_KEPT = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the id of a JSON-RPC request in its bytes without keeping them: whoever sent a message that is too long still
 * gets an answer to it. Looks at the outermost object's own keys only.
 */
export class MessageIdScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #token = "";
  #key = "";
  #id: string | number | undefined;
  #isRequest = false;

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  /** Of the request; `undefined` where the message has none, or expects no answer. */
  get id(): string | number | undefined {
    return this.#isRequest ? this.#id : undefined;
  }

  #take(byte: number): void {
    if (this.#inString) {
      this.#keep(byte);
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return;
    }
    const character = String.fromCharCode(byte);
    if (character === '"') this.#inString = true;
    else if (character === "{" || character === "[") {
      this.#depth++;
      return;
    } else if (character === "}" || character === "]") {
      if (this.#depth === 1) this.#member();
      this.#depth--;
      return;
    } else if (this.#depth === 1 && character === ":") {
      this.#key = this.#takeToken();
      if (this.#key === '"method"') this.#isRequest = true;
      return;
    } else if (this.#depth === 1 && character === ",") {
      this.#member();
      return;
    }
    this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length < MOST_KEPT) this.#token += String.fromCharCode(byte);
  }

  #takeToken(): string {
    const token = this.#token.trim();
    this.#token = "";
    return token;
  }

  #member(): void {
    const token = this.#takeToken();
    if (this.#key === '"id"') this.#id = readId(token);
    this.#key = "";
  }
}

function readId(token: string): string | number | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, "latin1").toString("utf8"));
    return typeof value === "string" || typeof value === "number" ? value : undefined;
  } catch {
    return undefined;
  }
}
