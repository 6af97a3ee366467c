import type { Diagnostic } from "../diagnostics.js";
import type { Hasher } from "../ports.js";
import { redactShort } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";

/** One of the sources that disagree: where it speaks, and what it says there. Plain data. */
export interface ConflictSide {
  /** Relative to the project root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Redacted, on one line, at most 200 UTF-16 units and a mark of the cut. */
  readonly text: string;
  /** Lower-case hex SHA-256 of the whole redacted text, blanks made even: what a settlement is bound to. */
  readonly hash: string;
}

/**
 * A place where sources disagree. It is a diagnostic of the file that has to be looked at, and a line under "Risks and
 * conflicts" of the pack; none is settled silently.
 */
export interface Conflict extends Diagnostic {
  /** `cf-` and 16 hex digits: the same as long as the sides say the same in the same files, whatever their lines. */
  readonly id: string;
  /** Paths of the sources that disagree, the one that wins by precedence first where one does. */
  readonly between: readonly string[];
  /** What each side says, in the order of `between`; a document that is not there has none. */
  readonly sides: readonly ConflictSide[];
}

const LONGEST_TEXT = 200;

/** Redacts first and cuts then, not within a pair of surrogates. */
export function conflictSide(hasher: Hasher, path: string, line: number, said: string): ConflictSide {
  const whole = redactShort(said).replace(/\s+/g, " ").trim();
  const text = whole.length <= LONGEST_TEXT ? whole : `${cutAt(whole, LONGEST_TEXT)}…`;
  return { path, line, text, hash: hasher.sha256(whole) };
}

/** The first `length` units of a text, not half a character. */
export function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** A conflict without what follows from the rest of it. `between` is the sides' paths where it is not given. */
export type ConflictParts = Omit<Conflict, "id" | "column" | "between"> & {
  readonly between?: readonly string[];
};

export function conflict(hasher: Hasher, parts: ConflictParts): Conflict {
  const { code, severity, path, line, params, sides } = parts;
  const between = parts.between ?? [...new Set(sides.map((side) => side.path))];
  // Which side comes first follows from states that may change; the conflict stays the same one.
  const said = sides.map((side) => `${side.path}\0${side.hash}`).sort(compareCodeUnits);
  const id = `cf-${hasher.sha256([code, ...said].join("\0")).slice(0, 16)}`;
  return { id, code, severity, path, line, column: 1, params, between, sides };
}

/** By path, then line, then code, then id. */
export function compareConflicts(a: Conflict, b: Conflict): number {
  return (
    compareCodeUnits(a.path, b.path) ||
    a.line - b.line ||
    compareCodeUnits(a.code, b.code) ||
    compareCodeUnits(a.id, b.id)
  );
}
