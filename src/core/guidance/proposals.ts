import { sameTextKey } from "./canonical.js";
import type { ProposalProblem } from "./checks.js";
import { Domains } from "./domains.js";
import type { GuidanceContent, GuidanceEntry, GuidanceSource, GuidanceStatus } from "./entry.js";
import type { Neighbours, SimilarEntry } from "./similarity.js";
import type { GuidanceStore } from "./store-document.js";

/** What becomes of a proposal. */

/** A person has decided on the same or nearly the same text before. */
export interface EarlierDecision {
  readonly id: string;
  readonly status: Exclude<GuidanceStatus, "pending" | "approved">;
  readonly relation: SimilarEntry["relation"];
  /** ISO 8601 UTC. */
  readonly at: string | null;
  readonly reason: string | null;
}

export type ProposalOutcome =
  /** It waits for a person. `redacted`: how many secrets were replaced in it. */
  | {
      readonly outcome: "queued";
      readonly entry: GuidanceEntry;
      readonly similar: readonly SimilarEntry[];
      readonly earlier: readonly EarlierDecision[];
      readonly redacted: number;
    }
  /** The same text, type and domain are there already, pending or approved. Nothing was stored. */
  | { readonly outcome: "exists"; readonly entry: GuidanceEntry }
  /** A person rejected the same text, type and domain. Nothing was stored. */
  | { readonly outcome: "rejected-before"; readonly entry: GuidanceEntry; readonly earlier: EarlierDecision }
  /** It repeats what this process has given out. `of`: the id of the entry or summary. Nothing was stored. */
  | { readonly outcome: "echo"; readonly of: string }
  | { readonly outcome: "refused"; readonly problems: readonly ProposalProblem[] };

/** What is known of a proposal beside its content. */
export interface ProposalFacts {
  readonly id: string;
  readonly source: GuidanceSource;
  /** Already an `authorName`. */
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly redacted: number;
}

const MOST_SIMILAR = 10;

function isDecidedAgainst(entry: {
  readonly status: GuidanceStatus;
}): entry is { readonly status: EarlierDecision["status"] } {
  return entry.status === "rejected" || entry.status === "archived";
}

function earlierDecision(
  { id, reviewed_at: at, review_reason: reason }: GuidanceEntry,
  status: EarlierDecision["status"],
  relation: EarlierDecision["relation"],
): EarlierDecision {
  return { id, status, relation, at, reason };
}

function earlierAmong(
  similar: readonly SimilarEntry[],
  guidance: readonly GuidanceEntry[],
): readonly EarlierDecision[] {
  const byId = new Map(guidance.map((entry) => [entry.id, entry]));
  return similar.flatMap((each) => {
    const entry = byId.get(each.id);
    return entry !== undefined && isDecidedAgainst(each)
      ? [earlierDecision(entry, each.status, each.relation)]
      : [];
  });
}

/**
 * Queues a checked proposal, or says why not. A person may propose again what was rejected; an agent is told.
 *
 * @param hashOf `contentHash`.
 */
export function placeProposal(
  document: Pick<GuidanceStore, "domains" | "guidance">,
  checked: GuidanceContent,
  facts: ProposalFacts,
  neighbours: Neighbours,
  hashOf: (content: GuidanceContent) => string,
): ProposalOutcome {
  const domains = new Domains(document);
  // One domain, one spelling: whoever came first chose it.
  const content = { ...checked, domain: domains.of(checked).domain };
  const key = sameTextKey(content.text);
  const same = document.guidance.filter(
    (entry) =>
      entry.type === content.type &&
      domains.of(entry).domain === content.domain &&
      sameTextKey(entry.text) === key,
  );
  const alive = same.find(({ status }) => status === "approved" || status === "pending");
  if (alive !== undefined) return { outcome: "exists", entry: alive };
  const rejected = same.findLast(({ status }) => status === "rejected");
  if (rejected !== undefined && facts.source !== "manual")
    return {
      outcome: "rejected-before",
      entry: rejected,
      earlier: earlierDecision(rejected, "rejected", "same"),
    };

  const similar = neighbours.of(content, document.guidance).slice(0, MOST_SIMILAR);
  const entry: GuidanceEntry = {
    id: facts.id,
    type: content.type,
    domain: content.domain,
    text: content.text,
    rationale: content.rationale,
    recall: content.recall,
    status: "pending",
    source: facts.source,
    proposed_by: facts.by,
    proposed_at: facts.at,
    reviewed_by: null,
    reviewed_at: null,
    paths: content.paths,
    review_reason: null,
    supersedes: null,
    similar_to: similar.map(({ id }) => id),
    sha256: hashOf(content),
  };
  const earlier = earlierAmong(similar, document.guidance);
  return { outcome: "queued", entry, similar, earlier, redacted: facts.redacted };
}
