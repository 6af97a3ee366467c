import type { Clock, DocumentStore, Hasher, IdSource } from "../ports.js";
import { type ApprovalLedger, isVerified } from "./approvals.js";
import { rememberingHash } from "./canonical.js";
import { authorName, checkProposal, type ProposalInput } from "./checks.js";
import { type DomainSummary, domainSummaries } from "./domains.js";
import { GivenOut } from "./echo.js";
import type { GuidanceContent, GuidanceEntry, GuidanceSource, GuidanceStatus } from "./entry.js";
import { placeProposal, type ProposalOutcome } from "./proposals.js";
import { agentView, recallFrom, type RecallRequest, type RecallResult } from "./recall.js";
import type { SharedGuidance } from "./shared.js";
import { Neighbours, type SimilarEntry } from "./similarity.js";
import type { GuidanceStore } from "./store-document.js";
import { type UnverifiedEntry, unverifiedEntries } from "./unverified.js";

/** What the project's memory needs of the outside. One set for a process and a root. */
export interface GuidancePorts {
  readonly store: DocumentStore<GuidanceStore>;
  readonly approvals: ApprovalLedger;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly hasher: Hasher;
  /** The team's tracked files. Left out: there are none. */
  readonly shared?: SharedGuidance;
  /** The one line of the active intent card, for `unreviewed`. */
  readonly intentLine?: () => string | undefined;
}

export interface GuidanceItem {
  readonly entry: GuidanceEntry;
  /** Of its present content: what an approval binds to. */
  readonly sha256: string;
  /** Whether it is recalled, as far as its domain is active. */
  readonly verified: boolean;
}

export interface GuidanceDetails extends GuidanceItem {
  /** Near ones as they are now, with what is opposed marked. */
  readonly similar: readonly SimilarEntry[];
  /** Exactly what an agent would be given, without why. */
  readonly agentView: ReturnType<typeof agentView>;
}

export interface GuidanceCounts {
  readonly pending: number;
  readonly unverified: number;
}

/** What `recall` would answer with an entry and without it. */
export interface DryRun {
  readonly with: RecallResult;
  readonly without: RecallResult;
  /** Whether the entry is in the answer, or only among what was left out of it, or not recalled at all. */
  readonly place: "given" | "left-out" | "none";
  /** Ids that are given without it, and not with it. */
  readonly displaced: readonly string[];
}

const MOST_SIMILAR = 10;

function givenIds({ rules, facts }: RecallResult): readonly string[] {
  return [...rules, ...facts].map(({ id }) => id);
}

/**
 * The project's memory: read by all, proposed to by all. It decides nothing; that is `GuidanceReview`, which only the
 * extension's review makes. One service lives as long as its process, since it remembers what it has given out.
 */
export class GuidanceService {
  readonly #ports: GuidancePorts;
  readonly #hashOf: (content: GuidanceContent) => string;
  readonly #neighbours = new Neighbours();
  readonly #givenOut = new GivenOut();

  constructor(ports: GuidancePorts) {
    this.#ports = ports;
    this.#hashOf = rememberingHash(ports.hasher);
  }

  /**
   * Checks a proposal and queues it.
   *
   * @param by who proposes it: the agent's or person's name, as given.
   * @throws SddError as `DocumentStore.update`
   */
  async propose(
    input: ProposalInput,
    by: string,
    source: GuidanceSource = "agent_proposal",
  ): Promise<ProposalOutcome> {
    const checked = checkProposal(input);
    if (!checked.ok) return { outcome: "refused", problems: checked.problems };
    const repeats = source === "manual" ? undefined : this.#givenOut.sourceOf(checked.content.text);
    if (repeats !== undefined) return { outcome: "echo", of: repeats };
    const { ids, clock, store } = this.#ports;
    const facts = {
      id: ids.next("gm"),
      source,
      by: authorName(by),
      at: new Date(clock.now()).toISOString(),
      redacted: checked.redacted,
    };
    let outcome: ProposalOutcome | undefined;
    await store.update((document) => {
      outcome = placeProposal(document, checked.content, facts, this.#neighbours, this.#hashOf);
      if (outcome.outcome !== "queued") return document;
      return { ...document, guidance: [...document.guidance, outcome.entry] };
    });
    return outcome ?? { outcome: "refused", problems: [] };
  }

  /** @throws SddError `wrong-usage` for a cursor that is none; as `DocumentStore.read` */
  recall(request: RecallRequest): RecallResult {
    const { document } = this.#ports.store.read();
    const result = recallFrom(this.#sources(document, this.#verified(document)), request);
    for (const { id, text } of result.rules) this.#givenOut.add(id, text);
    for (const { id, text, rationale } of result.facts) this.#givenOut.add(id, text, rationale);
    for (const { id, narrative } of result.unreviewed?.summaries ?? []) this.#givenOut.add(id, narrative);
    if (result.unreviewed?.intent !== undefined) this.#givenOut.add("intent", result.unreviewed.intent);
    return result;
  }

  /** Entries of a status, or all, the latest first. */
  list(status?: GuidanceStatus): readonly GuidanceItem[] {
    const { document } = this.#ports.store.read();
    const entries = document.guidance.filter((entry) => status === undefined || entry.status === status);
    return entries
      .map((entry) => this.#item(entry))
      .sort((a, b) => (a.entry.id < b.entry.id ? 1 : a.entry.id > b.entry.id ? -1 : 0));
  }

  /** `undefined` where there is no such entry. */
  show(id: string): GuidanceDetails | undefined {
    const { document } = this.#ports.store.read();
    const entry = document.guidance.find((each) => each.id === id);
    if (entry === undefined) return undefined;
    const similar = this.#neighbours.of(entry, document.guidance, id).slice(0, MOST_SIMILAR);
    return { ...this.#item(entry), similar, agentView: agentView(entry) };
  }

  /** What says it is approved, and was not approved by this user as it is. */
  unverified(): readonly UnverifiedEntry[] {
    const { document } = this.#ports.store.read();
    return this.#unverifiedIn(document);
  }

  counts(): GuidanceCounts {
    const { document } = this.#ports.store.read();
    const pending = document.guidance.filter(({ status }) => status === "pending").length;
    return { pending, unverified: this.#unverifiedIn(document).length };
  }

  domains(): readonly DomainSummary[] {
    return domainSummaries(this.#ports.store.read().document);
  }

  /**
   * What approving an entry would change for a request. It is taken as approved now; what it would supersede is left out.
   *
   * @param edits the content that would be approved instead of the entry's own.
   * @returns `undefined` where there is no such entry.
   */
  dryRun(
    id: string,
    request: RecallRequest,
    edits?: GuidanceContent,
    supersedes?: string,
  ): DryRun | undefined {
    const { document } = this.#ports.store.read();
    const found =
      document.guidance.find((each) => each.id === id) ??
      this.#unverifiedIn(document).find(({ entry }) => entry.id === id)?.entry;
    if (found === undefined) return undefined;
    const entry: GuidanceEntry = {
      ...{ ...found, ...edits },
      status: "approved",
      reviewed_at: found.reviewed_at ?? new Date(this.#ports.clock.now()).toISOString(),
    };
    const others = this.#verified(document).filter((each) => each.id !== id);
    const added = [...others.filter((each) => each.id !== supersedes), entry];
    const all = { ...document, guidance: [...document.guidance.filter((each) => each.id !== id), entry] };
    const withIt = recallFrom(this.#sources(all, added), request);
    const without = recallFrom(this.#sources(document, others), request);
    const given = givenIds(withIt);
    const isMatch = recallFrom(this.#sources(all, [entry]), { ...request, cursor: undefined });
    const matches = givenIds(isMatch).length + isMatch.left_out.too_long.length > 0;
    return {
      with: withIt,
      without,
      place: given.includes(id) ? "given" : matches ? "left-out" : "none",
      displaced: givenIds(without).filter((each) => !given.includes(each)),
    };
  }

  #sources(document: GuidanceStore, verified: readonly GuidanceEntry[]) {
    const { domains, guidance, session_summaries: summaries } = document;
    return { domains, guidance, verified, summaries, intent: this.#ports.intentLine?.() };
  }

  #verified(document: GuidanceStore): readonly GuidanceEntry[] {
    const decisions = this.#ports.approvals.decisions();
    return document.guidance.filter((entry) => isVerified(entry, decisions, this.#hashOf));
  }

  #unverifiedIn(document: GuidanceStore): readonly UnverifiedEntry[] {
    const { approvals, shared } = this.#ports;
    return unverifiedEntries({
      guidance: document.guidance,
      shared: shared?.list() ?? new Map<string, GuidanceEntry>(),
      decisions: approvals.decisions(),
      hashOf: this.#hashOf,
    });
  }

  #item(entry: GuidanceEntry): GuidanceItem {
    const verified = isVerified(entry, this.#ports.approvals.decisions(), this.#hashOf);
    return { entry, sha256: this.#hashOf(entry), verified };
  }
}
