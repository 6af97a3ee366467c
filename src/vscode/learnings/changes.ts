import * as vscode from "vscode";
import { SddError } from "../../core/errors.js";
import { reveal } from "../../core/text/reveal.js";
import type { SectionChange } from "../../node/engine-learning-api.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { ProjectRoots } from "../project/roots.js";
import { titleOf } from "./items.js";
import { handlesOf } from "./targets.js";

const SCHEME = "sdd-section";

/** Sections of documents, then and now, that are shown beside each other; they are on no disk. */
export class SectionTexts implements vscode.TextDocumentContentProvider, DisposableLike {
  readonly #own = new Disposables();
  readonly #texts = new Map<string, string>();
  readonly #changed = this.#own.add(new vscode.EventEmitter<vscode.Uri>());

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#own.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.#own.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === SCHEME) this.#texts.delete(uri.toString());
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  keep(path: string, version: "before" | "now", id: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: `${version}-${id}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    this.#own.dispose();
  }
}

function nameOf({ record, before }: SectionChange): string {
  const { source_artifact: path } = record;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const title = titleOf(record);
  const where = title === "" ? name : `${name}: ${title}`;
  return before === undefined
    ? vscode.l10n.t("{0} (the sentence that was learned, and the section now)", reveal(where))
    : vscode.l10n.t("{0} (when it was learned, and now)", reveal(where));
}

/** Why there is no earlier version to compare with. */
function whyNoVersion(): string {
  return vscode.workspace.isTrusted
    ? vscode.l10n.t(
        "The version that this was learned from is not in git, so only its sentence is known. It is shown beside the section as it is now.",
      )
    : vscode.l10n.t(
        "Git is not asked in a workspace that is not trusted, so only the sentence that was learned is known. It is shown beside the section as it is now.",
      );
}

/** Show What Changed: the section when it was learned from, and as it is now. */
export async function showChanges(
  roots: ProjectRoots,
  texts: SectionTexts,
  args: readonly unknown[],
): Promise<void> {
  const data = handlesOf(args)[0]?.data;
  const root = roots.all.find(({ id }) => data?.type === "learning" && id === data.root);
  if (data?.type !== "learning" || root === undefined) {
    throw new SddError("wrong-usage", vscode.l10n.t("Choose a learning in the view first."));
  }
  const { id, source_artifact: path } = data.record;
  const change = await root.learning.call("sectionChange", { id, git: vscode.workspace.isTrusted });
  const before = texts.keep(root.uri(path).path, "before", id, change.before ?? `${change.record.summary}\n`);
  const now = texts.keep(root.uri(path).path, "now", id, change.now ?? "");
  await vscode.commands.executeCommand("vscode.diff", before, now, nameOf(change), { preview: true });
  if (change.before === undefined) void vscode.window.showInformationMessage(whyNoVersion());
}
