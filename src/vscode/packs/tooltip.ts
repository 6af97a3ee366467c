import * as vscode from "vscode";
import type { ManifestSource } from "../../core/context/manifest.js";
import { reveal } from "../../core/text/reveal.js";
import { amountOf, reasonWord, rowWord, stateWord, stageWord, verdictWord } from "./words.js";

/** Lines as a tooltip. Only `appendText` is used, so nothing in a document's name becomes a link, an image or HTML. */
export function plainTooltip(lines: readonly string[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  return tooltip.appendText(lines.map(reveal).join("\n"));
}

/** `100 + 20 + 15 = 135`, each with what it stands for. */
function scoreLines({ score }: ManifestSource): readonly string[] {
  const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);
  const lines = [
    vscode.l10n.t("Score: {0}", String(score.total)),
    vscode.l10n.t("{0} for its kind: {1}", String(score.base), rowWord(score.row)),
  ];
  if (score.nearest !== 0)
    lines.push(vscode.l10n.t("{0} as the nearest earlier stage", signed(score.nearest)));
  if (score.slug !== 0) {
    lines.push(
      vscode.l10n.t("{0} for naming the orchestration in its path, header or links", signed(score.slug)),
    );
  }
  if (score.stale !== 0)
    lines.push(vscode.l10n.t("{0} because its own source has moved on", signed(score.stale)));
  return lines;
}

export function sourceTooltip(source: ManifestSource): vscode.MarkdownString {
  const { path, reason, stage, state, chars, sections } = source;
  const why = reason === undefined ? verdictWord(source) : `${verdictWord(source)}: ${reasonWord(reason)}`;
  const kind = [stage && stageWord(stage), state && stateWord(state)].filter((word) => word !== undefined);
  const lines = [path, ...(kind.length > 0 ? [kind.join(", ")] : []), why, ...scoreLines(source)];
  if (chars > 0) {
    lines.push(
      vscode.l10n.t("Quoted: {0} characters; sections: {1}", amountOf(chars), amountOf(sections.length)),
    );
  }
  return plainTooltip(lines);
}
