import { env, l10n } from "vscode";
import type { GuidanceStatus, GuidanceType } from "../../core/guidance/entry.js";
import type { GuidanceGroup, GuidanceLine } from "../../node/engine-guidance-api.js";

/** The words for what the records name in codes, in the person's language. */

export function typeWord(type: GuidanceType): string {
  const words: Readonly<Record<GuidanceType, string>> = {
    guardrail: l10n.t("Guardrail"),
    convention: l10n.t("Convention"),
    instruction: l10n.t("Instruction"),
    fact: l10n.t("Fact"),
  };
  return words[type];
}

export function groupWord(group: GuidanceGroup): string {
  const words: Readonly<Record<GuidanceGroup, string>> = {
    pending: l10n.t("Pending"),
    unverified: l10n.t("Approved elsewhere or edited"),
    approved: l10n.t("Approved"),
    rejected: l10n.t("Rejected"),
    archived: l10n.t("Archived"),
  };
  return words[group];
}

export function statusWord(status: GuidanceStatus): string {
  const words: Readonly<Record<GuidanceStatus, string>> = {
    pending: l10n.t("pending"),
    approved: l10n.t("approved"),
    rejected: l10n.t("rejected"),
    archived: l10n.t("archived"),
  };
  return words[status];
}

/** Why an entry that says it is approved is not recalled. */
export function changeWord(change: NonNullable<GuidanceLine["change"]>): string {
  const words: Readonly<Record<typeof change, string>> = {
    new: l10n.t("approved elsewhere"),
    edited: l10n.t("edited after approval"),
    archived: l10n.t("archived by the team"),
  };
  return words[change];
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago a time of a record was, in the person's language; what is no time is shown as it stands. */
export function ageWord(at: string, now: number = Date.now()): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  const seconds = Math.max(0, (now - time) / 1000);
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ["minute", Infinity];
  const format = new Intl.RelativeTimeFormat(env.language, { numeric: "auto" });
  return size === Infinity ? format.format(0, "second") : format.format(-Math.floor(seconds / size), unit);
}
