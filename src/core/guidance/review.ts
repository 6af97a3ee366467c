import { SddError } from "../errors.js";
import type { ApprovalDecision } from "./approvals.js";
import { rememberingHash } from "./canonical.js";
import {
  checkDomain,
  checkReason,
  type DomainInput,
  type ProposalInput,
  type ProposalProblem,
} from "./checks.js";
import { Domains } from "./domains.js";
import type { DomainState, GuidanceContent, GuidanceDomain, GuidanceEntry } from "./entry.js";
import {
  type Act,
  type EntryChange,
  isProblem,
  planAcceptance,
  planApproval,
  planClosing,
  planDecline,
  type PlanSources,
  planSupersession,
  reversals,
  type ReviewPlan,
  type ReviewProblem,
  isSameEntry,
  replaceEntries,
  type Shown,
} from "./review-plan.js";
import type { GuidancePorts } from "./service.js";
import type { GuidanceStore } from "./store-document.js";
import { type UnverifiedEntry, unverifiedEntries } from "./unverified.js";

/** How long an act can be undone, in milliseconds. */
const UNDO_MS = 60_000;

export type ReviewOutcome =
  | {
      readonly ok: true;
      /** The entries as they are now. */
      readonly entries: readonly GuidanceEntry[];
      /** For `undo`, within a minute; an undoing cannot be undone. */
      readonly undo: string | undefined;
      /** Why the team's files could not be written, where they could not: the decision stands. */
      readonly notShared: SddError | undefined;
    }
  | ({ readonly ok: false } & ReviewProblem);

export interface ReviewOptions {
  /** Whether approved entries are also written to the team's tracked files. */
  readonly isSharing?: () => boolean;
}

interface Undoable {
  readonly token: string;
  readonly doneAt: number;
  readonly changes: readonly EntryChange[];
  readonly reversals: readonly ApprovalDecision[];
  readonly wasShared: boolean;
}

/** Older acts than so many are past undoing anyway. */
const MOST_UNDOABLE = 50;

type Planner = (sources: PlanSources) => ReviewPlan | ReviewProblem;

/**
 * What a person decides. Only the extension's review makes one of these: neither the MCP server nor the command line nor
 * a command of the extension may (DESIGN §2, rule 3).
 *
 * Every act is bound to the hash of what was shown, and goes store first, record second: killed between the two, it has
 * approved nothing. All methods reject with `SddError` where the store or the record cannot be written; then nothing was
 * decided.
 */
export class GuidanceReview {
  readonly #ports: GuidancePorts;
  readonly #hashOf: (content: GuidanceContent) => string;
  readonly #isSharing: () => boolean;
  #undoable: Undoable[] = [];
  #acts = 0;

  constructor(ports: GuidancePorts, { isSharing = () => false }: ReviewOptions = {}) {
    this.#ports = ports;
    this.#hashOf = rememberingHash(ports.hasher);
    this.#isSharing = isSharing;
  }

  approve(shown: Shown, who: string): Promise<ReviewOutcome> {
    return this.#act((sources) => planApproval(sources, shown, this.#by(who)));
  }

  /** Approves other content than was proposed; the hash is that of what was proposed, as shown before the edits. */
  approveWithEdits(shown: Shown, edits: ProposalInput, who: string): Promise<ReviewOutcome> {
    return this.#act((sources) => {
      const domain = new Domains(sources.document).find(edits.domain ?? "")?.domain ?? edits.domain;
      return planApproval(sources, shown, this.#by(who), { ...edits, domain });
    });
  }

  reject(shown: Shown, reason: string, who: string): Promise<ReviewOutcome> {
    return this.#close(shown, reason, who, "rejected");
  }

  archive(shown: Shown, reason: string, who: string): Promise<ReviewOutcome> {
    return this.#close(shown, reason, who, "archived");
  }

  /** Approves a pending entry in the place of an approved one. */
  supersede(shown: Shown, superseded: Shown, who: string): Promise<ReviewOutcome> {
    return this.#act((sources) => planSupersession(sources, shown, superseded, this.#by(who)));
  }

  /** Accepts one of `GuidanceService.unverified()`. */
  accept(shown: Shown & Pick<UnverifiedEntry, "from">, who: string): Promise<ReviewOutcome> {
    return this.#act((sources) => {
      const found = this.#unverified(sources, shown);
      return isProblem(found) ? found : planAcceptance(sources, found, this.#by(who));
    });
  }

  /** Accepts several that were reviewed; each has its own outcome, in their order. */
  async acceptAll(
    shown: readonly (Shown & Pick<UnverifiedEntry, "from">)[],
    who: string,
  ): Promise<readonly ReviewOutcome[]> {
    const outcomes: ReviewOutcome[] = [];
    for (const one of shown) outcomes.push(await this.accept(one, who));
    return outcomes;
  }

  /** Turns one of `GuidanceService.unverified()` down. */
  decline(shown: Shown & Pick<UnverifiedEntry, "from">, reason: string, who: string): Promise<ReviewOutcome> {
    return this.#withReason(reason, (text) => (sources) => {
      const found = this.#unverified(sources, shown);
      return isProblem(found) ? found : planDecline(sources, found, this.#by(who), text);
    });
  }

  /** Takes back an act of the last minute, unless what it left has changed since. */
  async undo(token: string, who: string): Promise<ReviewOutcome> {
    const done = this.#undoable.find((each) => each.token === token);
    if (done === undefined || this.#ports.clock.now() - done.doneAt > UNDO_MS)
      return { ok: false, problem: "undo-expired" };
    const back = done.changes.map(({ before, after }) => ({ before: after, after: before }));
    let problem: ReviewProblem | undefined;
    await this.#ports.store.update((document) => {
      problem = this.#changedSince(document, done.changes);
      return problem === undefined ? replaceEntries(document, back) : document;
    });
    if (problem !== undefined) return { ok: false, ...problem };
    const act = this.#by(who);
    await this.#record(
      done.reversals.map((each) => ({ ...each, ...act })),
      back,
    );
    this.#undoable = this.#undoable.filter((each) => each !== done);
    const entries = done.changes.flatMap(({ before }) => before ?? []);
    return {
      ok: true,
      entries,
      undo: undefined,
      notShared: done.wasShared ? this.#share(entries) : undefined,
    };
  }

  /** Makes a domain, or changes the one of this name. */
  async saveDomain(input: DomainInput): Promise<GuidanceDomain | readonly ProposalProblem[]> {
    const checked = checkDomain(input);
    if (!checked.ok) return checked.problems;
    return this.#changeDomain(checked.domain.domain, (old) => ({
      ...{ domain: old.domain, state: old.state, always_on: checked.domain.always_on },
      ...{ recall: checked.domain.recall, description: checked.domain.description },
    }));
  }

  /** Switches a domain on or off. */
  setDomainState(name: string, state: DomainState): Promise<GuidanceDomain> {
    return this.#changeDomain(name, (old) => ({ ...old, state }));
  }

  async #changeDomain(
    name: string,
    change: (old: GuidanceDomain) => GuidanceDomain,
  ): Promise<GuidanceDomain> {
    let changed: GuidanceDomain | undefined;
    await this.#ports.store.update((document) => {
      const old = new Domains(document).of({ domain: name });
      const next = (changed = change(old));
      const others = document.domains.filter(({ domain }) => domain !== old.domain);
      return { ...document, domains: [...others, next] };
    });
    if (changed === undefined) throw new SddError("internal", "the store did not change the domain");
    return changed;
  }

  #close(shown: Shown, reason: string, who: string, status: "rejected" | "archived"): Promise<ReviewOutcome> {
    return this.#withReason(
      reason,
      (text) => (sources) => planClosing(sources, shown, this.#by(who), status, text),
    );
  }

  async #withReason(reason: string, planner: (text: string | null) => Planner): Promise<ReviewOutcome> {
    const checked = checkReason(reason);
    if (!checked.ok) return { ok: false, problem: "refused", problems: checked.problems };
    return this.#act(planner(checked.reason === "" ? null : checked.reason));
  }

  #by(who: string): Act {
    return { who, at: new Date(this.#ports.clock.now()).toISOString() };
  }

  #unverified(
    { document, decisions }: PlanSources,
    { id, sha256, from }: Shown & Pick<UnverifiedEntry, "from">,
  ): UnverifiedEntry | ReviewProblem {
    const shared = this.#ports.shared?.list() ?? new Map<string, GuidanceEntry>();
    const all = unverifiedEntries({ guidance: document.guidance, shared, decisions, hashOf: this.#hashOf });
    const found = all.find((each) => each.entry.id === id && each.from === from);
    if (found === undefined) return { problem: "missing", id };
    return found.sha256 === sha256 ? found : { problem: "changed", now: found.entry, sha256: found.sha256 };
  }

  async #act(planner: Planner): Promise<ReviewOutcome> {
    const decisions = this.#ports.approvals.decisions();
    let plan: ReviewPlan | ReviewProblem | undefined;
    await this.#ports.store.update((document) => {
      plan = planner({ document, decisions, hashOf: this.#hashOf });
      return isProblem(plan) ? document : replaceEntries(document, plan.changes);
    });
    if (plan === undefined) throw new SddError("internal", "the store did not plan the act");
    if (isProblem(plan)) return { ok: false, ...plan };
    const back = reversals(plan.decisions, decisions);
    await this.#record(plan.decisions, plan.changes);
    const entries = plan.changes.flatMap(({ after }) => after ?? []);
    const wasShared = this.#isSharing() && plan.keepsFiles !== true;
    const notShared = wasShared ? this.#share(entries) : undefined;
    const undo = `undo-${++this.#acts}`;
    const done = {
      token: undo,
      doneAt: this.#ports.clock.now(),
      changes: plan.changes,
      reversals: back,
      wasShared,
    };
    this.#undoable = [...this.#undoable.slice(1 - MOST_UNDOABLE), done];
    return { ok: true, entries, undo, notShared };
  }

  /** What an act left is not as it left it: then it cannot be taken back. */
  #changedSince(document: GuidanceStore, changes: readonly EntryChange[]): ReviewProblem | undefined {
    for (const { after } of changes) {
      if (after === undefined) continue;
      const now = document.guidance.find(({ id }) => id === after.id);
      if (now === undefined) return { problem: "missing", id: after.id };
      if (!isSameEntry(now, after)) return { problem: "changed", now, sha256: this.#hashOf(now) };
    }
    return undefined;
  }

  /** Records decisions; where that fails, the store goes back to what it was, and the error on. */
  async #record(decisions: readonly ApprovalDecision[], changes: readonly EntryChange[]): Promise<void> {
    try {
      this.#ports.approvals.record(decisions);
    } catch (error) {
      const back = changes.map(({ before, after }) => ({ before: after, after: before }));
      await this.#ports.store.update((document) =>
        this.#changedSince(document, changes) === undefined ? replaceEntries(document, back) : document,
      );
      throw error;
    }
  }

  /** Writes approved entries, and the others where a file of theirs is there already. */
  #share(entries: readonly GuidanceEntry[]): SddError | undefined {
    const { shared } = this.#ports;
    if (shared === undefined) return undefined;
    try {
      const files = shared.list();
      shared.write(entries.filter(({ id, status }) => status === "approved" || files.has(id)));
      return undefined;
    } catch (error) {
      if (error instanceof SddError) return error;
      throw error;
    }
  }
}
