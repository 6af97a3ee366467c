import type { QuotableSection, Piece } from "./quotes.js";
import type { Role } from "./vocabulary.js";

/** The role, and so the part of the pack, of each kind of learning. Events are told among the patterns. */
const ROLE_OF_KIND: Readonly<Record<string, Role>> = {
  decision: "decisions",
  pattern: "patterns",
  risk: "risks",
  command: "commands",
  quality_signal: "acceptance",
  artifact_summary: "goals",
};

interface StateLine {
  readonly kind: string;
  readonly text: string;
  readonly source: string | undefined;
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
  return {
    kind,
    text: text.replace(/\s+/g, " ").trim(),
    source: typeof source === "string" ? source : undefined,
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
    const role = ROLE_OF_KIND[kind];
    const passages = lines.map((line) => ({ pieces: [pieceOf(line)] }));
    return { title: kind, level: 2, parents: [], line: lines[0]?.line ?? 1, role, passages };
  });
}

function pieceOf({ text, source }: StateLine): Piece {
  return {
    text: source === undefined ? `- ${text}` : `- ${text} (${source})`,
    cuts: [],
    key: undefined,
    continues: false,
  };
}
