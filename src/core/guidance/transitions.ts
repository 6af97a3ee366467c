import type { GuidanceStatus } from "./entry.js";

/** Every way that a status may go. What was rejected or archived stays so, and is kept. */
const ALLOWED: Readonly<Record<GuidanceStatus, readonly GuidanceStatus[]>> = {
  pending: ["approved", "rejected", "archived"],
  approved: ["archived"],
  rejected: [],
  archived: [],
};

/** Whether an entry may go from one status to another. */
export function mayBecome(from: GuidanceStatus, to: GuidanceStatus): boolean {
  return ALLOWED[from].includes(to);
}
