import { plainPath } from "../project/plain-path.js";
import { redact } from "../redaction/redact.js";
import { compareCodeUnits } from "../text/fold.js";
import { canonicalText } from "./canonical.js";
import { hiddenCharacters, type HiddenCharacter } from "./characters.js";
import { DEFAULT_DOMAIN, GUIDANCE_TYPES, type GuidanceContent, type GuidanceType } from "./entry.js";

/** What is asked of a proposal before anything is stored. Lengths are in UTF-16 code units, after NFC and trimming. */

export const LIMITS = {
  text: 2_000,
  rationale: 2_000,
  domain: 60,
  description: 300,
  recall: { count: 20, each: 60 },
  paths: { count: 20, each: 300 },
  reason: 1_000,
  author: 100,
} as const;

/** Longer than this, a text is not even looked at. */
const UNREAD = 64 * 1024;
/** More places than this help nobody. */
const MOST_PLACES = 20;

/** What is to be proposed, as it came. */
export interface ProposalInput {
  readonly type: string;
  readonly text: string;
  readonly rationale: string;
  readonly domain?: string | undefined;
  readonly recall?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** A field's name as in the record; one of a list as `recall[2]`, from 0. */
export type ProposalProblem =
  | { readonly code: "empty"; readonly field: string }
  | { readonly code: "too-long"; readonly field: string; readonly length: number; readonly limit: number }
  | { readonly code: "too-many"; readonly field: string; readonly count: number; readonly limit: number }
  | { readonly code: "unknown-type"; readonly field: "type"; readonly allowed: readonly string[] }
  | {
      readonly code: "hidden-characters";
      readonly field: string;
      /** The first twenty. Places are those of the text in NFC with LF. */
      readonly places: readonly HiddenCharacter[];
      readonly count: number;
    }
  | { readonly code: "not-one-line"; readonly field: string }
  | { readonly code: "not-a-word"; readonly field: string }
  | { readonly code: "path-refused"; readonly field: string }
  | { readonly code: "not-redactable"; readonly field: string };

export type CheckedProposal =
  /** `redacted`: how many secrets were replaced. */
  | { readonly ok: true; readonly content: GuidanceContent; readonly redacted: number }
  | { readonly ok: false; readonly problems: readonly ProposalProblem[] };

/** Collects what is wrong, so that all of it can be mended at once. */
class Checker {
  readonly problems: ProposalProblem[] = [];
  redacted = 0;

  /** A text in canonical form, trimmed and redacted; `""` where it is refused. */
  text(field: string, value: string, limit: number, kind: "required" | "optional"): string {
    if (value.length > UNREAD) {
      this.problems.push({ code: "too-long", field, length: value.length, limit });
      return "";
    }
    const whole = canonicalText(value);
    const text = whole.trim();
    // Before trimming, which takes some of them away.
    const hidden = hiddenCharacters(whole);
    if (hidden.length > 0) {
      const places = hidden.slice(0, MOST_PLACES);
      this.problems.push({ code: "hidden-characters", field, places, count: hidden.length });
    }
    if (text.length > limit) this.problems.push({ code: "too-long", field, length: text.length, limit });
    if (kind === "required" && !/[\p{L}\p{N}\p{S}]/u.test(text)) this.problems.push({ code: "empty", field });
    return this.#redacted(field, text);
  }

  line(field: string, value: string, limit: number, kind: "required" | "optional"): string {
    const text = this.text(field, value, limit, kind);
    if (/[\n\t]/.test(text)) this.problems.push({ code: "not-one-line", field });
    return text;
  }

  /** Lines of a list: empty ones and repetitions are left out, the rest is sorted. */
  list(
    field: "recall" | "paths",
    values: readonly string[],
    check: (field: string, line: string) => string,
  ): readonly string[] {
    const { count, each } = LIMITS[field];
    if (values.length > count) {
      this.problems.push({ code: "too-many", field, count: values.length, limit: count });
      return [];
    }
    const lines = values.map((value, index) => {
      const name = `${field}[${index}]`;
      const line = this.line(name, value, each, "optional");
      return line === "" ? "" : check(name, line);
    });
    return [...new Set(lines.filter((line) => line !== ""))].sort(compareCodeUnits);
  }

  #redacted(field: string, text: string): string {
    const result = redact(text);
    if (!result.ok) {
      this.problems.push({ code: "not-redactable", field });
      return "";
    }
    this.redacted += result.count;
    return result.text;
  }
}

function isType(value: string): value is GuidanceType {
  return (GUIDANCE_TYPES as readonly string[]).includes(value);
}

/** Words by which something is recalled: each must have a letter or a digit. */
function recallWords(checker: Checker, words: readonly string[]): readonly string[] {
  return checker.list("recall", words, (field, word) => {
    if (!/[\p{L}\p{N}]/u.test(word)) checker.problems.push({ code: "not-a-word", field });
    return word.replace(/ +/g, " ");
  });
}

/** A path inside the project, in which whole parts or pieces of them may be `*` or `**`. */
function patternPath(path: string): string | undefined {
  // What Windows forbids in names stays forbidden, but for the star.
  const plain = plainPath(path.replaceAll("*", "\u2217"));
  if (plain === undefined || plain.split("/").includes("..")) return undefined;
  return plain.replaceAll("\u2217", "*");
}

/**
 * Checks a proposal, or a person's edits of one. What comes back is canonical, trimmed and redacted, so its hash is the
 * hash of what will be stored.
 */
export function checkProposal(input: ProposalInput): CheckedProposal {
  const checker = new Checker();
  const type = isType(input.type) ? input.type : undefined;
  if (type === undefined) {
    checker.problems.push({ code: "unknown-type", field: "type", allowed: GUIDANCE_TYPES });
  }
  const text = checker.text("text", input.text, LIMITS.text, "required");
  const rationale = checker.text("rationale", input.rationale, LIMITS.rationale, "required");
  const domain = checker.line("domain", input.domain ?? "", LIMITS.domain, "optional");
  const recall = recallWords(checker, input.recall ?? []);
  const paths = checker.list("paths", input.paths ?? [], (field, path) => {
    const plain = patternPath(path);
    if (plain === undefined) checker.problems.push({ code: "path-refused", field });
    return plain ?? "";
  });
  const { problems, redacted } = checker;
  if (type === undefined || problems.length > 0) return { ok: false, problems };
  const content = { type, domain: domain === "" ? DEFAULT_DOMAIN : domain, text, rationale, recall, paths };
  return { ok: true, content, redacted };
}

/** What a person says of a domain, as it came. */
export interface DomainInput {
  readonly domain: string;
  readonly always_on: boolean;
  readonly recall: readonly string[];
  readonly description: string;
}

export type CheckedDomain =
  | { readonly ok: true; readonly domain: DomainInput }
  | { readonly ok: false; readonly problems: readonly ProposalProblem[] };

/** Checks a domain as a proposal is checked. */
export function checkDomain(input: DomainInput): CheckedDomain {
  const checker = new Checker();
  const domain = checker.line("domain", input.domain, LIMITS.domain, "required");
  const description = checker.line("description", input.description, LIMITS.description, "optional");
  const recall = recallWords(checker, input.recall);
  const { problems } = checker;
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, domain: { domain, always_on: input.always_on, recall, description } };
}

export type CheckedReason =
  | { readonly ok: true; readonly reason: string }
  | { readonly ok: false; readonly problems: readonly ProposalProblem[] };

/** Checks why a person decides; agents will read it. It may be empty. */
export function checkReason(input: string): CheckedReason {
  const checker = new Checker();
  const reason = checker.text("reason", input, LIMITS.reason, "optional");
  const { problems } = checker;
  return problems.length > 0 ? { ok: false, problems } : { ok: true, reason };
}

/** Names of agents and persons, for records: one visible line, redacted and cut. Never refused. */
export function authorName(value: string): string {
  const line = canonicalText(value.slice(0, UNREAD));
  const visible = line.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu, " ");
  const result = redact(visible.replace(/\s+/g, " ").trim());
  const name = result.ok ? result.text : "";
  return name === "" ? "unknown" : Array.from(name).slice(0, LIMITS.author).join("");
}
