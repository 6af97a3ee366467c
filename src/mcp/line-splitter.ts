import { MessageIdScanner } from "./message-id.js";

/** What a splitter finds. */
export interface LineSink {
  /** A whole line without its end; never an empty one. */
  line(text: string): void;
  /** A line that was longer than the limit, and is not kept. `id`: of the request that it was. */
  tooLong(id: string | number | undefined): void;
}

const LINE_END = 0x0a;

/** Cuts a stream of bytes into lines of UTF-8. It never holds more than the limit and one piece of the stream. */
export class LineSplitter {
  readonly #limit: number;
  readonly #sink: LineSink;
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** Set while a line that is too long goes by. */
  #scanner: MessageIdScanner | undefined;

  /** @param limit the most bytes of a line. */
  constructor(limit: number, sink: LineSink) {
    this.#limit = limit;
    this.#sink = sink;
  }

  push(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
      this.#add(bytes.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    if (from < bytes.length) this.#add(bytes.subarray(from));
  }

  /** The stream is over: a last line may lack its end. */
  end(): void {
    this.#finish();
  }

  #add(piece: Uint8Array): void {
    if (this.#scanner !== undefined) {
      this.#scanner.push(piece);
      return;
    }
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length <= this.#limit) return;
    this.#scanner = new MessageIdScanner();
    for (const each of this.#pieces) this.#scanner.push(each);
    this.#pieces = [];
  }

  #finish(): void {
    const scanner = this.#scanner;
    const text = Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#length = 0;
    this.#scanner = undefined;
    if (scanner !== undefined) this.#sink.tooLong(scanner.id);
    else if (text.trim() !== "") this.#sink.line(text);
  }
}
