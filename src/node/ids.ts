import { randomBytes } from "node:crypto";
import { createIdSource } from "../core/ids.js";
import type { Clock, IdSource, RandomBytes } from "../core/ports.js";
import { systemTime } from "./clock.js";

/** The system's own source of randomness. */
const systemRandom: RandomBytes = { bytes: (count) => randomBytes(count) };

/** Ids by the time of day, which does not stand still where `SOURCE_DATE_EPOCH` is set. One for a process is enough. */
export function systemIds(clock: Clock = systemTime): IdSource {
  return createIdSource(clock, systemRandom);
}
