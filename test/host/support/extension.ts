import { execFileSync } from "node:child_process";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../../src/vscode/extension.js";
import type { TreeHandle } from "../../../src/vscode/packs/tree.js";
import { activateExtension } from "./host.js";

/** The extension's inside, which `activate` hands out to tests only. */
export async function testAccess(): Promise<TestAccess> {
  const { exports } = await activateExtension();
  return exports as TestAccess;
}

/** One line of the tree as text, its children indented below it. */
export async function drawTree(
  { tree }: TestAccess,
  parent?: TreeHandle,
  depth = 9,
  indent = "",
): Promise<readonly string[]> {
  if (depth === 0) return [];
  const lines: string[] = [];
  for (const handle of await tree.getChildren(parent)) {
    const { label, description } = tree.getTreeItem(handle);
    const name = typeof label === "string" ? label : (label?.label ?? "");
    lines.push(`${indent}${name} | ${String(description)}`);
    lines.push(...(await drawTree({ tree } as TestAccess, handle, depth - 1, `${indent}  `)));
  }
  return lines;
}

/** The first item in the tree whose label is this. @throws Error where there is none */
export async function findItem(
  { tree }: TestAccess,
  label: string,
  parent?: TreeHandle,
): Promise<TreeHandle> {
  const search = async (below: TreeHandle | undefined): Promise<TreeHandle | undefined> => {
    for (const handle of await tree.getChildren(below)) {
      if (tree.getTreeItem(handle).label === label) return handle;
      const found = await search(handle);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = await search(parent);
  if (found === undefined) throw new Error(`The tree has no item ${label}.`);
  return found;
}

/** What the command line of this checkout prints. */
export function runCli(args: readonly string[], cwd: string): string {
  const extension = vscode.extensions.getExtension("sdd-layer.sdd-layer");
  const cli = join(extension?.extensionPath ?? "", "dist", "node", "cli.mjs");
  return execFileSync(process.execPath, [cli, ...args], { cwd, encoding: "utf8" });
}

/** Does what a click on an item or a code lens does. */
export async function press(command: vscode.Command | undefined): Promise<void> {
  if (command === undefined) throw new Error("There is nothing to press.");
  await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as readonly unknown[]));
}
