import { env, l10n } from "vscode";
import type { ManifestSource, SourceVerdict } from "../../core/context/manifest.js";
import type { ExclusionReason, RankingRow } from "../../core/context/ranking.js";
import type { Part } from "../../core/context/vocabulary.js";
import type { ArtifactState, Stage } from "../../core/project/stages.js";
import { once } from "../base/once.js";

/** The words for what the engine names in codes, in the person's language, which stays the same while VS Code runs. */

const numbers = once(() => new Intl.NumberFormat(env.language));

/** A number as it is written in the person's language. */
export function amountOf(count: number): string {
  return numbers().format(count);
}

const stageWords = once<Readonly<Record<Stage, string>>>(() => ({
  "project-discovery": l10n.t("Project discovery"),
  risk: l10n.t("Risk classification"),
  idea: l10n.t("Idea"),
  prd: l10n.t("PRD"),
  techspec: l10n.t("Tech spec"),
  tasks: l10n.t("Tasks"),
  refinement: l10n.t("Refinement"),
  execution: l10n.t("Execution"),
  adr: l10n.t("ADR"),
  review: l10n.t("Review"),
  qa: l10n.t("QA"),
  memory: l10n.t("Memory"),
}));

export function stageWord(stage: Stage): string {
  return stageWords()[stage];
}

const stateWords = once<Readonly<Record<ArtifactState, string>>>(() => ({
  pending: l10n.t("pending"),
  draft: l10n.t("draft"),
  recorded: l10n.t("recorded"),
  approved: l10n.t("approved"),
  optional: l10n.t("optional"),
}));

export function stateWord(state: ArtifactState): string {
  return stateWords()[state];
}

const stateMeanings = once<Readonly<Record<ArtifactState, string>>>(() => ({
  pending: l10n.t("Nothing to rely on yet."),
  draft: l10n.t("Being written; it wins no precedence in a pack."),
  recorded: l10n.t("Written down for information, without an approval. Its hash is entered."),
  approved: l10n.t("A person has read and approved it. Time, hash and revision are entered."),
  optional: l10n.t("This orchestration does not need this stage."),
}));

/** What a state means, for a person who has to choose one. */
export function stateMeaning(state: ArtifactState): string {
  return stateMeanings()[state];
}

const reasonWords = once<Readonly<Record<ExclusionReason, string>>>(() => ({
  "not-earlier": l10n.t("not earlier than this stage"),
  missing: l10n.t("missing"),
  superseded: l10n.t("superseded"),
  rejected: l10n.t("rejected"),
  unreadable: l10n.t("unreadable"),
  "not-related": l10n.t("not related"),
  "other-orchestration": l10n.t("of another orchestration"),
  outranked: l10n.t("less related than others"),
  redaction: l10n.t("its secrets could not be redacted in time"),
  "nothing-to-quote": l10n.t("nothing to quote"),
  "repeats-others": l10n.t("repeats other sources"),
  "no-room": l10n.t("no room"),
  "not-quoted": l10n.t("not quoted"),
}));

export function reasonWord(reason: ExclusionReason): string {
  return reasonWords()[reason];
}

const verdictWords = once<Readonly<Record<SourceVerdict, string>>>(() => ({
  in: l10n.t("quoted"),
  cut: l10n.t("quoted in part"),
  out: l10n.t("left out"),
  stale: l10n.t("stale"),
}));

/** The map and the configuration shape a pack and are not quoted in it. */
export function verdictWord({ verdict, kind }: Pick<ManifestSource, "verdict" | "kind">): string {
  if (verdict === "in" && (kind === "map" || kind === "config")) return l10n.t("used");
  return verdictWords()[verdict];
}

const rowWords = once<Readonly<Record<RankingRow, string>>>(() => ({
  "earlier-artifact": l10n.t("document of this orchestration"),
  map: l10n.t("traceability map"),
  "approved-adr": l10n.t("related approved decision"),
  "approved-spec": l10n.t("approved specification of another orchestration"),
  "review-or-memory": l10n.t("review or memory of another orchestration"),
  "project-intelligence": l10n.t("project intelligence"),
  "supporting-document": l10n.t("supporting document"),
  learnings: l10n.t("learnings"),
  rules: l10n.t("rules and configuration"),
  "proposed-adr": l10n.t("related proposed decision"),
  events: l10n.t("events"),
}));

export function rowWord(row: RankingRow): string {
  return rowWords()[row];
}

const partWords = once<Readonly<Record<Part, string>>>(() => ({
  essential: l10n.t("Essential context"),
  artifacts: l10n.t("Required artifacts"),
  decisions: l10n.t("Relevant decisions"),
  patterns: l10n.t("Useful patterns"),
  risks: l10n.t("Risks and conflicts"),
  commands: l10n.t("Suggested commands and validations"),
}));

export function partWord(part: Part): string {
  return partWords()[part];
}

const freshnessWords = once<Readonly<Record<"none" | "fresh" | "outdated", string>>>(() => ({
  none: l10n.t("no pack"),
  fresh: l10n.t("pack fresh"),
  outdated: l10n.t("pack outdated"),
}));

export function freshnessWord(freshness: "none" | "fresh" | "outdated"): string {
  return freshnessWords()[freshness];
}
