import { reveal } from "../core/text/reveal.js";

/** What a command needs of the process it runs in; tests hand in buffers. */
export interface CliIo {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** The result, and nothing else. */
  out(text: string): void;
  /** Everything that is not the result. */
  err(text: string): void;
  /** All of standard input. */
  readInput(): Promise<Uint8Array>;
}

/** Prints a result. On a terminal, escape sequences and invisible characters of documents are made visible. */
export function printResult(io: CliIo, text: string): void {
  io.out(io.isTerminal ? reveal(text) : text);
}

/** One JSON document, with a line end. */
export function printJson(io: CliIo, value: unknown): void {
  printResult(io, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** A message for the person who runs the command: always on standard error, always made visible. */
export function printMessage(io: CliIo, text: string): void {
  io.err(`${reveal(text)}\n`);
}
