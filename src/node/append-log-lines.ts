import { isUtf8 } from "node:buffer";
import type { LogFlaw, LogLine, LogRecord } from "../core/ports.js";
import { attempt } from "./paths.js";

const LF = 0x0a;
const CR = 0x0d;
const BOM = 0xfeff;

export interface SplitLog {
  readonly records: readonly LogRecord[];
  readonly flaws: readonly LogFlaw[];
  readonly torn: LogLine | undefined;
  /** Bytes that need no second look: all but a torn last line. */
  readonly used: number;
  /** Line ends among them. */
  readonly ends: number;
}

/**
 * Takes the bytes of a log apart. A last line without an end counts where it reads as a whole object, since no part of
 * an object does; otherwise it is torn.
 *
 * @param before how many line ends came before these bytes.
 */
export function splitLog(bytes: Buffer, before: number): SplitLog {
  const records: LogRecord[] = [];
  const flaws: LogFlaw[] = [];
  // Asked once for all: line by line it costs more than the decoding.
  const clean = isUtf8(bytes);
  let start = 0;
  let line = before + 1;
  for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
    const read = readLine(bytes.subarray(start, end), line, clean);
    if (read !== undefined) ("value" in read ? records : flaws).push(read as LogRecord & LogFlaw);
    start = end + 1;
    line++;
  }
  const last = readLine(bytes.subarray(start), line, clean);
  const whole = last === undefined || "value" in last;
  if (last !== undefined && "value" in last) records.push(last);
  const torn = whole ? undefined : { line, text: last.text };
  return { records, flaws, torn, used: whole ? bytes.length : start, ends: line - 1 - before };
}

function readLine(bytes: Buffer, line: number, clean: boolean): LogRecord | LogFlaw | undefined {
  const end = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
  const decoded = bytes.toString("utf8", 0, end);
  const text = decoded.charCodeAt(0) === BOM ? decoded.slice(1) : decoded;
  if (text.trim() === "") return undefined;
  if (!clean && !isUtf8(bytes)) return { line, text, problem: "invalid-utf8" };
  const value = attempt((): unknown => JSON.parse(text));
  if (value === undefined) return { line, text, problem: "invalid-json" };
  return isObject(value) ? { line, text, value } : { line, text, problem: "not-an-object" };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
