import * as vscode from "vscode";
import { ContextKey } from "../base/context-key.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { errorSentence, toSddError } from "../commands/errors.js";
import { COMMANDS, GUIDANCE_VIEW } from "../commands/ids.js";
import type { CommandRegistry } from "../commands/register.js";
import { amountOf } from "../packs/words.js";
import { placeOf } from "../project/place.js";
import type { ProjectRoots } from "../project/roots.js";
import { createDomain, editDomain, switchDomain } from "./domains.js";
import { hasAny, pendingIn } from "./model.js";
import { demandTrust, entryOf, pickRoot } from "./place.js";
import type { ReviewPanel, Wanted } from "./review/panel.js";
import { GuidanceStates } from "./states.js";
import { GuidanceTree, type GuidanceHandle } from "./tree.js";

/** The text that is selected in the active editor. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? "" : editor.document.getText(editor.selection);
}

/** The view Guidance, its commands, and the review that they open; everything it owns ends with it. */
export class GuidanceView implements DisposableLike {
  readonly #own = new Disposables();
  readonly #extensionUri: vscode.Uri;
  readonly #roots: ProjectRoots;
  readonly #key = new ContextKey<"filled" | "empty">("sdd.guidance");
  readonly #view: vscode.TreeView<GuidanceHandle>;
  readonly states: GuidanceStates;
  readonly tree: GuidanceTree;
  #panel: ReviewPanel | undefined;

  constructor(extensionUri: vscode.Uri, roots: ProjectRoots, log: SafeLog) {
    this.#extensionUri = extensionUri;
    this.#roots = roots;
    this.states = this.#own.add(new GuidanceStates(roots, log));
    this.tree = this.#own.add(new GuidanceTree(this.states));
    this.#view = this.#own.add(
      vscode.window.createTreeView(GUIDANCE_VIEW, { treeDataProvider: this.tree, showCollapseAll: true }),
    );
    this.#own.add(
      this.states.onDidChange(() => {
        this.#say();
      }),
    );
    this.#own.add({ dispose: () => this.#panel?.dispose() });
  }

  /** What tests see of it. */
  get said(): { readonly badge: number | undefined; readonly reviewed: string | undefined } {
    return { badge: this.#view.badge?.value, reviewed: this.#panel?.session.current?.id };
  }

  register(commands: CommandRegistry): void {
    const { states } = this;
    const roots = this.#roots;
    // Whatever these are run with, they decide nothing: they show an entry, and a person decides in the review.
    const open = ([at]: readonly unknown[]): Promise<void> => this.#open(at);
    commands.register(COMMANDS.openGuidance, open);
    commands.register(COMMANDS.approveGuidance, open);
    commands.register(COMMANDS.rejectGuidance, open);
    commands.register(COMMANDS.archiveGuidance, open);
    commands.register(COMMANDS.reviewNext, () => this.#show({ kind: "next" }));
    commands.register(COMMANDS.proposeGuidance, ([at]) => this.#propose(at));
    commands.register(COMMANDS.createDomain, (args) => createDomain(roots, states, args));
    commands.register(COMMANDS.editDomain, (args) => editDomain(roots, states, args));
    commands.register(COMMANDS.switchDomainOff, (args) => switchDomain(roots, states, args, "inactive"));
    commands.register(COMMANDS.switchDomainOn, (args) => switchDomain(roots, states, args, "active"));
  }

  dispose(): void {
    this.#own.dispose();
  }

  #open(argument: unknown): Promise<void> {
    const at = entryOf(argument);
    if (at === undefined) return this.#show({ kind: "next" });
    return this.#show({ kind: "entry", root: at.root, ref: { id: at.id, from: at.from } });
  }

  async #propose(argument: unknown): Promise<void> {
    demandTrust();
    const text = selectedText();
    const title = vscode.l10n.t("Propose guidance");
    const root = await pickRoot(this.#roots, placeOf(argument).root, title);
    await this.#show({ kind: "form", root: root.id, text });
  }

  async #show(wanted: Wanted): Promise<void> {
    this.#roots.required();
    // The panel and its messages are loaded when they are first wanted.
    const { ReviewPanel, show } = await import("./review/panel.js");
    if (this.#panel === undefined) {
      this.#panel = new ReviewPanel({
        extensionUri: this.#extensionUri,
        roots: this.#roots,
        states: this.states,
        sentence: (error) => errorSentence(toSddError(error)),
        ended: () => {
          this.#panel = undefined;
        },
      });
    } else this.#panel.reveal();
    await show(this.#panel, wanted);
  }

  #say(): void {
    const roots = this.states.all;
    const isFilled = hasAny(roots);
    if (isFilled !== undefined) this.#key.set(isFilled ? "filled" : "empty");
    const pending = pendingIn(roots);
    this.#view.badge =
      pending === 0
        ? undefined
        : { value: pending, tooltip: vscode.l10n.t("Guidance to review: {0}", amountOf(pending)) };
  }
}
