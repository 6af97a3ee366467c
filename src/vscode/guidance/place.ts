import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import type { EntryRef } from "../../node/engine-guidance-api.js";
import { isGuidanceId } from "../../core/guidance/entry.js";
import type { ProjectRoot } from "../project/root.js";
import type { ProjectRoots } from "../project/roots.js";
import { GuidanceHandle } from "./tree.js";

const STORE = ".sdd/store.json";

/** @throws SddError `untrusted` */
export function demandTrust(): void {
  if (!vscode.workspace.isTrusted) throw new SddError("untrusted", STORE);
}

/** The root that was named, the only one, or the one that the person picks. @throws SddError `cancelled`, `wrong-usage` */
export async function pickRoot(
  roots: ProjectRoots,
  wanted: string | undefined,
  title: string,
): Promise<ProjectRoot> {
  const open = roots.required();
  const named = open.find(({ id }) => id === wanted);
  if (named !== undefined) return named;
  const [only] = open;
  if (only !== undefined && open.length === 1) return only;
  const items = open.map((root) => ({ label: root.folder.name, root }));
  const picked = await vscode.window.showQuickPick(items, { title });
  if (picked === undefined) throw new SddError("cancelled");
  return picked.root;
}

/** An entry that a command was run for. */
export interface EntryPlace extends EntryRef {
  readonly root: string | undefined;
}

/** Reads a command's first argument: an item of the view, the id of an entry, or an object with one. */
export function entryOf(argument: unknown): EntryPlace | undefined {
  if (argument instanceof GuidanceHandle) {
    const { data } = argument;
    if (data.type !== "entry") return undefined;
    return { root: data.root, id: data.line.id, from: data.line.from };
  }
  if (isGuidanceId(argument)) return { root: undefined, id: argument, from: "store" };
  if (typeof argument !== "object" || argument === null) return undefined;
  const { root, id, from } = argument as Readonly<Record<"root" | "id" | "from", unknown>>;
  if (!isGuidanceId(id)) return undefined;
  return {
    root: typeof root === "string" ? root : undefined,
    id,
    from: from === "shared" ? "shared" : "store",
  };
}
