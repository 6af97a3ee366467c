import { l10n } from "vscode";
import { GUIDANCE_TYPES, type GuidanceContent, type GuidanceEntry } from "../../../core/guidance/entry.js";
import { reveal } from "../../../core/text/reveal.js";
import type { GuidanceView, Neighbour } from "../../../node/engine-guidance-api.js";
import type { Act, FormFields, Parts, ReviewEntry } from "../../../protocol/review.js";
import { amountOf } from "../../packs/words.js";
import { timeWord } from "../../learnings/words.js";
import { fieldWord, problemSentence } from "../problems.js";
import { ageWord, changeWord, groupWord, statusWord, typeWord } from "../words.js";
import { differenceParts, markedParts, revealedParts } from "./parts.js";

/** An entry as the page shows it. */

/** What a message may carry of a line; the text itself is never cut. */
const SHORT = 1_900;
const brief = (text: string): string => reveal(text).slice(0, SHORT);

type Labelled = ReviewEntry["facts"][number];

/** Fields in which two contents differ, each with what was removed and added. */
function differencesOf(before: GuidanceContent, after: GuidanceContent): readonly Labelled[] {
  const texts = (content: GuidanceContent): readonly (readonly [string, string])[] => [
    ["type", typeWord(content.type)],
    ["domain", content.domain],
    ["text", content.text],
    ["rationale", content.rationale],
    ["recall", content.recall.join(", ")],
    ["paths", content.paths.join(", ")],
  ];
  const now = texts(after);
  return texts(before).flatMap(([field, text], index) => {
    const [, other = ""] = now[index] ?? [];
    return text === other ? [] : [{ label: fieldWord(field), parts: [...differenceParts(text, other)] }];
  });
}

/** What may be decided on an entry. */
function actsFor(view: GuidanceView, mayWrite: boolean, seen: number): readonly Act[] {
  if (!mayWrite) return [];
  switch (view.group) {
    case "pending": {
      const supersede = view.similar.some(({ isVerified }) => isVerified) ? (["supersede"] as const) : [];
      return ["approve", "edit", "reject", "archive", ...supersede];
    }
    case "approved":
      return ["archive"];
    case "unverified":
      return ["accept", ...(seen > 1 ? (["acceptAll"] as const) : []), "decline"];
    case "rejected":
    case "archived":
      return [];
  }
}

function relationOf({ relation, jaccard }: Neighbour): string {
  const percent = `${Math.round(jaccard * 100)} %`;
  switch (relation) {
    case "same":
      return l10n.t("the same text");
    case "near":
      return l10n.t("{0} of the words are the same", percent);
    case "contained":
      return l10n.t("the words of one all stand in the other");
  }
}

function oppositionOf({ opposition }: Neighbour): string {
  if (opposition === undefined) return "";
  return opposition === "negation"
    ? l10n.t("Possible contradiction: one prescribes what the other rules out.")
    : l10n.t("Possible contradiction: values differ.");
}

function neighbourOf(entry: GuidanceEntry, other: Neighbour, canSupersede: boolean) {
  return {
    id: other.id,
    about: brief([typeWord(other.type), other.domain, statusWord(other.status)].join(" · ")),
    relation: relationOf(other),
    opposition: oppositionOf(other),
    here: [...markedParts(entry.text, other.difference.here, other.opposition)],
    there: [...markedParts(other.text, other.difference.there, other.opposition)],
    canSupersede: canSupersede && other.isVerified,
  };
}

function factsOf({ entry, agent }: GuidanceView): readonly Labelled[] {
  const plain = (label: string, text: string): readonly Labelled[] =>
    text === "" ? [] : [{ label, parts: [...revealedParts(text)] }];
  const { proposed_by: by, proposed_at: at, reviewed_by: reviewer, reviewed_at: reviewedAt } = entry;
  const who = entry.source === "manual" ? l10n.t("Written by hand by") : l10n.t("Proposed by");
  return [
    ...(agent.rationale === undefined
      ? plain(l10n.t("Rationale (not given to agents)"), entry.rationale)
      : []),
    ...plain(fieldWord("recall"), entry.recall.join(", ")),
    ...plain(fieldWord("paths"), entry.paths.join(", ")),
    ...plain(who, `${by}, ${timeWord(at)} (${ageWord(at)})`),
    ...(reviewer === null
      ? []
      : plain(l10n.t("Reviewed by"), `${reviewer}${reviewedAt === null ? "" : `, ${timeWord(reviewedAt)}`}`)),
    ...plain(fieldWord("reason"), entry.review_reason ?? ""),
    ...plain(l10n.t("In the place of"), entry.supersedes ?? ""),
  ];
}

/** What a person must know before they decide. */
function warningsOf({ problems, secrets, change, from, similar }: GuidanceView): readonly string[] {
  const opposed = similar.filter(({ opposition }) => opposition !== undefined).length;
  return [
    ...(change === undefined ? [] : [l10n.t("Not recalled: {0}.", changeWord(change))]),
    ...(from === "shared" ? [l10n.t("It comes from a file of the team's.")] : []),
    ...(change === "edited" && from === "store"
      ? [l10n.t("What was approved is known by its hash only, so the difference cannot be shown.")]
      : []),
    ...(opposed > 0 ? [l10n.t("Possible contradictions below: {0}.", amountOf(opposed))] : []),
    ...(secrets > 0
      ? [l10n.t("What looks like secrets was replaced: {0}. Approve it with edits.", amountOf(secrets))]
      : []),
    ...problems.map((problem) => l10n.t("It cannot be approved as it is: {0}", problemSentence(problem))),
  ].map(brief);
}

/** What the edit form begins with. */
export function fieldsOf({ type, domain, text, rationale, recall, paths }: GuidanceContent): FormFields {
  return { type, domain, text, rationale, recall: [...recall], paths: [...paths] };
}

export interface ShapeOptions {
  /** False in a workspace that is not trusted. */
  readonly mayWrite: boolean;
  /** Unverified entries that were looked at, with this one. */
  readonly seen: number;
  /** What was shown before, where it changed since. */
  readonly before: GuidanceContent | undefined;
}

export function shapeOf(view: GuidanceView, { mayWrite, seen, before }: ShapeOptions): ReviewEntry {
  const { entry, agent, group, current } = view;
  const acts = actsFor(view, mayWrite, seen);
  const from = before ?? current;
  const rationale: Parts = agent.rationale === undefined ? [] : revealedParts(agent.rationale);
  return {
    title: brief(`${typeWord(entry.type)} · ${entry.domain}`),
    status: brief(
      `${groupWord(group)} · ${ageWord(group === "pending" ? entry.proposed_at : (entry.reviewed_at ?? entry.proposed_at))}`,
    ),
    agent: [...revealedParts(agent.text)],
    agentRationale: [...rationale],
    facts: [...factsOf(view)],
    warnings: [
      ...warningsOf(view),
      ...(mayWrite ? [] : [l10n.t("This workspace is not trusted: deciding waits until you trust it.")]),
    ],
    differences: from === undefined ? [] : [...differencesOf(from, entry)],
    similar: view.similar.map((other) => neighbourOf(entry, other, acts.includes("supersede"))),
    acts: [...acts],
    seen,
    fields: fieldsOf(entry),
  };
}

/** The types, in the order in which an agent gets them. */
export function typeChoices() {
  return GUIDANCE_TYPES.map((value) => ({ value, label: typeWord(value) }));
}
