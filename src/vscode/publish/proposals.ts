import * as vscode from "vscode";
import type { DocumentProposal } from "../../core/publish/apply.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { ProjectRoot } from "../project/root.js";

const SCHEME = "sdd-proposal";

/** A document as it is and as it is proposed: what the diff shows. */
interface ShownChange {
  readonly file: vscode.Uri;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

/** Proposed documents that are shown beside the present ones; they are on no disk. */
export class ProposedTexts implements vscode.TextDocumentContentProvider, DisposableLike {
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

  keep(root: ProjectRoot, { path, before, after }: DocumentProposal): ShownChange {
    const file = root.uri(path);
    const keep = (version: "before" | "after", text: string): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: file.path, query: version });
      this.#texts.set(uri.toString(), text.replace(/^\ufeff/, ""));
      this.#changed.fire(uri);
      return uri;
    };
    return { file, before: keep("before", before ?? ""), after: keep("after", after) };
  }

  dispose(): void {
    this.#own.dispose();
  }
}
