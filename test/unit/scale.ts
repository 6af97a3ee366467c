/** Whether property, race and kill tests run at full size (`npm run test:stress`). */
const stress = process.env["SDD_STRESS"] === "1";

/** How many rounds a heavy test makes: `full` under stress, otherwise a tenth of it, rounded up. */
export function scale(full: number): number {
  return stress ? full : Math.ceil(full / 10);
}

function chooseSeed(): number {
  const given = Number(process.env["SDD_SEED"]);
  return Number.isSafeInteger(given) && given > 0 ? given : Date.now() % 2_147_483_647;
}

/** The seed of everything random in this test file; set `SDD_SEED` to repeat a run. */
export const seed = chooseSeed();

console.log(`seed ${seed} (repeat with SDD_SEED=${seed})${stress ? ", full size" : ""}`);
