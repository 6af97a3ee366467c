// Started by lock.test.ts (bundled): `hold` takes a lock and keeps it; `race` takes it once for each line that comes in,
// and says whether somebody else was inside at the same time.
import { closeSync, openSync, unlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { withLock } from "../../../src/node/lock.js";

const [mode = "", file = "", inside = ""] = process.argv.slice(2);

function enter(): boolean {
  try {
    closeSync(openSync(inside, "wx"));
    return true;
  } catch {
    return false;
  }
}

async function race(): Promise<void> {
  process.stdout.write("ready\n");
  for await (const round of createInterface({ input: process.stdin })) {
    const alone = await withLock(
      file,
      "store",
      async () => {
        if (!enter()) return false;
        await sleep(2);
        unlinkSync(inside);
        return true;
      },
      { waitMs: 60_000 },
    );
    process.stdout.write(`${round} ${alone ? "alone" : "DOUBLE"}\n`);
  }
}

async function hold(): Promise<void> {
  await withLock(file, "store", async () => {
    process.stdout.write("held\n");
    await sleep(600_000);
  });
}

if (mode === "race") await race();
else if (mode === "hold" || mode === "worker-held") await hold();
else {
  // A worker of this process takes the lock and is stopped while it holds it; the process goes on.
  const worker = new Worker(new URL(import.meta.url), { argv: ["worker-held", file], stdout: true });
  await new Promise((done) => worker.stdout.once("data", done));
  await worker.terminate();
  process.stdout.write("stopped\n");
  await sleep(600_000);
}
