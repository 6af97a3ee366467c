// Runs a tier of tests under vitest and leaves its JSON report: `run-vitest.mjs unit|e2e
// [--stress] [vitest's arguments…]`; --stress runs race, kill and property tests at their full size.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { installHost } from "./install-host.mjs";
import { clearReport, readReport, reportPath, ROOT } from "./tiers.mjs";

const [tier = "unit", ...rest] = process.argv.slice(2);
const args = rest.filter((arg) => arg !== "--stress");
if (rest.includes("--stress")) process.env["SDD_STRESS"] = "1";
const configs = { unit: "vitest.config.mjs", e2e: "test/e2e/vitest.config.mjs" };
if (!(tier === "unit" || tier === "e2e")) throw new Error(`There is no tier ${tier} under vitest.`);

clearReport(tier);
if (tier === "e2e") {
  await installHost();
  await ensureBrowser();
}
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath(tier)}`];
const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", configs[tier], ...reporters, ...args],
  { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] },
);
const ran = readReport(tier)?.passed ?? 0;
process.exitCode = status === 0 && ran === 0 ? 1 : (status ?? 1);
