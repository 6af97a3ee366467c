import * as vscode from "vscode";
import type { ManifestSource, SourceVerdict } from "../../core/context/manifest.js";
import type { ArtifactState } from "../../core/project/stages.js";
import { reveal } from "../../core/text/reveal.js";
import type { OrchestrationOverview, StageOverview } from "../../node/engine-api.js";
import { COMMANDS } from "../commands/ids.js";
import { hasChildren, leftOutCount, type NodeData } from "./model.js";
import { plainTooltip, sourceTooltip } from "./tooltip.js";
import { amountOf, freshnessWord, partWord, reasonWord, stageWord, stateWord, verdictWord } from "./words.js";

/** How the items of the view Context Packs look. Every icon has its meaning in words beside it. */

const JOIN = " · ";

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

interface Look {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly tooltip?: () => vscode.MarkdownString;
  readonly contextValue: string;
  /** Opens this place of a project file when the item is chosen. */
  readonly opens?: { readonly root: string; readonly path: string; readonly line: number };
  readonly expanded?: boolean;
}

const VERDICT_ICONS: Readonly<Record<SourceVerdict, string>> = {
  in: "check",
  cut: "screen-cut",
  out: "circle-slash",
  stale: "history",
};

const STATE_ICONS: Readonly<Record<ArtifactState, string>> = {
  pending: "circle-large-outline",
  draft: "edit",
  recorded: "note",
  approved: "pass-filled",
  optional: "circle-slash",
};

export function stateIcon(state: ArtifactState): string {
  return STATE_ICONS[state];
}

/** Whether the map says that there is a document, and there is none. */
function isGone({ state, missing }: StageOverview): boolean {
  return missing && (state === "approved" || state === "recorded");
}

export function stageIcon(stage: StageOverview): string {
  const { state, path } = stage;
  if (isGone(stage)) return "warning";
  if (state === undefined) return STATE_ICONS[path === undefined ? "pending" : "draft"];
  return STATE_ICONS[state];
}

/** State, whether it is the next stage, and how its pack stands, in words. */
export function stageWords(stage: StageOverview, isNext: boolean): string {
  const words: string[] = [];
  if (isNext) words.push(vscode.l10n.t("next"));
  if (stage.state !== undefined) words.push(stateWord(stage.state));
  // A stage that is only planned has no document, as everyone expects.
  if (isGone(stage)) words.push(vscode.l10n.t("document missing"));
  else if (stage.path === undefined && stage.state === undefined)
    words.push(vscode.l10n.t("no document yet"));
  words.push(freshnessWord(stage.pack?.freshness ?? "none"));
  return words.join(JOIN);
}

function stageLook(orchestration: OrchestrationOverview, stage: StageOverview): Look {
  const { path, pack, mapLine } = stage;
  const description = stageWords(stage, orchestration.nextStage === stage.stage);
  const label = stageWord(stage.stage);
  const has = [
    path === undefined ? "doc-none" : "doc",
    mapLine === undefined ? "map-none" : "map",
    `pack-${pack?.freshness ?? "none"}`,
  ];
  return {
    label,
    description,
    icon: pack?.freshness === "outdated" ? "sync" : stageIcon(stage),
    tooltip: () => plainTooltip([`${label}: ${description}`, ...(path === undefined ? [] : [path])]),
    contextValue: `stage ${has.join(" ")}`,
  };
}

function sourceLook(root: string, source: ManifestSource): Look {
  const { path, score, verdict, reason } = source;
  const slash = path.lastIndexOf("/");
  const words = [String(score.total), reason === undefined ? verdictWord(source) : reasonWord(reason)];
  if (slash > 0) words.push(path.slice(0, slash));
  return {
    label: path.slice(slash + 1),
    description: words.join(JOIN),
    icon: VERDICT_ICONS[verdict],
    tooltip: () => sourceTooltip(source),
    contextValue: "source",
    opens: { root, path, line: 1 },
  };
}

function packLook(data: NodeData & { type: "pack" }): Look {
  const { freshness, summary, paths } = data.pack;
  const size =
    summary && vscode.l10n.t("{0} of {1} characters", amountOf(summary.chars), amountOf(summary.limit));
  const words = [freshness === "fresh" ? vscode.l10n.t("fresh") : vscode.l10n.t("outdated: sources changed")];
  if (size !== undefined) words.push(size);
  else words.push(vscode.l10n.t("manifest missing"));
  return {
    label: vscode.l10n.t("Context pack"),
    description: words.join(JOIN),
    icon: "package",
    tooltip: () => plainTooltip([paths.pack, words.join(JOIN)]),
    contextValue: `pack pack-${freshness}`,
  };
}

function lookOf(data: NodeData): Look {
  switch (data.type) {
    case "root":
      return {
        label: data.root.name,
        description: "",
        icon: "root-folder",
        contextValue: "root",
        expanded: true,
      };
    case "orchestration": {
      const { name, folder, mapPath, hasMap, nextStage } = data.orchestration;
      const map = hasMap ? mapPath : vscode.l10n.t("no traceability map");
      return {
        label: name,
        description: vscode.l10n.t("next: {0}", stageWord(nextStage)),
        icon: "notebook",
        tooltip: () => plainTooltip([name, folder, map]),
        contextValue: `orchestration ${hasMap ? "map" : "map-none"}`,
        expanded: !data.folded,
      };
    }
    case "stage":
      return stageLook(data.orchestration, data.stage);
    case "pack":
      return packLook(data);
    case "source":
      return sourceLook(data.root, data.source);
    default:
      return leafLook(data);
  }
}

function leafLook(
  data: Exclude<NodeData, { type: "root" | "orchestration" | "stage" | "pack" | "source" }>,
): Look {
  switch (data.type) {
    case "section": {
      const { title, part, chars, of, line } = data.section;
      let amount = vscode.l10n.t("{0} characters", amountOf(chars));
      if (chars === 0) amount = reasonWord("not-quoted");
      else if (chars < of) amount = vscode.l10n.t("{0} of {1} characters", amountOf(chars), amountOf(of));
      const partly = chars < of ? VERDICT_ICONS.cut : "quote";
      return {
        label: title === "" ? vscode.l10n.t("Line {0}", String(line)) : title,
        description: [amount, partWord(part)].join(JOIN),
        icon: chars === 0 ? "circle-slash" : partly,
        contextValue: "section",
        opens: { root: data.root, path: data.path, line },
      };
    }
    case "left-out":
      return {
        label: vscode.l10n.t("Left out ({0})", String(leftOutCount(data.manifest))),
        description: "",
        icon: "circle-slash",
        contextValue: "left-out",
      };
    case "missing": {
      const { path, stage, state } = data.missing;
      const description = [reasonWord("missing"), stageWord(stage), stateWord(state)].join(JOIN);
      return { label: path, description, icon: "warning", contextValue: "missing" };
    }
    case "group": {
      const { folder, count, reason } = data.group;
      const description = [vscode.l10n.t("Files: {0}", String(count)), reasonWord(reason)].join(JOIN);
      return { label: folder, description, icon: "folder", contextValue: "group" };
    }
  }
}

function commandOf(data: NodeData, look: Look, handle: unknown): vscode.Command | undefined {
  if (data.type === "pack") {
    return { command: COMMANDS.openPack, title: vscode.l10n.t("Open Context Pack"), arguments: [handle] };
  }
  if (look.opens === undefined) return undefined;
  return { command: COMMANDS.openSource, title: vscode.l10n.t("Open Source"), arguments: [look.opens] };
}

/** What an item says when the pointer rests on it. */
export function tooltipOf(data: NodeData): vscode.MarkdownString {
  const { label, description, tooltip } = lookOf(data);
  return tooltip?.() ?? plainTooltip([label, description]);
}

/**
 * @param id stable for as long as the item is there
 * @param handle what commands of the item get as their argument
 */
export function toTreeItem(data: NodeData, id: string, handle: unknown): vscode.TreeItem {
  const look = lookOf(data);
  const label = reveal(look.label);
  const description = reveal(look.description);
  const item = new vscode.TreeItem(label, hasChildren(data) ? (look.expanded ? Expanded : Collapsed) : None);
  item.id = id;
  item.description = description;
  item.iconPath = new vscode.ThemeIcon(look.icon);
  item.contextValue = look.contextValue;
  item.accessibilityInformation = { label: description === "" ? label : `${label}, ${description}` };
  const command = commandOf(data, look, handle);
  if (command !== undefined) item.command = command;
  return item;
}
