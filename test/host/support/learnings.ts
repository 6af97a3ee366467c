import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestAccess } from "../../../src/vscode/extension.js";
import type { LearningHandle } from "../../../src/vscode/learnings/tree.js";
import { workspaceRoot } from "./host.js";

/** Label and description of an item of the view Learnings. */
export function lineOf({ learnings: { tree } }: TestAccess, handle: LearningHandle): string {
  const { label, description } = tree.getTreeItem(handle);
  return `${typeof label === "string" ? label : ""} | ${String(description)}`;
}

/** The groups at the top of the view, in order. */
export async function groupLines(access: TestAccess): Promise<readonly string[]> {
  return (await access.learnings.tree.getChildren()).map((handle) => lineOf(access, handle));
}

/** The group whose label is this. @throws Error where there is none */
export async function groupOf(access: TestAccess, label: string): Promise<LearningHandle> {
  const all = await access.learnings.tree.getChildren();
  const found = all.find((handle) => access.learnings.tree.getTreeItem(handle).label === label);
  if (found === undefined) throw new Error(`The view has no group ${label}.`);
  return found;
}

/** What stands in a group. @throws Error where there is no such group */
export async function itemsOf(access: TestAccess, label: string): Promise<readonly LearningHandle[]> {
  return access.learnings.tree.getChildren(await groupOf(access, label));
}

/** A text of the workspace; for JSON lines use `linesOf`. */
export function textOf(path: string): string {
  return readFileSync(join(workspaceRoot(), path), "utf8");
}

export function write(path: string, text: string): void {
  writeFileSync(join(workspaceRoot(), path), text);
}

/** The objects of a file of JSON lines. */
export function linesOf(path: string): readonly Readonly<Record<string, unknown>>[] {
  return textOf(path)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
