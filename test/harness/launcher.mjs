#!/usr/bin/env node
// Stands in for VS Code's executable: takes the arguments that @vscode/test-electron gives to a desktop VS Code,
// and runs the tests in the installed server with a headless browser before it. Ends with the tests' exit code.
//
// From the environment: SDD_TEST_SETTINGS, user settings as JSON; SDD_TEST_TRUST=restricted, workspace trust on;
// SDD_TEST_TIMEOUT, seconds until a run that hangs is ended; SDD_TEST_VERBOSE=1, all that VS Code logs.
import { startBrowser } from "./chromium.mjs";
import { installHost } from "./install-host.mjs";
import { createRunFolder } from "./run-folder.mjs";
import { startServer, workbenchUrl } from "./server.mjs";

const VERBOSE = process.env["SDD_TEST_VERBOSE"] === "1";

/** What VS Code logged, for the case that it ends early. @type {string[]} */
const log = [];

/** @param {readonly string[]} args `--name=value` and flags, and the one workspace */
function parse(args) {
  const workspace = args.find((arg) => !arg.startsWith("--"));
  /** @param {string} name */
  const values = (name) =>
    args.flatMap((arg) => (arg.startsWith(`--${name}=`) ? [arg.slice(name.length + 3)] : []));
  const [tests] = values("extensionTestsPath");
  if (workspace === undefined || tests === undefined)
    throw new Error("no workspace, or no tests, were given");
  return { workspace, tests, extensions: values("extensionDevelopmentPath") };
}

/**
 * @param {import("playwright-core").Page} page not yet at the workbench: it looks for these functions as it loads
 * @returns {Promise<{code: Promise<number>}>} the exit code that the tests report
 */
async function listen(page) {
  /** @type {(code: number) => void} */
  let resolve = () => {};
  /** @type {Promise<number>} */
  const code = new Promise((done, failed) => {
    resolve = done;
    page.on("crash", () => failed(new Error("the page crashed")));
    page.on("close", () => failed(new Error("the page closed before the tests had ended")));
  });
  code.catch(() => {});
  await page.exposeFunction(
    "codeAutomationLog",
    (/** @type {string} */ type, /** @type {unknown[]} */ parts) => {
      const line = parts.join(" ");
      if (VERBOSE || /^ {2}[✓✗-] /.test(line)) console.log(line);
      else log.push(`[${type}] ${line}`);
    },
  );
  await page.exposeFunction("codeAutomationExit", resolve);
  return { code };
}

/** @param {ReturnType<typeof parse>} given @param {(() => unknown)[]} cleanups */
async function launch({ workspace, tests, extensions }, cleanups) {
  const folder = createRunFolder();
  cleanups.push(folder.remove);
  const {
    SDD_TEST_SETTINGS: settings = "{}",
    SDD_TEST_TRUST: trust,
    SDD_TEST_TIMEOUT: seconds = "300",
  } = process.env;
  const server = await startServer({
    host: await installHost(),
    folder,
    trusted: trust !== "restricted",
    settings: JSON.parse(settings),
  });
  cleanups.push(server.stop);
  const browser = await startBrowser(folder);
  cleanups.push(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const { code } = await listen(page);
  const late = new Promise((_, reject) =>
    setTimeout(
      () => reject(new Error(`no end after ${seconds} s\n${server.log()}`)),
      Number(seconds) * 1_000,
    ).unref(),
  );
  /** @type {[string, string][]} */
  const development = extensions.map((path) => ["extensionDevelopmentPath", path]);
  await page.goto(workbenchUrl(server.port, workspace, [...development, ["extensionTestsPath", tests]]));
  return /** @type {Promise<number>} */ (Promise.race([code, late]));
}

/** @type {(() => unknown)[]} */
const cleanups = [];
const cleanUp = async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
};
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => void cleanUp().finally(() => process.exit(130)));
}
try {
  process.exitCode = await launch(parse(process.argv.slice(2)), cleanups);
} catch (error) {
  console.error(`The test host failed: ${error instanceof Error ? error.message : String(error)}`);
  console.error(log.slice(-40).join("\n"));
  process.exitCode = 1;
} finally {
  await cleanUp();
}
