/** One of the two things that are held against each other. */
export interface Contender {
  /** Not timed; called before each run. */
  readonly prepare?: () => void;
  readonly run: () => unknown;
}

/** What a comparison showed. Times are medians in milliseconds. */
export interface Comparison {
  readonly ours: number;
  readonly base: number;
  /** The median of the rounds' ratios, and the quarters below and above it. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** The value below which a share of the list lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

async function timed({ prepare, run }: Contender): Promise<number> {
  prepare?.();
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * Times two things in turns, base, ours, base, ours, base: each of our times is held against the mean of the two beside
 * it, so that what slows the whole machine down for a while slows both. One round beforehand is not counted.
 */
export async function sideBySide(ours: Contender, base: Contender, rounds: number): Promise<Comparison> {
  await timed(base);
  await timed(ours);
  const bases = [await timed(base)];
  const mine: number[] = [];
  for (let round = 0; round < rounds; round++) {
    mine.push(await timed(ours));
    bases.push(await timed(base));
  }
  return comparisonOf(mine, bases);
}

/** @param bases one more than `mine`: before, between and after. */
export function comparisonOf(mine: readonly number[], bases: readonly number[]): Comparison {
  const ratios = mine.map((time, round) => (2 * time) / ((bases[round] ?? NaN) + (bases[round + 1] ?? NaN)));
  return {
    ours: median(mine),
    base: median(bases),
    ratio: median(ratios),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
  };
}
