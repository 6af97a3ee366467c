import { env, l10n } from "vscode";
import type {
  Confidence,
  LearningKind,
  LearningRecord,
  StaleReason,
} from "../../core/learning/learning-record.js";
import type { LearningGroup } from "../../node/engine-learning-api.js";
import { once } from "../base/once.js";

/** The words for what the records name in codes, in the person's language. */

const kindWords = once<Readonly<Record<LearningKind, string>>>(() => ({
  decision: l10n.t("Decision"),
  pattern: l10n.t("Pattern"),
  risk: l10n.t("Risk"),
  command: l10n.t("Command"),
  quality_signal: l10n.t("Quality signal"),
  artifact_summary: l10n.t("Document summary"),
}));

export function kindWord(kind: LearningKind): string {
  return kindWords()[kind];
}

const groupWords = once<Readonly<Record<LearningGroup, string>>>(() => ({
  section_changed: l10n.t("Stale: section changed"),
  file_changed: l10n.t("Stale: other part"),
  source_missing: l10n.t("Stale: source missing"),
  decision: l10n.t("Decisions"),
  pattern: l10n.t("Patterns"),
  risk: l10n.t("Risks"),
  command: l10n.t("Commands"),
  quality_signal: l10n.t("Quality signals"),
  artifact_summary: l10n.t("Document summaries"),
  superseded: l10n.t("Superseded"),
  dismissed: l10n.t("Dismissed"),
}));

export function groupWord(group: LearningGroup): string {
  return groupWords()[group];
}

const staleAdvices = once<Readonly<Record<StaleReason, string>>>(() => ({
  section_changed: l10n.t("look at it"),
  file_changed: l10n.t("probably fine"),
  source_missing: l10n.t("look at it"),
}));

/** What a person may make of a stale learning. */
export function staleAdvice(reason: StaleReason): string {
  return staleAdvices()[reason];
}

const staleWords = once<Readonly<Record<StaleReason, string>>>(() => ({
  section_changed: l10n.t("stale: its section changed"),
  file_changed: l10n.t("stale: only other parts of the file changed"),
  source_missing: l10n.t("stale: its source is missing"),
}));

export function staleWord(reason: StaleReason): string {
  return staleWords()[reason];
}

const confidenceWords = once<Readonly<Record<Confidence, string>>>(() => ({
  high: l10n.t("high: from an approved document"),
  medium: l10n.t("medium: from a recorded document"),
  low: l10n.t("low: from a draft"),
}));

export function confidenceWord(confidence: Confidence): string {
  return confidenceWords()[confidence];
}

/** Whether a record belongs to no orchestration; the slug of none begins like this. */
export function isOfProject({ orchestration_slug: slug }: LearningRecord): boolean {
  return slug.startsWith("_");
}

/** The orchestration's name; what belongs to none is the whole project's. */
export function orchestrationWord(record: LearningRecord): string {
  return isOfProject(record) ? l10n.t("Whole project") : record.orchestration;
}

const times = once(() => new Intl.DateTimeFormat(env.language, { dateStyle: "medium", timeStyle: "short" }));

/** A time of a record, in the person's language and time zone; what is no time is shown as it stands. */
export function timeWord(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : times().format(time);
}
