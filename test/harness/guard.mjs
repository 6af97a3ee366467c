// Runs one program in a process group of its own and takes the whole group down as soon as its standard input
// closes. The starter holds the other end, so nothing is left running however the starter ends, kill -9 included.
import { spawn } from "node:child_process";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error("usage: guard.mjs PROGRAM [ARGUMENT…]");

const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });

/** The guard leads the group (it was started detached), so minus its own id means all of it. */
const endGroup = () => process.kill(-process.pid, "SIGKILL");

for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) process.on(signal, () => {});
child.on("error", (error) => {
  console.error(error.message);
  endGroup();
});
child.on("exit", endGroup);
process.stdin.resume();
process.stdin.on("close", () => {
  child.kill("SIGTERM");
  setTimeout(endGroup, 1_500);
});
