import type { DocumentPorts } from "../context/document.js";
import { SddError } from "../errors.js";
import type { ReadProblem, TextCodec } from "../ports.js";

/** A larger file is none of ours: the index of 10,000 documents takes about 60 MB. */
const MAX_STATE_BYTES = 256 * 1024 * 1024;

/** A file of lines as it stands on the disk; empty where there is none. */
export interface StateText {
  readonly text: string;
  /** Why a file that is there could not be read: it must not be taken for an empty one, nor be replaced. */
  readonly problem?: Exclude<ReadProblem, "missing">;
}

const REASONS: Readonly<Record<Exclude<ReadProblem, "missing">, string>> = {
  "outside-root": "it leads out of the project",
  "not-regular": "it is no regular file",
  "too-large": "it is too large",
  unreadable: "permission was denied, or the disk reported an error",
};

/** What a person is told of such a file. */
export function stateProblem(path: string, problem: Exclude<ReadProblem, "missing">): SddError {
  return new SddError("unreadable-file", path, REASONS[problem]);
}

/**
 * Reads a file of lines. Lines that are not UTF-8 do not hide the others: they begin with U+FFFD, so that they are no
 * JSON and are set aside. A byte order mark, which an editor may have put there, is no part of the first line.
 */
export function stateText({ files, codec }: Pick<DocumentPorts, "files" | "codec">, path: string): StateText {
  const read = files.read(path, MAX_STATE_BYTES);
  if (!read.ok) return read.problem === "missing" ? { text: "" } : { text: "", problem: read.problem };
  const { bytes } = read;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: codec.utf16(bytes.subarray(2), "little") };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: codec.utf16(bytes.subarray(2), "big") };
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const plain = isMarked ? bytes.subarray(3) : bytes;
  return { text: codec.utf8(plain) ?? lineByLine(plain, codec) };
}

function lineByLine(bytes: Uint8Array, codec: TextCodec): string {
  const lines: string[] = [];
  for (let start = 0; start <= bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(start, end);
    lines.push(codec.utf8(line) ?? `\ufffd${readable(line)}`);
    start = end + 1;
  }
  return lines.join("\n");
}

/** What of a line can be shown. */
function readable(line: Uint8Array): string {
  let text = "";
  for (const byte of line) text += byte < 0x80 ? String.fromCharCode(byte) : "\ufffd";
  return text;
}
