import { isPlaceholder } from "../placeholders.js";
import type { ScannerRule, Span } from "../rule.js";

const KIND = /kind:[ \t]{0,4}["']?secret["']?[ \t]{0,40}(?=\r?\n|$)/iy;
/** Up to where manifests were read already: one that names its kind often is read once. */
const DONE = "kubernetes";
const REACH = 4096;
const DATA = /^([ \t]{0,16})(?:data|stringData):[ \t]{0,40}$/;
const ENTRY = /^([ \t]{1,24})[\w.-]{1,128}:[ \t]{1,4}["']?([^\s"'#]{8,4096})["']?[ \t]{0,8}$/;
const BLOCK = /^[ \t]{1,24}[\w.-]{1,128}:[ \t]{1,4}[|>][+-]?[ \t]{0,8}$/;

interface Line {
  readonly text: string;
  readonly start: number;
}

/** The lines of the YAML document around a hit, within reach. */
function documentLines(text: string, hit: Span): readonly Line[] {
  const earliest = Math.max(0, hit.start - REACH);
  const from = earliest + text.slice(earliest, hit.start).lastIndexOf("\n---") + 1;
  const to = Math.min(text.length, hit.end + REACH);
  const lines: Line[] = [];
  let start = from;
  for (const line of text.slice(from, to).split("\n")) {
    if (start > hit.end && /^(?:---|```)/.test(line)) break;
    lines.push({ text: line.replace(/\r$/, ""), start });
    start += line.length + 1;
  }
  return lines;
}

function find(text: string, hit: Span, memo: Map<string, number>): readonly Span[] {
  KIND.lastIndex = hit.start;
  if (hit.start < (memo.get(DONE) ?? 0) || !KIND.test(text)) return [];
  const found: Span[] = [];
  let inData = false;
  let inBlock = false;
  for (const { text: line, start } of documentLines(text, hit)) {
    memo.set(DONE, start + line.length);
    if (/^[ \t]{0,16}[\w"']/.test(line) && DATA.test(line)) {
      inData = true;
      continue;
    }
    if (!inData) continue;
    const secret = inBlock ? line.trim() : ENTRY.exec(line)?.[2];
    const isBlockStart = BLOCK.test(line);
    if (
      !isBlockStart &&
      secret !== undefined &&
      /^[A-Za-z0-9+/=_-]{8,4096}$/.test(secret) &&
      !isPlaceholder(secret)
    ) {
      const at = start + line.lastIndexOf(secret);
      found.push({ start: at, end: at + secret.length });
    }
    inBlock = isBlockStart;
    if (/^\S/.test(line) || /^[ \t]{0,4}(?:kind|metadata|type|apiVersion):/.test(line)) inData = false;
  }
  return found;
}

/** The values of a Kubernetes manifest of kind Secret, which are base64 and so hidden from nobody. */
export const KUBERNETES_RULES: readonly ScannerRule[] = [
  { kind: "scanner", id: "kubernetes-secret", phase: "keyed", keywords: ["kind:"], find },
];
