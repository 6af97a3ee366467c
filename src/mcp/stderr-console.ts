import { Console } from "node:console";

/** Standard output belongs to the protocol: what any library prints goes to standard error from here on. */
export function sendConsoleToStderr(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}
