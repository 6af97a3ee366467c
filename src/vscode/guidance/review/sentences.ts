import { l10n } from "vscode";
import { reveal } from "../../../core/text/reveal.js";
import type { DecisionOutcome } from "../../../node/engine-guidance-api.js";
import type { Act } from "../../../protocol/review.js";
import { titleOf } from "../title.js";
import { statusWord } from "../words.js";

/** What the review says of what happened. */

const TITLE_UNITS = 80;

function shortTitle(text: string): string {
  const title = reveal(titleOf(text));
  return title.length <= TITLE_UNITS ? title : `${title.slice(0, TITLE_UNITS)}…`;
}

/** @param text of the entry that was decided on. */
export function doneSentence(act: Act, text: string): string {
  const title = shortTitle(text);
  switch (act) {
    case "approve":
    case "edit":
    case "supersede":
      return l10n.t("Approved: {0}", title);
    case "reject":
      return l10n.t("Rejected: {0}", title);
    case "archive":
      return l10n.t("Archived: {0}", title);
    case "accept":
    case "acceptAll":
      return l10n.t("Accepted: {0}", title);
    case "decline":
      return l10n.t("Turned down: {0}", title);
  }
}

/** Why nothing was decided. */
export function outcomeSentence(outcome: DecisionOutcome & { ok: false }): string {
  switch (outcome.problem) {
    case "missing":
      return l10n.t("Nothing was decided: it is there no more.");
    case "changed":
      return l10n.t("Nothing was decided: it changed since it was shown. The difference stands below.");
    case "transition":
      return l10n.t("Nothing was decided: meanwhile it is {0}.", statusWord(outcome.from));
    case "redacted":
      return l10n.t("Nothing was decided yet: secrets were replaced. This is what would be approved.");
    case "reason-missing":
      return l10n.t("A reason is needed.");
    case "undo-expired":
      return l10n.t("It can no longer be taken back.");
    case "refused":
      return l10n.t("Nothing was decided.");
  }
}

export function emptySentence(): string {
  return l10n.t("Nothing waits for a decision. What agents propose appears here and in the view Guidance.");
}
