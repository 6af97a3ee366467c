import type { LogOutputChannel } from "vscode";

/** The channel "SDD Layer". Nothing gets in without passing redaction, whose rules load with the first line. */
export class SafeLog {
  readonly #channel: LogOutputChannel;

  constructor(channel: LogOutputChannel) {
    this.#channel = channel;
  }

  info(text: string): void {
    this.#write("info", text);
  }

  warn(text: string): void {
    this.#write("warn", text);
  }

  error(text: string): void {
    this.#write("error", text);
  }

  show(): void {
    this.#channel.show(true);
  }

  #write(level: "info" | "warn" | "error", text: string): void {
    void import("../../core/redaction/redact.js").then(({ redactShort }) => {
      this.#channel[level](redactShort(text));
    });
  }
}
