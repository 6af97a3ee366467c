import { l10n } from "vscode";
import type { RecallResult } from "../../../core/guidance/recall.js";
import type { DryRun } from "../../../core/guidance/service.js";
import { reveal } from "../../../core/text/reveal.js";
import type { DryRunLine } from "../../../protocol/review.js";
import { amountOf } from "../../packs/words.js";

/** What `recall` would answer, as the page shows it. */

const LINE_UNITS = 300;
const MOST_LINES = 200;

/** What approving an entry would change for the prompt, in a sentence. */
export function dryRunSentence({ place, displaced }: DryRun): string {
  if (place === "none") return l10n.t("Not recalled for this.");
  if (place === "left-out") return l10n.t("It fits, but others fill the answer before it.");
  return displaced.length === 0
    ? l10n.t("It would be given.")
    : l10n.t("It would be given; others would no longer fit: {0}.", amountOf(displaced.length));
}

export function dryRunLines(
  run: DryRun,
  id: string,
): { readonly with: DryRunLine[]; readonly without: DryRunLine[] } {
  const linesOf = ({ rules, facts, left_out: leftOut }: RecallResult): DryRunLine[] => {
    const lines = [...rules, ...facts].slice(0, MOST_LINES).map((each) => ({
      text: `${reveal(each.text).slice(0, LINE_UNITS)} (${each.why.join(", ")})`.slice(0, 1_900),
      isThis: each.id === id,
      isDisplaced: run.displaced.includes(each.id),
    }));
    if (leftOut.count === 0) return lines;
    const text = l10n.t("Left out: {0}", amountOf(leftOut.count));
    return [...lines, { text, isThis: false, isDisplaced: false }];
  };
  return { with: linesOf(run.with), without: linesOf(run.without) };
}
