import { areaOf } from "../../../src/core/session/area.js";
import type { LedgerEntry } from "../../../src/core/session/ledger-entry.js";
import { type SessionDigest, sessionDigest } from "../../../src/core/session/session-digest.js";
import type { NarrativeCase } from "./narrative-case.js";

const AT = "2026-03-01T10:00:00.000Z";
export const WINDOW = { start: "2026-03-01T09:00:00.000Z", end: "2026-03-01T12:00:00.000Z" };
const ARRIVALS: Readonly<Record<string, string>> = {
  commit: "committed",
  pull: "pulled",
  checkout: "checked_out",
};

/** The entry of a line such as `me renamed src/a.ts -> src/b.ts`. */
export function entryOf(fact: string, index: number): LedgerEntry {
  const [who = "", action = "", first = "", ...rest] = fact.split(" ");
  const actor = who === "?" ? "unknown" : who;
  const shared = { id: `ch-${String(index).padStart(4, "0")}`, at: AT, actor, summary: "" };
  const arrival = ARRIVALS[action];
  if (arrival !== undefined) {
    const more = { files: rest, count: rest.length, commits: [first] };
    return { ...shared, domain: "git", action: arrival, target: first, ...more };
  }
  const target = rest[1] ?? first;
  return {
    ...shared,
    domain: areaOf(target),
    action,
    target,
    ...(rest[1] === undefined ? {} : { from: first }),
  };
}

/** What is found out about a narrative. */
export function judge({ says, facts, partial }: NarrativeCase): SessionDigest {
  return sessionDigest({
    entries: facts.map(entryOf),
    window: WINDOW,
    narrative: says,
    actor: "me",
    ...(partial === true ? {} : { watchedFrom: WINDOW.start }),
  });
}

/** What is wrong with the answer to a case; `undefined` where it is right. */
export function wrongAbout(one: NarrativeCase): string | undefined {
  const found = judge(one).divergences.map(({ subject }) => subject);
  const expected = [...one.diverges].sort().join(", ");
  const actual = [...found].sort().join(", ");
  return expected === actual ? undefined : `${one.says}\n   expected: ${expected}\n   found: ${actual}`;
}
