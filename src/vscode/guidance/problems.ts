import { l10n } from "vscode";
import type { ProposalProblem } from "../../core/guidance/checks.js";

/** Names of an entry's fields as a person reads them; `recall[2]` is one of a list, from 0. */
export function fieldWord(field: string): string {
  const words: Readonly<Record<string, string>> = {
    type: l10n.t("Type"),
    domain: l10n.t("Domain"),
    text: l10n.t("Text"),
    rationale: l10n.t("Rationale"),
    recall: l10n.t("Recall words"),
    paths: l10n.t("Paths"),
    description: l10n.t("Description"),
    reason: l10n.t("Reason"),
  };
  const [, name = field, index] = /^(\w+)\[(\d+)\]$/.exec(field) ?? [];
  const word = words[name] ?? name;
  return index === undefined ? word : l10n.t("{0}, number {1}", word, String(Number(index) + 1));
}

/** What is wrong with a field, as a sentence. */
export function problemSentence(problem: ProposalProblem): string {
  const field = fieldWord(problem.field);
  switch (problem.code) {
    case "empty":
      return l10n.t("{0}: something must stand here.", field);
    case "too-long":
      return l10n.t(
        "{0}: {1} characters, at most {2}.",
        field,
        String(problem.length),
        String(problem.limit),
      );
    case "too-many":
      return l10n.t("{0}: {1} of them, at most {2}.", field, String(problem.count), String(problem.limit));
    case "unknown-type":
      return l10n.t("{0}: one of {1}.", field, problem.allowed.join(", "));
    case "hidden-characters": {
      const places = problem.places.map(({ code, line, column }) => `${code} (${line}:${column})`);
      return l10n.t("{0}: characters that nobody sees: {1}.", field, places.join(", "));
    }
    case "not-one-line":
      return l10n.t("{0}: one line only.", field);
    case "not-a-word":
      return l10n.t("{0}: it has no letter and no digit.", field);
    case "path-refused":
      return l10n.t("{0}: no path inside the project.", field);
    case "not-redactable":
      return l10n.t("{0}: it could not be checked for secrets.", field);
  }
}
