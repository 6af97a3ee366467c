import { compareCodeUnits } from "../text/fold.js";
import { isMadeByTools } from "./area.js";
import type { SessionWindow } from "./digest.js";
import { Facts, isSpokenOf, pathKey } from "./facts.js";
import type { LedgerEntry } from "./ledger-entry.js";
import type { Claim, Denial, Narrative } from "./narrative/narrative.js";
import { readNarrative } from "./narrative/read.js";
import type { Deed } from "./narrative/verbs.js";
import { unmentionedAreas } from "./unmentioned.js";

/** Where a narrative and the facts differ. */
export interface Divergence {
  /**
   * `not_shown`: it says that something was done, and the facts do not show it. `denied`: it says that something was left
   * alone, and this session edited it. `not_mentioned`: this session edited a whole area that it does not speak of.
   */
  readonly kind: "not_shown" | "denied" | "not_mentioned";
  /** What is said to have been done; `edited` of an area. */
  readonly deed: Deed | "committed" | "edited";
  /** A path, name or commit as the narrative has it; an area; `""` for a commit without an id. */
  readonly subject: string;
}

export interface DivergenceRequest {
  readonly entries: readonly LedgerEntry[];
  readonly window: SessionWindow;
  readonly narrative: string;
  readonly actor: string;
  readonly partial: boolean;
}

/** Reasons that are given at most. */
const MOST_DIVERGENCES = 20;

/** What facts show a deed. A file that git brought may have had anything done to it. */
const SHOWS: Readonly<Record<Deed, readonly string[]>> = {
  created: ["created", "renamed", "arrived"],
  changed: ["created", "changed", "renamed", "moved-away", "arrived"],
  renamed: ["renamed", "moved-away", "arrived"],
  deleted: ["deleted", "moved-away", "arrived"],
};
const SHOWS_END = {
  source: ["moved-away", "deleted", "arrived"],
  target: ["renamed", "created", "arrived"],
} as const;
/** Where something was removed from a place, the place itself may be gone as well. */
const SHOWS_PLACE: readonly string[] = [...SHOWS.changed, "deleted"];

/** What nobody watches: outside the project, ignored by git, or made by tools. */
function isUnwatched(text: string): boolean {
  return (
    /^(?:~|[a-z]:|\/)/i.test(text) ||
    /(?:^|\/)\.env\b/.test(text) ||
    isMadeByTools(text) ||
    isMadeByTools(`${text}/`)
  );
}

function isShown({ deed, reference, role }: Claim, facts: Facts): boolean {
  if (reference.kind === "commit") return true;
  if (reference.kind === "name") return facts.mayHaveChangedName(reference.text);
  let needed: readonly string[] = SHOWS[deed];
  if (role === "place") needed = SHOWS_PLACE;
  else if (role === "source" || role === "target") needed = SHOWS_END[role];
  const found = facts.deedsOf(reference);
  return needed.some((each) => found.has(each as Deed)) || (found.size === 0 && isUnwatched(reference.text));
}

function notShown(narrative: Narrative, facts: Facts): readonly Divergence[] {
  if (facts.isCut) return [];
  const claims = narrative.claims
    .filter((claim) => !isShown(claim, facts))
    .map(({ deed, reference }): Divergence => ({ kind: "not_shown", deed, subject: reference.text }));
  const commits = narrative.commits
    .filter((id) => !facts.hasCommit(id))
    .map((id): Divergence => ({ kind: "not_shown", deed: "committed", subject: id }));
  return [...claims, ...commits];
}

/** Whether this session did to a file what is denied: it may have changed what it says it did not create. */
function isContradicted({ deed, reference }: Denial, narrative: Narrative, facts: Facts): boolean {
  if (reference.kind !== "path" && reference.kind !== "file") return false;
  const key = pathKey(reference.text);
  const isClaimedToo = narrative.claims.some((claim) => {
    const claimed = pathKey(claim.reference.text);
    return claimed === key || isSpokenOf(claimed, key);
  });
  return !isClaimedToo && facts.ownDeedsOf(key).some((each) => deed === "changed" || each === deed);
}

function denied(narrative: Narrative, facts: Facts): readonly Divergence[] {
  const areas = [...narrative.deniedWords].filter((word) => facts.isOwnArea(word));
  const words = areas.map((text): Denial => ({ deed: "changed", reference: { kind: "path", text } }));
  return [...narrative.denials, ...words]
    .filter((denial) => isContradicted(denial, narrative, facts))
    .map(({ deed, reference }): Divergence => ({ kind: "denied", deed, subject: reference.text }));
}

/** Where a narrative differs from the facts in its window, without repetitions, what is said first. */
export function divergencesOf(request: DivergenceRequest): readonly Divergence[] {
  const facts = new Facts(request.entries, request.window, request.actor);
  const narrative = readNarrative(request.narrative, (text) => facts.isFolder(text));
  const contradicted = denied(narrative, facts);
  const areas = request.partial ? [] : unmentionedAreas(narrative, facts.areas());
  const isDenied = (area: string): boolean =>
    contradicted.some(({ subject }) => isSpokenOf(pathKey(area), pathKey(subject)));
  const all: readonly Divergence[] = [
    ...notShown(narrative, facts),
    ...contradicted,
    ...areas
      .filter((area) => !isDenied(area))
      .sort(compareCodeUnits)
      .map((area): Divergence => ({ kind: "not_mentioned", deed: "edited", subject: area })),
  ];
  const bySubject = new Map<string, Divergence>();
  for (const each of all) {
    const key = pathKey(each.subject);
    if (!bySubject.has(key)) bySubject.set(key, each);
  }
  return [...bySubject.values()].slice(0, MOST_DIVERGENCES);
}

/** A divergence as a sentence, in English. */
export function reasonOf({ kind, deed, subject }: Divergence): string {
  if (kind === "not_mentioned")
    return `Files in ${subject} were edited, and the narrative does not mention them.`;
  if (kind === "denied")
    return `The narrative says that ${subject} was not ${deed}, and this session edited it.`;
  if (subject === "") return "The narrative says that something was committed, and no commit is known.";
  const what = deed === "committed" ? `commit ${subject} was made` : `${subject} was ${deed}`;
  return `The narrative says that ${what}, and the facts do not show it.`;
}
