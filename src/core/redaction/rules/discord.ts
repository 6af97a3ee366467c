import { shannon } from "../entropy.js";
import type { ScannerRule, Span } from "../rule.js";

const FIRST_PART = /[A-Za-z0-9_-]{0,2}[MNO][A-Za-z0-9_-]{23,25}$/;
const REST = /\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/y;
const DOT = 46;

/**
 * A Discord bot token has no prefix: 24 to 26 units that begin as base64 of a number does, a dot, 6 units, a dot and
 * at least 27. Its only landmark is two dots seven apart, which is asked before anything else.
 */
function find(text: string, hit: Span): readonly Span[] {
  if (text.charCodeAt(hit.end + 6) !== DOT) return [];
  REST.lastIndex = hit.start;
  if (!REST.test(text)) return [];
  const end = REST.lastIndex;
  const from = Math.max(0, hit.start - 29);
  const first = FIRST_PART.exec(text.slice(from, hit.start));
  if (first === null) return [];
  const start = from + first.index;
  if (start > 0 && /[\w./-]/.test(text.charAt(start - 1))) return [];
  return shannon(text.slice(start, end)) >= 4 ? [{ start, end }] : [];
}

export const DISCORD_RULES: readonly ScannerRule[] = [
  { kind: "scanner", id: "discord-bot-token", phase: "shape", keywords: ["."], find },
];
