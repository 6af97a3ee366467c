import * as vscode from "vscode";
import type { LearningKind, LearningRecord, StaleReason } from "../../core/learning/learning-record.js";
import { reveal } from "../../core/text/reveal.js";
import type { LearningGroup } from "../../node/engine-learning-api.js";
import { COMMANDS } from "../commands/ids.js";
import { plainTooltip } from "../packs/tooltip.js";
import { amountOf } from "../packs/words.js";
import { messageOf } from "../project/diagnostics.js";
import { isKindGroup, isLong, isStaleGroup, type NodeData } from "./model.js";
import { conflictTooltip, isSettled, learningTooltip, settlementSentence } from "./tooltip.js";
import { groupWord, kindWord, staleAdvice, staleWord } from "./words.js";

/** How the items of the view Learnings look. Every icon has its meaning in words beside it. */

const JOIN = " · ";

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

interface Look {
  readonly label: string;
  readonly description: string;
  readonly icon: vscode.ThemeIcon;
  readonly tooltip?: () => vscode.MarkdownString;
  readonly contextValue: string;
  /** What is read out where label and description do not say it all. */
  readonly spoken?: string;
  /** Opens this place of a project file when the item is chosen. */
  readonly opens?: { readonly root: string; readonly path: string; readonly line: number };
  readonly state: vscode.TreeItemCollapsibleState;
}

const KIND_ICONS: Readonly<Record<LearningKind, string>> = {
  decision: "law",
  pattern: "layers",
  risk: "shield",
  command: "terminal",
  quality_signal: "dashboard",
  artifact_summary: "note",
};

const STALE_ICONS: Readonly<Record<StaleReason, vscode.ThemeIcon>> = {
  section_changed: new vscode.ThemeIcon("history", new vscode.ThemeColor("list.warningForeground")),
  file_changed: new vscode.ThemeIcon("history"),
  source_missing: new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground")),
};

const WARNING = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));

function groupIcon(group: LearningGroup): vscode.ThemeIcon {
  if (isStaleGroup(group)) return STALE_ICONS[group];
  if (isKindGroup(group)) return new vscode.ThemeIcon(KIND_ICONS[group]);
  return new vscode.ThemeIcon(group === "superseded" ? "archive" : "circle-slash");
}

function staleSpoken(reason: StaleReason, count: number): string {
  return [staleWord(reason), amountOf(count), staleAdvice(reason)].join(", ");
}

function groupLook({ group, count }: NodeData & { type: "group" }): Look {
  const stale = isStaleGroup(group);
  return {
    label: groupWord(group),
    description: [amountOf(count), ...(stale ? [staleAdvice(group)] : [])].join(JOIN),
    icon: groupIcon(group),
    ...(stale ? { tooltip: () => plainTooltip([staleWord(group)]), spoken: staleSpoken(group, count) } : {}),
    contextValue: `group ${stale ? "stale " : ""}${group}`,
    state: stale ? Expanded : Collapsed,
  };
}

function conflictsLook({ isSettled: settled, count }: NodeData & { type: "conflicts" }): Look {
  return {
    label: settled ? vscode.l10n.t("Settled conflicts") : vscode.l10n.t("Conflicts"),
    description: [amountOf(count), ...(settled ? [] : [vscode.l10n.t("to settle")])].join(JOIN),
    icon: settled ? new vscode.ThemeIcon("pass") : WARNING,
    contextValue: `conflicts ${settled ? "settled" : "open"}`,
    state: settled || isLong(count) ? Collapsed : Expanded,
  };
}

/** The last title of a section's path. */
export function titleOf({ section }: LearningRecord): string {
  return section.slice(section.lastIndexOf(" › ") + 1).replace(/^› /, "");
}

const fileOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What a record's context value says of it, for the menus. */
function standing({ stale_reason: stale, dismissed, status }: LearningRecord): string {
  if (dismissed !== undefined) return "dismissed";
  if (status === "superseded") return "superseded";
  return stale === undefined ? status : `stale ${stale}`;
}

function learningLook({ root, record }: NodeData & { type: "learning" }): Look {
  const { summary, kind, source_artifact: path, line, stale_reason: stale, dismissed } = record;
  const title = titleOf(record);
  const words = [fileOf(path), ...(title === "" ? [] : [title])];
  if (dismissed !== undefined) words.unshift(dismissed.reason);
  const said = stale === undefined ? [] : [staleWord(stale)];
  if (record.status === "conflict") said.push(vscode.l10n.t("contradicted by another source"));
  return {
    label: summary,
    description: words.join(JOIN),
    icon: record.status === "conflict" ? WARNING : new vscode.ThemeIcon(KIND_ICONS[kind]),
    tooltip: () => learningTooltip(record),
    contextValue: `learning ${standing(record)}`,
    spoken: [summary, kindWord(kind), ...said, vscode.l10n.t("{0}, line {1}", path, String(line))].join(", "),
    opens: { root, path, line },
    state: None,
  };
}

function conflictLook({ root, conflict, folded }: NodeData & { type: "conflict" }): Look {
  const settled = isSettled(conflict);
  const { path, line } = conflict;
  return {
    label: messageOf(conflict),
    description: settled ? settlementSentence(conflict) : conflict.between.map(fileOf).join(" ↔ "),
    icon: settled ? new vscode.ThemeIcon("pass") : WARNING,
    tooltip: () => conflictTooltip(conflict),
    contextValue: `conflict ${settled ? "settled" : "open"}`,
    opens: { root, path, line },
    state: settled || folded ? Collapsed : Expanded,
  };
}

function sideLook({ root, conflict, index }: NodeData & { type: "side" }): Look {
  const side = conflict.sides[index];
  const { path = "", line = 1, text = "" } = side ?? {};
  const stands = isSettled(conflict) && conflict.settlement.stands === index;
  const label = text === "" ? fileOf(path) : text;
  return {
    label,
    description: [...(stands ? [vscode.l10n.t("stands")] : []), `${fileOf(path)}:${line}`].join(JOIN),
    icon: new vscode.ThemeIcon(stands ? "check" : "quote"),
    tooltip: () => plainTooltip([text, `${path}:${line}`]),
    contextValue: `side ${isSettled(conflict) ? "settled" : "open"}`,
    opens: { root, path, line },
    state: None,
  };
}

function partLook(name: string, isFile: boolean, count: number): Look {
  return {
    label: isFile ? fileOf(name) : name,
    description: [amountOf(count), ...(isFile ? [name] : [])].join(JOIN),
    icon: new vscode.ThemeIcon(isFile ? "file" : "notebook"),
    contextValue: "part",
    state: Collapsed,
  };
}

function lookOf(data: NodeData): Look {
  switch (data.type) {
    case "root": {
      const icon = new vscode.ThemeIcon("root-folder");
      return { label: data.root.name, description: "", icon, contextValue: "root", state: Expanded };
    }
    case "none": {
      const icon = new vscode.ThemeIcon("mortar-board");
      const label = vscode.l10n.t("Learn from Documents");
      const description = vscode.l10n.t("nothing yet");
      return { label, description, icon, contextValue: "none", state: None };
    }
    case "group":
      return groupLook(data);
    case "conflicts":
      return conflictsLook(data);
    case "conflict-part":
      return partLook(data.name, data.by === "document", data.conflicts.length);
    case "conflict":
      return conflictLook(data);
    case "side":
      return sideLook(data);
    case "part":
      return partLook(data.name, data.by === "document", data.records.length);
    case "learning":
      return learningLook(data);
  }
}

/** What an item says when the pointer rests on it. */
export function tooltipOf(data: NodeData): vscode.MarkdownString {
  const { label, description, tooltip } = lookOf(data);
  return tooltip?.() ?? plainTooltip([label, description]);
}

function commandOf(data: NodeData, { opens }: Look): vscode.Command | undefined {
  if (data.type === "none") {
    const place = { root: data.root };
    return {
      command: COMMANDS.learn,
      title: vscode.l10n.t("Learn from Documents"),
      arguments: [place, "all"],
    };
  }
  if (opens === undefined) return undefined;
  return { command: COMMANDS.openSource, title: vscode.l10n.t("Open Source"), arguments: [opens] };
}

/** @param id stable for as long as the item is there */
export function toTreeItem(data: NodeData, id: string): vscode.TreeItem {
  const look = lookOf(data);
  const label = reveal(look.label);
  const description = reveal(look.description);
  const item = new vscode.TreeItem(label, look.state);
  item.id = id;
  item.description = description;
  item.iconPath = look.icon;
  item.contextValue = look.contextValue;
  const spoken = reveal(look.spoken ?? "");
  item.accessibilityInformation = { label: spoken || [label, description].filter(Boolean).join(", ") };
  const command = commandOf(data, look);
  if (command !== undefined) item.command = command;
  return item;
}
