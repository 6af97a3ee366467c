import * as vscode from "vscode";
import type { Conflict } from "../../core/learning/conflict.js";
import type { LearningRecord } from "../../core/learning/learning-record.js";
import type { SettledConflict } from "../../core/learning/settlements.js";
import { plainTooltip } from "../packs/tooltip.js";
import { messageOf } from "../project/diagnostics.js";
import { confidenceWord, kindWord, orchestrationWord, staleWord, timeWord } from "./words.js";

/** What happened to a record, a line each: by whom, when and why. */
function historyLines(record: LearningRecord): readonly string[] {
  const { learned_at: learned, verified, dismissed, superseded_by: successor } = record;
  const lines = [vscode.l10n.t("Learned: {0}", timeWord(learned))];
  if (verified !== undefined) {
    lines.push(vscode.l10n.t("Re-verified by {0}, {1}", verified.by, timeWord(verified.at)));
  }
  if (dismissed !== undefined) {
    const { by, at, reason } = dismissed;
    lines.push(vscode.l10n.t("Dismissed by {0}, {1}: {2}", by, timeWord(at), reason));
  }
  if (successor !== undefined) lines.push(vscode.l10n.t("Another one took its place: {0}", successor));
  return lines;
}

export function learningTooltip(record: LearningRecord): vscode.MarkdownString {
  const { summary, kind, source_artifact: path, line, section, tags, stale_reason: stale } = record;
  const lines = [
    summary,
    `${kindWord(kind)} · ${orchestrationWord(record)}`,
    `${path}:${line}`,
    ...(section === "" ? [] : [section]),
    ...(stale === undefined ? [] : [staleWord(stale)]),
    vscode.l10n.t("Confidence: {0}", confidenceWord(record.confidence)),
    ...(tags.length === 0 ? [] : [vscode.l10n.t("Tags: {0}", tags.join(", "))]),
    ...historyLines(record),
  ];
  return plainTooltip(lines);
}

export function isSettled(conflict: Conflict | SettledConflict): conflict is SettledConflict {
  return "settlement" in conflict;
}

/** Who settled a conflict, when and why. */
export function settlementSentence({ settlement, sides }: SettledConflict): string {
  const { by, at, reason, stands } = settlement;
  const path = sides[stands]?.path ?? "";
  return vscode.l10n.t("{0} stands. {1}, {2}: {3}", path, by, timeWord(at), reason);
}

export function conflictTooltip(conflict: Conflict | SettledConflict): vscode.MarkdownString {
  return plainTooltip([
    messageOf(conflict),
    ...conflict.sides.map(({ path, line, text }) => `${path}:${line}: ${text}`),
    ...(isSettled(conflict) ? [settlementSentence(conflict)] : []),
  ]);
}
