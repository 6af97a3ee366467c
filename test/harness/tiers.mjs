// What a tier of tests leaves for the one line that closes `npm test`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Reports and screenshots; ignored by git. */
const RESULTS = join(ROOT, "test-results");

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @param {string} tier */
export const reportPath = (tier) => join(RESULTS, `${tier}.json`);

/** Removes what an earlier run left, so that it cannot be taken for this one's. @param {string} tier */
export function clearReport(tier) {
  mkdirSync(RESULTS, { recursive: true });
  rmSync(reportPath(tier), { force: true });
}

/** @param {string} tier @param {Counts & Record<string, unknown>} report */
export function writeReport(tier, report) {
  writeFileSync(reportPath(tier), JSON.stringify(report, null, 1));
}

/** @param {unknown} value */
const count = (value) => (typeof value === "number" && Number.isSafeInteger(value) ? value : 0);

/**
 * Reads a tier's report: our own, or the one of vitest's JSON reporter. A test file that could not be loaded counts
 * as one failure.
 *
 * @param {string} tier
 * @returns {Counts | undefined} undefined where there is none
 */
export function readReport(tier) {
  let report;
  try {
    report = JSON.parse(readFileSync(reportPath(tier), "utf8"));
  } catch {
    return undefined;
  }
  if (!("numPassedTests" in report)) {
    return { passed: count(report.passed), failed: count(report.failed), skipped: count(report.skipped) };
  }
  /** @type {{status: string, assertionResults: unknown[]}[]} */
  const files = report.testResults ?? [];
  const broken = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: count(report.numPassedTests),
    failed: count(report.numFailedTests) + broken.length,
    skipped: count(report.numPendingTests) + count(report.numTodoTests),
  };
}
