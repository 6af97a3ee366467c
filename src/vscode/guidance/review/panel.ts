import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { EntryRef } from "../../../node/engine-guidance-api.js";
import { parseToHost } from "../../../protocol/review.js";
import { Disposables, type DisposableLike } from "../../base/disposables.js";
import type { ProjectRoots } from "../../project/roots.js";
import type { GuidanceStates } from "../states.js";
import { pageHtml, pageWords } from "./page.js";
import { type ReviewEngine, ReviewSession } from "./session.js";

const newToken = (): string => randomBytes(16).toString("hex");

const SHARE = "sdd.guidance.share";

/** This file is a bundle of its own, so it shares no class with the extension's: what needs one is handed in. */
export interface PanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly roots: ProjectRoots;
  readonly states: GuidanceStates;
  /** What went wrong, in the person's language. */
  readonly sentence: (error: unknown) => Promise<string>;
  readonly ended: () => void;
}

/** The panel in which guidance is reviewed; there is one of it, for all entries. */
export class ReviewPanel implements DisposableLike {
  readonly #own = new Disposables();
  readonly #panel: vscode.WebviewPanel;
  readonly session: ReviewSession;

  constructor({ extensionUri, roots, states, sentence, ended }: PanelOptions) {
    const assets = vscode.Uri.joinPath(extensionUri, "dist", "webview");
    this.#panel = vscode.window.createWebviewPanel(
      "sdd.guidanceReview",
      vscode.l10n.t("Guidance review"),
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      // What a person has typed stays while another tab is in front.
      { enableScripts: true, localResourceRoots: [assets], retainContextWhenHidden: true },
    );
    this.#panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "sdd.svg");
    const { webview } = this.#panel;
    this.session = new ReviewSession({
      engines: () =>
        roots.all.map(({ id, engine }): ReviewEngine => ({
          id,
          call: (method, params) => engine.call(method, params),
        })),
      post: (message) => void webview.postMessage(message),
      newToken,
      now: () => Date.now(),
      mayWrite: () => vscode.workspace.isTrusted,
      isSharing: (root) =>
        vscode.workspace.getConfiguration(undefined, vscode.Uri.parse(root)).get<unknown>(SHARE) === true,
      words: () => ({ words: pageWords(), language: vscode.env.language }),
      changed: async (id) => {
        const root = states.root(id);
        if (root !== undefined) await states.refresh(root);
      },
      sentence,
    });
    this.#own.add(
      webview.onDidReceiveMessage((value: unknown) => {
        const message = parseToHost(value);
        if (message !== undefined) void this.session.receive(message);
      }),
    );
    this.#own.add(states.onDidChange(() => void this.session.refresh()));
    this.#own.add(
      this.#panel.onDidDispose(() => {
        this.#own.dispose();
        ended();
      }),
    );
    webview.html = pageHtml(webview, assets, newToken());
  }

  reveal(): void {
    this.#panel.reveal(undefined, false);
  }

  dispose(): void {
    this.#panel.dispose();
  }
}

/** An entry of a root, or the next that waits where none is named. */
export type Wanted =
  | { readonly kind: "next" }
  | { readonly kind: "entry"; readonly root: string | undefined; readonly ref: EntryRef }
  | { readonly kind: "form"; readonly root: string; readonly text: string };

/** Shows what is wanted in a panel. */
export async function show({ session }: ReviewPanel, wanted: Wanted): Promise<void> {
  switch (wanted.kind) {
    case "next":
      return session.openNext();
    case "entry":
      return session.open(wanted.root, wanted.ref);
    case "form":
      return session.propose(wanted.root, wanted.text);
  }
}
