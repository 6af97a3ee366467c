import type { Comparison } from "./measure.js";

/** Whether something was over its bound: then the process ends with 1, if it was asked to check. */
function judge(value: number, bound: number | undefined): string {
  if (bound === undefined) return "";
  if (value <= bound) return "ok";
  if (process.argv.includes("--check")) process.exitCode = 1;
  return "**over**";
}

const cell = (value: number, digits: number): string => value.toFixed(digits);

export function printTitle(title: string, columns: string): void {
  const count = columns.split("|").length;
  console.log(`\n### ${title}\n\n| ${columns} |\n|${" --- |".repeat(count)}`);
}

/** Columns: what | ratio (middle half of the rounds) | bound | | ours, base in ms. */
export const RATIO_COLUMNS = "what | ratio (middle half) | bound | | ours, ms | base, ms";

export function printRatio(what: string, { ours, base, ratio, low, high }: Comparison, bound?: number): void {
  const parts = [
    what,
    `${cell(ratio, 2)} (${cell(low, 2)} to ${cell(high, 2)})`,
    bound === undefined ? "" : `≤ ${bound}`,
    judge(ratio, bound),
    cell(ours, 1),
    cell(base, 1),
  ];
  console.log(`| ${parts.join(" | ")} |`);
}

export const FIGURE_COLUMNS = "what | measured | bound | ";

/** Columns: `FIGURE_COLUMNS`. */
export function printFigure(what: string, value: number, unit: string, bound?: number): void {
  const limit = bound === undefined ? "" : `≤ ${bound} ${unit}`;
  console.log(`| ${what} | ${cell(value, value < 10 ? 2 : 0)} ${unit} | ${limit} | ${judge(value, bound)} |`);
}

/** For figures of which more is better. */
export function printAtLeast(what: string, value: number, unit: string, bound: number): void {
  const verdict = judge(-value, -bound);
  console.log(`| ${what} | ${cell(value, 2)} ${unit} | ≥ ${bound} ${unit} | ${verdict} |`);
}
