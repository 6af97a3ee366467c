import type { Clock } from "../core/ports.js";

/** The last second that a JavaScript date can hold. */
const LAST_SECOND = 8_640_000_000_000;

/**
 * The time that `SOURCE_DATE_EPOCH` asks for, in milliseconds; `undefined` where it is unset, or is not a whole
 * number of seconds that a date can hold (https://reproducible-builds.org/specs/source-date-epoch/).
 */
export function sourceDateEpoch(env: NodeJS.ProcessEnv): number | undefined {
  const value = env["SOURCE_DATE_EPOCH"];
  if (value === undefined || !/^\d{1,13}$/.test(value)) return undefined;
  const seconds = Number(value);
  return seconds <= LAST_SECOND ? seconds * 1000 : undefined;
}

/**
 * The system's clock, or one that stands at `SOURCE_DATE_EPOCH` where that is set to a usable value.
 *
 * The fixed time is for what is written *into* documents. Whether a file is too fresh for its time to be trusted is a
 * question to `systemTime`, which never stands still.
 */
export function systemClock(env: NodeJS.ProcessEnv = process.env): Clock {
  const fixed = sourceDateEpoch(env);
  return fixed === undefined ? systemTime : { now: () => fixed };
}

/** The system's clock as it is. */
export const systemTime: Clock = { now: () => Date.now() };
