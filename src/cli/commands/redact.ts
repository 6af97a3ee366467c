import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SddError } from "../../core/errors.js";
import { redact } from "../../core/redaction/redact.js";
import { decodeText } from "../../core/text/decode.js";
import { diagnosticMessage } from "../../core/diagnostics.js";
import { nodeCodec } from "../../node/codec.js";
import { printResult, type CliIo } from "../io.js";
import type { ExitCode } from "../exit-code.js";

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "access was denied",
  EPERM: "access was denied",
  EISDIR: "it is a folder",
};

async function bytesOf(io: CliIo, file: string | undefined): Promise<Uint8Array> {
  const input = file === undefined || file === "-";
  try {
    return await (input ? io.readInput() : readFile(resolve(io.cwd, file)));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new SddError(
      "unreadable-file",
      input ? "Standard input" : file,
      WORDS[code] ?? `the system says ${code}`,
    );
  }
}

/** `sdd redact`: text in, text out; nothing is printed of a text that cannot be finished. */
export async function redactCommand(io: CliIo, file: string | undefined): Promise<ExitCode> {
  const name = file ?? "standard input";
  const decoded = decodeText(await bytesOf(io, file), nodeCodec, name);
  if (!decoded.ok) {
    const { line } = decoded.diagnostic;
    throw new SddError("unreadable-file", name, `line ${line}: ${diagnosticMessage(decoded.diagnostic)}`);
  }
  const result = redact(decoded.text);
  if (!result.ok)
    throw new SddError("unreadable-file", name, `redaction could not finish (${result.reason})`);
  printResult(io, result.text);
  return 0;
}
