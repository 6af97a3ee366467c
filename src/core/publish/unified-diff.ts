/**
 * A unified diff of two texts, as `diff -u` and git print it. Lines are compared with their ends, so that a changed line
 * end shows. Deterministic.
 */

type Edit = readonly [kind: " " | "-" | "+", line: string];

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text === "" ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

/** A table of more cells is not filled in: what differs is shown as wholly replaced. */
const MOST_CELLS = 4_000_000;

/** The edits between lists that begin and end differently: a longest common subsequence where it can be afforded. */
function middleEdits(a: readonly string[], b: readonly string[]): Edit[] {
  const width = b.length + 1;
  const edits: Edit[] = [];
  if (a.length * b.length > MOST_CELLS) {
    return [...a.map((line): Edit => ["-", line]), ...b.map((line): Edit => ["+", line])];
  }
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      edits.push([" ", a[i] ?? ""]);
      i++;
      j++;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1)))
      edits.push(["-", a[i++] ?? ""]);
    else edits.push(["+", b[j++] ?? ""]);
  }
  return edits;
}

function editsBetween(a: readonly string[], b: readonly string[]): Edit[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const same = (line: string): Edit => [" ", line];
  return [
    ...a.slice(0, head).map(same),
    ...middleEdits(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ];
}

const CONTEXT = 3;

/** Runs of edits that are shown together: changes with what stands round them. */
function hunksOf(edits: readonly Edit[]): (readonly [from: number, to: number])[] {
  const hunks: [number, number][] = [];
  for (const [index, [kind]] of edits.entries()) {
    if (kind === " ") continue;
    const [from, to] = [Math.max(0, index - CONTEXT), Math.min(edits.length, index + 1 + CONTEXT)];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  }
  return hunks;
}

/** `12,3`, or `12` for one line; an empty range stands behind the line it names. */
function rangeOf(before: number, count: number): string {
  if (count === 0) return `${before},0`;
  return count === 1 ? String(before + 1) : `${before + 1},${count}`;
}

/**
 * @param before `undefined`: there is no such file yet.
 * @returns the diff with a line feed at its end; empty where nothing differs.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  if (before === after) return "";
  const edits = editsBetween(linesOf(before ?? ""), linesOf(after));
  const lines = [before === undefined ? "--- /dev/null" : `--- a/${path}`, `+++ b/${path}`];
  let [oldLine, newLine, done] = [0, 0, 0];
  for (const [from, to] of hunksOf(edits)) {
    oldLine += from - done;
    newLine += from - done;
    const own = edits.slice(from, to);
    const removed = own.filter(([kind]) => kind !== "+").length;
    const added = own.filter(([kind]) => kind !== "-").length;
    lines.push(`@@ -${rangeOf(oldLine, removed)} +${rangeOf(newLine, added)} @@`);
    for (const [kind, line] of own) {
      lines.push(`${kind}${line.replace(/\n$/, "")}`);
      if (!line.endsWith("\n")) lines.push("\\ No newline at end of file");
    }
    oldLine += removed;
    newLine += added;
    done = to;
  }
  return `${lines.join("\n")}\n`;
}
