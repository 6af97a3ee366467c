import * as vscode from "vscode";
import { ContextKey } from "../base/context-key.js";
import { Disposables, type DisposableLike } from "../base/disposables.js";
import type { SafeLog } from "../base/log.js";
import { COMMANDS, LEARNINGS_VIEW } from "../commands/ids.js";
import type { CommandRegistry } from "../commands/register.js";
import { amountOf } from "../packs/words.js";
import { placeOf } from "../project/place.js";
import type { ProjectRoots } from "../project/roots.js";
import { SectionTexts, showChanges } from "./changes.js";
import { learn } from "./learn.js";
import { staleCounts, type LearningRoot } from "./model.js";
import { dismiss, refreshFromDocument, restore, reverify } from "./review.js";
import { reopen, settle } from "./settle.js";
import { LearningStates } from "./states.js";
import { LearningTree, type LearningHandle } from "./tree.js";

/** What the view says above its items: how many learnings are stale, and what is to be made of that. */
function messageOf(roots: readonly LearningRoot[]): string {
  const { look, fine } = staleCounts(roots);
  if (look + fine === 0) return "";
  if (look === 0) return vscode.l10n.t("{0} stale, all probably fine", amountOf(fine));
  if (fine === 0) return vscode.l10n.t("{0} stale, to look at", amountOf(look));
  return vscode.l10n.t(
    "{0} stale: {1} to look at, {2} probably fine",
    amountOf(look + fine),
    amountOf(look),
    amountOf(fine),
  );
}

/** What the welcome texts ask for: `filled` where any root has learnings, else why there are none. */
function stateOf(roots: readonly LearningRoot[]): "filled" | "none" | "off" | undefined {
  const states = roots.flatMap(({ learnings }) => learnings?.state ?? []);
  if (states.includes("learned")) return "filled";
  if (states.length < roots.length) return undefined;
  return states.includes("none") || states.length === 0 ? "none" : "off";
}

/** The view Learnings, its commands, and what it shows; everything it owns ends with it. */
export class LearningsView implements DisposableLike {
  readonly #own = new Disposables();
  readonly #key = new ContextKey<"filled" | "none" | "off">("sdd.learnings");
  readonly #view: vscode.TreeView<LearningHandle>;
  readonly states: LearningStates;
  readonly tree: LearningTree;

  constructor(roots: ProjectRoots, log: SafeLog) {
    this.states = this.#own.add(new LearningStates(roots, log));
    this.tree = this.#own.add(new LearningTree(this.states));
    this.#view = this.#own.add(
      vscode.window.createTreeView(LEARNINGS_VIEW, {
        treeDataProvider: this.tree,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
    this.#own.add(
      this.states.onDidChange(() => {
        this.#say(this.states.all);
      }),
    );
  }

  /** What tests see of it. */
  get said(): { readonly badge: number | undefined; readonly message: string | undefined } {
    return { badge: this.#view.badge?.value, message: this.#view.message };
  }

  register(commands: CommandRegistry, roots: ProjectRoots): void {
    const { states } = this;
    const texts = this.#own.add(new SectionTexts());
    const reason = (given: unknown): string | undefined => (typeof given === "string" ? given : undefined);
    commands.register(COMMANDS.learn, ([at, scope]) => learn(roots, states, placeOf(at), scope === "all"));
    commands.register(COMMANDS.reverify, (args) => reverify(roots, states, args));
    commands.register(COMMANDS.refreshLearning, (args) => refreshFromDocument(roots, states, args));
    commands.register(COMMANDS.dismiss, (args) => dismiss(roots, states, args, reason(args[2])));
    commands.register(COMMANDS.restore, (args) => restore(roots, states, args));
    commands.register(COMMANDS.showChanges, (args) => showChanges(roots, texts, args));
    commands.register(COMMANDS.settle, (args) => settle(roots, states, args, reason(args[2])));
    commands.register(COMMANDS.reopen, (args) => reopen(roots, states, args));
  }

  dispose(): void {
    this.#own.dispose();
  }

  #say(roots: readonly LearningRoot[]): void {
    const state = stateOf(roots);
    if (state !== undefined) this.#key.set(state);
    this.#view.message = messageOf(roots);
    // What is probably fine calls nobody.
    const { look } = staleCounts(roots);
    this.#view.badge =
      look === 0
        ? undefined
        : { value: look, tooltip: vscode.l10n.t("Stale learnings to look at: {0}", amountOf(look)) };
  }
}
