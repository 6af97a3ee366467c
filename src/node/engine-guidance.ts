import { userInfo } from "node:os";
import { join } from "node:path";
import { rememberingHash } from "../core/guidance/canonical.js";
import { checkProposal, type ProposalInput } from "../core/guidance/checks.js";
import type { GuidanceContent, GuidanceEntry } from "../core/guidance/entry.js";
import { agentView } from "../core/guidance/recall.js";
import { GuidanceReview, type ReviewOutcome } from "../core/guidance/review.js";
import { type DryRun, type GuidancePorts, GuidanceService } from "../core/guidance/service.js";
import { Neighbours } from "../core/guidance/similarity.js";
import type { UnverifiedEntry } from "../core/guidance/unverified.js";
import { redactShort } from "../core/redaction/redact.js";
import { compareCodeUnits } from "../core/text/fold.js";
import { userConfigFolder } from "./approvals.js";
import {
  type DecisionOutcome,
  type GuidanceDecision,
  type GuidanceGroup,
  type GuidanceLine,
  type GuidanceMethods,
  type GuidanceOverview,
  type GuidanceView,
  type LinesPart,
  type ManualOutcome,
  type Neighbour,
} from "./engine-guidance-api.js";
import { gitUserName } from "./git.js";
import { openGuidance } from "./guidance.js";

type Params<M extends keyof GuidanceMethods> = Parameters<GuidanceMethods[M]>[0];

/** Entries that cross in one message: the extension host takes it in at one go, and must not be held up by it. */
const PER_MESSAGE = 500;
/** A list's line shows no more of a text, in UTF-16 units. */
const LINE_UNITS = 200;
const MOST_SIMILAR = 10;

interface Listed extends Pick<UnverifiedEntry, "entry" | "from" | "sha256" | "current"> {
  readonly group: GuidanceGroup;
  readonly change: UnverifiedEntry["change"] | undefined;
}

function inputOf({ type, domain, text, rationale, recall, paths }: GuidanceContent): ProposalInput {
  return { type, domain, text, rationale, recall, paths };
}

function redacted(entry: GuidanceEntry): GuidanceEntry {
  const list = (values: readonly string[]): readonly string[] => values.map(redactShort);
  return {
    ...entry,
    domain: redactShort(entry.domain),
    text: redactShort(entry.text),
    rationale: redactShort(entry.rationale),
    recall: list(entry.recall),
    paths: list(entry.paths),
    proposed_by: redactShort(entry.proposed_by),
    review_reason: entry.review_reason === null ? null : redactShort(entry.review_reason),
  };
}

function lineOf({ entry, from, group, change }: Listed): GuidanceLine {
  const { id, status, type, proposed_at: at, reviewed_by: reviewedBy, reviewed_at: reviewedAt } = entry;
  const { domain, text, proposed_by: by, review_reason: reason } = redacted(entry);
  const shown = text.slice(0, LINE_UNITS);
  return {
    id,
    from,
    group,
    status,
    type,
    domain,
    text: shown,
    by,
    at,
    reviewedBy,
    reviewedAt,
    reason,
    change,
  };
}

/** The answer to a decision as it crosses to the extension. */
function outcomeOf(outcome: ReviewOutcome): DecisionOutcome {
  if (outcome.ok) return { ok: true, undo: outcome.undo, notShared: outcome.notShared?.message };
  if (outcome.problem !== "changed") return outcome;
  return { ...outcome, now: redacted(outcome.now) };
}

/**
 * The project's memory behind one message each. Decisions come from the extension's review alone: only its panel calls
 * `decideGuidance`, with the hash of what a person was shown (DESIGN §2, rule 3).
 */
export class GuidanceEngine {
  readonly #root: string;
  readonly #ports: GuidancePorts;
  readonly #service: GuidanceService;
  readonly #review: GuidanceReview;
  readonly #hashOf: (content: GuidanceContent) => string;
  readonly #neighbours = new Neighbours();
  readonly #configFolder: string | undefined;
  #isSharing = false;

  /** @param configFolder where the user's decisions are kept. */
  constructor(root: string, configFolder: string | undefined = userConfigFolder()) {
    this.#root = root;
    this.#configFolder = configFolder;
    this.#ports = openGuidance(root, { configFolder });
    this.#service = new GuidanceService(this.#ports);
    this.#review = new GuidanceReview(this.#ports, { isSharing: () => this.#isSharing });
    this.#hashOf = rememberingHash(this.#ports.hasher);
  }

  /** @throws SddError as the stores and the service do */
  async call(method: keyof GuidanceMethods, params: unknown): Promise<unknown> {
    switch (method) {
      case "guidance":
        return this.#overview();
      case "guidanceLines":
        return this.#lines(params as Params<"guidanceLines">);
      case "guidanceEntry":
        return this.#view(params as Params<"guidanceEntry">);
      case "guidanceDryRun":
        return this.#dryRun(params as Params<"guidanceDryRun">);
      case "decideGuidance": {
        const { decision, share } = params as Params<"decideGuidance">;
        this.#isSharing = share;
        return outcomeOf(await this.#decide(decision));
      }
      case "undoGuidance":
        return outcomeOf(await this.#review.undo((params as Params<"undoGuidance">).undo, this.#who()));
      case "proposeGuidance":
        return this.#propose(params as Params<"proposeGuidance">);
      case "saveDomain": {
        const saved = await this.#review.saveDomain(params as Params<"saveDomain">);
        return "domain" in saved ? [] : saved;
      }
      case "setDomainState": {
        const { domain, state } = params as Params<"setDomainState">;
        return (await this.#review.setDomainState(domain, state)).state;
      }
    }
  }

  /** Who decides: the name that git knows, else the one the system does. Asked only where the workspace is trusted. */
  #who(): string {
    return gitUserName(this.#root) ?? userInfo().username;
  }

  /** Every entry once in its list; what waits in a file for an entry that is in the store too comes beside that one. */
  #all(): readonly Listed[] {
    const waiting = this.#service.unverified();
    const inStore = new Set(waiting.filter(({ from }) => from === "store").map(({ entry }) => entry.id));
    const items = this.#service.list().filter(({ entry }) => !inStore.has(entry.id));
    const listed = items.map(({ entry, sha256 }): Listed => {
      const more = { from: "store", current: undefined, change: undefined } as const;
      return { entry, sha256, group: entry.status, ...more };
    });
    return [...listed, ...waiting.map((each): Listed => ({ ...each, group: "unverified" }))];
  }

  #overview(): GuidanceOverview {
    const all = this.#all();
    const counts = { pending: 0, unverified: 0, approved: 0, rejected: 0, archived: 0 };
    const approved = new Map<string, number>();
    for (const { group, entry } of all) {
      counts[group]++;
      if (group === "approved") approved.set(entry.domain, (approved.get(entry.domain) ?? 0) + 1);
    }
    const domains = this.#service.domains();
    const prints = all.map(({ entry, from, group, sha256 }) => [entry.id, from, group, sha256].join(" "));
    return {
      version: this.#ports.hasher.sha256(JSON.stringify([prints.sort(compareCodeUnits), domains])),
      counts,
      approved: [...approved]
        .map(([domain, count]) => ({ domain, count }))
        .sort((a, b) => compareCodeUnits(a.domain, b.domain)),
      domains,
      approvals: this.#configFolder && join(this.#configFolder, "approvals"),
    };
  }

  #lines({ group, domain, from }: Params<"guidanceLines">): LinesPart {
    const wanted = this.#all().filter(
      (each) => each.group === group && (domain === undefined || each.entry.domain === domain),
    );
    // The service tells the latest first; who waits longest is looked at first.
    const ordered = group === "pending" ? wanted.toReversed() : wanted;
    const lines = ordered.slice(from, from + PER_MESSAGE).map(lineOf);
    return { lines, more: from + lines.length < ordered.length };
  }

  #find({ id, from }: Params<"guidanceEntry">): Listed | undefined {
    return this.#all().find((each) => each.entry.id === id && each.from === from);
  }

  #view(ref: Params<"guidanceEntry">): GuidanceView | undefined {
    const found = this.#find(ref);
    if (found === undefined) return undefined;
    const { entry, sha256, group, change, from } = found;
    const checked = checkProposal(inputOf(entry));
    const agent = agentView(entry);
    return {
      ...{ id: entry.id, from, group, sha256, change, entry: redacted(entry) },
      agent:
        "rule" in agent
          ? { text: agent.rule.text, rationale: undefined }
          : { text: agent.fact.text, rationale: agent.fact.rationale },
      similar: this.#similarTo(entry),
      current: found.current && redacted(found.current),
      problems: checked.ok ? [] : checked.problems,
      secrets: checked.ok ? checked.redacted : 0,
    };
  }

  #similarTo(entry: GuidanceEntry): readonly Neighbour[] {
    const { guidance } = this.#ports.store.read().document;
    const decisions = this.#ports.approvals.decisions();
    const byId = new Map(guidance.map((each) => [each.id, each]));
    return this.#neighbours
      .of(entry, guidance, entry.id)
      .slice(0, MOST_SIMILAR)
      .flatMap((each): readonly Neighbour[] => {
        const other = byId.get(each.id);
        if (other === undefined) return [];
        const sha256 = this.#hashOf(other);
        const isVerified =
          other.status === "approved" && decisions.find(each.id, sha256)?.decision === "approved";
        return [{ ...each, text: redactShort(each.text), sha256, isVerified }];
      });
  }

  #dryRun({ id, prompt, edits }: Params<"guidanceDryRun">): DryRun | undefined {
    const checked = edits === undefined ? undefined : checkProposal(edits);
    const content = checked?.ok === true ? checked.content : undefined;
    const request = prompt.trim() === "" ? {} : { intentHint: prompt };
    return this.#service.dryRun(id, request, content);
  }

  #decide(decision: GuidanceDecision): Promise<ReviewOutcome> {
    const who = this.#who();
    switch (decision.act) {
      case "approve":
        return this.#review.approve(decision.shown, who);
      case "edit":
        return this.#review.approveWithEdits(decision.shown, decision.edits, who);
      case "reject":
        return this.#review.reject(decision.shown, decision.reason, who);
      case "archive":
        return this.#review.archive(decision.shown, decision.reason, who);
      case "supersede":
        return this.#review.supersede(decision.shown, decision.superseded, who);
      case "accept":
        return this.#review.accept(decision.shown, who);
      case "decline":
        return this.#review.decline(decision.shown, decision.reason, who);
    }
  }

  async #propose(input: Params<"proposeGuidance">): Promise<ManualOutcome> {
    const outcome = await this.#service.propose(input, this.#who(), "manual");
    switch (outcome.outcome) {
      case "queued":
        return {
          outcome: "queued",
          ref: { id: outcome.entry.id, from: "store" },
          redacted: outcome.redacted,
        };
      case "exists":
        return { outcome: "exists", ref: { id: outcome.entry.id, from: "store" }, redacted: 0 };
      case "refused":
        return outcome;
      default:
        // A person's own words are neither an echo nor refused for an earlier rejection.
        return { outcome: "refused", problems: [] };
    }
  }
}
