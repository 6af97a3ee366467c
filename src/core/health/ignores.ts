import { detached } from "../text/detached.js";

/**
 * Comments by which a person turns a rule off for one place: `<!-- sdd-ignore broken-link: reason -->` in Markdown,
 * `# sdd-ignore artifact-hash-differs: reason` in YAML. It holds for its own line and the next one;
 * `sdd-ignore-next-line` for the next one alone. Several codes are set apart by commas. A comment without a code does
 * nothing: what is passed over has to be named.
 */

const COMMENT =
  /(?:<!--|#)[ \t]*sdd-ignore(-next-line)?[ \t]+([a-z][a-z0-9-]*(?:[ \t]*,[ \t]*[a-z][a-z0-9-]*)*)/g;

/** Codes that are passed over, by 1-based line. */
export type Ignores = ReadonlyMap<number, ReadonlySet<string>>;

const NONE: Ignores = new Map();

/** @param text of Markdown or YAML, as it stands in the file. */
export function ignoresOf(text: string): Ignores {
  if (!text.includes("sdd-ignore")) return NONE;
  const ignores = new Map<number, Set<string>>();
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (!line.includes("sdd-ignore")) continue;
    for (const [, nextOnly, codes = ""] of line.matchAll(COMMENT)) {
      const own = index + 1;
      for (const at of nextOnly === undefined ? [own, own + 1] : [own + 1]) {
        const set = ignores.get(at) ?? new Set<string>();
        for (const code of codes.split(",")) set.add(detached(code.trim()));
        ignores.set(at, set);
      }
    }
  }
  return ignores;
}
