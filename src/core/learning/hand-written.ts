import { readSafeText, type DocumentPorts, type SafeText } from "../context/document.js";
import type { Cancellation } from "../ports.js";
import { withoutRegions } from "../publish/regions.js";

/**
 * Reads a source as `readSafeText` does, its generated regions made blank: what was made of learnings is no source of
 * them. Lines and offsets stay.
 */
export function readHandWritten(
  ports: DocumentPorts,
  path: string,
  cancellation?: Cancellation,
): ReturnType<typeof readSafeText> {
  const safe = readSafeText(ports, path, cancellation);
  if (!safe.ok || !safe.text.includes("sdd:begin")) return safe;
  return { ...safe, text: withoutRegions(safe.text) } satisfies SafeText;
}
