// Runs the tests of test/host inside a real VS Code: `npm run test:host [-- PATTERN]`. One launch after another; each
// opens a copy of its workspace. SDD_TEST_HOST=desktop downloads a desktop VS Code instead of the installed server.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { ensureBrowser } from "./browser.mjs";
import { installHost } from "./install-host.mjs";
import { LAUNCHES } from "./launches.mjs";
import { createRunFolder } from "./run-folder.mjs";
import { SETTINGS } from "./server.mjs";
import { clearReport, ROOT, writeReport } from "./tiers.mjs";
import { copyWorkspace } from "./workspace-copy.mjs";

const BUNDLES = join(ROOT, "out", "test", "host");
/** Runs only the tests whose titles match. */
const PATTERN = process.argv[2] ?? "";
const isDesktop = process.env["SDD_TEST_HOST"] === "desktop";

/** @typedef {{file: string, title: string, state: "passed" | "failed" | "skipped", error?: string}} HostTest */

/** @param {string} file a bundle's name */
const launchOf = (file) => /\.([\w-]+)\.test\.cjs$/.exec(file)?.[1] ?? "default";

/** The launches that have tests, in order. @throws Error where a file names a launch that is not there */
function neededLaunches() {
  const names = new Set(
    readdirSync(BUNDLES)
      .filter((f) => f.endsWith(".test.cjs"))
      .map(launchOf),
  );
  const unknown = [...names].filter((name) => !LAUNCHES.some((launch) => launch.name === name));
  if (unknown.length > 0)
    throw new Error(`No launch is called ${unknown.join(", ")}: see test/harness/launches.mjs.`);
  return LAUNCHES.filter((launch) => names.has(launch.name));
}

/** The executable and the arguments that only a desktop VS Code needs. */
async function executableFor(
  /** @type {import("./launches.mjs").Launch} */ launch,
  /** @type {string} */ folder,
) {
  if (!isDesktop) return { path: fileURLToPath(new URL("launcher.mjs", import.meta.url)), args: [], env: {} };
  const desktop = await downloadAndUnzipVSCode(process.env["SDD_TEST_VSCODE"] ?? "stable");
  const user = join(folder, "user");
  mkdirSync(join(user, "User"), { recursive: true });
  writeFileSync(join(user, "User", "settings.json"), JSON.stringify({ ...SETTINGS, ...launch.settings }));
  const args = [`--user-data-dir=${user}`, `--extensions-dir=${join(folder, "extensions")}`];
  if (launch.trusted !== false) return { path: desktop, args, env: {} };
  // runTests always switches workspace trust off; this one takes that argument away again.
  const wrapper = fileURLToPath(new URL("desktop-launcher.mjs", import.meta.url));
  return { path: wrapper, args, env: { SDD_TEST_DESKTOP: desktop } };
}

/** @param {string} path @returns {HostTest[]} what ran; a host that died adds a failure of its own */
function readResults(path, /** @type {string} */ launch, /** @type {string | undefined} */ problem) {
  /** @type {{finished: boolean, tests: HostTest[]}} */
  let results = { finished: false, tests: [] };
  try {
    results = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // There is no file when the host died before the first test; the lines below report it.
  }
  const { finished, tests } = results;
  const failed = tests.some((test) => test.state === "failed");
  /** @param {string} error @returns {HostTest[]} */
  const plus = (error) => [
    ...tests,
    { file: launch, title: `the launch "${launch}"`, state: "failed", error },
  ];
  if (!finished) return plus(`VS Code ended before the tests had. ${problem ?? ""}`);
  if (!PATTERN && !tests.some((test) => test.state !== "skipped")) return plus("No test ran.");
  return problem === undefined || failed ? tests : plus(problem);
}

/** @param {import("./launches.mjs").Launch} launch @returns {Promise<HostTest[]>} */
async function runLaunch(launch) {
  const folder = createRunFolder();
  const results = join(folder.path, "results.json");
  let problem;
  try {
    const { open } = copyWorkspace(folder.make("w"), launch.workspace);
    const { path, args, env } = await executableFor(launch, folder.path);
    await runTests({
      vscodeExecutablePath: path,
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: join(BUNDLES, "index.cjs"),
      launchArgs: [open, ...args],
      reuseMachineInstall: true,
      extensionTestsEnv: {
        ...env,
        SDD_TEST_RESULTS: results,
        SDD_TEST_LAUNCH: launch.name,
        SDD_TEST_GREP: PATTERN,
        SDD_TEST_SETTINGS: JSON.stringify(launch.settings ?? {}),
        SDD_TEST_TRUST: launch.trusted === false ? "restricted" : "trusted",
      },
    });
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  try {
    return readResults(results, launch.name, problem);
  } finally {
    folder.remove();
  }
}

clearReport("host");
if (!isDesktop) {
  await installHost();
  await ensureBrowser();
}
/** @type {HostTest[]} */
const tests = [];
for (const launch of neededLaunches()) {
  console.log(`Host tests, launch "${launch.name}"`);
  const started = Date.now();
  tests.push(...(await runLaunch(launch)));
  console.log(`Launch "${launch.name}" took ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}
/** @param {HostTest["state"]} state */
const count = (state) => tests.filter((test) => test.state === state).length;
const [passed, failed, skipped] = [count("passed"), count("failed"), count("skipped")];
writeReport("host", { passed, failed, skipped, tests });
for (const test of tests.filter((each) => each.state === "failed")) {
  console.error(`FAILED ${test.file}: ${test.title}\n${test.error ?? ""}`);
}
console.log(`Host tests: ${passed} of ${tests.length} passed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
