// Running the programs that set up the tests.
import { spawn } from "node:child_process";

/**
 * Runs a program to its end; its output goes to stderr only when it fails, unless `show`.
 *
 * @param {string} program @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean}} [options]
 * @returns {Promise<void>}
 * @throws Error with the exit code and the end of the output.
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.show ? ["ignore", 2, 2] : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output = (output + String(chunk)).slice(-4_000);
      });
    }
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${[program, ...args].join(" ")} ended with ${code ?? signal}\n${output}`));
    });
  });
}

/** @param {string} program @param {readonly string[]} [args] whether it runs and exits with 0 */
export async function works(program, args = ["--version"]) {
  try {
    await run(program, args);
    return true;
  } catch {
    return false;
  }
}

/** How to become root without a person: no prefix as root, else `sudo -n` where it answers, else undefined. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return (await works("sudo", ["-n", "true"])) ? ["sudo", "-n"] : undefined;
}

/**
 * Installs Debian packages where that needs nobody's password.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} false where this is no Debian, or nobody is root here
 */
export async function aptInstall(packages) {
  const prefix = await rootPrefix();
  if (prefix === undefined || !(await works("apt-get"))) return false;
  const env = ["env", "DEBIAN_FRONTEND=noninteractive"];
  const [program, ...rest] = [...prefix, ...env, "apt-get"];
  if (program === undefined) return false;
  await run(program, [...rest, "update", "-q"]);
  await run(program, [...rest, "install", "-y", "-q", "--no-install-recommends", ...packages]);
  return true;
}
