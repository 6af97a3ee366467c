// `npm test`: builds, runs every tier in turn, also where one before it failed, and closes with one line that sums up
// all of them. Each tier's figures come from the report that it leaves, never from what it prints.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clearReport, readReport, ROOT } from "./tiers.mjs";

/** Each tier: its name (of its report too), its command, and after how many minutes it counts as hung. */
const TIERS = /** @type {const} */ ([
  ["unit", ["test/harness/run-vitest.mjs", "unit"], 20],
  ["host", ["test/harness/run-host.mjs"], 20],
  ["e2e", ["test/harness/run-vitest.mjs", "e2e"], 20],
]);

/**
 * Runs a script of the checkout to its end, in a process group of its own that is ended with it.
 *
 * @param {readonly string[]} script @param {number} minutes
 * @returns {Promise<number>} its exit code
 */
async function runScript(script, minutes) {
  const isWindows = process.platform === "win32";
  const child = spawn(process.execPath, script, {
    cwd: ROOT,
    detached: !isWindows,
    stdio: ["ignore", "inherit", "inherit"],
  });
  /** @param {NodeJS.Signals} signal */
  const endGroup = (signal) => {
    try {
      if (isWindows) child.kill(signal);
      else process.kill(-(child.pid ?? 0), signal);
    } catch {
      // The group is empty already.
    }
  };
  const stop = () => {
    endGroup("SIGTERM");
    void sleep(5_000).then(() => process.exit(130));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  const timer = setTimeout(() => {
    console.error(`No end after ${minutes} minutes: ending it.`);
    endGroup("SIGTERM");
    void sleep(10_000).then(() => endGroup("SIGKILL"));
  }, minutes * 60_000);
  const code = await new Promise((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  clearTimeout(timer);
  endGroup("SIGKILL");
  process.off("SIGINT", stop);
  process.off("SIGTERM", stop);
  return code;
}

const sum = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const table = [];

console.log("== build ==");
if ((await runScript([join(ROOT, "esbuild.mjs"), "--tests", "--quiet"], 5)) !== 0) {
  sum.failed += 1;
  table.push("build: failed");
}
for (const [tier, script, minutes] of TIERS) {
  console.log(`\n== ${tier} ==`);
  clearReport(tier);
  const started = Date.now();
  const code = await runScript(script, minutes);
  const counts = readReport(tier) ?? { passed: 0, failed: 0, skipped: 0 };
  // A tier that went wrong as a whole (nothing ran, or an error outside of any test) is one failure more.
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1;
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
  const seconds = Math.round((Date.now() - started) / 1_000);
  table.push(
    `${tier}: ${counts.passed} ok, ${counts.failed} broken, ${counts.skipped} left out, ${seconds} s`,
  );
}
console.log(`\n== all tiers ==\n${table.join("\n")}\n`);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
