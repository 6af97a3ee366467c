import * as vscode from "vscode";
import type { DomainSummary } from "../../core/guidance/domains.js";
import { reveal } from "../../core/text/reveal.js";
import type { GuidanceGroup, GuidanceLine } from "../../node/engine-guidance-api.js";
import { COMMANDS } from "../commands/ids.js";
import { plainTooltip } from "../packs/tooltip.js";
import { amountOf } from "../packs/words.js";
import { timeWord } from "../learnings/words.js";
import type { NodeData } from "./model.js";
import { titleOf } from "./title.js";
import { ageWord, changeWord, groupWord, typeWord } from "./words.js";

/** How the items of the view Guidance look. Every icon has its meaning in words beside it. */

const JOIN = " · ";
const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

interface Look {
  readonly label: string;
  readonly description: string;
  readonly icon: vscode.ThemeIcon;
  readonly contextValue: string;
  readonly state: vscode.TreeItemCollapsibleState;
  readonly tooltip?: readonly string[];
  /** What is read out where label and description do not say it all. */
  readonly spoken?: string;
}

const WARNING = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));

function iconOf(group: GuidanceGroup): vscode.ThemeIcon {
  const icons: Readonly<Record<GuidanceGroup, vscode.ThemeIcon>> = {
    pending: new vscode.ThemeIcon("inbox"),
    unverified: WARNING,
    approved: new vscode.ThemeIcon("verified"),
    rejected: new vscode.ThemeIcon("circle-slash"),
    archived: new vscode.ThemeIcon("archive"),
  };
  return icons[group];
}

function groupLook({ group, count }: NodeData & { type: "group" }): Look {
  const waits = group === "pending" || group === "unverified";
  const amount = count === 0 ? vscode.l10n.t("nothing waits") : amountOf(count);
  return {
    label: groupWord(group),
    description: group === "unverified" ? [amount, vscode.l10n.t("not recalled")].join(JOIN) : amount,
    icon: iconOf(group),
    contextValue: `group ${group}`,
    state: count === 0 ? None : waits || group === "approved" ? Expanded : Collapsed,
  };
}

function whenOf({ group, at, reviewedAt }: GuidanceLine): string {
  return ageWord(group === "pending" ? at : (reviewedAt ?? at));
}

function entryTooltip(line: GuidanceLine): readonly string[] {
  const { text, type, domain, by, at, reviewedBy, reviewedAt, reason } = line;
  const lines = [text, `${typeWord(type)}${JOIN}${domain}`];
  lines.push(vscode.l10n.t("Proposed by {0}, {1}", by, timeWord(at)));
  if (reviewedBy !== null && reviewedAt !== null) {
    lines.push(vscode.l10n.t("Reviewed by {0}, {1}", reviewedBy, timeWord(reviewedAt)));
  }
  if (reason !== null) lines.push(vscode.l10n.t("Reason: {0}", reason));
  return lines;
}

function entryLook(line: GuidanceLine): Look {
  const { text, type, domain, group, change, by, reason } = line;
  const said = change === undefined ? [] : [changeWord(change)];
  const about = group === "approved" ? [typeWord(type)] : [typeWord(type), domain];
  const who = group === "pending" ? [by] : [];
  const why = group === "rejected" && reason !== null ? [reason] : [];
  return {
    label: titleOf(text),
    description: [...said, ...why, ...about, whenOf(line), ...who].join(JOIN),
    icon: group === "approved" ? new vscode.ThemeIcon("note") : iconOf(group),
    contextValue: `entry ${group}`,
    state: None,
    tooltip: entryTooltip(line),
    spoken: [titleOf(text), groupWord(group), ...said, typeWord(type), domain, whenOf(line), ...who].join(
      ", ",
    ),
  };
}

function domainLook(domain: DomainSummary): Look {
  const { state, always_on: isAlwaysOn, recall, description } = domain;
  const words = [
    ...(state === "inactive" ? [vscode.l10n.t("switched off")] : []),
    ...(isAlwaysOn ? [vscode.l10n.t("always on")] : []),
    ...(recall.length === 0 ? [] : [vscode.l10n.t("recalled by: {0}", recall.join(", "))]),
  ];
  return {
    label: domain.domain,
    description: words.join(JOIN),
    icon: new vscode.ThemeIcon(state === "inactive" ? "circle-large-outline" : "symbol-namespace"),
    contextValue: `domain ${state}`,
    state: None,
    tooltip: [domain.domain, ...(description === "" ? [] : [description]), ...words],
  };
}

function lookOf(data: NodeData): Look {
  switch (data.type) {
    case "root": {
      const icon = new vscode.ThemeIcon("root-folder");
      return { label: data.root.name, description: "", icon, contextValue: "root", state: Expanded };
    }
    case "group":
      return groupLook(data);
    case "approved": {
      const icon = new vscode.ThemeIcon("symbol-namespace");
      const description = amountOf(data.count);
      return { label: data.domain, description, icon, contextValue: "approved", state: Collapsed };
    }
    case "entry":
      return entryLook(data.line);
    case "domains":
      return {
        label: vscode.l10n.t("Domains"),
        description: amountOf(data.domains.length),
        icon: new vscode.ThemeIcon("settings"),
        contextValue: "domains",
        state: data.domains.length === 0 ? None : Collapsed,
      };
    case "domain":
      return domainLook(data.domain);
  }
}

/** What an item says when the pointer rests on it. */
export function tooltipOf(data: NodeData): vscode.MarkdownString {
  const { label, description, tooltip } = lookOf(data);
  return plainTooltip(tooltip ?? [label, description]);
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
  if (data.type === "entry") {
    const { id: entry, from } = data.line;
    const args = [{ root: data.root, id: entry, from }];
    item.command = { command: COMMANDS.openGuidance, title: vscode.l10n.t("Review"), arguments: args };
  }
  return item;
}
