import type { ProposalProblem } from "./checks.js";
import type { ProposalOutcome } from "./proposals.js";

/** What an agent, or a person at a terminal, is told about a proposal; in English, as both faces are. */

const PLACES_TOLD = 5;

/** One problem, and how to mend it. */
export function problemMessage(problem: ProposalProblem): string {
  const { field } = problem;
  switch (problem.code) {
    case "empty":
      return `${field} is empty: say it in words.`;
    case "too-long":
      return `${field} has ${problem.length} characters; at most ${problem.limit} are taken. Shorten it, or split it in two.`;
    case "too-many":
      return `${field} has ${problem.count} items; at most ${problem.limit} are taken.`;
    case "unknown-type":
      return `type must be one of ${problem.allowed.join(", ")}.`;
    case "hidden-characters": {
      const told = problem.places
        .slice(0, PLACES_TOLD)
        .map(({ code, kind, line, column }) => `${code} (${kind}) at line ${line}, column ${column}`);
      const more = problem.count - told.length;
      return `${field} has characters that a person cannot see: ${told.join("; ")}${more > 0 ? `; and ${more} more` : ""}. Remove them.`;
    }
    case "not-one-line":
      return `${field} must be one line without tabs.`;
    case "not-a-word":
      return `${field} must have a letter or a digit.`;
    case "path-refused":
      return `${field} must be a path inside the project, relative to its root, with /.`;
    case "not-redactable":
      return `${field} could not be searched for secrets: make it simpler.`;
  }
}

/** What became of a proposal, and what to do now. */
export function proposalMessage(outcome: ProposalOutcome): string {
  switch (outcome.outcome) {
    case "queued":
      return "Pending: a person decides. Do not poll, and do not propose it again; go on with your work.";
    case "exists":
      return outcome.entry.status === "approved"
        ? "This is approved already; nothing was added."
        : "This waits for a person already; nothing was added. Do not poll; go on with your work.";
    case "rejected-before": {
      const { at, reason } = outcome.earlier;
      return `A person rejected this${at === null ? "" : ` on ${at.slice(0, 10)}`}${reason === null ? "" : `: ${reason}`}. Nothing was added; do not propose it again.`;
    }
    case "echo":
      return `This repeats what recall gave you (${outcome.of}): it is known already, and nothing was added. Propose only what you learned yourself.`;
    case "refused":
      return `Nothing was added. ${outcome.problems.map(problemMessage).join(" ")}`;
  }
}
