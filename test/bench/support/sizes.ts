/** How many documents the generated trees have; `SDD_BENCH_SIZES=100,1000` takes fewer. */
export const SIZES: readonly number[] = (process.env["SDD_BENCH_SIZES"] ?? "100,1000,10000")
  .split(",")
  .map(Number)
  .filter((size) => size >= 50);

/** The size that the figures for large projects are taken at. */
export const LARGEST = Math.max(...SIZES);

/** Short runs are noisier, and cheaper to repeat. */
export function roundsFor(size: number): number {
  return size <= 100 ? 41 : size <= 1_000 ? 21 : 9;
}
