import { redactShort } from "../redaction/redact.js";
import type { Passage, QuotableSection } from "./quotes.js";
import type { Role } from "./vocabulary.js";

/** The role, and so the part of the pack, of each kind of learning. Events are told among the patterns. */
const ROLE_OF_KIND: ReadonlyMap<string, Role> = new Map([
  ["decision", "decisions"],
  ["pattern", "patterns"],
  ["risk", "risks"],
  ["command", "commands"],
  ["quality_signal", "acceptance"],
  ["artifact_summary", "goals"],
]);

interface StateLine {
  readonly kind: string;
  readonly text: string;
  readonly source: string | undefined;
  readonly hash: string | undefined;
  readonly line: number;
}

function readLine(raw: string, line: number): StateLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const text = [fields["summary"], fields["text"], fields["message"]].find(
    (field) => typeof field === "string",
  );
  const status = fields["status"];
  if (typeof text !== "string" || text.trim() === "") return undefined;
  if (status === "superseded" || status === "conflict" || status === "stale") return undefined;
  const source = fields["source_artifact"];
  const kind = typeof fields["kind"] === "string" ? fields["kind"] : "event";
  const hash = fields["source_hash"];
  return {
    kind,
    // Once more: the escapes of JSON (\u0067) may have hidden a secret from the redaction of the whole file.
    text: redactShort(text.replace(/\s+/g, " ").trim()),
    source: typeof source === "string" ? source : undefined,
    hash: typeof hash === "string" ? hash : undefined,
    line,
  };
}

/**
 * JSON lines of learnings or events as quotable sections, one for each kind, each record a list item. Lines that are no
 * such record are passed over, and so are learnings that are marked stale or superseded.
 */
export function recordSections(text: string): readonly QuotableSection[] {
  const byKind = new Map<string, StateLine[]>();
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim() === "" ? undefined : readLine(raw, index + 1);
    if (line === undefined) continue;
    const list = byKind.get(line.kind);
    if (list === undefined) byKind.set(line.kind, [line]);
    else list.push(line);
  }
  return [...byKind].map(([kind, lines]) => {
    const role = ROLE_OF_KIND.get(kind);
    const passages = lines.map(passageOf);
    return { title: kind, level: 2, parents: [], line: lines[0]?.line ?? 1, role, passages };
  });
}

function passageOf({ text, source, hash }: StateLine): Passage {
  const item = source === undefined ? `- ${text}` : `- ${text} (${redactShort(source.replace(/\s+/g, " "))})`;
  const pieces = [{ text: item, cuts: [], key: undefined, continues: false }];
  return source === undefined || hash === undefined
    ? { pieces }
    : { pieces, learnedFrom: { path: source, hash } };
}

/**
 * Takes out the records whose source has changed since, or is gone.
 *
 * @returns the sections with what still holds, and the sources that moved.
 */
export function withoutStale(
  sections: readonly QuotableSection[],
  hashOf: (path: string) => string | undefined,
): { readonly sections: readonly QuotableSection[]; readonly staleSources: ReadonlySet<string> } {
  const staleSources = new Set<string>();
  const fresh = sections.map((section) => ({
    ...section,
    passages: section.passages.filter(({ learnedFrom }) => {
      if (learnedFrom === undefined || hashOf(learnedFrom.path) === learnedFrom.hash) return true;
      staleSources.add(learnedFrom.path);
      return false;
    }),
  }));
  return { sections: fresh.filter(({ passages }) => passages.length > 0), staleSources };
}
