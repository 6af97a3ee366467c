import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import Mocha from "mocha";
import { writeResults, type HostTest } from "./support/results.js";

const {
  SDD_TEST_RESULTS: resultsPath,
  SDD_TEST_LAUNCH: launch = "default",
  SDD_TEST_GREP: grep,
} = process.env;

/** `trees.test.cjs` belongs to the default launch, `trees.restricted.test.cjs` to the one called restricted. */
function launchOf(file: string): string {
  return /\.([\w-]+)\.test\.cjs$/.exec(file)?.[1] ?? "default";
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Prints each test as it ends, and keeps the results file up to date for the case that the host dies. */
function follow(runner: Mocha.Runner, path: string): void {
  const tests: HostTest[] = [];
  const add = (test: Mocha.Runnable, state: HostTest["state"], error?: unknown): void => {
    const file = basename(test.file ?? "", ".cjs");
    const duration = test.duration ?? 0;
    const text = error === undefined ? undefined : describeError(error);
    tests.push({
      file,
      title: test.fullTitle(),
      state,
      duration,
      ...(text !== undefined && { error: text }),
    });
    const mark = { passed: "✓", failed: "✗", skipped: "-" }[state];
    console.log(
      `  ${mark} ${file}: ${test.fullTitle()} (${duration} ms)${text === undefined ? "" : `\n${text}`}`,
    );
    writeResults(path, { finished: false, tests });
  };
  runner.on("pass", (test) => {
    add(test, "passed");
  });
  runner.on("pending", (test) => {
    add(test, "skipped");
  });
  // A hook that fails arrives here too, and counts as a failed test.
  runner.on("fail", (test, error) => {
    add(test, "failed", error);
  });
  runner.on("end", () => {
    writeResults(path, { finished: true, tests });
  });
}

/**
 * What VS Code calls in the extension host. Rejects when a test failed, so that the exit code says it too.
 *
 * @throws Error when the runner named no results file, or when tests failed
 */
export async function run(): Promise<void> {
  if (resultsPath === undefined) throw new Error("SDD_TEST_RESULTS names no file.");
  const path = resultsPath;
  const mocha = new Mocha({
    ui: "bdd",
    timeout: 20_000,
    reporter: "min",
    forbidOnly: process.env["CI"] === "true",
  });
  mocha.reporter(function (this: unknown, runner: Mocha.Runner) {
    follow(runner, path);
  } as unknown as Mocha.ReporterConstructor);
  if (grep !== undefined && grep !== "") mocha.grep(grep);
  for (const file of readdirSync(__dirname).sort()) {
    if (file.endsWith(".test.cjs") && launchOf(file) === launch) mocha.addFile(join(__dirname, file));
  }
  let failures;
  try {
    failures = await new Promise<number>((resolve) => mocha.run(resolve));
  } catch (error) {
    const title = "the test files of this launch load";
    writeResults(path, {
      finished: true,
      tests: [{ file: launch, title, state: "failed", duration: 0, error: describeError(error) }],
    });
    throw error;
  }
  if (failures > 0) throw new Error(`${failures} of the tests in the host failed.`);
}
