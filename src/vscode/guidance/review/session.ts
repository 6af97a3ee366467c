import { l10n } from "vscode";
import type { GuidanceContent } from "../../../core/guidance/entry.js";
import type {
  DecisionOutcome,
  EntryRef,
  GuidanceDecision,
  GuidanceGroup,
  GuidanceMethods,
  GuidanceView,
} from "../../../node/engine-guidance-api.js";
import type {
  ActMessage,
  FormFields,
  MessageToHost,
  MessageToPage,
  Notice,
  Undo,
} from "../../../protocol/review.js";
import { amountOf } from "../../packs/words.js";
import { problemSentence } from "../problems.js";
import { doneSentence, emptySentence, outcomeSentence } from "./sentences.js";
import { fieldsOf, shapeOf, typeChoices } from "./shape.js";
import { dryRunLines, dryRunSentence } from "./dry-run.js";

/** What the review asks of a root's engine. */
export interface ReviewEngine {
  /** The root's id. */
  readonly id: string;
  call<M extends keyof GuidanceMethods>(
    method: M,
    params: Parameters<GuidanceMethods[M]>[0],
  ): Promise<ReturnType<GuidanceMethods[M]>>;
}

export interface ReviewHost {
  engines(): readonly ReviewEngine[];
  post(message: MessageToPage): void;
  /** 32 hex digits that nobody can guess. */
  newToken(): string;
  now(): number;
  mayWrite(): boolean;
  /** Whether the team's files are written too. */
  isSharing(root: string): boolean;
  words(): { readonly words: Readonly<Record<string, string>>; readonly language: string };
  /** A store was changed by this review. */
  changed(root: string): Promise<void>;
  /** What went wrong, in the person's language. */
  sentence(error: unknown): Promise<string>;
}

/** What the page shows. A token is good for one act on exactly this. */
type Shown =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "entry";
      readonly engine: ReviewEngine;
      readonly view: GuidanceView;
      token: string | null;
    }
  | {
      readonly kind: "form";
      readonly engine: ReviewEngine;
      readonly fields: FormFields;
      token: string | null;
    };

interface Seen {
  readonly engine: ReviewEngine;
  readonly view: GuidanceView;
}

interface Undoable {
  readonly token: string;
  readonly until: number;
  readonly text: string;
  readonly acts: readonly { readonly engine: ReviewEngine; readonly undo: string }[];
}

const UNDO_MS = 60_000;

const NONE: FormFields = { type: "convention", domain: "", text: "", rationale: "", recall: [], paths: [] };

const keyOf = ({ id }: ReviewEngine, ref: EntryRef): string => `${id} ${ref.from} ${ref.id}`;

/**
 * One review: which entry the page shows, and what may be done with it. It alone decides (DESIGN §2, rule 3): an act needs
 * the token that was handed out with what is shown; the token is spent by it, and the decision is bound to the hash of
 * what was shown, so what changed meanwhile is refused and shown anew.
 */
export class ReviewSession {
  readonly #host: ReviewHost;
  readonly #seen = new Map<string, Seen>();
  #shown: Shown = { kind: "nothing" };
  #notice: Notice | null = null;
  #undo: Undoable | undefined;
  #before: GuidanceContent | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(host: ReviewHost) {
    this.#host = host;
  }

  /** What is shown, for tests and for the panel's own questions. */
  get current(): (EntryRef & { readonly root: string }) | undefined {
    if (this.#shown.kind !== "entry") return undefined;
    const { engine, view } = this.#shown;
    return { root: engine.id, id: view.id, from: view.from };
  }

  /** Takes a message of the page; they are worked off one after another. */
  receive(message: MessageToHost): Promise<void> {
    return this.#inTurn(() => this.#handle(message));
  }

  /** Shows an entry; where there is none such, the next one that waits. */
  open(root: string | undefined, ref: EntryRef): Promise<void> {
    return this.#inTurn(async () => {
      for (const engine of this.#host.engines()) {
        if (root !== undefined && engine.id !== root) continue;
        if (await this.#show(engine, ref)) return;
      }
      this.#notice = { kind: "problem", text: l10n.t("There is no such entry any more.") };
      await this.#next(undefined);
    });
  }

  /** Shows what waits longest. */
  openNext(): Promise<void> {
    return this.#inTurn(() => this.#next(undefined));
  }

  /** Shows an empty form, or one with a text in it. */
  propose(root: string, text: string): Promise<void> {
    return this.#inTurn(async () => {
      const engine = this.#host.engines().find(({ id }) => id === root);
      if (engine === undefined) return;
      this.#shown = { kind: "form", engine, fields: { ...NONE, text }, token: null };
      await this.#post();
    });
  }

  /** The store changed: where nothing was there to be shown, something may be now. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#shown.kind === "nothing") await this.#showNext(undefined);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.#last.then(work).catch(async (error: unknown) => {
      await this.#refuse(await this.#host.sentence(error));
    });
    this.#last = run;
    return run;
  }

  async #handle(message: MessageToHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#host.post({ type: "init", ...this.#host.words(), types: typeChoices() });
        return this.#post();
      case "act":
        return this.#act(message);
      case "propose":
        return this.#propose(message.token, message.fields);
      case "undo":
        return this.#takeBack(message.token);
      case "move":
        return this.#move(message.by);
      case "open":
        return this.#openNeighbour(message.id);
      case "dryRun":
        return this.#dryRun(message.number, message.prompt, message.fields ?? undefined);
    }
  }

  async #act(message: ActMessage): Promise<void> {
    const shown = this.#shown;
    if (shown.kind !== "entry" || shown.token === null || shown.token !== message.token) {
      this.#notice = { kind: "problem", text: l10n.t("Nothing was decided: look at it once more.") };
      return this.#post();
    }
    shown.token = null;
    if (!this.#host.mayWrite()) return this.#post();
    const { engine, view } = shown;
    if (message.act === "acceptAll") return this.#acceptAll(view);
    const decision = decisionOf(message, view);
    if (decision === undefined) return this.#post();
    const share = this.#host.isSharing(engine.id);
    const outcome = await engine.call("decideGuidance", { decision, share });
    if (!outcome.ok) return this.#refused(outcome, engine, view);
    this.#seen.delete(keyOf(engine, view));
    const text = doneSentence(message.act, view.entry.text);
    const acts = outcome.undo === undefined ? [] : [{ engine, undo: outcome.undo }];
    this.#done(text, acts, outcome.notShared === undefined ? [] : [outcome.notShared]);
    await this.#host.changed(engine.id);
    await this.#next(view.group);
  }

  /** Accepts all unverified entries that were looked at, each as it was shown. */
  async #acceptAll({ group }: GuidanceView): Promise<void> {
    const acts: { engine: ReviewEngine; undo: string }[] = [];
    const problems: string[] = [];
    let refused = 0;
    const seen = [...this.#seen.values()];
    for (const { engine, view } of seen) {
      const decision = {
        act: "accept",
        shown: { id: view.id, sha256: view.sha256, from: view.from },
      } as const;
      const share = this.#host.isSharing(engine.id);
      const outcome = await engine.call("decideGuidance", { decision, share });
      this.#seen.delete(keyOf(engine, view));
      if (!outcome.ok) refused++;
      else if (outcome.undo !== undefined) acts.push({ engine, undo: outcome.undo });
      if (outcome.ok && outcome.notShared !== undefined) problems.push(outcome.notShared);
    }
    if (refused > 0)
      problems.unshift(l10n.t("Not accepted, look at them once more: {0}.", amountOf(refused)));
    this.#done(l10n.t("Accepted: {0}.", amountOf(seen.length - refused)), acts, problems);
    for (const id of new Set(seen.map(({ engine }) => engine.id))) await this.#host.changed(id);
    await this.#next(group);
  }

  #done(text: string, acts: Undoable["acts"], problems: readonly string[]): void {
    const kind = problems.length === 0 ? "done" : "problem";
    this.#notice = { kind, text: [text, ...problems].join(" ").slice(0, 1_900) };
    const until = this.#host.now() + UNDO_MS;
    this.#undo = acts.length === 0 ? undefined : { token: this.#host.newToken(), until, text, acts };
  }

  async #refused(outcome: DecisionOutcome & { ok: false }, engine: ReviewEngine, view: GuidanceView) {
    switch (outcome.problem) {
      case "refused":
        return this.#refuse(
          l10n.t("Nothing was decided."),
          outcome.problems.map((problem) => ({ field: problem.field, text: problemSentence(problem) })),
        );
      case "redacted":
        return this.#refuse(outcomeSentence(outcome), [], fieldsOf(outcome.content));
      case "reason-missing":
        return this.#refuse(outcomeSentence(outcome));
      default: {
        this.#notice = { kind: "problem", text: outcomeSentence(outcome) };
        await this.#host.changed(engine.id);
        this.#before = outcome.problem === "changed" ? view.entry : undefined;
        if (!(await this.#show(engine, view))) await this.#next(view.group);
      }
    }
  }

  /** What is shown and typed stays, and gets a new token. */
  async #refuse(
    text: string,
    problems: readonly { readonly field: string; readonly text: string }[] = [],
    fields: FormFields | null = null,
  ): Promise<void> {
    const shown = this.#shown;
    if (shown.kind === "nothing") {
      this.#notice = { kind: "problem", text };
      return this.#post();
    }
    const token = (shown.token = this.#host.newToken());
    this.#host.post({ type: "problem", token, text: text.slice(0, 1_900), problems: [...problems], fields });
  }

  async #propose(token: string, fields: FormFields): Promise<void> {
    const shown = this.#shown;
    // Posting the form anew would take away what was typed.
    if (shown.kind !== "form" || shown.token === null || shown.token !== token) return;
    shown.token = null;
    const { engine } = shown;
    const outcome = await engine.call("proposeGuidance", fields);
    if (outcome.outcome === "refused") {
      const problems = outcome.problems.map((each) => ({ field: each.field, text: problemSentence(each) }));
      return this.#refuse(l10n.t("Nothing was proposed."), problems);
    }
    const isNew = outcome.outcome === "queued";
    const text = isNew
      ? l10n.t("Proposed. It is given to agents once you approve it.")
      : l10n.t("This text is there already.");
    this.#notice = { kind: isNew ? "done" : "problem", text };
    await this.#host.changed(engine.id);
    if (!(await this.#show(engine, outcome.ref))) await this.#next(undefined);
  }

  async #takeBack(token: string): Promise<void> {
    const undo = this.#undo;
    if (undo?.token !== token) return;
    this.#undo = undefined;
    let refused = 0;
    for (const act of undo.acts) {
      const outcome = await act.engine.call("undoGuidance", { undo: act.undo });
      if (!outcome.ok) refused++;
    }
    const text = refused === 0 ? l10n.t("Taken back.") : l10n.t("It can no longer be taken back.");
    this.#notice = { kind: refused === 0 ? "done" : "problem", text };
    for (const id of new Set(undo.acts.map(({ engine }) => engine.id))) await this.#host.changed(id);
    await this.#next(undefined);
  }

  async #move(by: 1 | -1): Promise<void> {
    const shown = this.#shown;
    if (shown.kind !== "entry") return this.#next(undefined);
    const queue = await this.#queue(shown.view.group);
    const at = queue.findIndex((each) => keyOf(each.engine, each.ref) === keyOf(shown.engine, shown.view));
    const next = queue[(at + by + queue.length) % Math.max(queue.length, 1)];
    if (next === undefined || !(await this.#show(next.engine, next.ref))) await this.#next(undefined);
  }

  async #openNeighbour(id: string): Promise<void> {
    const shown = this.#shown;
    if (shown.kind !== "entry" || !shown.view.similar.some((each) => each.id === id)) return;
    await this.#show(shown.engine, { id, from: "store" });
  }

  async #dryRun(number: number, prompt: string, edits: FormFields | undefined): Promise<void> {
    const shown = this.#shown;
    if (shown.kind !== "entry") return;
    const { id, from } = shown.view;
    const asked = { id, from, prompt };
    const run = await shown.engine.call("guidanceDryRun", edits === undefined ? asked : { ...asked, edits });
    if (run === undefined) return;
    this.#host.post({ type: "dryRun", number, sentence: dryRunSentence(run), ...dryRunLines(run, id) });
  }

  async #queue(group: GuidanceGroup) {
    const all: { engine: ReviewEngine; ref: EntryRef }[] = [];
    for (const engine of this.#host.engines()) {
      const { lines } = await engine.call("guidanceLines", { group, from: 0 });
      all.push(...lines.map(({ id, from }) => ({ engine, ref: { id, from } })));
    }
    return all;
  }

  /** What comes next, or that nothing does. */
  async #next(group: GuidanceGroup | undefined): Promise<void> {
    if (await this.#showNext(group)) return;
    this.#shown = { kind: "nothing" };
    await this.#post();
  }

  /** Of the same list as long as it has any, else what is pending, else what is unverified. @returns whether there was any */
  async #showNext(group: GuidanceGroup | undefined): Promise<boolean> {
    const groups: readonly GuidanceGroup[] =
      group === "unverified" ? ["unverified", "pending"] : ["pending", "unverified"];
    for (const each of groups) {
      const queue = await this.#queue(each);
      const unseen = queue.filter(({ engine, ref }) => !this.#seen.has(keyOf(engine, ref)));
      for (const { engine, ref } of [...unseen, ...queue]) if (await this.#show(engine, ref)) return true;
    }
    return false;
  }

  /** @returns whether there is such an entry */
  async #show(engine: ReviewEngine, { id, from }: EntryRef): Promise<boolean> {
    const view = await engine.call("guidanceEntry", { id, from });
    if (view === undefined) return false;
    this.#shown = { kind: "entry", engine, view, token: null };
    if (view.group === "unverified") this.#seen.set(keyOf(engine, view), { engine, view });
    await this.#post();
    return true;
  }

  /** Posts what is shown with a new token; a notice is said once. */
  async #post(): Promise<void> {
    const shown = this.#shown;
    const frame = { notice: this.#notice, undo: this.#undoFrame() };
    this.#notice = null;
    if (shown.kind === "nothing") {
      this.#host.post({ type: "empty", text: emptySentence(), ...frame });
      return;
    }
    const { domains } = await shown.engine.call("guidance", {});
    const names = domains.map(({ domain }) => domain).slice(0, 1_000);
    const token = (shown.token = this.#host.newToken());
    if (shown.kind === "form") {
      this.#host.post({ type: "form", token, fields: shown.fields, domains: names, ...frame });
      return;
    }
    const { view, engine } = shown;
    const queue = await this.#queue(view.group);
    const at = queue.findIndex((each) => keyOf(each.engine, each.ref) === keyOf(engine, view));
    const place = l10n.t("{0} of {1}", amountOf(at + 1), amountOf(queue.length));
    const before = this.#before;
    this.#before = undefined;
    const entry = shapeOf(view, { mayWrite: this.#host.mayWrite(), seen: this.#seen.size, before });
    this.#host.post({ type: "show", token, place, entry, domains: names, ...frame });
  }

  #undoFrame(): Undo | null {
    const undo = this.#undo;
    const seconds = undo === undefined ? 0 : Math.floor((undo.until - this.#host.now()) / 1000);
    return undo === undefined || seconds <= 0 ? null : { token: undo.token, text: undo.text, seconds };
  }
}

/** The decision that an act on what is shown asks for; `undefined` where it names what is not shown. */
function decisionOf(message: ActMessage, view: GuidanceView): GuidanceDecision | undefined {
  const shown = { id: view.id, sha256: view.sha256 };
  switch (message.act) {
    case "approve":
      return { act: "approve", shown };
    case "edit":
      return { act: "edit", shown, edits: message.fields };
    case "reject":
    case "archive":
      return { act: message.act, shown, reason: message.reason };
    case "supersede": {
      const other = view.similar.find(({ id, isVerified }) => id === message.other && isVerified);
      return other && { act: "supersede", shown, superseded: { id: other.id, sha256: other.sha256 } };
    }
    case "accept":
      return { act: "accept", shown: { ...shown, from: view.from } };
    case "decline":
      return { act: "decline", shown: { ...shown, from: view.from }, reason: message.reason };
    case "acceptAll":
      return undefined;
  }
}
