import type { Diagnostic, Severity } from "../diagnostics.js";
import type { HealthConfig } from "../project/config/config.js";
import type { AdrFacts } from "../project/adr/adr.js";
import type { ArtifactState, Stage } from "../project/stages.js";
import { languageOfHeadings, roleOfHeading } from "../context/roles.js";
import { hasAnchor, type DocumentFacts, type DocumentLink } from "./document-facts.js";
import { finding } from "./finding.js";
import { missingSections, requiredSectionsOf } from "./required-sections.js";
import type { TargetKind } from "./targets.js";

/** A document as the project sees it. */
export interface DocumentPlace {
  readonly path: string;
  readonly stage: Stage | undefined;
  readonly state: ArtifactState | undefined;
  /** What it says as a decision, where it is one. */
  readonly adr: AdrFacts | undefined;
}

/** What the rules ask about the rest of the project. */
export interface Surroundings {
  readonly kindOf: (path: string) => TargetKind | undefined;
  /** The anchors of a Markdown file; `undefined` for what is none, or cannot be read. */
  readonly anchorsOf: (path: string) => ReadonlySet<string> | undefined;
}

/** What is amiss in an approved document is an error: someone has put their name to it. */
function atLeast(state: ArtifactState | undefined, otherwise: Severity): Severity {
  return state === "approved" ? "error" : otherwise;
}

/** What of a link is there: the first of its candidates that is. */
function targetOf(link: DocumentLink, kindOf: Surroundings["kindOf"]): string | undefined {
  return link.target.kind === "path"
    ? link.target.candidates.find((each) => kindOf(each) !== undefined)
    : undefined;
}

function linkFinding(
  { path, state }: DocumentPlace,
  link: DocumentLink,
  { kindOf, anchorsOf }: Surroundings,
): Diagnostic | undefined {
  const at = { path, line: link.line, column: link.column };
  if (link.target.kind === "outside") return finding("link-leaves-project", "info", at, link.written);
  if (link.target.kind !== "path") return undefined;
  const found = targetOf(link, kindOf);
  if (found === undefined) return finding("broken-link", atLeast(state, "warning"), at, link.written);
  const { anchor } = link.target;
  if (anchor === undefined || kindOf(found) !== "file") return undefined;
  const anchors = anchorsOf(found);
  if (anchors === undefined || hasAnchor(anchors, anchor)) return undefined;
  return finding("broken-anchor", "warning", at, found, anchor);
}

function sectionFindings(place: DocumentPlace, facts: DocumentFacts, config: HealthConfig): Diagnostic[] {
  const { stage, state, path } = place;
  if (stage === undefined) return [];
  const required = requiredSectionsOf(stage, config.requiredSections);
  const severity = atLeast(state, state === "recorded" ? "warning" : "info");
  const missing = missingSections(required, facts.titles);
  if (missing.length === 0) return [];
  const language = languageOfHeadings(facts.titles) ?? "en";
  return missing.map(({ titles }) =>
    finding("section-missing", severity, { path, line: facts.titleLine }, titles[language]),
  );
}

/**
 * A decision without a status. A word that is not understood is one. A page that only says where the decision went has no
 * sections; and what has no number is a decision only where it has a section of one, for folders of decisions also hold
 * what explains them.
 */
function saysNoStatus({ status, label, number }: AdrFacts, titles: readonly string[]): boolean {
  if (status !== "unknown" || (label !== undefined && label.trim() !== "")) return false;
  return titles.length > 1 && (number !== undefined || titles.some(isDecisionTitle));
}

function isDecisionTitle(title: string): boolean {
  const role = roleOfHeading(title)?.role;
  return role === "decisions" || role === "alternatives";
}

/** What is to be said of one document. */
export function documentFindings(
  place: DocumentPlace,
  facts: DocumentFacts,
  around: Surroundings,
  config: HealthConfig,
): readonly Diagnostic[] {
  const { path, state } = place;
  const found: Diagnostic[] = sectionFindings(place, facts, config);
  if (place.adr !== undefined && saysNoStatus(place.adr, facts.titles)) {
    found.push(finding("adr-status-missing", "warning", { path, line: facts.titleLine }));
  }
  for (const link of facts.links) {
    const said = linkFinding(place, link, around);
    if (said !== undefined) found.push(said);
  }
  for (const { target, line, column } of facts.brokenAnchors) {
    const anchor = target.kind === "anchor" ? target.anchor : "";
    found.push(finding("broken-anchor", "warning", { path, line, column }, path, anchor));
  }
  if (state === "approved") {
    for (const { text, line, column } of facts.placeholders) {
      found.push(finding("placeholder-left", "error", { path, line, column }, text));
    }
  }
  for (const { kind, line, column } of facts.secrets) {
    found.push(finding("secret-in-document", "error", { path, line, column }, kind));
  }
  return found;
}
