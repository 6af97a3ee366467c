import { renameSync, writeFileSync } from "node:fs";

/** One test of a run inside VS Code. Durations are in milliseconds. */
export interface HostTest {
  readonly file: string;
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly duration: number;
  readonly error?: string;
}

/** What a launch leaves for the runner; `finished` is false in what a host that died early leaves. */
export interface HostResults {
  readonly finished: boolean;
  readonly tests: readonly HostTest[];
}

/** Replaces the results file as a whole, so that the runner never reads half of one. */
export function writeResults(path: string, results: HostResults): void {
  writeFileSync(`${path}.new`, JSON.stringify(results, null, 1));
  renameSync(`${path}.new`, path);
}
